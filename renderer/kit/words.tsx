import { settle } from '../plan/isolate.ts';
import './words.css';

/** A text, a number in digits, or a symbol for pending data. */
export type ShownWords = string | number | symbol | undefined;

type SkeletonSize = 'short' | 'line' | 'long';

interface WordsProps {
  readonly of: ShownWords;
  readonly size?: SkeletonSize;
  /** BCP 47 tag of the text, if it may differ from the page's language. */
  readonly lang?: string | undefined;
}

/** Renders a text, or a skeleton bar of the line's height while it loads, so nothing moves later. */
export function Words({ of, size = 'line', lang }: WordsProps) {
  return renderWords(of, size, lang);
}

/** As `Words`, without a component, for the thousands of texts in long forms. */
export function renderWords(of: ShownWords, size: SkeletonSize = 'line', lang?: string) {
  if (typeof of === 'symbol')
    return <span className={`cz-skeleton cz-skeleton-${size}`} aria-hidden="true" />;
  if (of === undefined) return null;
  const words = settle(String(of));
  return lang ? <span lang={lang}>{words}</span> : words;
}

/** Text for a name or label; undefined while it loads. */
export function plainWords(of: ShownWords): string | undefined {
  const value = plainValue(of);
  return value === undefined ? undefined : settle(value);
}

/** The exact value of an address or a code; undefined while it loads. */
export function plainValue(of: ShownWords): string | undefined {
  return of === undefined || typeof of === 'symbol' ? undefined : String(of);
}
