import { compileProject } from '#renderer/grammar/compile.ts';
import { parseDocument } from '#renderer/grammar/parse.ts';
import { joinPointer, splitPointer } from '#renderer/grammar/pointer.ts';
import { ProjectMemory } from '#renderer/grammar/project-memory.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import type { Problem } from '#renderer/plan/problem.ts';
import { subjectAt } from '../review/words.ts';

export const CONTRACTS = 'schemas/api/';

/** The nodes, actions and conditions of one document that read a member of a contract. */
export interface Reader {
  readonly file: string;
  /** Nodes and actions as people know them: `Button “Pay”`. */
  readonly subjects: readonly string[];
  /** Number of conditions. */
  readonly conditions: number;
}

/** Checks the project with changed texts of some documents. */
export type Find = (changes: { readonly [path: string]: string }) => readonly Problem[];

/** Creates a `Find` for files without errors, which works like `Workspace.wouldFind`. */
export function finderOf(files: readonly SourceFile[]): Find {
  const memory = new ProjectMemory();
  return (changes) =>
    compileProject(
      files.map((file) => ({ ...file, text: changes[file.path] ?? file.text })),
      memory,
    ).problems;
}

/** The pointer of the request or reply member that contains this pointer; undefined outside of members. */
export function memberAt(pointer: string): string | undefined {
  const names = splitPointer(pointer);
  const last = names.lastIndexOf('properties');
  if (last < 1 || last === names.length - 1) return undefined;
  return names.slice(0, last + 2).reduce((path, name) => joinPointer(path, name), '');
}

/**
 * Finds the readers of a member: everything for which the check reports a problem once the member is removed.
 *
 * @param files - The project; gives the names of the readers.
 * @param pointer - A result of `memberAt`.
 */
export function findReaders(
  find: Find,
  files: readonly SourceFile[],
  contract: string,
  pointer: string,
): readonly Reader[] {
  const text = files.find(({ path }) => path === contract)?.text;
  const without = text === undefined ? undefined : withoutMember(text, contract, pointer);
  if (without === undefined) return [];
  const places = find({ [contract]: without }).filter(({ file }) => file !== contract);
  return [...new Set(places.map(({ file }) => file))].map((file) => {
    const source = files.find(({ path }) => path === file)?.text ?? '';
    const root = parseDocument(source, file).document?.value;
    const own = places.filter((place) => place.file === file).map((place) => place.pointer);
    const conditions = new Set(own.filter(isCondition));
    const subjects = own.map((place) => subjectAt(root, place)).filter((subject) => subject !== '');
    return { file, subjects: [...new Set(subjects)], conditions: conditions.size };
  });
}

/** Whether the pointer is a `visibleWhen`, an `enabledWhen`, or the `when` of an option or an action. */
function isCondition(pointer: string): boolean {
  return /(?:^when|When)$/.test(splitPointer(pointer).at(-1) ?? '');
}

function withoutMember(text: string, contract: string, pointer: string): string | undefined {
  // A deep copy, because the member is deleted from this value.
  const value = JSON.parse(JSON.stringify(parseDocument(text, contract).document?.value ?? null)) as unknown;
  const names = splitPointer(pointer);
  const name = names.at(-1) ?? '';
  const schema = names.slice(0, -2).reduce<unknown>(memberOf, value);
  const properties = memberOf(schema, 'properties');
  if (!isRecord(schema) || !isRecord(properties) || !Object.hasOwn(properties, name)) return undefined;
  delete properties[name];
  const { required } = schema;
  if (Array.isArray(required)) schema['required'] = required.filter((one) => one !== name);
  return JSON.stringify(value);
}

function memberOf(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
