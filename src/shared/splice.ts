/** A change of a text, with everything that is needed to undo it. */
export interface Splice {
  /** Offset in UTF-16 units; -1 for a created or deleted document. */
  readonly at: number;
  readonly removed: string;
  readonly inserted: string;
}

/** @param before - Undefined for a created document. @param after - Undefined for a deleted one. */
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
 * Undoes a splice.
 *
 * @throws Error if the text is not the result of the splice.
 */
export function undoSplice(text: string | undefined, { at, removed, inserted }: Splice): string | null {
  if (at < 0) {
    if ((text ?? '') !== inserted) throw new Error('The document has changed since the edit.');
    return removed === '' ? null : removed;
  }
  if (text === undefined || !text.startsWith(inserted, at)) {
    throw new Error('The document has changed since the edit.');
  }
  return text.slice(0, at) + removed + text.slice(at + inserted.length);
}
