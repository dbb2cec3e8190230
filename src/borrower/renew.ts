import { RELEASE_ELEMENT_ID } from '#src/shared/release.ts';

const RENEWED = 'capiz:renewed';

/**
 * Loads the document anew: what this one was made of is not what it should be any more. Once for each document in a
 * tab: where a reload brings the same again, another would too. What was written in forms is kept as drafts.
 */
export function renew(window: Window): void {
  try {
    const { sessionStorage: storage, document } = window;
    const release = document.getElementById(RELEASE_ELEMENT_ID)?.dataset['release'] ?? '';
    if (storage.getItem(RENEWED) === release) return;
    storage.setItem(RENEWED, release);
    window.location.reload();
  } catch {
    // Who cannot note that it was done would do it for ever.
  }
}
