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

interface Fixture {
  readonly path: string;
  /** Undefined where the fault is that the document is not there. */
  readonly text: string | undefined;
  readonly expected: string;
}

function readFixture(name: string): Fixture {
  const text = readFileSync(join(FOLDER, name), 'utf8');
  const header = (word: string) => new RegExp(`^// ${word}: (.+)$`, 'm').exec(text)?.[1];
  const expected = header('expect');
  const folder = PLACES.find(([ending]) => name.endsWith(ending))?.[1];
  const without = header('without');
  const path = without ?? header('as') ?? (folder === undefined ? undefined : `${folder}/${name}`);
  if (expected === undefined || path === undefined)
    throw new Error(`${name} does not say what it expects, or where it stands`);
  const bytes = Number(/^(\d+) bytes$/.exec(header('padded to') ?? '0 bytes')?.[1]);
  return { path, text: without === undefined ? text.padEnd(bytes) : undefined, expected };
}

const fixtures = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

describe('issue A 3: every bad definition is refused with exactly its code, line and column, and no second problem', () => {
  it('the library they stand in has no problem of its own', () => {
    expect(checkProject(world)).toEqual([]);
  });

  it.each(fixtures)('%s', (name) => {
    const { path, text, expected } = readFixture(name);
    const others = world.filter((file) => file.path !== path);
    const files = text === undefined ? others : [...others, { path, text }];
    const found = checkProject(files).map(
      ({ code, file, line, column }) => `${file} ${code} ${line}:${column}`,
    );
    expect(found).toEqual([`${path} ${expected}`]);
  });

  it('there are at least 60', () => {
    console.info(`bad definitions: ${fixtures.length}, codes: ${Object.keys(codes).length}`);
    expect(fixtures.length).toBeGreaterThanOrEqual(60);
  });
});

describe('issue B: every problem code is expected by at least one bad definition', () => {
  const expected = new Set(fixtures.map((name) => readFixture(name).expected.split(' ')[0]));

  it.each(Object.keys(codes))('%s', (code) => {
    expect(expected).toContain(code);
  });

  it('and none is expected that the catalogue does not have', () => {
    expect([...expected].filter((code) => code === undefined || !Object.hasOwn(codes, code))).toEqual([]);
  });
});
