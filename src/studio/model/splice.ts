/** What a change of a text took away and put there: so much of it is kept as is needed to take it back. */
export interface Splice {
  /** UTF-16 units; -1 of a document that came or went as a whole. */
  readonly at: number;
  readonly removed: string;
  readonly inserted: string;
}

/** @param before - Undefined where there was no document; @param after - where there is none any more. */
export function spliceOf(before: string | undefined, after: string | undefined): Splice {
  if (before === undefined || after === undefined)
    return { at: -1, removed: before ?? '', inserted: after ?? '' };
  const most = Math.min(before.length, after.length);
  let at = 0;
  while (at < most && before[at] === after[at]) at += 1;
  let end = 0;
  while (end < most - at && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return {
    at,
    removed: before.slice(at, before.length - end),
    inserted: after.slice(at, after.length - end),
  };
}

/**
 * The text before a splice was made.
 *
 * @throws Error where the text is another than the splice made.
 */
export function undoSplice(text: string | undefined, { at, removed, inserted }: Splice): string | null {
  if (at < 0) {
    if ((text ?? '') !== inserted) throw new Error('The document is another than the one that was edited.');
    return removed === '' ? null : removed;
  }
  if (text === undefined || !text.startsWith(inserted, at)) {
    throw new Error('The document is another than the one that was edited.');
  }
  return text.slice(0, at) + removed + text.slice(at + inserted.length);
}
