import type { BlamedValue } from '#src/shared/registry/document-history.ts';
import { splitPointer, valueAt } from '#renderer/grammar/pointer.ts';
import { whereIs } from '../comments/where.ts';
import type { OutlineItem } from '../model/outline.ts';
import { memberTitle } from '../properties/describe.ts';

/** A change that set current values of a node. */
export interface Moment {
  readonly actor: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Absent for an unpublished change. */
  readonly release?: string;
  readonly reason?: string;
  /** Labels of the changed members. */
  readonly members: readonly string[];
}

/** A document with the origin of each of its values. */
export interface Blamed {
  readonly document: unknown;
  readonly values: readonly BlamedValue[];
}

/**
 * The origins of a node's values in a copy of a shared part. A value that is the same in the shared part is older than
 * the copy, and has the origin that it has there.
 */
export function continueOrigins(copy: Blamed, original: Blamed, pointer: string): readonly BlamedValue[] {
  const there = whereIs(pointer, copy.document, original.document);
  if (there === undefined) return copy.values;
  const known = new Map(original.values.map((value) => [value.pointer, value]));
  return copy.values.map((value) => {
    if (!value.pointer.startsWith(`${pointer}/`)) return value;
    const place = `${there}${value.pointer.slice(pointer.length)}`;
    const older = known.get(place);
    const isSame = valueAt(copy.document, value.pointer) === valueAt(original.document, place);
    return isSame && older !== undefined && older.at < value.at
      ? { ...older, pointer: value.pointer }
      : value;
  });
}

/**
 * The changes that set the node's current values, newest first. Children are left out.
 *
 * @param values - Blame of the node's document.
 */
export function momentsOf(
  values: readonly BlamedValue[],
  { pointer, children }: Pick<OutlineItem, 'pointer' | 'children'>,
): readonly Moment[] {
  const moments = new Map<string, { moment: BlamedValue; members: Set<string> }>();
  for (const value of values) {
    const isOwn = value.pointer.startsWith(`${pointer}/`);
    if (!isOwn || children.some((child) => value.pointer.startsWith(`${child.pointer}/`))) continue;
    const key = `${value.at} ${value.actor}`;
    const found = moments.get(key) ?? { moment: value, members: new Set<string>() };
    found.members.add(memberTitle(splitPointer(value.pointer.slice(pointer.length))[0] ?? ''));
    moments.set(key, found);
  }
  return [...moments.values()]
    .sort((one, other) => other.moment.at - one.moment.at)
    .map(({ moment: { actor, at, release, reason }, members }) => ({
      ...{ actor, at, members: [...members] },
      ...(release !== undefined && { release }),
      ...(reason !== undefined && { reason }),
    }));
}
