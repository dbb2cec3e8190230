import { applyEdits as applyFormat, format } from 'jsonc-parser';
import { formatDocument } from '#renderer/grammar/format.ts';
import { isActionsPlace } from '#renderer/grammar/lone-actions.ts';
import { joinPointer, splitPointer } from '#renderer/grammar/pointer.ts';
import { TextEdits } from '#renderer/grammar/text-edits.ts';
import { documentKind } from '#renderer/grammar/world.ts';
import { limits } from '#renderer/plan/limits.generated.ts';
import { isRefusedName } from '#renderer/plan/value.ts';
import { type Refusal, refuse } from './answer.ts';
import type { Changes } from './workspace.ts';

/** One edit of a document. `pointer` and `from` are JSON Pointers; the operations are those of JSON Patch. */
export type Edit =
  | { readonly op: 'write'; readonly path: string; readonly value: unknown }
  | { readonly op: 'delete'; readonly path: string }
  | {
      readonly op: 'add' | 'replace';
      readonly path: string;
      readonly pointer: string;
      readonly value: unknown;
    }
  | { readonly op: 'remove'; readonly path: string; readonly pointer: string }
  | { readonly op: 'move'; readonly path: string; readonly from: string; readonly pointer: string };

type Refused = { readonly refused: Refusal };

/**
 * Applies edits in order, and formats each changed document. Comments stay.
 *
 * @param textOf - The current text of a document; undefined if there is none.
 */
export function applyEdits(
  edits: readonly Edit[],
  textOf: (path: string) => string | undefined,
): { readonly changes: Changes } | Refused {
  const texts = new Map<string, string | null>();
  const current = (path: string): string | undefined =>
    texts.has(path) ? (texts.get(path) ?? undefined) : textOf(path);
  for (const [at, edit] of edits.entries()) {
    const next = apply(edit, current(edit.path));
    if (typeof next === 'object' && next !== null)
      return refuse(
        next.refused.code,
        `Edit ${at + 1}, ${edit.op} in ${edit.path}: ${next.refused.why}`,
        `${next.refused.next} No edit of this call was made.`,
      );
    texts.set(edit.path, next);
  }
  const changed = [...texts].flatMap(([path, text]): [string, string | null][] => {
    const after = text === null ? null : formatText(path, text);
    return after === (textOf(path) ?? null) ? [] : [[path, after]];
  });
  const large = changed.find(([, text]) => text !== null && Buffer.byteLength(text) > limits.bytes);
  if (large !== undefined)
    return refuse('too-large', `${large[0]} would be larger than ${limits.bytes} bytes.`, 'Split it.');
  return { changes: new Map(changed) };
}

/** The text after an edit; null if the document is deleted. */
function apply(edit: Edit, text: string | undefined): string | null | Refused {
  if ('value' in edit) {
    const fault = findFault(edit.value);
    if (fault !== undefined) return refuse('invalid', fault, 'Leave it out.');
  }
  if (edit.op === 'write') return write(edit.value);
  if (text === undefined)
    return refuse('unknown', 'there is no such document.', 'Create it with the operation "write".');
  switch (edit.op) {
    case 'delete':
      return null;
    case 'add':
      return add(text, edit.pointer, JSON.stringify(edit.value));
    case 'replace':
      return replace(text, edit.pointer, JSON.stringify(edit.value));
    case 'remove':
      return remove(text, edit.pointer);
    case 'move':
      return move(text, edit.from, edit.pointer);
  }
}

/** A whole document. Some clients send it as text. */
function write(value: unknown): string | Refused {
  const document = typeof value === 'string' ? parse(value) : value;
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    return refuse('invalid', 'a document is a JSON object.', 'Send the whole document as "value".');
  const fault = findFault(document);
  return fault === undefined ? JSON.stringify(document) : refuse('invalid', fault, 'Leave it out.');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const INDEX = /^(?:0|[1-9]\d*)$/;

function add(text: string, pointer: string, written: string): string | Refused {
  const names = splitPointer(pointer);
  const last = names.pop();
  if (last === undefined) return written;
  const edits = new TextEdits(text);
  const around = names.reduce(joinPointer, '');
  const parent = find(edits, around);
  if (parent === undefined) return nothingAt(around);
  // The only action of a list may be written without the list.
  const isLone = parent.type === 'object' && isActionsPlace(names) && (last === '-' || INDEX.test(last));
  if (parent.type === 'array' || isLone) {
    const length = isLone ? 1 : (parent.children ?? []).length;
    const index = last === '-' ? length : INDEX.test(last) ? Number(last) : Number.NaN;
    if (!(index <= length))
      return refuse(
        'unknown',
        `"${last}" is no index of the list at "${around}", which has ${length} items.`,
        'Use an index up to the length, or "-" for the end.',
      );
    edits.insertItem(around, index, written);
  } else if (parent.type !== 'object') {
    return refuse('unknown', `the value at "${around}" has no members.`, 'Read the document again.');
  } else if (find(edits, pointer) === undefined) edits.addMember(around, last, written);
  else edits.replaceWritten(pointer, written);
  return edits.apply();
}

function replace(text: string, pointer: string, written: string): string | Refused {
  if (pointer === '') return written;
  const edits = new TextEdits(text);
  if (find(edits, pointer) === undefined) return nothingAt(pointer);
  edits.replaceWritten(pointer, written);
  return edits.apply();
}

function remove(text: string, pointer: string): string | Refused {
  if (pointer === '')
    return refuse('invalid', 'the whole document cannot be removed.', 'Use the operation "delete".');
  const edits = new TextEdits(text);
  if (find(edits, pointer) === undefined) return nothingAt(pointer);
  edits.remove(pointer);
  return edits.apply();
}

/** As in JSON Patch: `to` is read after the value was removed. */
function move(text: string, from: string, to: string): string | Refused {
  if (to === from) return text;
  if (to.startsWith(`${from}/`))
    return refuse('invalid', 'a value cannot be moved into itself.', 'Choose another pointer.');
  const edits = new TextEdits(text);
  if (from === '' || find(edits, from) === undefined) return nothingAt(from);
  const written = edits.written(from);
  const without = remove(text, from);
  return typeof without === 'string' ? add(without, to, written) : without;
}

/** The value at a pointer. An index of a list must be written as JSON Pointer defines it. */
function find(edits: TextEdits, pointer: string): ReturnType<TextEdits['node']> {
  let around = '';
  for (const name of splitPointer(pointer)) {
    if (edits.node(around)?.type === 'array' && !INDEX.test(name)) return undefined;
    around = joinPointer(around, name);
  }
  return edits.node(pointer);
}

function nothingAt(pointer: string): Refused {
  return refuse('unknown', `there is nothing at "${pointer}".`, 'Read the document for its pointers.');
}

function formatText(path: string, text: string): string {
  if (documentKind(path) !== undefined) return formatDocument({ path, text });
  const edits = format(text, undefined, { tabSize: 2, insertSpaces: true, eol: '\n' });
  return `${applyFormat(text, edits).trimEnd()}\n`;
}

/** Why a value cannot be in a document; undefined if it can. Values of a client may be nested without end. */
function findFault(value: unknown): string | undefined {
  const waiting: (readonly [value: unknown, depth: number])[] = [[value, 0]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [one, depth] = next;
    if (depth > limits.depth) return `it is nested deeper than ${limits.depth} levels.`;
    if (typeof one === 'string' && one.includes('\0')) return 'a text contains U+0000.';
    if (one === undefined) return 'a value is missing.';
    if (typeof one !== 'object' || one === null) continue;
    for (const [name, inner] of Object.entries(one)) {
      if (isRefusedName(name) || name.includes('\0')) return `a member must not be called ${name}.`;
      waiting.push([inner, depth + 1]);
    }
  }
  return undefined;
}
