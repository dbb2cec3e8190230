import { type RefObject, useLayoutEffect } from 'react';

/** The token space-16. A page may lack its custom property. */
const ROOM_PX = 16;

/** Maximum share of the height for header and bar: with high zoom or in landscape the content needs the rest. */
const MAX_SHARE = 0.5;

/**
 * Reserves space for the bar, so that it hides neither the focused element nor a toast, which reads the value here.
 * Not a custom property: that would recompute the style of every element. If the bar would leave less than half of
 * the height, it scrolls with the content (`cz-bar-flows`).
 */
export function useBarHeight(bar: RefObject<HTMLElement | null>, isThere: boolean): void {
  useLayoutEffect(() => {
    const element = bar.current;
    if (!isThere || element === null || typeof ResizeObserver !== 'function') return undefined;
    const { style } = document.documentElement;
    const place = () => {
      const { offsetHeight } = element;
      const header = document.querySelector<HTMLElement>('.cz-header')?.offsetHeight ?? 0;
      const flows = header + offsetHeight > MAX_SHARE * window.innerHeight;
      element.classList.toggle('cz-bar-flows', flows);
      // An empty bar needs no space.
      style.scrollPaddingBottom = offsetHeight === 0 || flows ? '' : `${offsetHeight + ROOM_PX}px`;
    };
    const observer = new ResizeObserver(place);
    observer.observe(element);
    window.addEventListener('resize', place);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', place);
      style.scrollPaddingBottom = '';
    };
  }, [bar, isThere]);
}
