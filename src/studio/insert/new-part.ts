import { partName } from '#src/shared/project-paths.ts';
import { isJson, type Json, wordOf } from '#renderer/grammar/json.ts';
import { parseFile } from '#renderer/grammar/parse.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { listSubjects, type OfferedSubject, scopeOf } from '../conditions/subjects.ts';
import { hasFormAround, recordsIn, takenIn } from './new-node.ts';

/** A part that can be inserted. */
export interface InsertablePart {
  readonly id: string;
  readonly help: string;
  readonly document: Json;
}

/**
 * The parts that can be inserted at a pointer: one with fields of the form around only inside a form, one with a form of its
 * own only outside, and none that contains the document itself.
 *
 * @param file - Path of the document.
 */
export function listParts(
  files: readonly SourceFile[],
  file: string,
  document: unknown,
  pointer: string,
): readonly InsertablePart[] {
  const isInForm = hasFormAround(document, pointer);
  const parts = new Map(
    files.flatMap((one) => {
      const id = partName(one.path);
      const value = id === undefined ? undefined : parseFile(one).document?.value;
      return id !== undefined && isJson(value) ? [[id, value]] : [];
    }),
  );
  const own = partName(file);
  return [...parts].flatMap(([id, part]) => {
    const { form, description } = part;
    const all = new Set([id, ...usesOf(part, parts)]);
    const hasOwnForm = [...all].some((one) => hasType(parts.get(one), 'form'));
    const fits = isInForm ? !hasOwnForm : form === undefined;
    if (!fits || (own !== undefined && all.has(own))) return [];
    return [{ id, help: typeof description === 'string' ? description : '', document: part }];
  });
}

/** The parts that a part uses, also by other parts. */
function usesOf(
  part: unknown,
  parts: ReadonlyMap<string, Json>,
  found = new Set<string>(),
): ReadonlySet<string> {
  for (const node of recordsIn(part)) {
    const used = node['type'] === 'part' ? wordOf(node['part']) : undefined;
    if (used === undefined || found.has(used)) continue;
    found.add(used);
    usesOf(parts.get(used), parts, found);
  }
  return found;
}

function hasType(part: unknown, type: string): boolean {
  return [...recordsIn(part)].some((node) => node['type'] === type);
}

/** A use of a part, with a value for each input that must be given. */
export function writePart(
  { id, document: part }: InsertablePart,
  files: readonly SourceFile[],
  file: string,
  document: unknown,
): Json {
  const taken = takenIn(document);
  let free = id;
  for (let count = 2; taken.has(free); count += 1) free = `${id}-${count}`;
  const params = isJson(part['params']) ? part['params'] : {};
  const needed = Object.entries(params).filter(([, type]) => isJson(type) && type['required'] === true);
  const paths = needed.length === 0 ? [] : listSubjects(scopeOf(files, file));
  const given = needed.flatMap(([name, type]) => {
    const value = writeInput(name, isJson(type) ? type : {}, paths);
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    type: 'part',
    part: id,
    id: free,
    ...(given.length > 0 && { with: Object.fromEntries(given) }),
  };
}

const KINDS: { readonly [type: string]: string } = {
  string: 'text',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  array: 'list',
};

/** The value that the document has under the same name, else a placeholder; undefined for a record or a list. */
function writeInput(name: string, { type, known, format }: Json, paths: readonly OfferedSubject[]): unknown {
  const kind = KINDS[wordOf(type)];
  const same = paths.find(
    ({ what, kind: of }) => what.endsWith(`.${name}`) && (kind === undefined || of === kind),
  );
  if (same !== undefined) return `\${${same.what}}`;
  switch (type) {
    case 'string':
      return format !== undefined ? undefined : Array.isArray(known) ? known[0] : 'New value';
    case 'integer':
    case 'number':
      return 0;
    case 'boolean':
      return false;
    default:
      return undefined;
  }
}
