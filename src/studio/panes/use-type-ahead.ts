import { type KeyboardEvent, useRef } from 'react';

/** Keys within this time are one search text. */
const TYPING_MS = 700;
const NOTHING_TYPED = { words: '', at: 0 };

/**
 * Goes to a line of a list by typing its beginning.
 *
 * @param namesOf - Names of each line.
 * @param at - The current line.
 */
export function useTypeAhead(namesOf: readonly (readonly string[])[], at: number, go: (to: number) => void) {
  const typed = useRef(NOTHING_TYPED);
  return {
    /** Any other key than a letter begins a new search text. */
    reset(): void {
      typed.current = NOTHING_TYPED;
    },
    /** @returns whether the letter was used. */
    type(letter: string, now: number): boolean {
      const isOn = now - typed.current.at < TYPING_MS;
      const words = (isOn ? typed.current.words : '') + letter.toLowerCase();
      if (words.trim() === '') return false;
      typed.current = { words, at: now };
      // The same letter repeated goes to the next match of that letter.
      const isOne = /^(.)\1*$/u.test(words);
      const wanted = isOne ? (words[0] ?? '') : words;
      const from = isOne ? at + 1 : at;
      const places = namesOf.map((_, place) => (from + place) % namesOf.length);
      const begins = (name: string): boolean => name.toLowerCase().startsWith(wanted);
      const found = places.find((place) => namesOf[place]?.some(begins));
      if (found !== undefined) go(found);
      return true;
    },
  };
}

/** Letters and space only: digits choose states, and other characters are shortcuts. */
export function isLetter({ key, metaKey, ctrlKey, altKey }: KeyboardEvent): boolean {
  return /^[\p{L} ]$/u.test(key) && !metaKey && !ctrlKey && !altKey;
}
