import { parseExpression } from '#renderer/grammar/expression/syntax.ts';
import { isBracketed } from './brackets.ts';
import type { Group, Item, Join, Span } from './condition.ts';
import { readCondition } from './read-condition.ts';

/* Edits of a condition as text: only what is edited changes. */

const SIGNS: { readonly [join in Join]: string } = { all: '&&', any: '||' };

/** The items on the way to an item, by their places in their groups. */
export type Way = readonly number[];

export function itemAt(group: Group, way: Way): Item | undefined {
  return way.reduce<Item | undefined>(
    (item, at) => (item?.kind === 'group' ? item.items[at] : undefined),
    group,
  );
}

/** Writes another test in the place of an item. */
export function replaceItem(source: string, way: Way, text: string): string {
  const { group, item, around } = find(source, way);
  if (item === undefined) return source;
  if (group.items.length === 1 && way.length === 1) return text;
  return splice(source, item, bracket(text, around?.join));
}

/** Adds a test at the end of a group. */
export function addItem(source: string | undefined, way: Way, text: string): string {
  const group = source === undefined ? undefined : readCondition(source);
  const into = group && itemAt(group, way);
  if (source === undefined || into?.kind !== 'group') return text;
  const alone = into.items.length === 1 && way.length === 0;
  const before = source.slice(into.inner.start, into.inner.end);
  const added = `${alone ? bracket(before, into.join) : before} ${SIGNS[into.join]} ${bracket(text, into.join)}`;
  return splice(source, into.inner, added);
}

/** Puts an item into a new group of the other kind, with another test. */
export function wrapItem(source: string, way: Way, text: string): string {
  const { item, around, group } = find(source, way);
  if (item === undefined) return source;
  const isAlone = group.items.length === 1 && way.length === 1;
  const join: Join = isAlone || around?.join !== 'any' ? 'any' : 'all';
  const whole = source.slice(item.start, item.end);
  const both = `${bracket(whole, join)} ${SIGNS[join]} ${bracket(text, join)}`;
  return splice(source, item, isAlone ? both : bracket(both, around?.join));
}

/** @returns undefined if nothing is left. */
export function removeItem(source: string, way: Way): string | undefined {
  const { group, item, around } = find(source, way);
  if (item === undefined || around === undefined) return source;
  const at = way.at(-1) ?? 0;
  const [before, after] = [around.items[at - 1], around.items[at + 1]];
  if (before === undefined && after === undefined)
    return around === group ? undefined : removeItem(source, way.slice(0, -1));
  const gap =
    before === undefined
      ? { start: item.start, end: after?.start ?? item.end }
      : { start: before.end, end: item.end };
  return splice(source, gap, '');
}

/** Makes a group one of all, or of any. */
export function joinItems(source: string, way: Way, join: Join): string {
  const group = readCondition(source);
  const into = group && itemAt(group, way);
  if (into?.kind !== 'group' || into.join === join) return source;
  const texts = into.items.map((item) => bracket(source.slice(item.start, item.end), join));
  const joined = texts.join(` ${SIGNS[join]} `);
  // Brackets that are there stay; a group without them may need some now.
  const isBare = into.start === into.inner.start && way.length > 0;
  return splice(source, into.inner, isBare && join === 'any' ? `(${joined})` : joined);
}

function find(source: string, way: Way) {
  const group = readCondition(source) ?? NOTHING;
  const around = itemAt(group, way.slice(0, -1));
  return { group, item: itemAt(group, way), around: around?.kind === 'group' ? around : undefined };
}

const NOTHING: Group = {
  kind: 'group',
  join: 'all',
  items: [],
  start: 0,
  end: 0,
  inner: { start: 0, end: 0 },
};

function splice(source: string, { start, end }: Span, text: string): string {
  return source.slice(0, start) + text + source.slice(end);
}

/** A text that can stand in a group: what binds less than its operator gets brackets. */
function bracket(text: string, join: Join | undefined): string {
  const { tree } = parseExpression(text);
  if (join === undefined || tree === undefined) return text;
  const isLoose = tree.kind === 'conditional' || (tree.kind === 'or' && join === 'all');
  return isLoose && !isBracketed(text) ? `(${text})` : text;
}
