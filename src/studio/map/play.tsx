import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { nodesLeadingTo, type ScreenEdge } from '#renderer/grammar/screen-graph.ts';
import { Frame } from '../review/frame.tsx';
import type { Box, Scene } from '../stage/scene.ts';
import { type MapScreen, screenName } from './screens-map.ts';
import './play.css';

export interface PlayProps {
  readonly screens: readonly MapScreen[];
  readonly from: string;
  /** The path to play; undefined if the person chooses each step. */
  readonly path: readonly ScreenEdge[] | undefined;
  /** A screen in its default state; undefined if it cannot be rendered. */
  sceneOf(screen: string): Scene | undefined;
  /** Called when another screen is shown. */
  onChoose(screen: string): void;
  onClose(): void;
}

const WIDTH = 390;
const HEIGHT = 760;
const SCALE = 0.62;

/** Plays screens one after the other and marks the node that leads to the next one. */
export function Play({ screens, from, path, sceneOf, onChoose, onClose }: PlayProps) {
  const [taken, setTaken] = useState<readonly ScreenEdge[]>([]);
  const place = useRef<HTMLElement>(null);

  const screen = taken.at(-1)?.to ?? from;
  const title = screenName(screens, screen);
  const turn = `${taken.length} ${screen}`;
  const scene = sceneOf(screen);
  const out = screens.find(({ id }) => id === screen)?.out ?? [];
  const next = path === undefined ? undefined : path[taken.length];
  const links = path === undefined ? out : next === undefined ? [] : [next];
  const nextLink = links[0];

  const go = (link: ScreenEdge): void => {
    setTaken([...taken, link]);
    onChoose(link.to);
  };
  const goBack = (): void => {
    setTaken(taken.slice(0, -1));
    onChoose(taken.at(-2)?.to ?? from);
  };

  // The pressed button was removed with its screen: move the focus to the next step.
  useEffect(() => {
    if (document.activeElement !== document.body) return;
    (place.current?.querySelector<HTMLElement>('li button') ?? place.current)?.focus();
  }, [turn]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowRight' && nextLink !== undefined) go(nextLink);
    else if (event.key === 'ArrowLeft' && taken.length > 0) goBack();
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <section ref={place} className="st-play" aria-label="Path" tabIndex={-1} onKeyDown={onKeyDown}>
      <p className="st-play-tools">
        <button type="button" disabled={taken.length === 0} onClick={goBack}>
          Back
        </button>
        <button type="button" onClick={onClose}>
          Close the path
        </button>
      </p>
      <p role="status">
        {taken.length + 1}. {title}
        {path !== undefined && links.length === 0 ? ', where the path ends' : ''}
        {path === undefined && links.length === 0 ? ', which leads nowhere' : ''}
      </p>
      <ul aria-label="Next screens">
        {links.map((link) => (
          <li key={`${link.to} ${link.by}`}>
            <button type="button" onClick={() => go(link)}>
              {link.by} <span className="st-soft">→ {screenName(screens, link.to)}</span>
            </button>
          </li>
        ))}
      </ul>
      <Phone key={turn} {...{ screen, title }} scene={scene} to={nextLink?.to} />
    </section>
  );
}

interface PhoneProps {
  readonly screen: string;
  readonly title: string;
  readonly scene: Scene | undefined;
  /** The next screen; undefined if the path ends here. */
  readonly to: string | undefined;
}

/** A screen, with a mark on the node that leads to the next one. */
function Phone({ screen, title, scene, to }: PhoneProps) {
  const place = useRef<HTMLDivElement>(null);
  const [tapped, setTapped] = useState<Box>();

  const mark = (): void => {
    const stage = place.current?.querySelector('iframe')?.contentWindow?.capizStage;
    const plan = scene?.planOf(screen);
    if (stage === undefined || plan === undefined || to === undefined) return;
    const node = nodesLeadingTo(plan, to).find((one) => stage.boxesOf(one).length > 0);
    if (node === undefined) return;
    void stage.reveal(node).then(() => setTapped(stage.boxesOf(node)[0]));
  };

  return (
    <div ref={place} className="st-play-phone" style={{ width: WIDTH * SCALE, height: HEIGHT * SCALE }}>
      {scene === undefined ? (
        <p className="st-soft">This screen cannot be shown.</p>
      ) : (
        <Frame
          {...{ title, scene }}
          width={WIDTH}
          height={HEIGHT}
          onDrawn={mark}
          onScroll={() => undefined}
        />
      )}
      {tapped === undefined ? null : (
        <div
          className="st-play-tapped"
          style={{
            left: tapped.left * SCALE,
            top: tapped.top * SCALE,
            width: tapped.width * SCALE,
            height: tapped.height * SCALE,
          }}
        />
      )}
    </div>
  );
}
