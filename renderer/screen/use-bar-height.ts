import { type RefObject, useLayoutEffect } from 'react';

/** Tells the style sheets how much the bar covers, so that neither the focus nor a toast ends up beneath it. */
export function useBarHeight(bar: RefObject<HTMLElement | null>, isThere: boolean): void {
  useLayoutEffect(() => {
    const element = bar.current;
    if (!isThere || element === null || typeof ResizeObserver !== 'function') return undefined;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() =>
      style.setProperty('--cz-bar-height', `${element.offsetHeight}px`),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty('--cz-bar-height');
    };
  }, [bar, isThere]);
}
