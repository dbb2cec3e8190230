import { readFileSync } from 'node:fs';
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

describe('every bad definition is refused with exactly its code, line and column, and no second problem', () => {
  it('the project around them has no problem', () => {
    expect(inspectProject(badWorld).problems).toEqual([]);
  });

  it.each(namesIn('bad'))('%s', (name) => {
    const { found, expected } = findIn('bad', name, checkProject);
    expect(found).toEqual([expected]);
  });

  it.each(['app-no-language.json', 'app-language-object.json'])(
    'lint rules ignore an invalid language, as in %s',
    (name) => {
      const { found, expected } = findIn('bad', name, (files) => inspectProject(files).problems);
      expect(found).toEqual([expected]);
    },
  );

  it('there are at least 60 bad definitions', () => {
    console.info(`bad definitions: ${namesIn('bad').length}, codes: ${Object.keys(codes).length}`);
    expect(namesIn('bad').length).toBeGreaterThanOrEqual(60);
  });
});

describe('every valid definition with a fault of style gets exactly its warning, and compiling gives none', () => {
  it.each(namesIn('lint'))('%s', (name) => {
    const { found, expected } = findIn('lint', name, (files) => inspectProject(files).problems);
    expect(found).toEqual([expected]);
    expect(findIn('lint', name, checkProject).found).toEqual([]);
  });
});

/** The problem codes that no definition with our own widgets can have, and the test that shows each. */
const SHOWN_ELSEWHERE: Readonly<Record<string, string>> = {
  'field/no-type': 'src/extensions/speak.test.ts',
  'expression/unsettled': 'renderer/grammar/compile/draft.test.ts',
};

describe('every problem code is expected by at least one bad definition', () => {
  const expected = new Set(
    (['bad', 'lint'] as const).flatMap((folder) =>
      namesIn(folder).map((name) => readBad(folder, name).expected.split(' ')[0]),
    ),
  );

  it.each(Object.keys(codes).filter((code) => !Object.hasOwn(SHOWN_ELSEWHERE, code)))('%s', (code) => {
    expect(expected).toContain(code);
  });

  it.each(Object.entries(SHOWN_ELSEWHERE))('%s is expected by %s', (code, test) => {
    expect(readFileSync(test, 'utf8')).toContain(code);
    expect(expected).not.toContain(code);
  });

  it('no expected code is missing from the catalogue', () => {
    expect([...expected].filter((code) => code === undefined || !Object.hasOwn(codes, code))).toEqual([]);
  });

  it('lint rules are separate from errors', () => {
    const ofLint = namesIn('lint').map((name) => readBad('lint', name).expected.split(' ')[0]);
    expect(ofLint.filter((code) => code === undefined || !Object.hasOwn(lintCodes, code))).toEqual([]);
  });
});
