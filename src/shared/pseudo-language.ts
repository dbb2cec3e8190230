/**
 * English as a longer language would be: every letter with a mark, and 40 % more of it. What is still plain is not
 * translated; what does not fit here does not fit in Filipino either. The workshop alone speaks it.
 */

/** The tag that CLDR gives English with marks. */
export const PSEUDO_LANGUAGE = 'en-XA';

const LENGTH = 1.4;
const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const MARKED = Array.from('āƀĉďēƒĝĥīĵķļṁņōþɋŗşţūṽŵẋŷžĀɃĈĎĒƑĜĤĪĴĶĻṀŅŌÞɊŖŞŢŪṼŴẊŶŽ');
/** Nothing that is read has it. */
const FILLER = 'ˑ';
const LONGEST_FILLER = 8;
const PLACEHOLDER = /(\{[^{}]+\})/;
const MARKED_VOWELS = new Set(Array.from('āēīōūĀĒĪŌŪ'));

const toMarked = new Map(Array.from(PLAIN, (letter, index) => [letter, MARKED[index] ?? letter] as const));
const toPlain = new Map([...toMarked].map(([letter, marked]) => [marked, letter]));

/** The text with marks, its vowels twice, and filled up to its length by words of nothing; `{placeholders}` stay. */
export function writePseudo(text: string): string {
  const parts = text.split(PLACEHOLDER);
  const marked = parts.map((part) => (PLACEHOLDER.test(part) ? part : mark(part))).join('');
  const words = parts.filter((part) => !PLACEHOLDER.test(part)).join('');
  if (words.trim() === '') return marked;
  let missing = Math.ceil(text.length * LENGTH) - marked.length;
  let filled = marked;
  while (missing > 0) {
    const count = Math.min(LONGEST_FILLER, Math.max(1, missing - 1));
    filled += ` ${FILLER.repeat(count)}`;
    missing -= count + 1;
  }
  return filled;
}

function mark(text: string): string {
  return Array.from(text, (letter) => {
    const marked = toMarked.get(letter) ?? letter;
    return MARKED_VOWELS.has(marked) ? marked + marked : marked;
  }).join('');
}

/** What was written so, as it was; any other text stays as it is. */
export function readPseudo(text: string): string {
  return text
    .replaceAll(new RegExp(` ${FILLER}+`, 'g'), '')
    .replaceAll(/([āēīōūĀĒĪŌŪ])\1/g, '$1')
    .replaceAll(/./gsu, (letter) => toPlain.get(letter) ?? letter);
}
