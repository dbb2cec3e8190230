/** Reads a value of the session that the server wrote into the document. */
export function readMeta(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="capiz-${name}"]`)?.content ?? '';
}
