/**
 * A pseudo-language: English with a mark on every letter and 40 % longer. Text without marks is not translated;
 * text that does not fit here does not fit in Filipino either. Only for developers.
 */

/** The tag that CLDR gives English with marks. */
export const PSEUDO_LANGUAGE = 'en-XA';

const LENGTH = 1.4;
const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const MARKED = Array.from('āƀĉďēƒĝĥīĵķļṁņōþɋŗşţūṽŵẋŷžĀɃĈĎĒƑĜĤĪĴĶĻṀŅŌÞɊŖŞŢŪṼŴẊŶŽ');
/** A character that no text contains. */
const FILLER = 'ˑ';
const LONGEST_FILLER = 8;
/** `{placeholder}`, or the name of a link with the bracket before it: `[words](name)`. */
const PLACEHOLDER = /(\{[^{}]+\}|\]\([A-Za-z_][\w-]*\))/;
const MARKED_VOWELS = new Set(Array.from('āēīōūĀĒĪŌŪ'));

const toMarked = new Map(Array.from(PLAIN, (letter, index) => [letter, MARKED[index] ?? letter] as const));
const toPlain = new Map([...toMarked].map(([letter, marked]) => [marked, letter]));

/** Adds marks, doubles the vowels, and fills up with filler words; `{placeholders}` stay. */
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

/** Reverses `writePseudo`; any other text stays unchanged. */
export function readPseudo(text: string): string {
  return text
    .replaceAll(new RegExp(` ${FILLER}+`, 'g'), '')
    .replaceAll(/([āēīōūĀĒĪŌŪ])\1/g, '$1')
    .replaceAll(/./gsu, (letter) => toPlain.get(letter) ?? letter);
}
