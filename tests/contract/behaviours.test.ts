import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  countBehaviours,
  countWrong,
  describeCount,
  numbersOf,
  readSpecification,
  testsOf,
  type ReportedTest,
  type RunTest,
} from '../behaviours.mjs';

const ROOT = join(import.meta.dirname, '../..');
const document = readSpecification(readFileSync(join(ROOT, 'docs/contributing/specification.md'), 'utf8'));

/** A title in the sources, with or without an `each` table, and its function. */
const TITLE =
  /\b(?<kind>describe|it|test)(?:\.\w+)*(?:\((?:[^()]|\([^()]*\))*\))?\(\s*(?<quote>['"`])(?<title>\d+\.\d.*?)\k<quote>\s*,/gs;

const titles = ['renderer', 'src', 'tests'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(test|spec)\.tsx?$/.test(path))
    .flatMap((path) =>
      [...readFileSync(join(ROOT, folder, path), 'utf8').matchAll(TITLE)].map(({ groups }) => ({
        file: `${folder}/${path}`,
        kind: groups?.['kind'] ?? '',
        title: groups?.['title'] ?? '',
      })),
    ),
);

describe('docs/contributing/specification.md', () => {
  it('is valid: every row has a unique number, and a reason if it needs no test', () => {
    expect(document.problems).toEqual([]);
    expect(document.behaviours.length).toBeGreaterThan(340);
  });

  it('lists every number with which a title in the sources begins', () => {
    const written = titles.filter(({ kind }) => kind !== 'describe');
    expect(
      countBehaviours(
        document,
        written.map(({ title, file }) => ({ title: `${title} (${file})`, passed: true })),
      ).problems,
    ).toEqual([]);
  });

  it('is quoted by titles of tests, not of groups, which are not counted', () => {
    const groups = titles.filter(({ kind, title }) => kind === 'describe' && numbersOf(title) !== undefined);
    expect(groups).toEqual([]);
  });
});

const ROWS = `## 4. States
### Order
| number | behaviour | where | |
|---|---|---|---|
| 4.1 | A tap opens it. | order | |
| 4.2 | Nobody knows. | order | no test: not shown |
| 4.3 | A tap closes it. | order | |`;

const plant = (from: string, to: string): readonly string[] =>
  readSpecification(ROWS.replace(from, to)).problems;

describe('readSpecification', () => {
  it('reads rows with their chapter, group and reason', () => {
    expect(readSpecification(ROWS)).toEqual({
      behaviours: [
        { number: '4.1', chapter: '4', group: 'Order', without: undefined },
        { number: '4.2', chapter: '4', group: 'Order', without: 'not shown' },
        { number: '4.3', chapter: '4', group: 'Order', without: undefined },
      ],
      problems: [],
    });
  });

  it.each([
    ['a number twice', '| 4.3 |', '| 4.1 |', '4.1 is there twice'],
    ['no reason', 'no test: not shown', 'no test: ', 'not "no test: <reason>": no test:'],
    ['another word', 'no test: not shown', 'tested', 'not "no test: <reason>": tested'],
    ['a cell too few', ' | order | |', ' | |', 'not a row of'],
    ['a cell too many', '| order | |', '| order | repay | |', 'not a row of'],
    ['no number', '| 4.1 |', '| four |', 'not a row of'],
    ['no behaviour', 'A tap opens it.', '', 'not a row of'],
    ['another chapter', '| 4.1 |', '| 5.1 |', '5.1 stands in chapter "4"'],
    ['no group', '### Order\n', '', '4.1 stands in no group'],
  ])('refuses %s', (_, from, to, problem) => {
    expect(plant(from, to)[0]).toContain(problem);
  });

  it('refuses a document without rows', () => {
    expect(readSpecification('# Empty').problems).toEqual(['it has no behaviours']);
  });
});

describe('countBehaviours', () => {
  const passed = (title: string): RunTest => ({ title, passed: true });
  const numbers = (tests: readonly RunTest[]) => {
    const { tested, without, open, problems } = countBehaviours(readSpecification(ROWS), tests);
    const list = (some: readonly { number: string }[]) => some.map(({ number }) => number);
    return { tested: list(tested), without: list(without), open: list(open), problems };
  };

  it.each([
    ['4.31 A tap', ['4.31']],
    ['4.31 4.32 A tap', ['4.31', '4.32']],
    ['A tap of 1.5 s', []],
    ['2 taps', []],
    ['1.0 is refused', []],
    ['0.5 s pass', []],
    ['', []],
    ['4.31', undefined],
    ['4.31: A tap', undefined],
    ['4.31, 4.32 A tap', undefined],
    ['4.31 4.x2 A tap', ['4.31']],
  ])('reads %j as %j', (title, expected) => {
    expect(numbersOf(title)).toEqual(expected);
  });

  it('counts tested behaviours, those that need no test, and open ones', () => {
    expect(numbers([passed('4.1 It opens'), passed('Something else')])).toEqual({
      tested: ['4.1'],
      without: ['4.2'],
      open: ['4.3'],
      problems: [],
    });
  });

  it('does not count a behaviour with a failed or skipped test, even beside a passing one', () => {
    expect(numbers([passed('4.1 It opens'), { title: '4.1 It opens again', passed: false }]).open).toEqual([
      '4.1',
      '4.3',
    ]);
  });

  it.each([
    ['9.99 A tap', '9.99 is not in the document'],
    ['4.1, 4.3 A tap', 'begins with what is no number'],
    ['4.2 A tap', '4.2 needs no test, but has'],
  ])('refuses the title %j', (title, problem) => {
    expect(numbers([passed(title)]).problems[0]).toContain(problem);
  });

  it('lists open behaviours by chapter and group, and the problems', () => {
    expect(describeCount(countBehaviours(readSpecification(ROWS), [passed('9.9 A tap')]))).toEqual([
      '0 with a passing test, 1 without need of one, 2 open',
      'open   4. Order: 4.1 4.3',
      'FAILED 9.9 is not in the document: 9.9 A tap',
    ]);
  });

  it('counts open behaviours as failures only after a complete run', () => {
    const count = countBehaviours(readSpecification(ROWS), [passed('4.1 It opens'), passed('9.9 A tap')]);
    expect([countWrong(count, true), countWrong(count, false)]).toEqual([2, 1]);
  });

  it('reads the reports of both runners, and counts only passed tests as passed', () => {
    const of = (tests: readonly ReportedTest[]): unknown[] =>
      tests.map(({ title, file, passed, ran, ms }) => [title, file, passed, ran, ms]);
    const assertionResults = [
      { title: 'a', status: 'passed', duration: 5 },
      { title: 'b', status: 'failed', duration: 6 },
      { title: 'c', status: 'pending' },
    ];
    const unit = { testResults: [{ name: '/somewhere/src/a.test.ts', assertionResults }] };
    expect(of(testsOf(unit, '/somewhere'))).toEqual([
      ['a', 'src/a.test.ts', true, true, 5],
      ['b', 'src/a.test.ts', false, true, 6],
      ['c', 'src/a.test.ts', false, false, 0],
    ]);
    const spec = (title: string, status: string): object => ({
      ...{ title, file: 'a.spec.ts' },
      tests: [{ status, results: [{ duration: 7 }, { duration: 8 }] }],
    });
    const inner = [spec('b', 'unexpected'), spec('c', 'skipped'), spec('d', 'flaky')];
    const journeys = { suites: [{ specs: [spec('a', 'expected')], suites: [{ specs: inner }] }] };
    expect(of(testsOf(journeys))).toEqual([
      ['a', 'tests/journeys/a.spec.ts', true, true, 15],
      ['b', 'tests/journeys/a.spec.ts', false, true, 15],
      ['c', 'tests/journeys/a.spec.ts', false, false, 15],
      // The second try of `c`; tests/run.mjs reports second tries, and allows few of them.
      ['d', 'tests/journeys/a.spec.ts', true, true, 15],
    ]);
  });
});
