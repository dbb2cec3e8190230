import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ReportedTest } from '../behaviours.mjs';
import { filesOf, lineOf, redOf, writePage, type WrittenLine } from '../check-results.mjs';
import { CHECKS } from '../checks.mjs';

const ROOT = join(import.meta.dirname, '../..');
/** The first argument of a call, if it is a text: titles are among them. */
const TEXTS = /\(\s*(['`]).*?\1/gs;

const LOCK = {
  title: 'locks',
  files: ['src/lock.test.ts'],
  journeys: ['lock.spec.ts'],
  planted: /left open is detected/,
};
const RUN = {
  long: false,
  seed: 1,
  figures: [
    { check: 3, doors: 7 },
    { check: 4, doors: 9 },
  ],
};

function ran(title: string, over: Partial<ReportedTest> = {}): ReportedTest {
  return { title, file: 'src/lock.test.ts', passed: true, ran: true, ms: 600, ...over };
}

describe('lineOf makes the line of a numbered check', () => {
  it('counts the tests and figures of its files, and no others', () => {
    const tests = [
      ran('it locks'),
      ran('a door left open is detected', { file: 'tests/journeys/lock.spec.ts' }),
      ran('a door left open is detected', { file: 'src/other.test.ts' }),
    ];
    expect(lineOf(3, LOCK, { ...RUN, tests })).toEqual({
      ...{ check: 3, title: 'locks', verdict: 'holds', long: false, seed: 1 },
      ...{ passed: 2, failed: 0, planted: 1, seconds: 1, figures: [{ check: 3, doors: 7 }] },
    });
  });

  it.each([
    ['falls short if a test failed', [ran('a door left open is detected'), ran('x', { passed: false })]],
    [
      'falls short if a test was skipped',
      [ran('a door left open is detected'), ran('x', { passed: false, ran: false })],
    ],
  ])('%s', (_title, tests) => {
    expect(lineOf(3, LOCK, { ...RUN, tests }).verdict).toBe('falls-short');
  });

  it('is not-shown if no planted fault was detected, or nothing ran', () => {
    expect(lineOf(3, LOCK, { ...RUN, tests: [ran('it locks')] }).verdict).toBe('not-shown');
    expect(lineOf(3, LOCK, { ...RUN, tests: [] }).verdict).toBe('not-shown');
  });
});

describe('redOf: the verdict on a planted fault', () => {
  it('is red if the test of the fault passed; skipped tests do not count', () => {
    const other = ran('it locks', { passed: false, ran: false });
    expect(redOf(3, LOCK, [other, ran('a door left open is detected')])).toEqual({
      ...{ check: 3, title: 'locks', red: true, faults: ['a door left open is detected'] },
    });
  });

  it('is not red if the test of the fault failed, was skipped, or is missing', () => {
    const fault = 'a door left open is detected';
    expect(redOf(3, LOCK, [ran(fault, { passed: false })]).red).toBe(false);
    expect(redOf(3, LOCK, [ran(fault, { passed: false, ran: false })]).red).toBe(false);
    expect(redOf(3, LOCK, [ran('it locks')]).red).toBe(false);
  });
});

describe('docs/contributing/reliability.md', () => {
  const line = (check: number, commit: string, over: Partial<WrittenLine> = {}): WrittenLine => ({
    ...{ check, title: 'locks', verdict: 'holds', long: true, seed: 1, passed: 2, failed: 0, planted: 1 },
    ...{ seconds: 61, figures: [{ check, at: 'the door', openDoors: 0 }], commit, ...over },
  });
  const [old, young] = ['a'.repeat(40), 'b'.repeat(40)];

  it('has the last line of each check, and marks lines of an older commit', () => {
    const page = writePage([line(4, old, { verdict: 'falls-short' }), line(4, old), line(3, young)]);
    expect(page.split('\n').filter((one) => /^\| \d/.test(one))).toEqual([
      '| 3 locks | holds | whole, 61 s | 2 passed, 0 failed, 1 planted | `bbbbbbbbbb` |',
      '| 4 locks | holds | whole, 61 s | 2 passed, 0 failed, 1 planted | `aaaaaaaaaa`, an older commit |',
    ]);
    expect(page).toContain('- the door, open doors 0');
  });

  it('is made from the lines in docs/contributing/reliability.jsonl', () => {
    const lines = readFileSync(join(ROOT, 'docs/contributing/reliability.jsonl'), 'utf8').trim().split('\n');
    const made = writePage(lines.map((one) => JSON.parse(one) as WrittenLine));
    expect(readFileSync(join(ROOT, 'docs/contributing/reliability.md'), 'utf8')).toBe(made);
  });

  it('names only existing files', () => {
    const files = Object.values(CHECKS).flatMap(filesOf);
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });
});

describe('each numbered check', () => {
  it.each(Object.entries(CHECKS))(
    '%s has files, and a test in them whose title says what it plants',
    (_number, check) => {
      const titles = filesOf(check).flatMap(
        (file) => readFileSync(join(ROOT, file), 'utf8').match(TEXTS) ?? [],
      );
      expect(titles.filter((title) => check.planted.test(title))).not.toEqual([]);
    },
  );
});

describe('a check with a name', () => {
  const check = (...args: readonly string[]) => {
    const { status, stderr } = spawnSync(process.execPath, ['tests/check.mjs', '--long', ...args], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    return { status, said: stderr };
  };

  it('gets the arguments after its name', () => {
    expect(check('node', '19')).toEqual({
      status: 2,
      said: expect.stringMatching(/^Unknown: 19\. Versions: 20\.19, 22, 24, latest\./),
    });
  });

  it('is in the list that an unknown name gets', () => {
    expect(check('nodes')).toEqual({
      status: 2,
      said: expect.stringMatching(/^No check nodes\. There are 1 crash .*, node supported versions of Node/),
    });
  });
});
