/**
 * What the numbered reliability checks came to: of reports of tests a line of JSON for each, and of such lines a page.
 * Pure, so that a planted fault shows that it can go red.
 */

/**
 * @typedef {{title: string, file: string, passed: boolean, ran: boolean, ms: number}} Test - Of a report.
 * @typedef {{title: string, files: string[], journeys?: string[], measuresTimes?: boolean, planted: RegExp}} Check - As checks.mjs has them.
 */

/** Files of a check, from the root of the project. */
export function filesOf({ files, journeys = [] }) {
  return [...files, ...journeys.map((name) => `tests/journeys/${name}`)];
}

/**
 * One check's line. `holds`: all passed, and a fault that was planted was found out; `falls-short`: one did not pass;
 * `not-shown`: nobody knows whether it can fail.
 *
 * @param tests - Those of other files do not count; one that was left out did not pass.
 * @param figures - What tests told of themselves, each with the number of its check.
 */
export function lineOf(number, check, { tests, figures, ...run }) {
  const files = new Set(filesOf(check));
  const own = tests.filter(({ file }) => files.has(file));
  const passed = own.filter((test) => test.passed);
  const planted = passed.filter(({ title }) => check.planted.test(title));
  const failed = own.length - passed.length;
  const verdict = failed > 0 ? 'falls-short' : planted.length > 0 ? 'holds' : 'not-shown';
  return {
    ...{ check: number, title: check.title, verdict, ...run },
    ...{ passed: passed.length, failed, planted: planted.length },
    seconds: Math.round(own.reduce((sum, { ms }) => sum + ms, 0) / 1000),
    figures: figures.filter((one) => one.check === number),
  };
}

/**
 * What became of the faults that are planted to be found out: red is one whose test says that it was found, for the reason
 * in its title. A test that crashed, ran out of time or could not run at all is none.
 */
export function redOf(number, { title, planted: pattern }, tests) {
  const own = tests.filter((test) => test.ran && pattern.test(test.title));
  const isRed = own.length > 0 && own.every(({ passed }) => passed);
  return { check: number, title, red: isRed, faults: own.map((test) => test.title) };
}

/** The last line of each check, as `docs/contributing/reliability.md`. */
export function writePage(lines) {
  const last = [...new Map(lines.map((line) => [line.check, line])).values()];
  last.sort((a, b) => a.check - b.check);
  const newest = lines.at(-1)?.commit;
  const rows = last.map(({ check, title, verdict, long, passed, failed, planted, seconds, commit }) => {
    const age = commit === newest ? '' : ', an older commit';
    const counts = `${passed} passed, ${failed} failed, ${planted} planted`;
    return `| ${check} ${title} | ${VERDICTS[verdict]} | ${long ? 'whole' : 'short'}, ${seconds} s | ${counts} | \`${commit.slice(0, 10)}\`${age} |`;
  });
  const figures = last
    .filter((line) => line.figures.length > 0)
    .flatMap((line) => [
      ...['', `**${line.check} ${line.title}**, seed ${line.seed}`, ''],
      ...line.figures.map(writeFigures),
    ]);
  return `${[...HEAD, ...rows, '', '## Figures', ...figures].join('\n')}\n`;
}

const VERDICTS = { holds: 'holds', 'falls-short': '**falls short**', 'not-shown': '**not shown**' };

const HEAD = [
  '# Reliability',
  '',
  'Made of `docs/contributing/reliability.jsonl`, to which `npm run check:long -- <numbers> --write` adds what it found: do not edit it.',
  'Each check is also run by its number, short without `--long`: `node tests/check.mjs 7`. A check holds when all its tests',
  'passed and the fault that it plants was found out.',
  '',
  '| check | | run | tests | commit |',
  '|---|---|---|---|---|',
];

/** Of one part of a check: what says which one it is first, then what was counted. */
function writeFigures({ check: _check, seed: _seed, ...figures }) {
  const words = Object.entries(figures).map(([name, value]) => {
    const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    return typeof value === 'string' ? value : `${words} ${JSON.stringify(value)}`;
  });
  return `- ${words.join(', ')}`;
}
