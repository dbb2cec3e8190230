import { type RefObject, useLayoutEffect } from 'react';

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
      style.scrollPaddingBottom = `calc(${element.offsetHeight}px + var(--cz-space-16))`;
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.scrollPaddingBottom = '';
    };
  }, [bar, isThere]);
}
