/**
 * Compares the numbers of docs/contributing/specification.md with the titles of tests. Pure: texts and reports in, findings out, so
 * that a planted fault can test it.
 */
import { relative } from 'node:path';

const ROW =
  /^\| (?<number>\d+\.\d+) \| (?<behaviour>[^|\s][^|]*) \| (?<where>[^|\s][^|]*) \|(?: (?<note>[^|\s][^|]*?))? +\|$/;
const HEAD = /^\| number \||^\|(?:-+\|)+$/;
const WITHOUT = /^no test: (?<reason>\S.*)$/;

/** Rows of the document, and its problems. */
export function readSpecification(text) {
  const behaviours = [];
  const problems = [];
  const seen = new Set();
  let chapter = '';
  let group = '';
  for (const [index, line] of text.split('\n').entries()) {
    const say = (problem) => problems.push(`line ${index + 1}: ${problem}`);
    if (line.startsWith('## ')) {
      chapter = /^## (\d+)\. /.exec(line)?.[1] ?? '';
      group = '';
    } else if (line.startsWith('### ')) group = line.slice(4);
    else if (line.startsWith('|') && !HEAD.test(line)) {
      const row = ROW.exec(line)?.groups;
      if (row === undefined) {
        say(`not a row of number, behaviour, where and note: ${line}`);
        continue;
      }
      const without = row.note === undefined ? undefined : WITHOUT.exec(row.note)?.groups?.reason;
      if (row.note !== undefined && without === undefined) say(`not "no test: <reason>": ${row.note}`);
      if (row.number.split('.')[0] !== chapter) say(`${row.number} stands in chapter "${chapter}"`);
      if (group === '') say(`${row.number} stands in no group`);
      if (seen.has(row.number)) say(`${row.number} is there twice`);
      seen.add(row.number);
      behaviours.push({ number: row.number, chapter, group, without });
    }
  }
  if (behaviours.length === 0) problems.push('it has no behaviours');
  return { behaviours, problems };
}

/** The numbers at the start of a title. `undefined`: it starts with something similar to a number. */
export function numbersOf(title) {
  const words = title.split(' ');
  const end = words.findIndex((word) => !/^[1-9]\d*\.[1-9]\d*$/.test(word));
  if (end === -1) return title === '' ? [] : undefined;
  return /^[1-9]\d*\.[1-9]/.test(words[end]) ? undefined : words.slice(0, end);
}

/**
 * The tests in a report of Vitest or Playwright, by title.
 *
 * @param root - The folder in which Vitest ran; its reports contain absolute paths.
 */
export function testsOf(report, root = process.cwd()) {
  if (Array.isArray(report.testResults))
    return report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ title, status, duration }) => ({
        ...{ title, file: relative(root, name), ms: duration ?? 0 },
        ...{ passed: status === 'passed', ran: status === 'passed' || status === 'failed' },
      })),
    );
  const inSuite = ({ specs = [], suites = [] }) => [
    ...specs.flatMap(({ title, file, tests }) =>
      tests.map(({ status, results = [] }) => ({
        ...{ title, file: `tests/journeys/${file}` },
        ms: results.reduce((sum, { duration }) => sum + duration, 0),
        ...{ passed: status === 'expected' || status === 'flaky', ran: status !== 'skipped' },
      })),
    ),
    ...suites.flatMap(inSuite),
  ];
  return report.suites.flatMap(inSuite);
}

/** The failed tests of a report, of either runner. */
export function failedOf(report, root) {
  return report === undefined ? [] : testsOf(report, root).filter(({ ran, passed }) => ran && !passed);
}

/**
 * Sorts behaviours into proved, without need of a test, and open. A behaviour with one failed test is open, even if its
 * other tests passed.
 */
export function countBehaviours({ behaviours, problems }, tests) {
  const known = new Map(behaviours.map((behaviour) => [behaviour.number, behaviour]));
  const wrong = [...problems];
  const passed = new Set();
  const failed = new Set();
  for (const test of tests) {
    const numbers = numbersOf(test.title);
    if (numbers === undefined) wrong.push(`a title begins with what is no number: ${test.title}`);
    for (const number of numbers ?? []) {
      const behaviour = known.get(number);
      if (behaviour === undefined) wrong.push(`${number} is not in the document: ${test.title}`);
      else if (behaviour.without !== undefined) wrong.push(`${number} needs no test, but has: ${test.title}`);
      (test.passed ? passed : failed).add(number);
    }
  }
  const proved = ({ number }) => passed.has(number) && !failed.has(number);
  const needed = behaviours.filter(({ without }) => without === undefined);
  return {
    tested: needed.filter(proved),
    without: behaviours.filter(({ without }) => without !== undefined),
    open: needed.filter((behaviour) => !proved(behaviour)),
    problems: wrong,
  };
}

/** The number of failures. Open behaviours count only after a complete run. */
export function countWrong({ open, problems }, isWhole) {
  return problems.length + (isWhole ? open.length : 0);
}

/** Lines for people: the counts, the open numbers by chapter and group, and the problems. */
export function describeCount({ tested, without, open, problems }) {
  const groups = new Map();
  for (const { chapter, group, number } of open) {
    const key = `${chapter}. ${group}`;
    groups.set(key, [...(groups.get(key) ?? []), number]);
  }
  return [
    `${tested.length} with a passing test, ${without.length} without need of one, ${open.length} open`,
    ...[...groups].map(([group, numbers]) => `open   ${group}: ${numbers.join(' ')}`),
    ...problems.map((problem) => `FAILED ${problem}`),
  ];
}
