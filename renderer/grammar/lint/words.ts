import { isJson } from '../json.ts';
import { shapes } from '../shapes.generated.ts';
import type { WrittenDocument, WrittenNode } from './document.ts';

/** Of what can be touched or filled in, the property that names it. */
const NAMES = ['text', 'title', 'label', 'alt'];

/** CSS px that a button has for its words on a phone of 320 px: without the page's and its own padding. */
const WIDTH = 256;
const FONT_SIZE = 16;
const MOST_LINES = 2;

/** Names that are nothing, and words of buttons that are too many. */
export function lintWords(document: WrittenDocument): void {
  for (const node of document.nodes) {
    if (canBeTouched(node)) lintName(document, node);
    if (node.type !== 'button') continue;
    for (const [pointer, words] of wordsOf(node.raw['text'], `${node.pointer}/text`)) {
      if (needsTooMuchRoom(words)) report(document, pointer, words);
    }
  }
}

/** Whether words of a button need more lines than it may have; what data stands in for is not counted. */
export function needsTooMuchRoom(words: string): boolean {
  return widthOf(words.replaceAll(/\$?\{[^}]*\}/g, '')) > WIDTH * MOST_LINES;
}

/** Everything that a text property may say. */
export function* wordsOf(
  text: unknown,
  pointer: string,
): Generator<readonly [pointer: string, words: string]> {
  if (typeof text === 'string') yield [pointer, text];
  const entries = isJson(text) ? text['choose'] : undefined;
  if (!Array.isArray(entries)) return;
  for (const [index, entry] of entries.entries()) {
    const at = `${pointer}/choose/${index}`;
    if (isJson(entry)) yield* wordsOf(entry['value'], `${at}/value`);
    else yield* wordsOf(entry, at);
  }
}

function report(document: WrittenDocument, pointer: string, words: string): void {
  const lines = Math.ceil(widthOf(words) / WIDTH);
  document.report('text/too-long', pointer, `At 320 px these words need about ${lines} lines.`);
}

function canBeTouched({ type, raw }: WrittenNode): boolean {
  const shape = Object.hasOwn(shapes.widgets, type) ? shapes.widgets[type] : undefined;
  const isInput = shape?.properties['rules'] !== undefined;
  return isInput || (isJson(raw['on']) && raw['on']['tap'] !== undefined);
}

function lintName(document: WrittenDocument, { raw, pointer }: WrittenNode): void {
  const property = NAMES.find((name) => raw[name] !== undefined);
  const name = property === undefined ? undefined : raw[property];
  if (typeof name !== 'string' || name.trim() !== '') return;
  document.report('node/no-name', `${pointer}/${property ?? ''}`, 'This name has no words.');
}

/** About as wide as a system font draws it, in px. */
function widthOf(words: string): number {
  let width = 0;
  for (const sign of words.trim()) width += shareOf(sign) * FONT_SIZE;
  return width;
}

function shareOf(sign: string): number {
  if (/[ijl.,:;'|! ]/.test(sign)) return 0.28;
  if (/[frt()-]/.test(sign)) return 0.36;
  if (/[mwMW@%]/.test(sign)) return 0.88;
  if (/\p{Lu}/u.test(sign)) return 0.68;
  return sign > '\u2e7f' ? 1 : 0.56;
}
