/** A name that somebody begins to write. */
export interface BegunName {
  /** Of its `@`. */
  readonly from: number;
  /** Without the `@`. */
  readonly begun: string;
}

/** So many are seen at once; another letter makes them fewer. */
const MOST = 6;

/** What is being written before the caret; undefined where it is no name. */
export function nameBefore(text: string, caret: number): BegunName | undefined {
  const found = /(?<![\w.%+@-])@([\w.%+@-]*)$/.exec(text.slice(0, caret));
  return found === null ? undefined : { from: found.index, begun: (found[1] ?? '').toLowerCase() };
}

/** Who may be meant: those whose name begins so, then those who have it in their name. */
export function offerNames(colleagues: readonly string[], { begun }: BegunName): readonly string[] {
  const fits = colleagues.filter((name) => name.includes(begun));
  const begins = (name: string) => name.startsWith(begun);
  return [...fits.filter(begins), ...fits.filter((name) => !begins(name))].slice(0, MOST);
}
