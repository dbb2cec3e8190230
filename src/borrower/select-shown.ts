import { settle } from '#renderer/plan/isolate.ts';

/** Selects the element with exactly this text, so that a long press copies it. */
export function selectShown(window: Window, text: string): void {
  const shown = [...window.document.querySelectorAll('main *, dialog *')].filter(
    (one) => one.textContent === settle(text),
  );
  // The innermost of the first match: the elements around it have the same text.
  const element = shown.find((one) => !shown.some((other) => other !== one && one.contains(other)));
  if (element !== undefined) window.getSelection()?.selectAllChildren(element);
}
