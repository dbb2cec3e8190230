import { RELEASE_ELEMENT_ID } from '#src/shared/release.ts';

const RENEWED = 'capiz:renewed';

/**
 * Reloads an outdated document, once per document and tab: if a reload gives the same document, another reload would,
 * too. Drafts of forms are stored.
 */
export function renew(window: Window): void {
  try {
    const { sessionStorage: storage, document } = window;
    const release = document.getElementById(RELEASE_ELEMENT_ID)?.dataset['release'] ?? '';
    if (storage.getItem(RENEWED) === release) return;
    storage.setItem(RENEWED, release);
    window.location.reload();
  } catch {
    // If storage fails, the page is not reloaded, because reloads could loop.
  }
}
