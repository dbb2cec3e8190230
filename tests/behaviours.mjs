/**
 * What docs/contributing/specification.md numbers, and what tests prove of it. Pure: texts and reports in, findings
 * out, so that a planted fault shows that the count can go red.
 */
import { relative } from 'node:path';

const ROW =
  /^\| (?<number>\d+\.\d+) \| (?<behaviour>[^|\s][^|]*) \| (?<where>[^|\s][^|]*) \|(?: (?<note>[^|\s][^|]*?))? +\|$/;
const HEAD = /^\| number \||^\|(?:-+\|)+$/;
const WITHOUT = /^no test: (?<reason>\S.*)$/;

/**
 * Rows of the document, and what is wrong with it.
 */
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

/**
 * Numbers that a title begins with. `undefined`: it begins with something that only looks like one.
 */
export function numbersOf(title) {
  const words = title.split(' ');
  const end = words.findIndex((word) => !/^[1-9]\d*\.[1-9]\d*$/.test(word));
  if (end === -1) return title === '' ? [] : undefined;
  return /^[1-9]\d*\.[1-9]/.test(words[end]) ? undefined : words.slice(0, end);
}

/**
 * Tests of a report of Vitest or Playwright, by their own titles.
 *
 * @param root - The project, where Vitest was run: its reports name files from the machine's root.
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

/** Those of a report that failed, of either runner. */
export function failedOf(report, root) {
  return report === undefined ? [] : testsOf(report, root).filter(({ ran, passed }) => ran && !passed);
}

/**
 * Which behaviours are proved, need no proof, or are open. One test that did not pass leaves its
 * behaviours open, whatever other tests say.
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

/**
 * How much of a count is a failure. What is open is one where everything ran; a part alone leaves most open.
 */
export function countWrong({ open, problems }, isWhole) {
  return problems.length + (isWhole ? open.length : 0);
}

/**
 * Lines for a person: the counts, then the open numbers by chapter and group, then what is wrong.
 */
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
