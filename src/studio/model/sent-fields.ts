import { isJson, type Json } from '#renderer/grammar/json.ts';
import { joinPointer, recordsIn, splitPointer, valueAt } from '#renderer/grammar/pointer.ts';
import type { Type, TypeContext } from '#renderer/grammar/type.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { setInAction } from './action-edits.ts';
import type { Edited } from './edits.ts';

/* What the fields of a form are sent as: the members of requests that read them. */

/** A request of a form, as one field sees it. */
export interface Sending {
  /** Pointer of the request in its document. */
  readonly pointer: string;
  readonly endpoint: string;
  /** The member whose value is exactly the field; undefined if there is none. */
  readonly member: string | undefined;
  /** The value of that member: the path, with an optional dot if the field can be absent. */
  readonly written?: string;
  /** Members that are computed from the field, such as photos joined with commas. */
  readonly partOf: readonly string[];
  /** Members that have a value. */
  readonly taken: readonly string[];
}

/**
 * The path of a field in its form, such as `form.complaint.detail`.
 *
 * @returns undefined for a node that is not a field or not in a form, and for a list of records and the fields in it.
 */
export function fieldPathOf(document: unknown, pointer: string): string | undefined {
  if (!isJson(document)) return undefined;
  const names = splitPointer(pointer);
  const around = names.map((_, at) => valueAt(document, names.slice(0, at).reduce(joinPointer, '')));
  const nodes = [...around, valueAt(document, pointer)].filter(
    (one): one is Json => isJson(one) && typeof one['type'] === 'string',
  );
  const at = nodes.map(({ type }) => type).lastIndexOf('form');
  // In a part, `form` names the form in which the part is used.
  const form = at < 0 ? document['form'] : nodes[at]?.['id'];
  const inside = nodes.slice(at + 1);
  const own = inside.at(-1);
  if (typeof form !== 'string' || typeof own?.['name'] !== 'string' || own['type'] === 'group')
    return undefined;
  if (inside.some(({ type }) => type === 'repeat')) return undefined;
  const groups = inside.filter(({ type, name }) => type === 'group' && typeof name === 'string');
  return ['form', form, ...groups.map(({ name }) => String(name)), own['name']].join('.');
}

/** The requests of a document that run when the form of a field is sent, or that read one of its fields. */
export function sendingsOf(document: unknown, path: string): readonly Sending[] {
  const [, form = ''] = path.split('.');
  const records = [...recordsIn(document)];
  const forms = records.filter(({ record }) => record['type'] === 'form' && record['id'] === form);
  return records.flatMap(({ record, pointer }): Sending[] => {
    if (record['do'] !== 'request' || typeof record['endpoint'] !== 'string') return [];
    const given = isJson(record['with']) ? record['with'] : {};
    const isSent = forms.some((one) => pointer.startsWith(`${one.pointer}/on/submit`));
    if (!isSent && !isRead(`form.${form}`, dotted(given))) return [];
    const reading = Object.entries(given).filter(
      ([, value]) => isRead(path, dotted(value)) || isReadAround(path, dotted(value)),
    );
    const [member, written] =
      reading.find(([, value]) => typeof value === 'string' && dotted(value) === `"\${${path}}"`) ?? [];
    const partOf = reading.flatMap(([name]) => (name === member ? [] : [name]));
    const plain = typeof written === 'string' ? { written } : {};
    return [{ pointer, endpoint: record['endpoint'], member, ...plain, partOf, taken: Object.keys(given) }];
  });
}

/** A value as JSON, with plain dots instead of optional ones. */
function dotted(value: unknown): string {
  return JSON.stringify(value).replaceAll('.?', '.');
}

/** Whether a value contains the path itself, not just a longer path that begins with it. */
function isRead(path: string, value: string): boolean {
  return value.split(path).some((after, at) => at > 0 && !/^[\w-]/.test(after));
}

/** Whether a value is or has the whole group or form around a field. */
function isReadAround(path: string, value: string): boolean {
  const names = path.split('.');
  return names
    .map((_, at) => names.slice(0, at).join('.'))
    .slice(2)
    .some((around) => value.split(around).some((after, at) => at > 0 && !/^[\w.-]/.test(after)));
}

/** A path with an optional dot (`.?`) before each name that can be absent in this scope. */
export function withOptionalDots(path: string, scope: TypeContext | undefined): string {
  const [root = '', ...names] = path.split('.');
  let written = root;
  let type: Type | undefined = scope?.root(root)?.type;
  for (const name of names) {
    const member = type?.kind === 'record' ? type.members.get(name) : undefined;
    const isOptional = member?.absent === true && scope?.proven.has(`${written}.${name}`) !== true;
    written += `${isOptional ? '.?' : '.'}${name}`;
    type = member?.type;
  }
  return written;
}

/**
 * Sends a field as another member of a request.
 *
 * @param path - Of the field, with optional dots.
 * @param name - Empty to stop sending it.
 */
export function sendFieldAs(
  file: SourceFile,
  { pointer, member, written, taken }: Sending,
  path: string,
  name: string,
): Edited {
  const isOnly = taken.length === 1 && member !== undefined && name === '';
  const before = isOnly ? '/with' : joinPointer('/with', member ?? '');
  return setInAction(file, pointer, {
    ...(member !== undefined && { [before]: undefined }),
    ...(name !== '' && { [joinPointer('/with', name)]: written ?? `\${${path}}` }),
  });
}
