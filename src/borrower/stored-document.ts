/*
 * The address document as the worker stores it. The worker is one file without imports of its own at run
 * time: what it shares with the page would become a chunk, which a classic worker cannot import.
 */

/** The element that holds the release, as `src/server/delivery/document.ts` writes it. */
const RELEASE_TAG = /<script type="application\/json" data-release="([0-9a-f]{10})" id="capiz-release"/;

/** Which release an answer is the page of; undefined for every other answer. */
export function releaseOf(html: string): string | undefined {
  return RELEASE_TAG.exec(html)?.[1];
}

/**
 * Notes when a document was received, by this device's clock: its own time is then compared with that
 * moment, and not with the one in which it is opened again.
 */
export function markReceived(html: string, receivedAt: number): string {
  return html.replace(RELEASE_TAG, (tag) => `${tag} data-received="${receivedAt}"`);
}
