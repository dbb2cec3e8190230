import { useMemo, useState } from 'react';
import type { ScreenState } from '#src/simulator/states/states.ts';
import { Frame } from '../review/frame.tsx';
import type { Facts, Scene } from '../stage/scene.ts';
import './states-view.css';

/** Rendered nodes by the name of the state; null: the state was not reached. */
export type DrawnIn = ReadonlyMap<string, ReadonlySet<string> | null>;

export interface StatesViewProps {
  /** Title of the screen. */
  readonly title: string;
  readonly states: readonly ScreenState[];
  sceneOf(state: ScreenState): Scene | undefined;
  /** Selected nodes of the plan; each state shows whether they are visible. */
  readonly selected: readonly string[];
  readonly drawnIn: DrawnIn;
  onDrawn(state: string, nodes: ReadonlySet<string> | null, facts: Facts | undefined): void;
  onOpen(state: string): void;
}

/** Rendered states of one version with one set of settings. */
interface Drawn {
  readonly of: StatesViewProps['sceneOf'];
  readonly turn: number;
  readonly drawn: ReadonlySet<string>;
  /** Error messages of states that were not reached. */
  readonly why: ReadonlyMap<string, string>;
}

const NO_WHY: Drawn['why'] = new Map();

const WIDTH = 390;
const HEIGHT = 760;
const SCALE = 0.5;
/** Number of states to open at a time. */
const AT_ONCE = 2;

/** Shows all states of a screen, and which of them show the selected nodes. */
export function StatesView({
  title: screenTitle,
  states,
  sceneOf,
  selected,
  drawnIn,
  onDrawn,
  onOpen,
}: StatesViewProps) {
  const [{ of, turn, drawn, why }, setDrawn] = useState<Drawn>({
    ...{ of: sceneOf, turn: 0, drawn: new Set(), why: NO_WHY },
  });
  // The version or the language has changed: render all states again.
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
        {screenTitle} in {states.length} states
      </h1>
      <p className="st-soft" role="status">
        {drawn.size < states.length ? `${drawn.size} of ${states.length} are ready` : 'All are ready'}
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
                    onDrawn={(drawing, page) => {
                      setDrawn((now) => ({
                        ...now,
                        drawn: new Set([...now.drawn, name]),
                        why: 'failed' in drawing ? new Map([...now.why, [name, drawing.failed]]) : now.why,
                      }));
                      onDrawn(name, 'failed' in drawing ? null : drawing.nodes, page?.capizStage?.facts());
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
