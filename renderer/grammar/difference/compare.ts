import { diffArrays } from 'diff';
import { isJson } from '../json.ts';
import { joinPointer } from '../pointer.ts';

/** A value in one of two documents. */
export interface Side {
  readonly pointer: string;
  readonly value: unknown;
}

/** One difference: a value only before, only after, or changed. */
export interface Difference {
  readonly before?: Side;
  readonly after?: Side;
}

/**
 * Compares two values. The order of members is ignored. List items are matched by their id or name, or by
 * equality, so an inserted item is one difference.
 */
export function compareValues(before: Side, after: Side): Difference[] {
  const [a, b] = [before.value, after.value];
  if (Array.isArray(a) && Array.isArray(b)) return compareLists(before.pointer, a, after.pointer, b);
  if (isJson(a) && isJson(b)) {
    const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
    return names.flatMap((name) => {
      const one = { pointer: joinPointer(before.pointer, name), value: a[name] };
      const other = { pointer: joinPointer(after.pointer, name), value: b[name] };
      if (!Object.hasOwn(a, name)) return [{ after: other }];
      return Object.hasOwn(b, name) ? compareValues(one, other) : [{ before: one }];
    });
  }
  return a === b ? [] : [{ before, after }];
}

function compareLists(
  from: string,
  before: readonly unknown[],
  to: string,
  after: readonly unknown[],
): Difference[] {
  const differences: Difference[] = [];
  const side = (pointer: string, list: readonly unknown[], index: number): Side => ({
    pointer: joinPointer(pointer, index),
    value: list[index],
  });
  let [i, j] = [0, 0];
  for (const [a, b] of [...pairItems(before, after), [before.length, after.length] as const]) {
    for (; i < a; i += 1) differences.push({ before: side(from, before, i) });
    for (; j < b; j += 1) differences.push({ after: side(to, after, j) });
    if (a < before.length) differences.push(...compareValues(side(from, before, a), side(to, after, b)));
    [i, j] = [a + 1, b + 1];
  }
  return differences;
}

/** Index pairs of items that are the same in both lists, possibly changed, in order. */
export function pairItems(
  before: readonly unknown[],
  after: readonly unknown[],
): readonly [number, number][] {
  return pairBetween(before, after, [nameOf, labelOf]);
}

/** Pairs items by the first of these names, those between two pairs by the next, and the rest by their kinds. */
function pairBetween(
  before: readonly unknown[],
  after: readonly unknown[],
  [naming, ...others]: readonly ((item: unknown) => string)[],
): readonly [number, number][] {
  if (naming === undefined) return pairKinds(before, after);
  const pairs: [number, number][] = [];
  let [i, j] = [0, 0];
  for (const [a, b] of [...matches(before, after, naming), [before.length, after.length] as const]) {
    const between = pairBetween(before.slice(i, a), after.slice(j, b), others);
    for (const [one, other] of between) pairs.push([i + one, j + other]);
    if (a < before.length) pairs.push([a, b]);
    [i, j] = [a + 1, b + 1];
  }
  return pairs;
}

/** Two items of the same kind count as one changed item. */
function pairKinds(before: readonly unknown[], after: readonly unknown[]): readonly [number, number][] {
  const pairs: [number, number][] = [];
  for (let at = 0; at < Math.min(before.length, after.length); at += 1) {
    if (kindOf(before[at]) !== kindOf(after[at])) break;
    pairs.push([at, at]);
  }
  return pairs;
}

/** Indexes of the items of a longest common subsequence. */
function matches(
  before: readonly unknown[],
  after: readonly unknown[],
  naming: (item: unknown) => string,
): [number, number][] {
  const found: [number, number][] = [];
  let [i, j] = [0, 0];
  for (const { added, removed, count } of diffArrays(before.map(naming), after.map(naming))) {
    if (!added && !removed) for (let at = 0; at < count; at += 1) found.push([i + at, j + at]);
    if (!added) i += count;
    if (!removed) j += count;
  }
  return found;
}

/** What a person calls an item without an id: its kind with its title, label or text. */
function labelOf(item: unknown): string {
  if (isJson(item)) {
    for (const name of ['title', 'label', 'text']) {
      if (typeof item[name] === 'string') return `${kindOf(item)} ${item[name]}`;
    }
  }
  return nameOf(item);
}

/** The identity of an item: its kind with id or name, or else its whole content. */
function nameOf(item: unknown): string {
  if (isJson(item)) {
    for (const name of ['id', 'name', 'code']) {
      if (typeof item[name] === 'string') return `${kindOf(item)} ${item[name]}`;
    }
  }
  return JSON.stringify(item, (_name, value: unknown) => (isJson(value) ? sorted(value) : value));
}

function sorted(record: object): object {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}

function kindOf(item: unknown): string {
  if (!isJson(item)) return Array.isArray(item) ? 'list' : typeof item;
  const kind = item['type'] ?? item['do'] ?? item['rule'];
  return typeof kind === 'string' ? kind : 'record';
}
