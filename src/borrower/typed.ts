type Box = HTMLInputElement | HTMLTextAreaElement;

const BOXES = 'input:not([type=checkbox], [type=radio], [type=file]), textarea';

/**
 * Makes the rendered screen what the server rendered: enables what waits for the page, and takes out what a person
 * typed.
 *
 * @returns types the same again, with the same focus, caret and scroll position.
 */
export function takeTyped(screen: HTMLElement): () => void {
  const { ownerDocument: document } = screen;
  const window = document.defaultView as Window;
  const { scrollX, scrollY } = window;
  for (const waiting of screen.querySelectorAll<HTMLButtonElement>('[data-wait]')) {
    waiting.disabled = false;
    waiting.removeAttribute('data-wait');
  }
  const active = document.activeElement;
  const typed = [...screen.querySelectorAll<Box>(BOXES)]
    .filter((box) => box.value !== box.defaultValue || box === active)
    .map((box) => {
      const { value, selectionStart: start, selectionEnd: end, selectionDirection: direction } = box;
      box.value = box.defaultValue;
      return { former: box, value, caret: [start, end, direction ?? undefined] as const };
    });
  return () => {
    for (const { former, value, caret } of typed) {
      // The page may have replaced the screen.
      const box = former.isConnected ? former : (document.getElementById(former.id) as Box | null);
      if (box === null) continue;
      if (former === active && document.activeElement !== box) box.focus({ preventScroll: true });
      if (box.value !== value) type(box, value);
      // The widget may have removed characters.
      if (former === active && box.value === value) box.setSelectionRange(...caret);
    }
    // After the screen has scrolled to its beginning.
    queueMicrotask(() => window.scrollTo(scrollX, scrollY));
  };
}

/** As a person types: by the prototype's setter, so that React does not take it for its own change. */
function type(box: Box, value: string): void {
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(box), 'value')?.set;
  setter?.call(box, value);
  box.dispatchEvent(new Event('input', { bubbles: true }));
}
