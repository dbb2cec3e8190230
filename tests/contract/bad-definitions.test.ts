import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkProject } from '#renderer/grammar/check.ts';
import { codes } from '#renderer/grammar/codes.ts';
import { readProject } from '#src/cli/project.ts';

import { lintCodes } from '#renderer/grammar/codes/lint.ts';
import { inspectProject } from '#renderer/grammar/lint/inspect.ts';
import type { Problem } from '#renderer/plan/problem.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures');
const world = readProject(join(FIXTURES, 'bad/world'));

/** Where a document of the folders stands in a project, by the end of its name. */
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

function readFixture(folder: string, name: string): Fixture {
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

const namesIn = (folder: string): string[] =>
  readdirSync(join(FIXTURES, folder)).filter((name) => name.endsWith('.json'));

function findIn(
  folder: string,
  name: string,
  check: (files: readonly { readonly path: string; readonly text: string }[]) => readonly Problem[],
): { readonly found: readonly string[]; readonly expected: string } {
  const { path, text, expected } = readFixture(folder, name);
  const others = world.filter((file) => file.path !== path);
  const found = check(text === undefined ? others : [...others, { path, text }]);
  return {
    found: found.map(({ code, file, line, column }) => `${file} ${code} ${line}:${column}`),
    expected: `${path} ${expected}`,
  };
}

describe('issue A 3: every bad definition is refused with exactly its code, line and column, and no second problem', () => {
  it('the library they stand in has no problem of its own', () => {
    expect(inspectProject(world).problems).toEqual([]);
  });

  it.each(namesIn('bad'))('%s', (name) => {
    const { found, expected } = findIn('bad', name, checkProject);
    expect(found).toEqual([expected]);
  });

  it('there are at least 60', () => {
    console.info(`bad definitions: ${namesIn('bad').length}, codes: ${Object.keys(codes).length}`);
    expect(namesIn('bad').length).toBeGreaterThanOrEqual(60);
  });
});

describe('issue F: every definition that is right and not good gets exactly its warning, and a compile none', () => {
  it.each(namesIn('lint'))('%s', (name) => {
    const { found, expected } = findIn('lint', name, (files) => inspectProject(files).problems);
    expect(found).toEqual([expected]);
    expect(findIn('lint', name, checkProject).found).toEqual([]);
  });
});

describe('issue B: every problem code is expected by at least one bad definition', () => {
  const expected = new Set(
    ['bad', 'lint'].flatMap((folder) =>
      namesIn(folder).map((name) => readFixture(folder, name).expected.split(' ')[0]),
    ),
  );

  it.each(Object.keys(codes))('%s', (code) => {
    expect(expected).toContain(code);
  });

  it('and none is expected that the catalogue does not have', () => {
    expect([...expected].filter((code) => code === undefined || !Object.hasOwn(codes, code))).toEqual([]);
  });

  it('rules of good definitions are judged apart from what is refused', () => {
    const ofLint = namesIn('lint').map((name) => readFixture('lint', name).expected.split(' ')[0]);
    expect(ofLint.filter((code) => code === undefined || !Object.hasOwn(lintCodes, code))).toEqual([]);
  });
});
