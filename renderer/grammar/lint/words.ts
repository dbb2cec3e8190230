import { isBlank } from '../../plan/blank.ts';
import { isJson, type Json } from '../json.ts';
import { joinPointer } from '../pointer.ts';
import { type PropertyShapes, shapes } from '../shapes.generated.ts';
import type { WrittenDocument, WrittenNode } from './document.ts';

/** Properties that give a name to an input or a tappable node. */
const NAMES: ReadonlySet<string> = new Set(['text', 'title', 'label', 'alt']);

/** Width in CSS px of a button's text on a phone of 320 px, without padding of page and button. */
const WIDTH = 256;
const FONT_SIZE = 16;
const MAX_LINES = 2;

/** Reports texts without words, and button texts that are too long. */
export function lintWords(document: WrittenDocument): void {
  if (document.kind === 'screen') lintBlank(document, ofScreen(document.raw));
  for (const { raw, pointer, name } of document.actions)
    lintBlank(document, textsIn(raw, shapes.actions[name]?.properties, pointer));
  for (const { raw, pointer, type } of document.overlays)
    lintBlank(document, textsIn(raw, shapes.overlays[type]?.properties, pointer));
  for (const node of document.nodes) {
    lintBlank(document, textsIn(node.raw, shapes.widgets[node.type]?.properties, node.pointer), node);
    if (node.type !== 'button') continue;
    for (const [pointer, words] of wordsOf(node.raw['text'], `${node.pointer}/text`)) {
      if (needsTooMuchRoom(words)) report(document, pointer, words);
    }
  }
}

/** Whether a button's text needs too many lines; values of data are not counted. */
export function needsTooMuchRoom(words: string): boolean {
  return widthOf(words.replaceAll(/\$?\{[^}]*\}/g, '')) > WIDTH * MAX_LINES;
}

/** All possible values of a text property, with their pointers. */
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
  document.report('text/too-long', pointer, `On a screen of 320 px this text needs about ${lines} lines.`);
}

interface WrittenText {
  readonly name: string;
  readonly pointer: string;
  readonly raw: unknown;
}

function ofScreen(raw: Json): readonly WrittenText[] {
  const own = ['title', 'documentTitle'].map((name) => ({ name, pointer: `/${name}`, raw: raw[name] }));
  const data = Object.entries(isJson(raw['data']) ? raw['data'] : {});
  const failed = data.map(([id, resource]) => ({
    name: 'failed',
    pointer: `${joinPointer('/data', id)}/failed`,
    raw: isJson(resource) ? resource['failed'] : undefined,
  }));
  return [...own, ...failed];
}

/** The texts of a record and of the rows, options, tags and rules in it. */
function textsIn(raw: Json, properties: PropertyShapes = {}, pointer: string): readonly WrittenText[] {
  return Object.entries(properties).flatMap(([name, { slot, element }]) => {
    const at = joinPointer(pointer, name);
    const value = raw[name];
    if (slot === 'text') return [{ name, pointer: at, raw: value }];
    if (slot !== 'elements' || element === undefined || !Array.isArray(value)) return [];
    const own = shapes.elements[element]?.properties;
    return value.flatMap((item: unknown, index) =>
      isJson(item) ? textsIn(item, own, joinPointer(at, index)) : [],
    );
  });
}

function lintBlank(document: WrittenDocument, texts: readonly WrittenText[], node?: WrittenNode): void {
  const isTouched = node !== undefined && canBeTouched(node);
  for (const { name, pointer, raw } of texts) {
    const isName = isTouched && NAMES.has(name) && pointer === joinPointer(node.pointer, name);
    // A decorative image has no text.
    if (node?.type === 'image' && !isName) continue;
    for (const [at, words] of wordsOf(raw, pointer)) {
      if (!isBlank(words.replaceAll(NOTHING, ''))) continue;
      if (isName) document.report('node/no-name', at, 'The accessible name is empty.');
      else document.report('text/no-words', at, `"${name}" is empty.`, 'value', WAY_OUT);
    }
  }
}

/** An expression that is always blank. */
const NOTHING = /\$\{\s*'[\s\p{Default_Ignorable_Code_Point}]*'\s*\}/gu;
const WAY_OUT = 'write a text, or leave it out';

function canBeTouched({ type, raw }: WrittenNode): boolean {
  const shape = Object.hasOwn(shapes.widgets, type) ? shapes.widgets[type] : undefined;
  const isInput = shape?.properties['rules'] !== undefined;
  return isInput || (isJson(raw['on']) && raw['on']['tap'] !== undefined);
}

/** Approximate width in a system font, in px. */
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
