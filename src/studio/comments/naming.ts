/** An `@name` that the person is typing. */
export interface BegunName {
  /** Offset of the `@`. */
  readonly from: number;
  /** The typed part without `@`, in lower case. */
  readonly begun: string;
}

/** Maximum number of suggestions. */
const MOST = 6;

/** The mention before the caret; undefined if there is none. */
export function nameBefore(text: string, caret: number): BegunName | undefined {
  const found = /(?<![\w.%+@-])@([\w.%+@-]*)$/.exec(text.slice(0, caret));
  return found === null ? undefined : { from: found.index, begun: (found[1] ?? '').toLowerCase() };
}

/** Matching names: those that begin with the typed part come first. */
export function offerNames(colleagues: readonly string[], { begun }: BegunName): readonly string[] {
  const fits = colleagues.filter((name) => name.includes(begun));
  const begins = (name: string) => name.startsWith(begun);
  return [...fits.filter(begins), ...fits.filter((name) => !begins(name))].slice(0, MOST);
}
