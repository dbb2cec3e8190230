/** Where the frame's document stands, by the name that this page was given of it: fetched once, it opens without a server. */
export function stageAddress(): string {
  const name = document.querySelector<HTMLMetaElement>('meta[name="capiz-stage"]')?.content ?? '';
  return `/studio/stage?v=${name}`;
}
