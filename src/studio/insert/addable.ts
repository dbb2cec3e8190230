import type { LucideIcon } from 'lucide-react';
import type { Json } from '#renderer/grammar/json.ts';

/** A line of the palette: a kind of widget, a part, or a block of another screen. */
export interface Addable {
  /** Unique in the palette. */
  readonly key: string;
  readonly title: string;
  /** A description of one line. */
  readonly help: string;
  readonly icon: LucideIcon;
  readonly group: string;
  /** Other words by which the search finds it, separated by spaces. */
  readonly words: string;
  /** How deeply a block is nested in its screen; 0 at the top. */
  readonly depth: number;
  /** Why it cannot be added to the selection. It can still be dragged elsewhere. */
  readonly why?: string;
  write(): Json;
}

/** The lines that contain all words of a search, best matches of the title first. */
export function findAddable(all: readonly Addable[], text: string): readonly Addable[] {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  const [first = ''] = wanted;
  const rank = ({ title, words }: Addable): number => {
    const name = title.toLowerCase();
    if (name === text.trim().toLowerCase()) return 0;
    if (name.startsWith(first)) return 1;
    const others = words.split(' ');
    if (others.includes(first)) return 2;
    return [name, ...others].some((word) => word.startsWith(first)) ? 3 : 4;
  };
  const found = all.filter(({ title, help, words }) => {
    const said = `${title} ${help} ${words}`.toLowerCase();
    return wanted.every((word) => said.includes(word));
  });
  return wanted.length === 0 ? found : found.sort((one, other) => rank(one) - rank(other));
}
