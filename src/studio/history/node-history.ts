import type { BlamedValue } from '#src/shared/registry/document-history.ts';
import { splitPointer } from '#renderer/grammar/pointer.ts';
import type { OutlineItem } from '../model/outline.ts';
import { wordsOf } from '../properties/describe.ts';

/** One time at which something of a node came to stand as it stands. */
export interface Moment {
  readonly actor: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Absent of what nobody has published. */
  readonly release?: string;
  readonly reason?: string;
  /** What of it, in words. */
  readonly members: readonly string[];
}

/**
 * Who brought the values of a node where they are, the newest first; of what it holds nothing.
 *
 * @param values - Of its document.
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
    found.members.add(wordsOf(splitPointer(value.pointer.slice(pointer.length))[0] ?? ''));
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
