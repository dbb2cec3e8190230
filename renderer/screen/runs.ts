import type { LiveNode, LiveRepeat } from '../runtime/live.ts';

/** Neighbouring fields of a long list, rendered together. */
export interface Run {
  readonly id: number;
  /** The same array until an item changes. */
  readonly items: readonly LiveNode[];
}

const USUAL = 40;
const MOST = 60;

/** Longer lists of fields are rendered in runs. */
const MAX_WITHOUT_RUNS = 60;

const known = new WeakMap<LiveRepeat, readonly Run[]>();

/**
 * The runs of a long list; undefined for a short one. A list in runs stays in runs, because a move would remount its
 * nodes.
 */
export function runsOf(repeat: LiveRepeat, items: readonly LiveNode[]): readonly Run[] | undefined {
  const old = known.get(repeat);
  if (old === undefined && items.length <= MAX_WITHOUT_RUNS) return undefined;
  const runs = intoRuns(items, old ?? []);
  known.set(repeat, runs);
  return runs;
}

/**
 * Splits a list into runs. A node stays in its run when earlier nodes are added or removed: a move would remount it,
 * and typing in it would lose the focus.
 */
export function intoRuns(items: readonly LiveNode[], old: readonly Run[]): readonly Run[] {
  const before = new Map(old.flatMap((run) => run.items.map((item) => [item, run] as const)));
  const taken = new Set<number>();
  let next = Math.max(-1, ...old.map(({ id }) => id)) + 1;
  const runs: { id: number; most: number; items: LiveNode[] }[] = [];
  for (const item of items) {
    const last = runs[runs.length - 1];
    const known = before.get(item)?.id;
    if (last !== undefined && (known === undefined ? last.items.length < last.most : known === last.id)) {
      last.items.push(item);
      continue;
    }
    const isOld = known !== undefined && !taken.has(known);
    const id = isOld ? known : next;
    if (!isOld) next += 1;
    taken.add(id);
    runs.push({ id, most: isOld ? MOST : USUAL, items: [item] });
  }
  const byId = new Map(old.map((run) => [run.id, run]));
  return runs.map(({ id, items: fresh }) => {
    const same = byId.get(id);
    const isSame = same?.items.length === fresh.length && fresh.every((item, at) => item === same.items[at]);
    return isSame ? same : { id, items: fresh };
  });
}
