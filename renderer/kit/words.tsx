import { settle } from '../plan/isolate.ts';
import './words.css';

/** A text, a number shown as digits, or a symbol: its data is not there yet. */
export type DrawnWords = string | number | symbol | undefined;

type SkeletonSize = 'short' | 'line' | 'long';

interface WordsProps {
  readonly of: DrawnWords;
  readonly size?: SkeletonSize;
  /** BCP 47 tag of the words' language, where it may not be the page's. */
  readonly lang?: string | undefined;
}

/** Draws words, or the bar of a skeleton where they are still loading: as high as the line, so nothing moves later. */
export function Words({ of, size = 'line', lang }: WordsProps) {
  return drawWords(of, size, lang);
}

/** The same without a component of its own, for what there are thousands of. */
export function drawWords(of: DrawnWords, size: SkeletonSize = 'line', lang?: string) {
  if (typeof of === 'symbol')
    return <span className={`cz-skeleton cz-skeleton-${size}`} aria-hidden="true" />;
  if (of === undefined) return null;
  const words = settle(String(of));
  return lang ? <span lang={lang}>{words}</span> : words;
}

/** Words for a name or a label: nothing while they load. */
export function plainWords(of: DrawnWords): string | undefined {
  const value = plainValue(of);
  return value === undefined ? undefined : settle(value);
}

/** An address or a code, not words: exactly the value, or nothing while it loads. */
export function plainValue(of: DrawnWords): string | undefined {
  return of === undefined || typeof of === 'symbol' ? undefined : String(of);
}
