import { readDocument } from './stored-release.ts';
import { readRelease } from './release.ts';

/** Interval between requests after a failure, in ms: first and maximum. */
const FIRST_MS = 5_000;
const MAX_MS = 600_000;

/**
 * A page composed from a stored release does not know its visit's current release, which may have been rolled back. Its
 * calls cannot find this out, because the worker composed the document without the server's answer. So it requests its
 * document until the server answers, at growing intervals, and at once when the phone is online again.
 *
 * @param onOther - The visit has another release: the next screen needs a new document.
 */
export function watchStoredRelease(window: Window, onOther: () => void): void {
  const { release: shown, kept } = readRelease(window.document);
  if (kept === undefined) return;
  let timer = 0;
  let waitMs = FIRST_MS;

  async function fetchDocument(): Promise<boolean> {
    const reply = await window.fetch(window.location.origin + window.location.pathname, {
      cache: 'no-cache',
      headers: { Accept: 'text/html' },
    });
    const current = readDocument(await reply.text());
    // An error, a captive portal, or a server with old data.
    if (current === undefined || current.version < shown.version) return false;
    if (current.name !== shown.name) onOther();
    return true;
  }

  function ask(): void {
    window.clearTimeout(timer);
    // A later request runs beside an unanswered one; the first answer ends both.
    timer = window.setTimeout(ask, waitMs);
    waitMs = Math.min(2 * waitMs, MAX_MS);
    fetchDocument().then(
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
