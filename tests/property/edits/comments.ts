import { createScanner, type Node } from 'jsonc-parser';
import { TextEdits } from '#renderer/grammar/text-edits.ts';

interface Comment {
  readonly words: string;
  readonly at: number;
}

/* Token kinds of jsonc-parser; its own names are a const enum that isolated modules cannot import. */
const LINE_COMMENT = 12;
const BLOCK_COMMENT = 13;
const END = 17;

export function commentsIn(text: string): readonly Comment[] {
  const scanner = createScanner(text, false);
  const found: Comment[] = [];
  for (let token: number = scanner.scan(); token !== END; token = scanner.scan()) {
    if (token !== LINE_COMMENT && token !== BLOCK_COMMENT) continue;
    // The scanner's value of a comment begins with the character before it.
    const at = scanner.getTokenOffset();
    const words = text.slice(at, at + scanner.getTokenLength()).trim();
    // An edit gives a document of Windows its line ends again, also in a comment in which somebody typed another.
    found.push({ words: words.replaceAll('\r\n', '\n'), at });
  }
  return found;
}

/**
 * Comments that an edit has lost.
 *
 * @param replaced - Pointers of values that the edit removes or replaces: their comments may go, those around them not.
 */
export function lostComments(before: string, after: string, replaced: readonly string[]): readonly string[] {
  const had = commentsIn(before);
  if (had.length === 0) return [];
  const left = commentsIn(after).map(({ words }) => words);
  const edits = new TextEdits(before);
  const ranges = replaced.flatMap((pointer) => {
    const node = edits.node(pointer);
    return node === undefined ? [] : [rangeOf(before, node)];
  });
  return had.flatMap(({ words, at }) => {
    const place = left.indexOf(words);
    if (place >= 0) left.splice(place, 1);
    const mayGo = ranges.some(([from, to]) => at >= from && at < to);
    return place >= 0 || mayGo ? [] : [words];
  });
}

/** A value with its name and its own comments: those above it, and those on its last line. */
function rangeOf(text: string, node: Node): readonly [from: number, to: number] {
  const whole = node.parent?.type === 'property' ? node.parent : node;
  const end = whole.offset + whole.length;
  const lineEnd = text.indexOf('\n', end);
  const siblings = whole.parent?.children ?? [];
  const before = siblings[siblings.indexOf(whole) - 1];
  const holder = whole.parent?.offset ?? 0;
  const lineAfter = before === undefined ? holder : text.indexOf('\n', before.offset + before.length);
  const next = siblings[siblings.indexOf(whole) + 1]?.offset ?? text.length;
  return [
    Math.min(lineAfter < 0 ? whole.offset : lineAfter, whole.offset),
    Math.min(lineEnd < 0 ? end : lineEnd, next),
  ];
}
