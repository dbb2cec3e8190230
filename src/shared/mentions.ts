/** Where a text names a colleague. */
export interface Mention {
  /** Of the `@`, and of what follows the name. */
  readonly from: number;
  readonly to: number;
  readonly name: string;
}

/** Not within a word, as in an address of somebody else's. */
const MENTION = /(^|[^\w.%+@-])@([a-z0-9][a-z0-9._%+@-]{0,127})/gi;
/** May end a name, and more often ends a sentence. */
const STOP = /[._%+@-]$/;

/**
 * Names with an `@` before them, in the order in which they stand. What follows one may be the end of a sentence: the
 * longest name that is somebody's is meant.
 */
export function findMentions(text: string, isName: (name: string) => boolean): readonly Mention[] {
  return [...text.matchAll(MENTION)].flatMap(({ index, 1: before = '', 2: said = '' }) => {
    const from = index + before.length;
    let name = said.toLowerCase();
    while (!isName(name) && STOP.test(name)) name = name.slice(0, -1);
    return isName(name) ? [{ from, to: from + 1 + name.length, name }] : [];
  });
}
