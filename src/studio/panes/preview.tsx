import { type ReactNode, useImperativeHandle, useMemo, useRef } from 'react';
import { tagOf } from '#renderer/plan/language.ts';
import type { Box } from '../stage/scene.ts';
import { stageAddress } from '../stage-address.ts';
import type { WordsOfNode } from '../words/words.ts';
import { languageName } from '../words/language-name.ts';
import { WordsHere } from '../words/words-here.tsx';
import { HoverBox } from './hover-box.tsx';
import { fitInto, RIM, type Room } from './phone-shape.ts';
import type { PreviewProps } from './preview-props.ts';
import { useFrames } from './use-frames.ts';
import { useInlineWriting } from './use-inline-writing.ts';
import { useMarks } from './use-marks.ts';
import { useRoom } from './use-room.ts';
import { useShownScene } from './use-shown-scene.ts';
import './preview.css';

/**
 * Renders the draft in a phone-sized frame. A new frame is brought to its state behind the visible one and replaces it
 * when it is ready.
 */
export function Preview(props: PreviewProps) {
  const { sceneKey, scene, shape, size, mode, selected, writing } = props;
  const { width, height, keyboard } = shape;
  const stand = useRef<HTMLDivElement>(null);
  const room = useRoom(stand);
  const scale = size === 'true' || room === undefined ? 1 : fitInto(shape, room);
  const ids = selected.join('\n');
  // Keep the same array while the selection is the same, so that typing causes no new measurement.
  const marked = useMemo(() => ids.split('\n').filter((id) => id !== ''), [ids]);
  const frames = useFrames(sceneKey, scene.isSlow);
  const { stage, isSeen } = frames;
  const inline = useInlineWriting(writing, sceneKey, mode);
  const { here } = inline;
  const frameBox = () =>
    stand.current?.querySelector('.st-frame:not(.st-frame-behind)')?.getBoundingClientRect();
  const { boxes, hovered, drop } = useMarks(frames, marked, inline, props, ({ left, top }) => {
    const frame = frameBox();
    return { left: (frame?.left ?? 0) + left * scale, top: (frame?.top ?? 0) + top * scale };
  });
  const mark = drop?.mark ?? props.landing;
  useShownScene(frames, marked, props, `${room?.width} ${room?.height} ${scale}`);

  useImperativeHandle(props.hands, () => ({
    write: () =>
      stage !== undefined &&
      isSeen &&
      mode === 'select' &&
      marked.some((node) => inline.begin(stage, { node, screen: scene.state.screen }, false)),
    under(x, y) {
      const frame = frameBox();
      if (stage === undefined || !isSeen || frame === undefined) return undefined;
      const inside = { x: (x - frame.left) / scale, y: (y - frame.top) / scale };
      const whole = { left: 0, top: 0, width, height };
      return { over: stage.nodesUnder(inside.x, inside.y), y: inside.y, screen: whole };
    },
  }));

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
          {frames.keys.map((key) => (
            <iframe
              key={key}
              className={key === frames.seen ? 'st-frame' : 'st-frame st-frame-behind'}
              title="Preview"
              src={stageAddress()}
              width={width}
              height={height}
              onLoad={({ currentTarget }) => frames.loaded(key, currentTarget)}
            />
          ))}
          {isSeen && here === undefined ? <Outlines boxes={boxes} scale={scale} /> : null}
          {mark === undefined ? null : <DropMark {...mark} scale={scale} />}
          {isSeen && mode === 'select' ? (
            <AddHere below={boxes.at(-1)} scale={scale} onAdd={props.onAddField} />
          ) : null}
          {isSeen && here === undefined && hovered !== undefined && !marked.includes(hovered.node) ? (
            <HoverBox {...hovered} selected={boxes} scale={scale} phoneWidth={width} />
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
                inline.end();
                if (byKey) props.onWritten();
              }}
            />
          )}
          <PhoneParts shape={shape} />
        </div>
        {isSeen && mode === 'select' && here === undefined && mark === undefined ? (
          <ToolsBeside box={boxes[0]} {...{ scale, room, across, down }}>
            {props.arrange?.tools}
          </ToolsBeside>
        ) : null}
      </div>
    </div>
  );
}

interface OutlinesProps {
  readonly boxes: readonly Box[];
  readonly scale: number;
}

/** Outlines of the selection. They are outside of the frame so that they do not change its layout. */
function Outlines({ boxes, scale }: OutlinesProps) {
  return boxes.map(({ left, top, width, height }) => (
    <div
      key={`${left} ${top} ${width} ${height}`}
      className="st-box"
      style={{ left, top, width, height, outlineWidth: 2 / scale }}
    />
  ));
}

/** The line or the container in which a dragged node lands. */
function DropMark({ left, top, width, height, scale }: Box & { readonly scale: number }) {
  return <div className="st-phone-drop" style={{ left, top, width, height, outlineWidth: 2 / scale }} />;
}

interface ToolsBesideProps {
  /** The selected element. */
  readonly box: Box | undefined;
  readonly scale: number;
  readonly room: Room | undefined;
  /** Size of the phone as shown, in CSS pixels. */
  readonly across: number;
  readonly down: number;
  readonly children: ReactNode;
}

/** CSS pixels that the tools take beside the phone, and their height. */
const TOOLS = { width: 44, height: 196 };

/** The tools of the selected node, beside the phone at its height; in a narrow pane over the edge of the phone. */
function ToolsBeside({ box, scale, room, across, down, children }: ToolsBesideProps) {
  if (box === undefined || children === null || children === undefined) return null;
  const isBeside = room === undefined || room.width - across >= 2 * TOOLS.width;
  const top = Math.max(0, Math.min(box.top * scale, down - TOOLS.height));
  return (
    <div className="st-beside" style={{ top, left: isBeside ? across + 8 : across - TOOLS.width + 8 }}>
      {children}
    </div>
  );
}

interface AddHereProps {
  /** The selected element. */
  readonly below: Box | undefined;
  readonly scale: number;
  readonly onAdd: (() => void) | undefined;
}

/** A button that adds a field, at the position of the new field. It is large enough to tap at any scale. */
function AddHere({ below, scale, onAdd }: AddHereProps) {
  if (below === undefined || onAdd === undefined) return null;
  return (
    <button
      type="button"
      className="st-add-here"
      aria-label="Add a field below"
      style={{
        top: below.top + below.height,
        left: below.left + below.width / 2,
        transform: `translate(-50%, -50%) scale(${1 / scale})`,
      }}
      onClick={onAdd}
    >
      +
    </button>
  );
}

/** The notch, the home bar and the keyboard of the phone. */
function PhoneParts({ shape: { width, height, keyboard, safeArea } }: Pick<PreviewProps, 'shape'>) {
  return (
    <>
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
    </>
  );
}

function titleOf({ property, language }: WordsOfNode): string {
  return language === undefined
    ? `${property.title}, on the phone`
    : `${property.title} in ${languageName(language)}, on the phone`;
}
