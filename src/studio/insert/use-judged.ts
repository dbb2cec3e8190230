import { useCallback, useEffect, useState } from 'react';
import { addNode } from '../arrange/arrange.ts';
import { sayMissing } from '../arrange/say-missing.ts';
import type { Selection } from '../model/outline.ts';
import { inPauses } from '../model/pauses.ts';
import type { Workspace } from '../model/workspace.ts';
import type { Addable } from './addable.ts';

/** What the checker says about a block at a place. */
export interface Judged {
  /** Why it cannot go there. */
  readonly why?: string;
  /** The errors that it would add there, as sentences. */
  readonly notes: readonly string[];
}

export function judge(workspace: Workspace, place: Selection, block: Addable): Judged {
  const arranged = addNode(workspace, place, block.write());
  return 'why' in arranged ? { why: arranged.why, notes: [] } : { notes: sayMissing(arranged.problems) };
}

/** Whether the person must read something before the block is inserted: it cannot go there, or adds errors. */
export function mustBeRead({ why, notes }: Judged): boolean {
  return why !== undefined || notes.length > 0;
}

/** Checks blocks one after the other while the browser is idle: each needs a compilation. */
export function useJudged(
  workspace: Workspace,
  { file, pointer }: Selection,
  blocks: readonly Addable[],
): readonly [judged: ReadonlyMap<string, Judged>, add: (block: Addable, judged: Judged) => void] {
  const [{ of, found }, setFound] = useState<Found>({ of: blocks, found: NONE });
  const add = useCallback(
    ({ key }: Addable, one: Judged): void =>
      setFound((now) => ({
        of: blocks,
        found: new Map(now.of === blocks ? now.found : NONE).set(key, one),
      })),
    [blocks],
  );
  useEffect(() => {
    const left = [...blocks];
    return inPauses(() => {
      const next = left.shift();
      if (next === undefined) return 'done';
      add(next, judge(workspace, { file, pointer }, next));
      return 'more';
    });
  }, [workspace, file, pointer, blocks, add]);
  return [of === blocks ? found : NONE, add];
}

interface Found {
  /** The checked blocks. */
  readonly of: readonly Addable[];
  readonly found: ReadonlyMap<string, Judged>;
}

const NONE: ReadonlyMap<string, Judged> = new Map();
