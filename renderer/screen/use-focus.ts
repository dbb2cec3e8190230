import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { focusInside, focusNearest, headingsBefore, isFocusLost } from '../kit/focus-heading.ts';
import type { ScreenSurface } from '../runtime/live.ts';

/**
 * After a navigation, focuses the new screen's title, so that screen readers read it; if the address names a node,
 * the first heading in it. Not on the first load, which browsers announce themselves.
 */
export function useArrivalFocus({ phase, title, scrollTo }: ScreenSurface, isArrival: boolean): void {
  const hasArrived = useRef(false);
  useLayoutEffect(() => {
    const isEarly = scrollTo !== undefined && phase === 'loading';
    if (!isArrival || hasArrived.current || title === undefined || isEarly) return;
    hasArrived.current = true;
    // Preact renders the child nodes after this effect.
    queueMicrotask(() => {
      // An overlay that opened at once has the focus.
      if (!isFocusLost()) return;
      const node = scrollTo === undefined ? null : document.getElementById(scrollTo);
      if (node === null) focusNearest([]);
      else focusInside(node);
    });
  }, [phase, title, scrollTo, isArrival]);
}

/** If the focused element is removed, focuses the nearest heading before it, else the title. */
export function useFocusKept(screen: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = screen.current;
    if (element === null) return undefined;
    let held: { readonly element: Element; readonly headings: readonly HTMLElement[] } | undefined;
    const remember = ({ target }: FocusEvent) => {
      held = target instanceof Element ? { element: target, headings: headingsBefore(target) } : undefined;
    };
    // Some browsers fire `focusout` while they remove the focused element.
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
