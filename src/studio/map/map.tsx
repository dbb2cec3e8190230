import { useId, useMemo, useState } from 'react';
import { graphOf, type ScreenEdge } from '#renderer/grammar/screen-graph.ts';
import type { Selection } from '../model/outline.ts';
import { nameOf, screensWith } from '../model/uses.ts';
import type { WorkspaceView } from '../model/workspace.ts';
import { BOX, type FlowMap, layOut, type MapBox } from './layout.ts';
import './map.css';

export interface MapProps {
  readonly view: WorkspaceView;
  readonly current: string;
  onOpen(screen: string): void;
  onShow(place: Selection): void;
}

/** Something that leads to a screen that is not there. */
interface BrokenWay extends Selection {
  readonly from: readonly string[];
  readonly message: string;
}

/** Which screen leads where: drawn, and as a list with the same in words. */
export function FlowOfScreens({ view, current, onOpen, onShow }: MapProps) {
  const { good } = view;
  const map = useMemo(() => layOut((good && graphOf(good)) ?? { screens: [], edges: [] }), [good]);
  const broken = useMemo(() => brokenIn(view), [view]);
  const [near, setNear] = useState(current);
  return (
    <section className="st-map" aria-label="Map">
      {/* Whoever scrolls by keys needs to stand in it. */}
      <div className="st-map-drawing" role="group" aria-label="Drawing" tabIndex={0}>
        <Drawing
          {...{ map, near }}
          broken={new Set(broken.flatMap(({ from }) => from))}
          onNear={setNear}
          onOpen={onOpen}
        />
      </div>
      <div className="st-map-list">
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

/** Ways to screens that are not there: what was drawn before that stays drawn, and says it. */
function brokenIn(view: WorkspaceView): readonly BrokenWay[] {
  return view.problems.flatMap(({ code, file, pointer, message }) =>
    code === 'screen/unknown' ? [{ file, pointer, message, from: screensWith(view, file) }] : [],
  );
}

interface DrawingProps {
  /** Screens from which something leads to one that is not there. */
  readonly broken: ReadonlySet<string>;
  readonly map: FlowMap;
  /** The screen whose ways stand out. */
  readonly near: string;
  onNear(screen: string): void;
  onOpen(screen: string): void;
}

/** For the eye and the mouse; the list beside it says the same to everybody. */
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
            'st-box',
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
            {[box.id, ...marksOf(box), ...(broken.has(box.id) ? ['a way of it is broken'] : [])].join(', ')}
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
