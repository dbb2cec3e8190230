/** A mouse or a pen that drags on the page. */
export interface PointerDrag {
  /** The element on which the button was pressed. */
  readonly from: Element;
  /** The element under the pointer; undefined outside of the page. */
  readonly over: Element | undefined;
  /** CSS pixels from the left and the top of the viewport. */
  readonly x: number;
  readonly y: number;
  /** Whether the button was released there. */
  readonly isDropped: boolean;
}

/** CSS pixels that the pointer must move before a drag begins, so that a click is no drag. */
const LEAST = 5;
/** CSS pixels from the edge of the viewport in which the page scrolls. */
const EDGE = 32;

/** Scrolls a window if the pointer is near its upper or lower edge. @param y - In the window's viewport. */
export function scrollAtEdge(window: Window, y: number): void {
  if (y < EDGE) window.scrollBy(0, -EDGE / 2);
  if (y > window.innerHeight - EDGE) window.scrollBy(0, EDGE / 2);
}

/**
 * Reports drags with a mouse or a pen; a finger scrolls.
 *
 * @param isHeard - Whether a drag may begin at an element.
 * @param onDrag - Called with undefined if the drag was cancelled.
 * @param signal - Removes the listeners when it is aborted.
 * @returns a function that cancels the drag.
 */
export function listenToDrags(
  window: Window,
  isHeard: (from: Element) => boolean,
  onDrag: (drag: PointerDrag | undefined) => void,
  signal?: AbortSignal,
): () => void {
  const { document } = window;
  let begun: { readonly from: Element; readonly x: number; readonly y: number } | undefined;
  let isDragging = false;

  const stop = (): void => {
    begun = undefined;
    isDragging = false;
  };
  const describe = ({ clientX, clientY }: PointerEvent, from: Element, isDropped: boolean): PointerDrag => ({
    from,
    over: document.elementFromPoint(clientX, clientY) ?? undefined,
    x: clientX,
    y: clientY,
    isDropped,
  });
  const options = { capture: true, ...(signal && { signal }) };
  window.addEventListener(
    'pointerdown',
    (event) => {
      const { target, button, pointerType, isTrusted, clientX, clientY } = event;
      if (!isTrusted || button !== 0 || pointerType === 'touch') return;
      if (target instanceof Element && isHeard(target)) begun = { from: target, x: clientX, y: clientY };
    },
    options,
  );
  window.addEventListener(
    'pointermove',
    (event) => {
      if (begun === undefined) return;
      const { from, x, y } = begun;
      if (!isDragging && Math.hypot(event.clientX - x, event.clientY - y) < LEAST) return;
      // Events must continue after the pointer leaves the window or the frame.
      if (!isDragging) document.documentElement.setPointerCapture(event.pointerId);
      isDragging = true;
      scrollAtEdge(window, event.clientY);
      onDrag(describe(event, from, false));
    },
    options,
  );
  window.addEventListener(
    'pointerup',
    (event) => {
      const { from } = begun ?? {};
      if (isDragging && from !== undefined) onDrag(describe(event, from, true));
      // The click that follows would select what is under the pointer.
      if (isDragging) window.addEventListener('click', swallow, { capture: true, once: true });
      // If no click follows at once, a later one must not be swallowed.
      if (isDragging) setTimeout(() => window.removeEventListener('click', swallow, options));
      stop();
    },
    options,
  );
  const cancel = (): void => {
    if (isDragging) onDrag(undefined);
    stop();
  };
  window.addEventListener('pointercancel', cancel, options);
  return cancel;
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}
