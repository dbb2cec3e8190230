import { isJson, type Json } from '#renderer/grammar/json.ts';
import { parseDocument } from '#renderer/grammar/parse.ts';
import { joinPointer, valueAt } from '#renderer/grammar/pointer.ts';
import { LINK } from '#renderer/plan/plain-label.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { addAction } from './action-edits.ts';
import { type Edited, setAt, setMember } from './edits.ts';

/* Links in a text: the words `[the terms](terms)` and the list of actions `terms` under `links` are one edit. */

/** Makes words of a text a link. Words that the text does not have are added to it. */
export function addLink(
  file: SourceFile,
  node: string,
  property: string,
  words: string,
  action: unknown,
): Edited {
  const value = nodeIn(file, node);
  const name = freeName(words, value);
  const link = `[${words}](${name})`;
  const texts = textsOf(value?.[property], joinPointer(node, property));
  const having = texts.filter(([, text]) => placeOfWords(text, words) >= 0);
  const changed: readonly (readonly [string, string])[] =
    having.length > 0
      ? having.map(([at, text]) => {
          const from = placeOfWords(text, words);
          return [at, text.slice(0, from) + link + text.slice(from + words.length)];
        })
      : texts.slice(-1).map(([at, text]) => [at, text.trim() === '' ? link : `${text} ${link}`]);
  if (changed.length === 0) return { text: file.text, pointer: node };
  const text = write(file, changed);
  const list = joinPointer(`${node}/links`, name);
  return { text: addAction({ ...file, text }, list, 0, action).text, pointer: node };
}

/** Removes a link: its words stay in the text. */
export function removeLink(file: SourceFile, node: string, property: string, name: string): Edited {
  const value = nodeIn(file, node);
  const texts = textsOf(value?.[property], joinPointer(node, property));
  const text = write(
    file,
    texts.map(([at, written]) => [
      at,
      written.replaceAll(LINK, (link, words: string, linked) => (linked === name ? words : link)),
    ]),
  );
  const links = isJson(value?.['links']) ? Object.keys(value['links']) : [];
  const rest = { ...file, text };
  return links.length > 1
    ? { text: setAt(rest, joinPointer(`${node}/links`, name), undefined).text, pointer: node }
    : setMember(rest, node, 'links', undefined);
}

/** Whether words can be a link: they are not in a value, in a link, or cut by brackets. */
export function canBeLink(words: string): boolean {
  return words.trim() !== '' && !/[[\]]|\$\{/.test(words);
}

function nodeIn({ path, text }: SourceFile, node: string): Json | undefined {
  const value = valueAt(parseDocument(text, path).document?.value, node);
  return isJson(value) ? value : undefined;
}

/** The strings of a text, with their pointers: one, or those of its cases. */
function textsOf(value: unknown, pointer: string): readonly (readonly [pointer: string, text: string])[] {
  if (typeof value === 'string') return [[pointer, value]];
  const entries: readonly unknown[] = isJson(value) && Array.isArray(value['choose']) ? value['choose'] : [];
  return entries.flatMap((entry, at) => {
    const place = joinPointer(`${pointer}/choose`, at);
    return isJson(entry) ? textsOf(entry['value'], `${place}/value`) : textsOf(entry, place);
  });
}

/** Where whole words are in a text, outside of values and of other links; -1 if nowhere. */
function placeOfWords(text: string, words: string): number {
  const open = text.replace(/\$\{[^}]*\}|\[[^[\]]*\]\([^)]*\)/g, (part) => '\u0000'.repeat(part.length));
  const isLetter = (at: number): boolean => /[\p{L}\p{N}]/u.test(open.charAt(at));
  let at = open.indexOf(words);
  while (at >= 0 && (isLetter(at - 1) || isLetter(at + words.length))) at = open.indexOf(words, at + 1);
  return at;
}

function write(file: SourceFile, texts: readonly (readonly [pointer: string, text: string])[]): string {
  return texts.reduce((now, [at, text]) => setAt({ path: file.path, text: now }, at, text).text, file.text);
}

/** A name for the link, made of its words. */
function freeName(words: string, node: Json | undefined): string {
  const links = isJson(node?.['links']) ? node['links'] : {};
  const [first = '', ...others] = words.toLowerCase().match(/[a-z]+/g) ?? ['link'];
  const stem = [first, ...others.map((word) => word.charAt(0).toUpperCase() + word.slice(1))]
    .join('')
    .slice(0, 40);
  let name = stem;
  for (let nth = 2; Object.hasOwn(links, name); nth += 1) name = `${stem}${nth}`;
  return name;
}
