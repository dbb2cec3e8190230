import { createMeter } from '../plan/evaluate.ts';
import { settleChoice } from './bound-choice.ts';
import type { LiveStore } from './store.ts';
import type { TreeNode } from './tree-node.ts';
import type { Unit } from './tree-unit.ts';

export type UnitQueue = ReturnType<typeof createUnitQueue>;

/** Units to update in the current pass over the screen. */
export function createUnitQueue(store: LiveStore) {
  let dirty: Set<Unit>[] = [];
  let emptied: Set<TreeNode>[] = [];
  let told = new Set<Unit>();
  let choices = new Set<TreeNode>();
  let meter = createMeter();

  function tellAll(): void {
    const units = told;
    told = new Set();
    for (const unit of units) if (!unit.isDisposed) unit.tellListeners();
  }

  return {
    /** Remaining steps in this pass. */
    get meter() {
      return meter;
    },
    begin(): void {
      meter = createMeter();
    },
    refresh: (unit: Unit) => schedule(dirty, unit),
    refill: (node: TreeNode) => schedule(emptied, node),
    settleChoice: (node: TreeNode) => void choices.add(node),
    /** The unit's listeners run at the end of the commit. */
    tell(unit: Unit): void {
      if (told.size === 0) store.afterCommit(tellAll);
      told.add(unit);
    },
    /** Parents come first, so that children of a hidden parent are not computed. Groups follow, children first. */
    flush(): void {
      for (let depth = 0; depth < dirty.length; depth += 1) {
        // Iterating a set includes later additions: overlays read items of lists that are computed before them.
        for (const unit of dirty[depth] ?? []) if (!unit.isDisposed) unit.refresh();
      }
      dirty = [];
      for (let depth = emptied.length - 1; depth >= 0; depth -= 1) {
        for (const node of emptied[depth] ?? []) node.refill();
      }
      emptied = [];
      const settling = choices;
      choices = new Set();
      for (const node of settling) if (!node.isDisposed) settleChoice(store, node);
    },
  };
}

function schedule<T extends Unit>(queue: Set<T>[], unit: T): void {
  const at = unit.around.depth;
  (queue[at] ??= new Set()).add(unit);
}
