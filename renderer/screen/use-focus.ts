import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { focusInside, focusNearest, headingsBefore, isFocusLost } from '../kit/focus-heading.ts';
import type { ScreenSurface } from '../live/live.ts';

/**
 * After a navigation the title of the new screen takes the focus, and thereby is read out; where the address names a
 * node of the screen, the first heading in it does. Not on the first load: a browser announces that itself.
 */
export function useArrivalFocus({ phase, title, scrollTo }: ScreenSurface, isArrival: boolean): void {
  const hasArrived = useRef(false);
  useLayoutEffect(() => {
    const isEarly = scrollTo !== undefined && phase === 'loading';
    if (!isArrival || hasArrived.current || title === undefined || isEarly) return;
    hasArrived.current = true;
    // Preact draws the nodes beneath after this.
    queueMicrotask(() => {
      // An overlay that opened at once has it.
      if (!isFocusLost()) return;
      const node = scrollTo === undefined ? null : document.getElementById(scrollTo);
      if (node === null) focusNearest([]);
      else focusInside(node);
    });
  }, [phase, title, scrollTo, isArrival]);
}

/** When the element that has the focus is removed, the nearest heading before it takes the focus, else the title. */
export function useFocusKept(screen: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = screen.current;
    if (element === null) return undefined;
    let held: { readonly element: Element; readonly headings: readonly HTMLElement[] } | undefined;
    const remember = ({ target }: FocusEvent) => {
      held = target instanceof Element ? { element: target, headings: headingsBefore(target) } : undefined;
    };
    // Some browsers say that the focus went away while they remove what had it.
    const forget = () =>
      queueMicrotask(() => {
        if (held?.element.isConnected && isFocusLost()) held = undefined;
      });
    const observer = new MutationObserver(() => {
      if (held === undefined || held.element.isConnected) return;
      const { headings } = held;
      held = undefined;
      if (isFocusLost()) focusNearest(headings);
    });
    element.addEventListener('focusin', remember);
    element.addEventListener('focusout', forget);
    observer.observe(element, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('focusin', remember);
      element.removeEventListener('focusout', forget);
    };
  }, [screen]);
}
