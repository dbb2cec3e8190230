import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GROUPS } from '../teeth/groups.mjs';
import { keepLast, lineOf, type Line, type Report, tableOf, writePage } from '../teeth/score.mjs';

const ROOT = join(import.meta.dirname, '../..');
const SOURCE = 'const least = 10;\nexport const isEnough = (minor) =>\n  minor >= least;\n';
const BOUND = { start: { line: 3, column: 3 }, end: { line: 3, column: 17 } };

function report(...statuses: string[]): Report {
  const mutants = statuses.map((status) => ({ status, location: BOUND, replacement: 'minor > least' }));
  return { files: { 'src/enough.ts': { source: SOURCE, mutants } } };
}
const repeat = (status: string, count: number) => Array.from({ length: count }, () => status);

describe('the score of a group', () => {
  it('counts killed and timed-out faults against all that compiled', () => {
    const line = lineOf(
      'money',
      report('Killed', 'Timeout', 'Survived', 'NoCoverage', 'CompileError', 'Ignored'),
    );
    expect(line).toMatchObject({
      group: 'money',
      score: 50,
      killed: 1,
      timeout: 1,
      survived: 1,
      uncovered: 1,
    });
  });
  it('lists the position and content of each unnoticed fault', () => {
    const at = { at: 'src/enough.ts:3:3', was: 'minor >= least', became: 'minor > least' };
    expect(lineOf('money', report('Killed', 'Survived', 'NoCoverage')).survivors).toEqual([at, at]);
  });
  it('is never rounded up to the minimum', () => {
    expect(lineOf('money', report(...repeat('Killed', 8_999), ...repeat('Survived', 1_001))).score).toBe(
      89.9,
    );
    expect(lineOf('money', report(...repeat('Killed', 9), 'Survived')).score).toBe(90);
  });
  it('is 0 if nothing was planted', () => expect(lineOf('money', report()).score).toBe(0));
});

describe('the page of scores', () => {
  const line = (group: string, score: number, commit: string): Line => ({
    ...{ group, score, commit: commit.repeat(40), seconds: 9 },
    ...{ killed: 1, timeout: 0, survived: 1, uncovered: 0 },
    survivors: [{ at: 'src/a.ts:1:2', was: 'a || b', became: '' }],
  });
  it('has the last line of each group, in the order of the groups', () => {
    const kept = keepLast([line('path', 91, 'a'), line('money', 92, 'b')], line('path', 95, 'c'), [
      'money',
      'path',
    ]);
    expect(kept.map(({ group, score }) => [group, score])).toEqual([
      ['money', 92],
      ['path', 95],
    ]);
  });
  it('marks too low scores, and shows each commit and the unnoticed faults', () => {
    const groups = { path: { title: 'ways', code: ['src/a.ts'] }, money: { title: 'amounts', code: [] } };
    const page = writePage([line('money', 90, 'b'), line('path', 89.9, 'c')], groups);
    expect(page).toContain('| money | 90.0 % | 1 | 0 | 1 | 0 | 9 | `bbbbbbbbbb` |');
    expect(page).toContain('| path | 89.9 %, **too few** |');
    expect(page).toContain('| src/a.ts:1:2 | `` a \\|\\| b `` | nothing |');
    expect(tableOf([line('money', 90, 'b')])[0]).not.toContain('commit');
  });
});

/** Whether a file matches; the pattern has at most one star, in the file's name. */
function isThere(pattern: string): boolean {
  const [start = '', end] = basename(pattern).split('*');
  if (end === undefined) return existsSync(join(ROOT, pattern));
  return readdirSync(join(ROOT, dirname(pattern))).some(
    (name) => name.startsWith(start) && name.endsWith(end),
  );
}

it.each(Object.entries(GROUPS))('the group %s names existing files and tests', (_name, { code, tests }) => {
  expect([...code, ...tests].filter((pattern) => !isThere(pattern))).toEqual([]);
});

it('docs/contributing/teeth.md is made from docs/contributing/teeth.jsonl', () => {
  const lines = readFileSync(join(ROOT, 'docs/contributing/teeth.jsonl'), 'utf8').trim().split('\n');
  const measured = lines.map((line) => JSON.parse(line) as Line);
  expect(measured.map(({ group }) => group)).toEqual(Object.keys(GROUPS));
  const page = writePage(measured, GROUPS);
  expect(readFileSync(join(ROOT, 'docs/contributing/teeth.md'), 'utf8')).toBe(page);
});
