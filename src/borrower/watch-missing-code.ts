/**
 * Reports that code of this page cannot be loaded although the server answers. Without a network nothing is reported,
 * because a reload would lose typed values that drafts do not store.
 *
 * @param onMissing - The page is outdated, or its code is damaged: a new document names other files.
 */
export function watchMissingCode(window: Window, onMissing: () => void): void {
  window.addEventListener('vite:preloadError', () => {
    if (!window.navigator.onLine) return;
    window.fetch('/healthz').then(
      ({ ok }) => ok && onMissing(),
      () => undefined,
    );
  });
}
