import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { limits } from '../plan/limits.generated.ts';

interface LongListProps<Item> {
  readonly items: readonly Item[];
  draw(item: Item): ReactNode;
}

/** A slow phone renders this many items in a frame; even a fast scroll passes fewer in one frame. */
const STEP = limits.listItems / 20;

/**
 * Two spacers replace the items that are not rendered. When one comes near, the window moves by a step. After a jump,
 * for example by the scroll bar, it follows at once.
 */
export function LongList<Item>({ items, draw }: LongListProps<Item>) {
  const [start, setStart] = useState(0);
  const [itemHeight, setItemHeight] = useState(0);
  const above = useRef<HTMLDivElement>(null);
  const below = useRef<HTMLDivElement>(null);
  const from = Math.min(start, Math.max(0, items.length - limits.listItems));
  const to = Math.min(items.length, from + limits.listItems);

  useLayoutEffect(() => {
    const first = above.current;
    const last = below.current;
    if (first === null || last === null || typeof IntersectionObserver !== 'function') return undefined;
    const drawnHeight = last.getBoundingClientRect().top - first.getBoundingClientRect().bottom;
    const height = drawnHeight / (to - from);
    setItemHeight(height);
    /** @param reached - Overlap of the spacer with the viewport, in px. */
    const stepOver = (reached: number) => (height > 0 ? Math.max(STEP, Math.ceil(reached / height)) : STEP);
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target, boundingClientRect: spacer, rootBounds: sight } of entries) {
          if (!isIntersecting) continue;
          if (target === first && from > 0)
            setStart(Math.max(0, from - stepOver(spacer.bottom - (sight?.top ?? 0))));
          if (target === last && to < items.length)
            setStart(from + stepOver((sight?.bottom ?? window.innerHeight) - spacer.top));
        }
      },
      { rootMargin: '800px 0px' },
    );
    observer.observe(first);
    observer.observe(last);
    return () => observer.disconnect();
  }, [from, to, items.length]);

  // The document's policy refuses a style attribute, which the server would write.
  const spacing = (count: number) => (itemHeight > 0 ? { height: count * itemHeight } : undefined);
  return (
    <>
      <div ref={above} aria-hidden="true" style={spacing(from)} />
      {items.slice(from, to).map(draw)}
      <div ref={below} aria-hidden="true" style={spacing(items.length - to)} />
    </>
  );
}
