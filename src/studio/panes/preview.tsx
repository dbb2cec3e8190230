import {
  type Ref,
  type RefObject,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { tagOf } from '#renderer/plan/language.ts';
import type { PreviewCalls } from '../calls/call-log.ts';
import type { Measured } from '../stage/measure-rails.ts';
import type { Box, DrawnNode, Pointed, SceneEnd } from '../stage/scene.ts';
import type { HiddenWhy, HoveredNode, LiftedWords, Scene, StageDoor } from '../stage/scene.ts';
import type { StageListener, WordsPlace } from '../stage/scene.ts';
import type { Selection } from '../model/outline.ts';
import { stageAddress } from '../stage-address.ts';
import type { WordsOfNode } from '../words/words.ts';
import { WordsHere } from '../words/words-here.tsx';
import type { Writing } from '../words/writing.ts';
import { HoverBox } from './hover-box.tsx';
import type { Look } from './preview-look.ts';
import type { PreviewHands } from './preview-hands.ts';
import { whenIdle } from './when-idle.ts';
import { fitInto, type PhoneShape, RIM, type Room } from './phone-shape.ts';
import './preview.css';

export interface PreviewProps {
  /** Changes if a new frame is needed: for another screen, state or language. */
  readonly sceneKey: string;
  readonly scene: Scene;
  readonly shape: PhoneShape;
  readonly size: Look['size'];
  readonly mode: Look['mode'];
  /** Ids of the selected nodes in the plan. */
  readonly selected: readonly string[];
  /** Changes with every selection and with every edit of the selected node. */
  readonly selection: Selection | undefined;
  readonly writing: Writing;
  readonly hands: Ref<PreviewHands>;
  /** Receives the screen's requests. */
  readonly calls: PreviewCalls;
  /** Adds a field behind the selected field; undefined if no field is selected. */
  readonly onAddField: (() => void) | undefined;
  onPick(node: DrawnNode, how: Exclude<Pointed, 'enter'>): void;
  /** Called when inline editing ends by a key. */
  onWritten(): void;
  onEnd(end: SceneEnd): void;
  /** Called with measurements, some time after the last change of the layout. */
  onMeasured(measured: Measured): void;
  /** Called with the reason if none of the selected nodes is visible; with undefined if one is. */
  onHidden(why: HiddenWhy | undefined): void;
}

/** A text that is edited inline. */
interface WrittenHere {
  readonly words: WordsOfNode;
  readonly lifted: LiftedWords;
  readonly session: string;
  /** Its last position. */
  readonly place: WordsPlace;
}

interface Shown {
  readonly key: string;
  readonly door: StageDoor;
}

/**
 * Renders the draft in a phone-sized frame. A new frame is brought to its state behind the visible one and replaces it
 * when it is ready.
 */
export function Preview(props: PreviewProps) {
  const { sceneKey, scene, shape, size, mode, selected, selection, writing, calls } = props;
  const { width, height, keyboard, safeArea } = shape;
  const [seen, setSeen] = useState<string>();
  /** The frame that loaded last; `seen` is the visible one. */
  const [shown, setShown] = useState<Shown>();
  const [boxes, setBoxes] = useState<readonly Box[]>([]);
  const end = useEffectEvent(props.onEnd);
  const pick = useEffectEvent(props.onPick);
  const hide = useEffectEvent(props.onHidden);
  const report = useEffectEvent(props.onMeasured);
  const [hovered, setHovered] = useState<HoveredNode>();
  const [here, setHere] = useState<WrittenHere>();

  /** Starts inline editing of a node's text. */
  const begin = (at: StageDoor, node: DrawnNode, isPointed: boolean): boolean => {
    for (const words of writing.of(node)) {
      const lifted = at.lift(node.node, words.drawn, isPointed);
      const place = lifted?.place(words.drawn);
      if (lifted === undefined || place === undefined) continue;
      setHere({ words, lifted, session: crypto.randomUUID(), place });
      return true;
    }
    return false;
  };
  const point = useEffectEvent((at: StageDoor, node: DrawnNode, how: Pointed) => {
    if (how === 'enter' && !selected.includes(node.node)) pick(node, 'tap');
    else if (how === 'tap' || how === 'around') pick(node, how);
    else if (!begin(at, node, how === 'double')) pick(node, 'double');
  });
  /** The text can move with every key press. */
  const follow = useEffectEvent(() => {
    const place = here?.lifted.place(writing.read(here.words));
    if (here !== undefined && place !== undefined && !isSame(place, here.place)) setHere({ ...here, place });
  });
  // Prefetch code after the first paint; all frames share the browser's cache.
  const prepare = useEffectEvent(() => {
    if (seen === undefined) shown?.door.fetchAll();
  });
  const door = shown?.key === sceneKey ? shown.door : undefined;
  const isSeen = seen === sceneKey;
  const ids = selected.join('\n');
  // The same array while the selection is the same, so that typing does not measure again.
  const marked = useMemo(() => ids.split('\n').filter((id) => id !== ''), [ids]);

  /** The last selection that was scrolled into view. */
  const revealed = useRef<Selection>(undefined);
  const selectedNow = useEffectEvent(() => selection);
  const reveal = useEffectEvent(() => {
    const [first] = marked;
    if (isSeen && first !== undefined) door?.reveal(first);
  });

  useEffect(() => {
    if (door === undefined) return;
    const measure = (): void => {
      const found = marked.flatMap((node) => door.boxesOf(node));
      setBoxes(found);
      // Another node may be under the pointer now.
      setHovered(undefined);
      follow();
      hide(found.length > 0 ? undefined : marked.map((node) => door.whyHidden(node)).find(Boolean));
    };
    let frame = 0;
    const idle = whenIdle(() => report(door.measure()));
    let isOver = false;
    const listener: StageListener = {
      point(nodes, how) {
        const [innermost] = nodes;
        if (innermost !== undefined) point(door, innermost, how);
      },
      hover: setHovered,
      // A frame re-renders often: measure once per animation frame.
      drawn() {
        cancelAnimationFrame(frame);
        frame = requestAnimationFrame(measure);
        idle.begin();
      },
      // A replaced frame still runs for a moment; ignore its requests.
      called: (now) => isOver || calls.called(now),
      left: (url) => isOver || calls.left(url),
    };
    door.listen(listener);
    door.setMode(mode);
    if (isSeen) measure();
    if (isSeen) idle.begin();
    return () => {
      isOver = true;
      cancelAnimationFrame(frame);
      idle.end();
    };
  }, [door, mode, marked, isSeen, calls]);

  useEffect(() => {
    if (door === undefined) return;
    // Scroll only after own edits, which can move or create the selected node. Another person's edit must not scroll.
    const isOwn = revealed.current !== selectedNow();
    void door.show(scene).then((how) => {
      if (how === 'overtaken') return;
      prepare();
      setSeen(sceneKey);
      end(how);
      // Scroll after the frame that shows the typed character.
      if (isOwn) setTimeout(reveal);
    });
  }, [door, scene, sceneKey]);

  useImperativeHandle(props.hands, () => ({
    write: () =>
      door !== undefined &&
      isSeen &&
      mode === 'select' &&
      marked.some((node) => begin(door, { node, screen: scene.state.screen }, false)),
  }));

  const lifted = here?.lifted;
  useEffect(() => () => lifted?.lay(), [lifted]);
  // Stop inline editing when the screen or the mode changes.
  useEffect(() => () => setHere(undefined), [sceneKey, mode]);

  const stand = useRef<HTMLDivElement>(null);
  const room = useRoom(stand);
  const scale = size === 'true' || room === undefined ? 1 : fitInto(shape, room);
  // After a resize, for example when the JSON pane opens, the selection may be out of view.
  useEffect(() => reveal(), [door, marked, isSeen, room, scale]);
  useEffect(() => {
    revealed.current = selection;
  }, [selection]);

  const last = boxes.at(-1);
  const keys = [...new Set([seen, sceneKey].filter((key) => key !== undefined))];
  const tall = height + keyboard;
  const across = (width + 2 * RIM) * scale;
  const down = (tall + 2 * RIM) * scale;
  const isLarger = room !== undefined && (across > room.width || down > room.height);
  return (
    <div
      ref={stand}
      className="st-stand"
      role="group"
      aria-label="Phone"
      // A scrollable element must be focusable for keyboard scrolling.
      {...(isLarger && { tabIndex: 0 })}
    >
      <div className="st-place" style={{ width: across, height: down }}>
        <div className="st-phone" style={{ width, height: tall, transform: `scale(${scale})` }}>
          {keys.map((key) => (
            <iframe
              key={key}
              className={key === seen ? 'st-frame' : 'st-frame st-frame-behind'}
              title="Preview"
              src={stageAddress()}
              width={width}
              height={height}
              onLoad={({ currentTarget }) => {
                const opened = doorOf(currentTarget);
                if (opened !== undefined) {
                  setShown({ key, door: opened });
                  // On a slow connection the loading itself is shown.
                  if (scene.isSlow) setSeen(key);
                }
                // The CSP blocked a navigation inside the frame: load the stage again.
                else if (shown?.key === key) currentTarget.contentWindow?.location.replace(stageAddress());
              }}
            />
          ))}
          {/* Outlines of the selection. They are outside of the frame so that they do not change its layout. */}
          {isSeen && here === undefined
            ? boxes.map((box) => (
                <div
                  key={`${box.left} ${box.top} ${box.width} ${box.height}`}
                  className="st-box"
                  style={{
                    left: box.left,
                    top: box.top,
                    width: box.width,
                    height: box.height,
                    outlineWidth: 2 / scale,
                  }}
                />
              ))
            : null}
          {isSeen && mode === 'select' && last !== undefined && props.onAddField !== undefined ? (
            // At the future position; large enough to tap at any scale.
            <button
              type="button"
              className="st-add-here"
              aria-label="Add a field below"
              style={{
                top: last.top + last.height,
                left: last.left + last.width / 2,
                transform: `translate(-50%, -50%) scale(${1 / scale})`,
              }}
              onClick={props.onAddField}
            >
              +
            </button>
          ) : null}
          {isSeen && here === undefined && hovered !== undefined ? (
            <HoverBox {...hovered} scale={scale} phoneWidth={width} />
          ) : null}
          {here === undefined ? null : (
            <WordsHere
              key={here.session}
              title={titleOf(here.words)}
              value={writing.read(here.words)}
              language={tagOf(scene.app.language)}
              place={here.place}
              onWrite={(value) => writing.write(here.words, value, here.session)}
              onTakeBack={() => writing.takeBack(here.session)}
              onEnd={(byKey) => {
                setHere(undefined);
                if (byKey) props.onWritten();
              }}
            />
          )}
          {safeArea === undefined ? null : (
            <div
              className="st-notch"
              style={
                safeArea.top > 0
                  ? { top: 0, left: width * 0.3, width: width * 0.4, height: safeArea.top * 0.7 }
                  : { left: 0, top: height * 0.3, width: safeArea.left * 0.7, height: height * 0.4 }
              }
            />
          )}
          {safeArea === undefined || safeArea.bottom === 0 ? null : (
            <div className="st-home-bar" style={{ left: width * 0.33, width: width * 0.34 }} />
          )}
          {keyboard === 0 ? null : (
            <div className="st-keyboard" style={{ height: keyboard }}>
              Keyboard
            </div>
          )}
        </div>
      </div>
    </div>
  );
}

function titleOf({ property, language }: WordsOfNode): string {
  return language === undefined
    ? `${property.title}, on the phone`
    : `${property.title} in ${language}, on the phone`;
}

function isSame(one: WordsPlace, other: WordsPlace): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The size of an element including its scroll bars; undefined before layout. */
function useRoom(place: RefObject<HTMLElement | null>): Room | undefined {
  const [room, setRoom] = useState<Room>();
  useLayoutEffect(() => {
    const element = place.current;
    if (element === null) return;
    const measure = (): void => {
      const { offsetWidth: width, offsetHeight: height } = element;
      // A hidden pane has no size; keep the last one.
      if (width === 0 || height === 0) return;
      setRoom((was) => (was?.width === width && was.height === height ? was : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  return room;
}

/** The stage's API in a frame; undefined if the frame is cross-origin. */
function doorOf({ contentWindow }: HTMLIFrameElement): StageDoor | undefined {
  try {
    return contentWindow?.capizStage;
  } catch {
    return undefined;
  }
}
