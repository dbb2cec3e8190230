import type { ReactNode } from 'react';
import { limits } from '../plan/limits.generated.ts';
import { LongList } from './long-list.tsx';

interface WindowedListProps<Item> {
  readonly items: readonly Item[];
  draw(item: Item): ReactNode;
}

/** Draws all items of an ordinary list, and of a very long one those around what is in sight. */
export function WindowedList<Item>({ items, draw }: WindowedListProps<Item>): ReactNode {
  return items.length > limits.listItems ? <LongList items={items} draw={draw} /> : items.map(draw);
}
