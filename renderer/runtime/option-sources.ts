import type { NodePlan } from '../plan/plan.ts';
import type { StoreState } from './ports/store.ts';
import { readsOf } from './reads.ts';

const NONE: readonly string[] = [];

const known = new WeakMap<NodePlan, readonly string[]>();

/** Names of the resources that provide a field's options or suggestions; empty for those from the definition or from an item. */
export function optionSources(plan: NodePlan): readonly string[] {
  const options = plan.lists?.['options'] ?? plan.lists?.['suggestions'];
  if (options === undefined) return NONE;
  const found = known.get(plan);
  if (found) return found;
  const reads = new Set<string>();
  for (const option of options) readsOf(option.each?.list, reads);
  const names = [...reads].filter((path) => path.startsWith('data.')).map((path) => path.split('.')[1] ?? '');
  const sources = [...new Set(names)];
  known.set(plan, sources);
  return sources;
}

const knownDeciding = new WeakMap<NodePlan, readonly string[]>();

/**
 * Names of the data that decide whether a node with a text `empty` is empty: those that the lists and conditions of
 * its entries and of the nodes in it read.
 */
export function emptySources(plan: NodePlan): readonly string[] {
  if (plan.props?.['empty'] === undefined) return NONE;
  const found = knownDeciding.get(plan);
  if (found) return found;
  const reads = new Set<string>();
  readEntries(plan, reads);
  const names = [...reads].filter((path) => path.startsWith('data.')).map((path) => path.split('.')[1] ?? '');
  const sources = [...new Set(names)];
  knownDeciding.set(plan, sources);
  return sources;
}

function readNode(plan: NodePlan, into: Set<string>): void {
  readDeciding(plan, into);
  readEntries(plan, into);
}

/** Rows, because a node without a row may be hidden, and the nodes inside. */
function readEntries({ lists, slots }: NodePlan, into: Set<string>): void {
  for (const row of lists?.['rows'] ?? []) readDeciding(row, into);
  for (const child of Object.values(slots ?? {}).flat()) readNode(child, into);
}

function readDeciding({ visible, each }: Pick<NodePlan, 'visible' | 'each'>, into: Set<string>): void {
  readsOf(visible, into);
  readsOf(each?.list, into);
}

/** Undefined if the options are loaded, or will not be loaded. */
export function sourcePhase(
  data: StoreState['data'],
  names: readonly string[],
): 'loading' | 'failed' | undefined {
  if (names.length === 0) return undefined;
  const open = names.map((name) => data[name]).filter((source) => source?.value === undefined);
  if (open.some((source) => source?.phase === 'failed')) return 'failed';
  const isLoading = open.some(
    (source) => source === undefined || source.phase === 'reading' || source.phase === 'waiting',
  );
  return isLoading ? 'loading' : undefined;
}
