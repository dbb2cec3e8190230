import type { BlamedValue } from '#src/shared/registry/document-history.ts';
import { splitPointer } from '#renderer/grammar/pointer.ts';
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
