/** A mention of a colleague in a text. */
export interface Mention {
  /** From the `@` to the end of the name; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  readonly name: string;
}

/** Not within a word, as in an e-mail address. */
const MENTION = /(^|[^\w.%+@-])@([a-z0-9][a-z0-9._%+@-]{0,127})/gi;
/** A last character that may be part of a name, but more often ends a sentence. */
const STOP = /[._%+@-]$/;

/**
 * Finds known names with an `@` before them, in order of the text. Trailing punctuation may belong to the
 * sentence, so the longest known name is used.
 */
export function findMentions(text: string, isName: (name: string) => boolean): readonly Mention[] {
  return [...text.matchAll(MENTION)].flatMap(({ index, 1: before = '', 2: said = '' }) => {
    const from = index + before.length;
    let name = said.toLowerCase();
    while (!isName(name) && STOP.test(name)) name = name.slice(0, -1);
    return isName(name) ? [{ from, to: from + 1 + name.length, name }] : [];
  });
}
