import type { ReactNode } from 'react';
import { createLater } from '../kit/later.ts';
import { useLater } from '../kit/use-later.ts';
import { limits } from '../plan/limits.generated.ts';

/** Few lists are longer than what is drawn at once. */
export const longList = createLater(() => import('./long-list.tsx'));

interface WindowedListProps<Item> {
  readonly items: readonly Item[];
  draw(item: Item): ReactNode;
}

/**
 * Draws all items of an ordinary list, and of a very long one those around what is in sight: the first, until the code for it is
 * here, and all of them, slowly, where that cannot be had.
 */
export function WindowedList<Item>({ items, draw }: WindowedListProps<Item>): ReactNode {
  const isLong = items.length > limits.listItems;
  const { module, isLost } = useLater(isLong, longList);
  if (module !== undefined) return <module.LongList items={items} draw={draw} />;
  return (isLong && !isLost ? items.slice(0, limits.listItems) : items).map(draw);
}
