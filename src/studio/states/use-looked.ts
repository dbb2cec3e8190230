import { useState } from 'react';
import type { WorkspaceView } from '../model/workspace.ts';
import type { Facts } from '../stage/scene.ts';
import type { DrawnIn } from './states-view.tsx';

/** Values of a screen by the name of the state; null: the state was not reached. */
export type FactsIn = ReadonlyMap<string, Facts | null>;

/** Visible nodes of a screen's states in one version of the draft. */
interface Looked {
  readonly files: WorkspaceView['goodFiles'] | undefined;
  readonly screen: string;
  readonly drawnIn: DrawnIn;
}

/** Values of a screen's states: an edit of words or of conditions leaves them as they are. */
interface Known {
  readonly source: string;
  readonly factsIn: FactsIn;
}

const NOTHING_SEEN: DrawnIn = new Map();
const NOTHING_KNOWN: FactsIn = new Map();

/**
 * Stores which nodes are visible in which states, and the values there. Every edit clears the first.
 *
 * @param source - Changes with what the values depend on: the screen, its data and its state.
 */
export function useLooked(files: WorkspaceView['goodFiles'], screen: string, source: string) {
  const [looked, setLooked] = useState<Looked>({ files: undefined, screen: '', drawnIn: NOTHING_SEEN });
  const [known, setKnown] = useState<Known>({ source, factsIn: NOTHING_KNOWN });
  const drawnIn = looked.files === files && looked.screen === screen ? looked.drawnIn : NOTHING_SEEN;
  return {
    drawnIn,
    factsIn: known.source === source ? known.factsIn : NOTHING_KNOWN,
    /** Whether any of the nodes is visible, by state. */
    seenIn: (selected: readonly string[]): ReadonlyMap<string, boolean> =>
      new Map([...drawnIn].map(([name, nodes]) => [name, selected.some((node) => nodes?.has(node))])),
    onDrawn(name: string, nodes: ReadonlySet<string> | null, facts: Facts | undefined): void {
      setLooked((before) => ({
        files,
        screen,
        drawnIn: new Map([
          ...(before.files === files && before.screen === screen ? before.drawnIn : []),
          [name, nodes],
        ]),
      }));
      setKnown((before) => ({
        source,
        factsIn: new Map([...(before.source === source ? before.factsIn : []), [name, facts ?? null]]),
      }));
    },
  };
}
