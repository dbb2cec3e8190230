const NAMES = new Intl.DisplayNames('en', { type: 'language' });

/** The name of a language, such as "Filipino (Philippines)". */
export function languageName(tag: string): string {
  // The texts as the definitions have them.
  if (tag === 'source') return 'As written';
  try {
    return NAMES.of(tag) ?? tag;
  } catch {
    // The tag is malformed.
    return tag;
  }
}

/** The name without the region, such as "Filipino", if no other listed language has the same one. */
export function shortLanguageName(tag: string, listed: readonly string[]): string {
  const shortOf = (one: string) => languageName(one.split('-', 1)[0] ?? one);
  const same = listed.filter((one) => shortOf(one) === shortOf(tag));
  return same.length > 1 ? languageName(tag) : shortOf(tag);
}
