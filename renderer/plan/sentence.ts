import { LINK } from './plain-label.ts';

/** A piece of a sentence: words, or the words of a link. */
export interface SentencePiece {
  readonly words: string;
  /** Name of the link. */
  readonly link?: string;
}

/** The words and links of a text, in order. */
export function piecesOf(text: string): readonly SentencePiece[] {
  const pieces: SentencePiece[] = [];
  let end = 0;
  for (const { 0: all, 1: words = '', 2: link = '', index } of text.matchAll(LINK)) {
    if (index > end) pieces.push({ words: text.slice(end, index) });
    pieces.push({ words, link });
    end = index + all.length;
  }
  if (end < text.length) pieces.push({ words: text.slice(end) });
  return pieces;
}

/** Names of the links in a text, in order; a name may be there twice. */
export function linksOf(text: string): readonly string[] {
  return piecesOf(text).flatMap(({ link }) => link ?? []);
}

/**
 * In the text of a sentence, the mark in the place of a value. Values are put in after the links are found, so nothing in a value can
 * become a link. The characters are private to the application (Unicode, section 23.5).
 */
export function markOf(index: number): string {
  return `\uE000${index}\uE001`;
}

/** Replaces the marks in words by values. */
export function fillMarks(words: string, values: readonly string[]): string {
  return words.replace(/\uE000(\d+)\uE001/g, (mark, index: string) => values[Number(index)] ?? mark);
}
