/**
 * The language of a list that is asked for: itself, or the first of its family (`fil` is `fil-PH`).
 *
 * @param wanted From an address, a cookie or the device: anything.
 */
export function findLanguage(list: readonly string[], wanted: string): string | undefined {
  if (list.includes(wanted)) return wanted;
  const family = wanted.split('-', 1)[0];
  return list.find((language) => language.split('-', 1)[0] === family);
}

/** What `lang` of a document says: `source` is written in English. */
export function tagOf(language: string): string {
  return language === 'source' ? 'en' : language;
}
