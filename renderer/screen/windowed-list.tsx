import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { limits } from '../plan/limits.generated.ts';

interface WindowedListProps<Item> {
  readonly items: readonly Item[];
  draw(item: Item): ReactNode;
}

/** Draws all items of an ordinary list, and of a very long one those around what is in sight. */
export function WindowedList<Item>({ items, draw }: WindowedListProps<Item>): ReactNode {
  return items.length <= limits.listItems ? items.map(draw) : <Window items={items} draw={draw} />;
}

const STEP = limits.listItems / 2;

/** Two spacers stand for what is not drawn; when one comes near the window moves by half its length. */
function Window<Item>({ items, draw }: WindowedListProps<Item>) {
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
    setItemHeight(drawnHeight / (to - from));
    const observer = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) {
          if (!entry.isIntersecting) continue;
          if (entry.target === first && from > 0) setStart(Math.max(0, from - STEP));
          if (entry.target === last && to < items.length) setStart(from + STEP);
        }
      },
      { rootMargin: '800px 0px' },
    );
    observer.observe(first);
    observer.observe(last);
    return () => observer.disconnect();
  }, [from, to, items.length]);

  return (
    <>
      <div ref={above} aria-hidden="true" style={{ height: from * itemHeight }} />
      {items.slice(from, to).map(draw)}
      <div ref={below} aria-hidden="true" style={{ height: (items.length - to) * itemHeight }} />
    </>
  );
}
