/**
 * Finds a language in a list: the same one, or the first of its family (`fil` gives `fil-PH`).
 *
 * @param wanted From an address, a cookie or the device; may be any text.
 */
export function findLanguage(list: readonly string[], wanted: string): string | undefined {
  if (list.includes(wanted)) return wanted;
  const family = wanted.split('-', 1)[0];
  return list.find((language) => language.split('-', 1)[0] === family);
}

/** The `lang` attribute for a language; `source` is English. */
export function tagOf(language: string): string {
  return language === 'source' ? 'en' : language;
}
