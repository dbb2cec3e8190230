import { describe, expect, it } from 'vitest';
import { checkProject } from '#renderer/grammar/check.ts';
import { codes } from '#renderer/grammar/codes.ts';
import { lintCodes } from '#renderer/grammar/codes/lint.ts';
import { inspectProject } from '#renderer/grammar/lint/inspect.ts';
import type { Problem } from '#renderer/plan/problem.ts';
import { badWorld, namesIn, readBad, spoil } from '#tests/bad-definitions.ts';

function findIn(
  folder: 'bad' | 'lint',
  name: string,
  check: (files: readonly { readonly path: string; readonly text: string }[]) => readonly Problem[],
): { readonly found: readonly string[]; readonly expected: string } {
  const fixture = readBad(folder, name);
  const found = check(spoil(fixture));
  return {
    found: found.map(({ code, file, line, column }) => `${file} ${code} ${line}:${column}`),
    expected: `${fixture.path} ${fixture.expected}`,
  };
}

describe('issue A 3: every bad definition is refused with exactly its code, line and column, and no second problem', () => {
  it('the library they stand in has no problem of its own', () => {
    expect(inspectProject(badWorld).problems).toEqual([]);
  });

  it.each(namesIn('bad'))('%s', (name) => {
    const { found, expected } = findIn('bad', name, checkProject);
    expect(found).toEqual([expected]);
  });

  it.each(['app-no-language.json', 'app-language-object.json'])(
    'the rules of good definitions look past a language that is none, as in %s',
    (name) => {
      const { found, expected } = findIn('bad', name, (files) => inspectProject(files).problems);
      expect(found).toEqual([expected]);
    },
  );

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
    (['bad', 'lint'] as const).flatMap((folder) =>
      namesIn(folder).map((name) => readBad(folder, name).expected.split(' ')[0]),
    ),
  );

  it.each(Object.keys(codes))('%s', (code) => {
    expect(expected).toContain(code);
  });

  it('and none is expected that the catalogue does not have', () => {
    expect([...expected].filter((code) => code === undefined || !Object.hasOwn(codes, code))).toEqual([]);
  });

  it('rules of good definitions are judged apart from what is refused', () => {
    const ofLint = namesIn('lint').map((name) => readBad('lint', name).expected.split(' ')[0]);
    expect(ofLint.filter((code) => code === undefined || !Object.hasOwn(lintCodes, code))).toEqual([]);
  });
});
