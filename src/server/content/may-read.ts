/** Programs that open addresses to show a preview, or to index them. */
// Not the phones of Cubot.
const MACHINES =
  /(?<!cu)bot\b|crawl|spider|preview|facebookexternalhit|whatsapp|telegram|slack|discord|curl|wget|python/i;

/** Headers of prefetches and previews: of all browsers, and older ones of Chromium, Firefox and Safari. */
const PURPOSES = ['sec-purpose', 'purpose', 'x-moz', 'x-purpose'];

/**
 * Whether a request opens a page for a person who is waiting. Everything else gets the document that is the same for
 * everybody: HEAD, requests of a service worker, frames, prefetches, and programs.
 */
export function opensForPerson({ method, headers }: Request): boolean {
  const agent = headers.get('user-agent') ?? '';
  const purposes = PURPOSES.map((name) => headers.get(name)).join(' ');
  const is = (name: string, value: string) => (headers.get(name) ?? value) === value;
  return (
    method === 'GET' &&
    // Web views before iOS 16.4 send no Sec-Fetch headers.
    is('sec-fetch-mode', 'navigate') &&
    is('sec-fetch-dest', 'document') &&
    !/prefetch|prerender|preview/i.test(purposes) &&
    headers.get('accept')?.includes('text/html') === true &&
    agent !== '' &&
    !MACHINES.test(agent)
  );
}
