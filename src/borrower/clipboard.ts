import type { Services } from '#renderer/engine.ts';
import { selectShown } from './select-shown.ts';

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
        selectShown(window, text);
        throw error;
      }
    },
  };
}
