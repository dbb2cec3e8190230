import { useCallback, useId, useMemo, useState } from 'react';
import { graphOf, type ScreenEdge } from '#renderer/grammar/screen-graph.ts';
import type { Selection } from '../model/outline.ts';
import { nameOf, screensWith } from '../model/uses.ts';
import type { WorkspaceView } from '../model/workspace.ts';
import { sceneOf, statesOfScreen, type Version } from '../model/version.ts';
import type { Fixtures } from '../load.ts';
import { Choice } from '../panes/choice.tsx';
import { shortestPath } from './paths.ts';
import { Play } from './play.tsx';
import { BOX, type FlowMap, layOut, type MapBox } from './layout.ts';
import './map.css';

export interface MapProps {
  readonly view: WorkspaceView;
  readonly version: Version | undefined;
  readonly fixtures: Fixtures;
  /** Language, theme and other settings of the preview. */
  readonly drawn: Parameters<typeof sceneOf>[3];
  /** The open screen. */
  readonly screen: string;
  onOpen(screen: string): void;
  onShow(place: Selection): void;
}

/** A reference to a screen that does not exist. */
interface BrokenWay extends Selection {
  readonly from: readonly string[];
  readonly message: string;
}

/** The graph of screens, as a drawing and as a list with the same content. */
export function FlowOfScreens({ view, version, fixtures, drawn, screen, onOpen, onShow }: MapProps) {
  const { good } = view;
  const map = useMemo(() => layOut((good && graphOf(good)) ?? { screens: [], edges: [] }), [good]);
  const broken = useMemo(() => brokenIn(view), [view]);
  const [near, setNear] = useState(screen);
  const [played, setPlayed] = useState<Played>();
  const standing = useCallback(
    (id: string) => {
      const states = version ? statesOfScreen(version, fixtures, id) : [];
      const state = states.find(({ name }) => name === 'content') ?? states[0];
      return version && state && sceneOf(version, fixtures, state, drawn);
    },
    [version, fixtures, drawn],
  );
  return (
    <section className="st-map" aria-label="Map">
      {/* Focusable, so that it can be scrolled by keyboard. */}
      <div className="st-map-drawing" role="group" aria-label="Drawing" tabIndex={0}>
        <Drawing
          {...{ map, near }}
          broken={new Set(broken.flatMap(({ from }) => from))}
          onNear={setNear}
          onOpen={onOpen}
        />
      </div>
      <div className="st-map-list">
        {played === undefined ? (
          <Start
            boxes={map.boxes}
            first={screen}
            onPlay={(one) => {
              setPlayed(one);
              setNear(one.from);
            }}
          />
        ) : (
          <Play
            {...played}
            boxes={map.boxes}
            sceneOf={standing}
            onNear={setNear}
            onClose={() => setPlayed(undefined)}
          />
        )}
        {broken.length === 0 ? null : (
          <ul aria-label="Ways that lead nowhere">
            {broken.map(({ file, pointer, from, message }) => (
              <li key={`${file} ${pointer}`}>
                <button type="button" onClick={() => onShow({ file, pointer })}>
                  {from.join(', ') || nameOf(file)}
                  <span className="st-mark st-bad">broken</span>
                  <span className="st-soft">{message}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
        <ul aria-label="Screens and where they lead">
          {map.boxes.map((box) => (
            <li key={box.id}>
              <button
                type="button"
                aria-current={box.id === near || undefined}
                onFocus={() => setNear(box.id)}
                onMouseEnter={() => setNear(box.id)}
                onClick={() => onOpen(box.id)}
              >
                {box.id}
                {marksOf(box).map((mark) => (
                  <span key={mark} className="st-mark">
                    {mark}
                  </span>
                ))}
                {box.out.length === 0 ? null : <span className="st-soft">{wordsOf(box.out)}</span>}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** A path to play: its first screen, and its edges if the last screen was chosen. */
interface Played {
  readonly from: string;
  readonly path: readonly ScreenEdge[] | undefined;
}

interface StartProps {
  readonly boxes: readonly MapBox[];
  readonly first: string;
  onPlay(played: Played): void;
}

/** Chooses the first and the last screen of a path. */
function Start({ boxes, first, onPlay }: StartProps) {
  const [from, setFrom] = useState(first);
  const [to, setTo] = useState('');
  const ends = boxes.filter(({ id }) => id !== from && shortestPath(boxes, from, id) !== undefined);
  const end = ends.some(({ id }) => id === to) ? to : '';
  return (
    <div className="st-play-choice" role="group" aria-label="Play a path">
      <Choice label="From" value={from} options={boxes.map(({ id }) => [id, id])} onChoose={setFrom} />
      <Choice
        label="To"
        value={end}
        options={[['', 'wherever I go'], ...ends.map(({ id }) => [id, id] as const)]}
        onChoose={setTo}
      />
      <button
        type="button"
        onClick={() => onPlay({ from, path: end === '' ? undefined : shortestPath(boxes, from, end) })}
      >
        Play
      </button>
    </div>
  );
}

/** References to missing screens. The drawing shows the last readable version, so they are listed as well. */
function brokenIn(view: WorkspaceView): readonly BrokenWay[] {
  return view.problems.flatMap(({ code, file, pointer, message }) =>
    code === 'screen/unknown' ? [{ file, pointer, message, from: screensWith(view, file) }] : [],
  );
}

interface DrawingProps {
  /** Screens with a reference to a missing screen. */
  readonly broken: ReadonlySet<string>;
  readonly map: FlowMap;
  /** The screen whose edges are highlighted. */
  readonly near: string;
  onNear(screen: string): void;
  onOpen(screen: string): void;
}

/** Hidden from screen readers: the list has the same content. */
function Drawing({ map: { boxes, lines, width, height }, broken, near, onNear, onOpen }: DrawingProps) {
  const tip = useId();
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <defs>
        <marker
          id={tip}
          markerUnits="userSpaceOnUse"
          viewBox="0 0 8 8"
          refX="8"
          refY="4"
          markerWidth="8"
          markerHeight="8"
          orient="auto"
        >
          <path d="M 0 0 L 8 4 L 0 8 z" />
        </marker>
      </defs>
      {lines.map(({ from, to, by, path, replaces }) => (
        <path
          key={`${from} ${to}`}
          d={path}
          markerEnd={`url(#${tip})`}
          className={[
            'st-way',
            ...(from === near || to === near ? ['st-near'] : []),
            ...(replaces ? ['st-replaces'] : []),
          ].join(' ')}
        >
          <title>
            {from} → {to}: {by}
          </title>
        </path>
      ))}
      {boxes.map((box) => (
        <g
          key={box.id}
          transform={`translate(${box.x} ${box.y})`}
          className={[
            'st-map-box',
            ...(box.id === near ? ['st-near'] : []),
            ...(box.isUnreachable ? ['st-unreachable'] : []),
            ...(box.isEnd ? ['st-end'] : []),
            ...(broken.has(box.id) ? ['st-broken'] : []),
          ].join(' ')}
          onMouseEnter={() => onNear(box.id)}
          onClick={() => onOpen(box.id)}
        >
          <rect width={BOX.width} height={BOX.height} rx="8" />
          <text x="12" y={BOX.height / 2} dominantBaseline="central">
            {box.id.length > MOST_LETTERS ? `${box.id.slice(0, MOST_LETTERS - 1)}…` : box.id}
          </text>
          <title>
            {[box.id, ...marksOf(box), ...(broken.has(box.id) ? ['has a broken link'] : [])].join(', ')}
          </title>
        </g>
      ))}
    </svg>
  );
}

const MOST_LETTERS = 22;

function marksOf({ isUnreachable, isEnd }: MapBox): readonly string[] {
  return [...(isUnreachable ? ['nothing leads here'] : []), ...(isEnd ? ['leads nowhere'] : [])];
}

function wordsOf(ways: readonly ScreenEdge[]): string {
  return ways.map(({ to, by }) => `→ ${to}: ${by}`).join('; ');
}
