import { readDocument } from './kept.ts';
import { readRelease } from './release.ts';

/** How long after nobody could be asked somebody is asked again: at first, and at most. */
const FIRST_MS = 5_000;
const MOST_MS = 600_000;

/**
 * A page that was put together of what was kept does not know what its visit should see: its release may have been taken
 * back meanwhile, and its calls cannot tell, as what they carry is of the answer that came too late for it. So it
 * asks for its document once the server answers, ever more seldom until then, and at once when the phone is online again.
 *
 * @param onOther - The visit's release is another one: the next screen wants another document.
 */
export function watchKept(window: Window, onOther: () => void): void {
  const { release: shown, kept } = readRelease(window.document);
  if (kept === undefined) return;
  let timer = 0;
  let waitMs = FIRST_MS;

  async function look(): Promise<boolean> {
    const reply = await window.fetch(window.location.origin + window.location.pathname, {
      cache: 'no-cache',
      headers: { Accept: 'text/html' },
    });
    const current = readDocument(await reply.text());
    // An error, a page of somebody, or a server that lags.
    if (current === undefined || current.version < shown.version) return false;
    if (current.name !== shown.name) onOther();
    return true;
  }

  function ask(): void {
    window.clearTimeout(timer);
    // Whoever still waits for an answer then asks beside it; the first one that comes ends it.
    timer = window.setTimeout(ask, waitMs);
    waitMs = Math.min(2 * waitMs, MOST_MS);
    look().then(
      (isAnswered) => isAnswered && end(),
      () => undefined,
    );
  }

  function end(): void {
    window.clearTimeout(timer);
    window.removeEventListener('online', ask);
  }

  window.addEventListener('online', ask);
  ask();
}
