import type { Services } from '#renderer/engine.ts';
import { selectShown } from './select-shown.ts';

/**
 * The browser's clipboard. If it refuses, selects the element with exactly this text; the caller handles the failure.
 */
export function createClipboard(window: Window): Services['clipboard'] {
  return {
    async write(text) {
      try {
        await window.navigator.clipboard.writeText(text);
      } catch (error) {
        selectShown(window, text);
        throw error;
      }
    },
  };
}
