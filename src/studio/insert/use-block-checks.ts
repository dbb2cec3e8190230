import { useCallback, useEffect, useState } from 'react';
import { addNode } from '../arrange/arrange.ts';
import { sayMissing } from '../arrange/say-missing.ts';
import type { Selection } from '../model/outline.ts';
import { inPauses } from '../model/pauses.ts';
import type { Workspace } from '../model/workspace.ts';
import type { Addable } from './addable.ts';

/** The result of checking a block at a place. */
export interface BlockCheck {
  /** Why it cannot go there. */
  readonly why?: string;
  /** The errors that it would add there, as sentences. */
  readonly notes: readonly string[];
}

export function checkBlock(workspace: Workspace, place: Selection, block: Addable): BlockCheck {
  const arranged = addNode(workspace, place, block.write());
  return 'why' in arranged ? { why: arranged.why, notes: [] } : { notes: sayMissing(arranged.problems) };
}

/** Whether the person must read something before the block is inserted: it cannot go there, or adds errors. */
export function mustBeRead({ why, notes }: BlockCheck): boolean {
  return why !== undefined || notes.length > 0;
}

/** Checks blocks one after the other while the browser is idle: each needs a compilation. */
export function useBlockChecks(
  workspace: Workspace,
  { file, pointer }: Selection,
  blocks: readonly Addable[],
): readonly [checks: ReadonlyMap<string, BlockCheck>, add: (block: Addable, check: BlockCheck) => void] {
  const [{ of, found }, setFound] = useState<Found>({ of: blocks, found: NONE });
  const add = useCallback(
    ({ key }: Addable, one: BlockCheck): void =>
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
      add(next, checkBlock(workspace, { file, pointer }, next));
      return 'more';
    });
  }, [workspace, file, pointer, blocks, add]);
  return [of === blocks ? found : NONE, add];
}

interface Found {
  /** The checked blocks. */
  readonly of: readonly Addable[];
  readonly found: ReadonlyMap<string, BlockCheck>;
}

const NONE: ReadonlyMap<string, BlockCheck> = new Map();
