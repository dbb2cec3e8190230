import type { Difference } from '#renderer/grammar/difference/compare.ts';
import { isJson } from '#renderer/grammar/json.ts';
import { shapes } from '#renderer/grammar/shapes.generated.ts';
import { splitPointer } from '#renderer/grammar/pointer.ts';
import { APP_FILE, isPicture } from '#src/shared/project-paths.ts';
import { describeType, wordsOf } from '../properties/describe.ts';

/** One difference, for whoever approves it. */
export interface ChangeWords {
  /** What it is about: `Button “Pay”`; the document itself where it is of no node. */
  readonly subject: string;
  /** What of it: `label`; empty for all of it. */
  readonly member: string;
  readonly before?: string;
  readonly after?: string;
}

/** What is shown of a value, in UTF-16 units. */
const SHOWN = 160;
/** By what people know a node, the first that it has. */
const NAMES = ['text', 'label', 'title', 'name', 'id', 'to', 'endpoint'] as const;

/**
 * @param root - The document that has the difference: as it is, or as it was where the place is gone.
 */
export function describeChange({ before, after }: Difference, root: unknown): ChangeWords {
  const place = after ?? before;
  const names = splitPointer(place?.pointer ?? '');
  const { subject, from } = findSubject(root, names);
  const rest = names.slice(from);
  const isWhole = rest.length === 0;
  const other = isWhole ? undefined : { before, after };
  return {
    subject,
    member: rest
      .filter((name) => !/^\d+$/.test(name))
      .map((name) => wordsOf(name).toLowerCase())
      .join(', '),
    ...(other?.before !== undefined && { before: showValue(other.before.value) }),
    ...(other?.after !== undefined && { after: showValue(other.after.value) }),
  };
}

/** The innermost node or action at or around a place: `Button “Pay”`; empty where there is none. */
export function subjectAt(root: unknown, pointer: string): string {
  return findSubject(root, splitPointer(pointer)).subject;
}

/** The innermost node or action on the way to a place. */
function findSubject(root: unknown, names: readonly string[]): { subject: string; from: number } {
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

function kindOf(record: { readonly [name: string]: unknown }, names: readonly string[]): string | undefined {
  const { type, do: action } = record;
  if (typeof action === 'string') return wordsOf(action);
  if (typeof type !== 'string') return undefined;
  if (names.length === 2 && names[0] === 'overlays') return describeType('overlays', type).title;
  return Object.hasOwn(shapes.widgets, type) ? describeType('widgets', type).title : undefined;
}

function nameOf(record: { readonly [name: string]: unknown }): string {
  const name = NAMES.map((one) => record[one]).find((one) => typeof one === 'string' && one !== '');
  return typeof name === 'string' ? ` “${cut(name, 60)}”` : '';
}

/** A value as it is written, no more of it than can be read at a glance. */
export function showValue(value: unknown): string {
  return cut(typeof value === 'string' ? value : JSON.stringify(value), SHOWN);
}

/** Characters that nobody sees, among them those that turn the words around them, are shown as signs. */
function cut(text: string, most: number): string {
  const seen = text.replaceAll(/\p{Cf}/gu, '\ufffd');
  return seen.length > most ? `${seen.slice(0, most)}…` : seen;
}

/** What people call a document: `Screen order`. */
export function titleOf(path: string): string {
  if (path === APP_FILE) return 'Application';
  const name = path.replace(/^.*\//, '').replace(/(?:\.(?:screen|part|endpoint|tokens))?\.json$/, '');
  if (isPicture(path)) return `Picture ${name}`;
  if (path.startsWith('screens/parts/')) return `Part ${name}`;
  if (path.startsWith('screens/messages/')) return `Words in ${name}`;
  if (path.startsWith('screens/theme/')) return `Theme ${name}`;
  if (path.startsWith('schemas/api/')) return `Contract ${name}`;
  return `Screen ${name}`;
}
