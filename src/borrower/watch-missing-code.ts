import { RELEASE_ELEMENT_ID } from '#src/shared/release.ts';

/**
 * Finds out that code of this page is no longer on the server: a new document names other files. If only the network
 * failed, nothing happens, because a reload would lose typed values that drafts do not store.
 *
 * @param onReplaced - The server has another build.
 */
export function watchMissingCode(window: Window, onReplaced: () => void): void {
  const { document, location } = window;
  const entry = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  if (entry == null) return;
  async function look(own: string): Promise<void> {
    const reply = await window.fetch(location.origin + location.pathname, { cache: 'no-cache' });
    const text = await reply.text();
    // Not an error page, and no captive portal.
    if (text.includes(RELEASE_ELEMENT_ID) && !text.includes(own)) onReplaced();
  }
  window.addEventListener('vite:preloadError', () => void look(entry).catch(() => undefined));
}
