/** Programs that open addresses to show a preview, or to index them. */
const MACHINES =
  /bot\b|crawl|spider|preview|facebookexternalhit|whatsapp|telegram|slack|discord|curl|wget|python/i;

/**
 * Whether a request opens a page for a person who is waiting. Everything else gets the document that is the same for
 * everybody: HEAD, requests of a service worker, frames, prefetches, and programs.
 */
export function opensForPerson({ method, headers }: Request): boolean {
  const is = (name: string, value: string) => (headers.get(name) ?? value) === value;
  return (
    method === 'GET' &&
    // Web views before iOS 16.4 send no Sec-Fetch headers.
    is('sec-fetch-mode', 'navigate') &&
    is('sec-fetch-dest', 'document') &&
    !/prefetch|prerender|preview/i.test(
      `${headers.get('sec-purpose')} ${headers.get('purpose')} ${headers.get('x-moz')}`,
    ) &&
    headers.get('accept')?.includes('text/html') === true &&
    headers.has('user-agent') &&
    !MACHINES.test(headers.get('user-agent') ?? '')
  );
}
