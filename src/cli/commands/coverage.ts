import { resolve } from 'node:path';
import { makeColours } from '#src/shared/code-frame.ts';
import { writeFile } from '#src/shared/write-file.ts';
import type { CoverageReport, Metric } from '#src/testing/coverage/report.ts';
import { UsageError } from '../command.ts';
import { defineCommand } from '../define-command.ts';
import { refusing } from '../options.ts';
import { formatJson } from '../print-result.ts';
import { rootOf, ROOT_OPTION } from '../project.ts';

const METRICS: readonly Metric[] = ['nodes', 'conditions', 'outcomes', 'endpoints'];

export const coverageCommand = defineCommand({
  name: 'coverage',
  usage:
    '[--min <metric>=<percent>,…] [--all] [--json] [--lcov <file>] [--html <file>] [--root <folder>] [screens]',
  summary: 'Lists what in the definitions no state and no script reaches',
  examples: [
    'npx capiz coverage',
    'npx capiz coverage order --all',
    'npx capiz coverage --min conditions=100,outcomes=100',
  ],
  details: `Runs npx capiz test, and records what in the definitions it reaches:

  nodes       each rendered
  conditions  each true and each false: visibleWhen, enabledWhen, when, and those in texts, lists and rules
  outcomes    each action done; each request, submit, validate and copy also failed; each case and catch taken
  endpoints   each endpoint of each screen: success, business error, invalid reply, network, timeout

A condition of a part is counted once, for all screens that use the part. Nothing can be excluded: remove from the
definition what cannot happen.`,
  options: {
    screens: 'names or files of screens, or the file of a part for all screens that use it; default: all',
    '--min <metric>=<percent>': 'exit with 1 if less was reached, in percent: conditions=100,outcomes=100',
    '--all': 'print everything that was not reached, also endpoints',
    '--json': 'print {"version":1,"total":{…},"documents":[…],"screens":[…],"misses":[…]} instead of words',
    '--lcov <file>': 'write what was not reached, in the format of lcov',
    '--html <file>': `write a page that opens from disk: each screen as rendered; what was not reached is marked, with its
      locations beside it`,
    ...ROOT_OPTION,
  },
  notes: `Nothing is written to fixtures/snapshots.

Exit: 0 enough was reached, 1 less than --min, or something differs from the snapshots, 2 could not run.`,
  async run({ values, rest }, terminal) {
    const began = terminal.now();
    const root = rootOf(terminal, values.root);
    const least = readLeast(values.min);
    const { describeRun, runTests, UnknownPath, UnsoundProject } = await import('#src/testing/test-run.ts');
    const { makeCoverage, percentOf } = await import('#src/testing/coverage/report.ts');
    const { describeCoverage, writeLcov } = await import('#src/testing/coverage/print.ts');
    const run = await refusing([UnsoundProject, UnknownPath], () =>
      runTests({
        root,
        folder: terminal.folder,
        paths: rest,
        name: undefined,
        writes: 'none',
        covers: true,
        keepsPages: values.html !== undefined,
      }),
    );
    const coverage = makeCoverage(run);
    const colours = makeColours(terminal.hasColour);
    if (values.lcov !== undefined) writeFile(resolve(terminal.folder, values.lcov), writeLcov(coverage));
    if (values.html !== undefined) {
      const { writeCoveragePage } = await import('#src/testing/coverage/page.ts');
      const { readLook } = await import('#src/testing/write-page.ts');
      writeFile(
        resolve(terminal.folder, values.html),
        writeCoveragePage(run, coverage, readLook(run.project.release.app.plan)),
      );
    }
    const words = describeRun(run, colours, terminal.now() - began);
    if (values.json === true) {
      terminal.err(words);
      terminal.out(formatJson(coverage));
    } else terminal.out(describeCoverage(coverage, colours, values.all === true) + words);
    const low = [...least].filter(([metric, percent]) => percentOf(coverage.total[metric]) < percent);
    for (const [metric, percent] of low)
      terminal.err(`${metric}: ${sayCount(coverage, metric)} is less than ${percent} %\n`);
    return run.isClean && low.length === 0 ? 0 : 1;
  },
});

function sayCount({ total }: CoverageReport, metric: Metric): string {
  return `${total[metric].seen} of ${total[metric].of}`;
}

function readLeast(given: string | undefined): ReadonlyMap<Metric, number> {
  const least = new Map<Metric, number>();
  for (const one of given?.split(',') ?? []) {
    const [, name, percent] = /^([a-z]+)=(\d{1,3}(?:\.\d)?)$/.exec(one) ?? [];
    const metric = METRICS.find((each) => each === name);
    if (metric === undefined || percent === undefined || Number(percent) > 100)
      throw new UsageError(`--min takes <metric>=<percent> of ${METRICS.join(', ')}, not "${one}"`);
    least.set(metric, Number(percent));
  }
  return least;
}
