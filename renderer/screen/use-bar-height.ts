import { type RefObject, useLayoutEffect } from 'react';

/** The token space-16, of which a page need not have a property. */
const ROOM_PX = 16;

/** Header and bar may take this share of the height: at high zoom and in landscape the content needs the rest. */
const MOST_SHARE = 0.5;

/**
 * Leaves room for the bar, so that neither the focus nor a toast, which reads it here, ends up beneath it. It is no custom
 * property: of those every element of the page would be computed anew. Where the bar would leave less than half of the
 * height, it follows the content instead of sticking (`cz-bar-flows`).
 */
export function useBarHeight(bar: RefObject<HTMLElement | null>, isThere: boolean): void {
  useLayoutEffect(() => {
    const element = bar.current;
    if (!isThere || element === null || typeof ResizeObserver !== 'function') return undefined;
    const { style } = document.documentElement;
    const place = () => {
      const { offsetHeight } = element;
      const header = document.querySelector<HTMLElement>('.cz-header')?.offsetHeight ?? 0;
      const flows = header + offsetHeight > MOST_SHARE * window.innerHeight;
      element.classList.toggle('cz-bar-flows', flows);
      // A bar with nothing in it is not there.
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
