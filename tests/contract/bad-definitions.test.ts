import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkProject } from '#renderer/grammar/check.ts';
import { codes } from '#renderer/grammar/codes.ts';
import { readProject } from '#src/cli/project.ts';

const FOLDER = join(import.meta.dirname, '../../fixtures/bad');
const world = readProject(join(FOLDER, 'world'));

/** Where a document of the folder stands in a project, by the end of its name. */
const PLACES: readonly (readonly [ending: string, folder: string])[] = [
  ['.screen.json', 'screens'],
  ['.part.json', 'screens/parts'],
  ['.endpoint.json', 'schemas/api'],
];

function readFixture(name: string): { path: string; text: string; expected: string } {
  const text = readFileSync(join(FOLDER, name), 'utf8');
  const expected = /^\/\/ expect: (\S+ \d+:\d+)$/m.exec(text)?.[1];
  const folder = PLACES.find(([ending]) => name.endsWith(ending))?.[1];
  const path =
    /^\/\/ as: (\S+)$/m.exec(text)?.[1] ?? (folder === undefined ? undefined : `${folder}/${name}`);
  if (expected === undefined || path === undefined)
    throw new Error(`${name} does not say what it expects, or where it stands`);
  return { path, text, expected };
}

const fixtures = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

describe('issue A 3: every bad definition is refused with exactly its code, line and column, and no second problem', () => {
  it('the library they stand in has no problem of its own', () => {
    expect(checkProject(world)).toEqual([]);
  });

  it.each(fixtures)('%s', (name) => {
    const { path, text, expected } = readFixture(name);
    const files = [...world.filter((file) => file.path !== path), { path, text }];
    const found = checkProject(files).map(
      ({ code, file, line, column }) => `${file} ${code} ${line}:${column}`,
    );
    expect(found).toEqual([`${path} ${expected}`]);
  });

  it('there are at least 35, and each code they expect is explained', () => {
    expect(fixtures.length).toBeGreaterThanOrEqual(35);
    const expected = fixtures.map((name) => readFixture(name).expected.split(' ')[0]);
    expect(expected.filter((code) => code === undefined || !Object.hasOwn(codes, code))).toEqual([]);
  });
});
