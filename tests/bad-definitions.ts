import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readProject } from '#src/cli/project.ts';

/* The definitions of `fixtures/bad` and `fixtures/lint`; each has exactly one problem. */

const FIXTURES = join(import.meta.dirname, '../fixtures');

/** The valid project to which each bad definition is added. */
export const badWorld = readProject(join(FIXTURES, 'bad/world'));

/** The folder of a document in the project, by the ending of the document's name. */
const PLACES: readonly (readonly [ending: string, folder: string])[] = [
  ['.screen.json', 'screens'],
  ['.part.json', 'screens/parts'],
  ['.endpoint.json', 'schemas/api'],
];

export interface BadDefinition {
  readonly path: string;
  /** Undefined if the fault is that the document is missing. */
  readonly text: string | undefined;
  /** `<code> <line>:<column>`. */
  readonly expected: string;
}

export function readBad(folder: 'bad' | 'lint', name: string): BadDefinition {
  const text = readFileSync(join(FIXTURES, folder, name), 'utf8');
  const header = (word: string) => new RegExp(`^// ${word}: (.+)$`, 'm').exec(text)?.[1];
  const expected = header('expect');
  const place = PLACES.find(([ending]) => name.endsWith(ending))?.[1];
  const without = header('without');
  const path = without ?? header('as') ?? (place === undefined ? undefined : `${place}/${name}`);
  if (expected === undefined || path === undefined)
    throw new Error(`${name} does not say what it expects, or where it stands`);
  const bytes = Number(/^(\d+) bytes$/.exec(header('padded to') ?? '0 bytes')?.[1]);
  return { path, text: without === undefined ? text.padEnd(bytes) : undefined, expected };
}

export const namesIn = (folder: 'bad' | 'lint'): string[] =>
  readdirSync(join(FIXTURES, folder)).filter((name) => name.endsWith('.json'));

/** The project with some of its documents replaced by bad ones. */
export function spoil(
  ...faults: readonly BadDefinition[]
): { readonly path: string; readonly text: string }[] {
  const others = badWorld.filter((file) => !faults.some(({ path }) => path === file.path));
  return [...others, ...faults.flatMap(({ path, text }) => (text === undefined ? [] : [{ path, text }]))];
}
