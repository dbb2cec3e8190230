/** Turns Stryker's report into a JSON line, and JSON lines into a page. Pure. */

/** Minimum per cent of noticed faults in a group. */
export const LEAST = 90;

/** Stryker's statuses and our counts; a fault that does not compile does not count. */
const COUNTED = { Killed: 'killed', Timeout: 'timeout', Survived: 'survived', NoCoverage: 'uncovered' };

/**
 * @param report - As in mutation-testing-report-schema.
 * @returns Counts and score of a group, and the position of each unnoticed fault.
 */
export function lineOf(group, { files }) {
  const counts = { killed: 0, timeout: 0, survived: 0, uncovered: 0 };
  const survivors = [];
  for (const [file, { mutants, source }] of Object.entries(files)) {
    const inOrder = mutants.toSorted(({ location: { start: a } }, { location: { start: b } }) =>
      a.line === b.line ? a.column - b.column : a.line - b.line,
    );
    for (const { status, location, replacement } of inOrder) {
      const counted = COUNTED[status];
      if (counted === undefined) continue;
      counts[counted] += 1;
      if (counted === 'killed' || counted === 'timeout') continue;
      const { line, column } = location.start;
      survivors.push({
        at: `${file}:${line}:${column}`,
        was: textAt(source, location),
        became: shorten(replacement),
      });
    }
  }
  const noticed = counts.killed + counts.timeout;
  const all = noticed + counts.survived + counts.uncovered;
  // Rounded down: 89.99 is less than 90.
  return { group, score: all === 0 ? 0 : Math.floor((noticed / all) * 1000) / 10, ...counts, survivors };
}

function textAt(source, { start, end }) {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  lines[lines.length - 1] = lines.at(-1).slice(0, end.column - 1);
  lines[0] = lines[0].slice(start.column - 1);
  return shorten(lines.join('\n'));
}

function shorten(text = '') {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}

/** @returns The lines, in which this line replaces the one of its group, in the order of the groups. */
export function keepLast(lines, line, order) {
  const byGroup = new Map([...lines, line].map((one) => [one.group, one]));
  return order.flatMap((group) => byGroup.get(group) ?? []);
}

const COLUMNS = ['score', 'killed', 'timeout', 'survived', 'uncovered', 'seconds'];

export function tableOf(lines, more = []) {
  const names = ['group', ...COLUMNS, ...more];
  return [
    `| ${names.join(' | ')} |`,
    `|${'---|'.repeat(names.length)}`,
    ...lines.map((line) => `| ${names.map((name) => cellOf(name, line)).join(' | ')} |`),
  ];
}

function cellOf(name, line) {
  if (name === 'commit') return `\`${line.commit.slice(0, 10)}\``;
  if (name !== 'score') return line[name];
  return `${line.score.toFixed(1)} %${line.score < LEAST ? ', **too few**' : ''}`;
}

const HEAD = [
  '# Teeth',
  '',
  'Made by `npm run check:teeth -- --write`: do not edit it. It plants one fault after another in the code of a group (a sign',
  'turned round, a bound moved, a branch taken away) and runs the tests that should notice. Of every group at least',
  `${LEAST} of 100 must be noticed, or it ends with 1. One that makes a test run for ever is noticed; one that no test even`,
  'reaches is not, nor is one that changes nothing anybody could tell. `tests/teeth/groups.mjs` says which code and which tests.',
  '',
];

export function writePage(lines, groups) {
  const parts = lines.flatMap(({ group, survivors }) => [
    ...[
      '',
      `## ${group}`,
      '',
      `${groups[group].title}: ${groups[group].code.map((file) => `\`${file}\``).join(', ')}.`,
    ],
    ...(survivors.length === 0
      ? []
      : ['', '| not noticed at | what stands there | the fault |', '|---|---|---|']),
    ...survivors.map(({ at, was, became }) => `| ${at} | ${quote(was)} | ${quote(became)} |`),
  ]);
  return `${[...HEAD, ...tableOf(lines, ['commit']), ...parts].join('\n')}\n`;
}

function quote(code) {
  return code === '' ? 'nothing' : `\`\` ${code.replaceAll('|', '\\|')} \`\``;
}
