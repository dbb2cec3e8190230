import type { Services } from '#renderer/index.ts';

/**
 * The browser's clipboard. Where it refuses, what shows exactly this text is selected, so that a long
 * press copies it; the failure is the caller's to tell.
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

function selectShown(window: Window, text: string): void {
  const shown = [...window.document.querySelectorAll('main *, dialog *')].filter(
    (one) => one.textContent === text,
  );
  // The innermost of the first: elements around it have the same text.
  const element = shown.find((one) => !shown.some((other) => other !== one && one.contains(other)));
  if (element !== undefined) window.getSelection()?.selectAllChildren(element);
}
