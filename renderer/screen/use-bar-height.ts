import { type RefObject, useLayoutEffect } from 'react';

/** The token space-16, of which a page need not have a property. */
const ROOM_PX = 16;

/**
 * Leaves room for the bar, so that neither the focus nor a toast, which reads it here, ends up beneath it. It is no custom
 * property: of those every element of the page would be computed anew.
 */
export function useBarHeight(bar: RefObject<HTMLElement | null>, isThere: boolean): void {
  useLayoutEffect(() => {
    const element = bar.current;
    if (!isThere || element === null || typeof ResizeObserver !== 'function') return undefined;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      const { offsetHeight } = element;
      // A bar with nothing in it is not there.
      style.scrollPaddingBottom = offsetHeight === 0 ? '' : `${offsetHeight + ROOM_PX}px`;
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.scrollPaddingBottom = '';
    };
  }, [bar, isThere]);
}
