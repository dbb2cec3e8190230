import type { Difference } from '#renderer/grammar/difference/compare.ts';
import { isJson, type Json } from '#renderer/grammar/json.ts';
import { shapes } from '#renderer/grammar/shapes.generated.ts';
import { recordsIn, splitPointer } from '#renderer/grammar/pointer.ts';
import { APP_FILE, isAsset } from '#src/shared/project-paths.ts';
import { describeType, memberTitle, wordsOf } from '../properties/describe.ts';
import { screenTitleOf } from '../model/nodes.ts';
import { nameOf as fileName } from '../model/uses.ts';
import type { WorkspaceView } from '../model/workspace.ts';
import { languageName } from '../words/language-name.ts';
import { sayValue } from '../words/say-value.ts';

/** A difference in words, for the approver. */
export interface ChangeWords {
  /** The changed node, such as `Button “Pay”`; the document if it is outside of nodes. */
  readonly subject: string;
  /** The changed member, such as `label`; empty for the whole node. */
  readonly member: string;
  readonly before?: string;
  readonly after?: string;
}

/** Maximum length of a shown value, in UTF-16 units. */
const SHOWN = 160;
/** Members that can name a node, by priority. */
const NAMES = ['text', 'label', 'title', 'name', 'id', 'to', 'endpoint'] as const;

/** @param root - The document after the change; for a removed value the document before it. */
export function describeChange({ before, after }: Difference, root: unknown): ChangeWords {
  const place = after ?? before;
  const names = splitPointer(place?.pointer ?? '');
  const { subject, from } = findTranslation(root, names) ?? findSubject(root, names);
  const rest = names.slice(from);
  const isWhole = rest.length === 0;
  const other = isWhole ? undefined : { before, after };
  return {
    subject,
    member: rest
      .filter((name) => !/^\d+$/.test(name))
      .map((name) => memberTitle(name).toLowerCase())
      .join(', '),
    ...(other?.before !== undefined && { before: showValue(other.before.value) }),
    ...(other?.after !== undefined && { after: showValue(other.after.value) }),
  };
}

/** Label of the innermost node or action at a pointer or around it: `Button “Pay”`; empty if there is none. */
export function subjectAt(root: unknown, pointer: string): string {
  return findSubject(root, splitPointer(pointer)).subject;
}

/** The innermost node or action on the path, and how many names lead to it. */
export function findSubject(root: unknown, names: readonly string[]): { subject: string; from: number } {
  let found = { subject: '', from: 0 };
  let value = root;
  for (const [at, name] of names.entries()) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) break;
    value = (value as { readonly [name: string]: unknown })[name];
    const kind = isJson(value) ? kindOf(value, names.slice(0, at + 1)) : undefined;
    if (kind !== undefined && isJson(value)) found = { subject: `${kind}${nameOf(value)}`, from: at + 1 };
  }
  return found;
}

/** The translated text on the path; undefined outside of a catalogue's translations. */
function findTranslation(
  root: unknown,
  names: readonly string[],
): ReturnType<typeof findSubject> | undefined {
  if (!isJson(root) || typeof root['language'] !== 'string') return undefined;
  const from = names[0] === 'messages' ? 2 : names[0] === 'contexts' ? 3 : Infinity;
  if (names.length < from) return undefined;
  const context = from === 3 ? names[1] : undefined;
  return { subject: `Translation of ${nameTranslated(names[from - 1] ?? '', context)}`, from };
}

/** `“Pay”`, `“Loan” (heading of the terms)` */
export function nameTranslated(source: string, context: string | undefined): string {
  return `“${cut(source, 60)}”${context === undefined ? '' : ` (${cut(context, 60)})`}`;
}

function kindOf(record: { readonly [name: string]: unknown }, names: readonly string[]): string | undefined {
  const { type, do: action } = record;
  if (typeof action === 'string') return wordsOf(action);
  if (typeof type !== 'string') return undefined;
  if (names.length === 2 && names[0] === 'overlays') return describeType('overlays', type).title;
  return Object.hasOwn(shapes.widgets, type) ? describeType('widgets', type).title : undefined;
}

function nameOf(record: { readonly [name: string]: unknown }): string {
  const name = NAMES.map((one) => lastText(record[one])).find((text) => text !== '');
  return name === undefined ? '' : ` “${cut(name, 60)}”`;
}

/** A text, or the last of its cases; empty if the value is not a text. */
function lastText(value: unknown): string {
  if (!isJson(value)) return typeof value === 'string' ? value : '';
  const last: unknown = Array.isArray(value['choose']) ? value['choose'].at(-1) : undefined;
  return lastText(isJson(last) ? last['value'] : last);
}

/** A node with what it is called. */
export interface NamedNode {
  readonly record: Json;
  readonly pointer: string;
  /** `Button “Pay”` */
  readonly subject: string;
}

/** The nodes in a value, the outermost first. */
export function nodesIn(value: unknown, pointer: string): readonly NamedNode[] {
  return [...recordsIn(value, pointer)].flatMap((found) => {
    const kind = 'do' in found.record ? undefined : kindOf(found.record, splitPointer(found.pointer));
    return kind === undefined ? [] : [{ ...found, subject: `${kind}${nameOf(found.record)}` }];
  });
}

/** The shortened text of a value, without its notation. */
export function showValue(value: unknown): string {
  return cut(sayValue(value), SHOWN);
}

/** Replaces invisible characters such as bidi controls, then shortens the text at the end of a word. */
export function cut(text: string, most: number): string {
  const seen = text.replaceAll(/\p{Cf}/gu, '\ufffd');
  if (seen.length <= most) return seen;
  const whole = seen.slice(0, most + 1).replace(/[\s,;:.]*\s\S*$/, '');
  // A text without spaces, or with a very long last word, ends within a word.
  const short = whole.length < most / 2 || whole.length > most ? seen.slice(0, most) : whole;
  const open = short.split('“').length - short.split('”').length;
  return `${short}…${'”'.repeat(Math.max(open, 0))}`;
}

/** Label of a document of a draft: the title of a screen, `Part fee`. */
export function titleIn(view: WorkspaceView, path: string): string {
  return path.endsWith('.screen.json') ? screenTitleOf(view, fileName(path)) : titleOf(path);
}

/** Label of a document: `Screen order`. */
export function titleOf(path: string): string {
  if (path === APP_FILE) return 'Application';
  const name = path.replace(/^.*\//, '').replace(/(?:\.(?:screen|part|endpoint|tokens))?\.json$/, '');
  if (isAsset(path)) return `Picture ${name}`;
  if (path.startsWith('screens/parts/')) return `Part ${name}`;
  if (path.startsWith('screens/messages/')) return `Words in ${languageName(name)}`;
  if (path.startsWith('screens/theme/')) return `Theme ${name}`;
  if (path.startsWith('schemas/api/')) return `Contract ${name}`;
  return `Screen ${name}`;
}
