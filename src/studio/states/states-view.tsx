import { useMemo, useState } from 'react';
import type { ScreenState } from '#src/simulator/states/states.ts';
import { Frame } from '../review/frame.tsx';
import type { Scene } from '../stage/scene.ts';
import './states-view.css';

/** Nodes that are drawn in each state that somebody looked at, by the state's name; null: it could not be reached. */
export type DrawnIn = ReadonlyMap<string, ReadonlySet<string> | null>;

export interface StatesViewProps {
  readonly screen: string;
  readonly states: readonly ScreenState[];
  sceneOf(state: ScreenState): Scene | undefined;
  /** Nodes of the plan that are selected: in which states are they seen? */
  readonly selected: readonly string[];
  readonly drawnIn: DrawnIn;
  onDrawn(state: string, nodes: ReadonlySet<string> | null): void;
  onOpen(state: string): void;
}

/** What stands, of one draft in one look. */
interface Drawn {
  readonly of: StatesViewProps['sceneOf'];
  readonly turn: number;
  readonly drawn: ReadonlySet<string>;
  /** What was waited for in vain, of those that could not be reached. */
  readonly why: ReadonlyMap<string, string>;
}

const NO_WHY: Drawn['why'] = new Map();

const WIDTH = 390;
const HEIGHT = 760;
const SCALE = 0.5;
/** So many are brought to their states at a time. */
const AT_ONCE = 2;

/** Every state of a screen at once, and of what is selected in which of them it is seen. */
export function StatesView({ screen, states, sceneOf, selected, drawnIn, onDrawn, onOpen }: StatesViewProps) {
  const [{ of, turn, drawn, why }, setDrawn] = useState<Drawn>({
    ...{ of: sceneOf, turn: 0, drawn: new Set(), why: NO_WHY },
  });
  // Undone, or in another language: every picture is of before.
  if (of !== sceneOf) setDrawn({ of: sceneOf, turn: turn + 1, drawn: new Set(), why: NO_WHY });
  const scenes = useMemo(
    () => new Map(states.map((state) => [state.name, sceneOf(state)])),
    [states, sceneOf],
  );
  const next = states.filter(({ name }) => !drawn.has(name)).slice(0, AT_ONCE);
  const shown = states.filter((state) => drawn.has(state.name) || next.includes(state));
  return (
    <section className="st-states" aria-label="All states">
      <h1>
        {screen} in {states.length} states
      </h1>
      <p className="st-soft" role="status">
        {drawn.size < states.length ? `${drawn.size} of ${states.length} stand` : 'All stand'}
      </p>
      <ul>
        {shown.map((state) => {
          const { name, title, size } = state;
          const { width = WIDTH, height = HEIGHT } = size ?? {};
          const nodes = drawnIn.get(name);
          const isSeen = nodes && selected.some((node) => nodes.has(node));
          const scene = scenes.get(name);
          return (
            <li key={name} style={{ width: width * SCALE }}>
              <button type="button" onClick={() => onOpen(name)}>
                {title}
              </button>
              {nodes === null ? <span className="st-mark st-bad">not reached</span> : null}
              {why.has(name) ? <span className="st-soft">{why.get(name)}</span> : null}
              {nodes && selected.length > 0 ? (
                <span className={isSeen ? 'st-mark st-good' : 'st-mark'}>{isSeen ? 'seen' : 'not seen'}</span>
              ) : null}
              <div className="st-state" style={{ height: height * SCALE }}>
                {scene === undefined ? null : (
                  <Frame
                    key={turn}
                    {...{ title, scene, width, height }}
                    onDrawn={(drawing) => {
                      setDrawn((now) => ({
                        ...now,
                        drawn: new Set([...now.drawn, name]),
                        why: 'failed' in drawing ? new Map([...now.why, [name, drawing.failed]]) : now.why,
                      }));
                      onDrawn(name, 'failed' in drawing ? null : drawing.nodes);
                    }}
                    onScroll={() => undefined}
                  />
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
