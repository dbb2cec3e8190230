import type { ReactNode } from 'react';
import { limits } from '../plan/limits.generated.ts';
import { LongList } from './long-list.tsx';

interface WindowedListProps<Item> {
  readonly items: readonly Item[];
  draw(item: Item): ReactNode;
}

/** Renders all items of an ordinary list; of a very long list, only those near the viewport. */
export function WindowedList<Item>({ items, draw }: WindowedListProps<Item>): ReactNode {
  return items.length > limits.listItems ? <LongList items={items} draw={draw} /> : items.map(draw);
}
