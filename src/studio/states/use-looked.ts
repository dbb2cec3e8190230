import { useState } from 'react';
import type { WorkspaceView } from '../model/workspace.ts';
import type { DrawnIn } from './states-view.tsx';

/** Visible nodes of a screen's states in one version of the draft. */
interface Looked {
  readonly files: WorkspaceView['goodFiles'] | undefined;
  readonly screen: string;
  readonly drawnIn: DrawnIn;
}

const NOTHING_SEEN: DrawnIn = new Map();

/** Stores which nodes are visible in which states. Every edit clears it. */
export function useLooked(files: WorkspaceView['goodFiles'], screen: string) {
  const [looked, setLooked] = useState<Looked>({ files: undefined, screen: '', drawnIn: NOTHING_SEEN });
  const drawnIn = looked.files === files && looked.screen === screen ? looked.drawnIn : NOTHING_SEEN;
  return {
    drawnIn,
    /** Whether any of the nodes is visible, by state. */
    seenIn: (selected: readonly string[]): ReadonlyMap<string, boolean> =>
      new Map([...drawnIn].map(([name, nodes]) => [name, selected.some((node) => nodes?.has(node))])),
    onDrawn: (name: string, nodes: ReadonlySet<string> | null): void =>
      setLooked((before) => ({
        files,
        screen,
        drawnIn: new Map([
          ...(before.files === files && before.screen === screen ? before.drawnIn : []),
          [name, nodes],
        ]),
      })),
  };
}
