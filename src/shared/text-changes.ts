import { spliceOf } from './splice.ts';

/** A change of the editor's text, by offsets in the old text. */
export interface Change {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** Small changes that turn one text into another, so that the caret keeps its position. */
export function changesBetween(before: string, after: string): readonly Change[] {
  if (before === after) return [];
  const { at, removed, inserted } = spliceOf(before, after);
  const [old, fresh] = [removed.split('\n'), inserted.split('\n')];
  if (old.length !== fresh.length) return [{ from: at, to: at + removed.length, insert: inserted }];
  // The number of lines is the same, so a name was changed in several lines.
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
