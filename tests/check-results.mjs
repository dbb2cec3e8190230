/**
 * Results of the numbered reliability checks: turns test reports into a JSON line for each check, and the lines into a
 * page. Pure, so that a planted fault can test it.
 */

/**
 * @typedef {{title: string, file: string, passed: boolean, ran: boolean, ms: number}} Test - In a report.
 * @typedef {{title: string, files: string[], journeys?: string[], measuresTimes?: boolean, planted: RegExp}} Check - As checks.mjs has them.
 */

/** Files of a check, relative to the project. */
export function filesOf({ files, journeys = [] }) {
  return [...files, ...journeys.map((name) => `tests/journeys/${name}`)];
}

/**
 * The line of one check. `holds`: all tests passed, and a planted fault was found; `falls-short`: a test failed;
 * `not-shown`: no planted fault was found, so the check may be unable to fail.
 *
 * @param tests - Tests of other files are ignored; a skipped test counts as failed.
 * @param figures - Measurements that the tests reported, each with the number of its check.
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
 * The result for planted faults. Red: a test with a matching title passed, so the fault was found. A test that crashed, timed
 * out or did not run does not count.
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
  '`node tests/check.mjs 7` runs check 7 in its short form; `--long` tries every case. A check holds when all its tests',
  'passed and its planted fault was detected.',
  '',
  '| check | | run | tests | commit |',
  '|---|---|---|---|---|',
];

/** Formats the figures of one part of a check, its name first. */
function writeFigures({ check: _check, seed: _seed, ...figures }) {
  const words = Object.entries(figures).map(([name, value]) => {
    const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    return typeof value === 'string' ? value : `${words} ${JSON.stringify(value)}`;
  });
  return `- ${words.join(', ')}`;
}
