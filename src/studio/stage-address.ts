/** URL of the stage document with its content hash, so that it comes from the cache and opens offline. */
export function stageAddress(): string {
  const name = document.querySelector<HTMLMetaElement>('meta[name="capiz-stage"]')?.content ?? '';
  return `/studio/stage?v=${name}`;
}
