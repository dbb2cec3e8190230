import type { Services } from '#renderer/engine.ts';

/**
 * The browser's clipboard. Where it refuses, what shows exactly this text is selected; the failure is the caller's to
 * tell.
 */
export function createClipboard(window: Window): Services['clipboard'] {
  return {
    async write(text) {
      try {
        await window.navigator.clipboard.writeText(text);
      } catch (error) {
        // Few are refused; without a connection nothing is selected.
        import('./select-shown.ts').then(
          ({ selectShown }) => selectShown(window, text),
          () => undefined,
        );
        throw error;
      }
    },
  };
}
