import { spliceOf } from '../model/splice.ts';

/** A change of an editor's text, by offsets of the text before it. */
export interface Change {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** What makes one text into another and touches as little as is cheaply known, so that a caret stays where it stands. */
export function changesBetween(before: string, after: string): readonly Change[] {
  if (before === after) return [];
  const { at, removed, inserted } = spliceOf(before, after);
  const [old, fresh] = [removed.split('\n'), inserted.split('\n')];
  if (old.length !== fresh.length) return [{ from: at, to: at + removed.length, insert: inserted }];
  // The same lines, some of them otherwise: a name that was changed in several places.
  const changes: Change[] = [];
  let from = at;
  for (const [line, text] of old.entries()) {
    const own = spliceOf(text, fresh[line]);
    if (text !== fresh[line])
      changes.push({
        from: from + own.at,
        to: from + own.at + own.removed.length,
        insert: own.inserted,
      });
    from += text.length + 1;
  }
  return changes;
}
