import * as v from 'valibot';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FAULT_KINDS } from '#renderer/grammar/mutation/kinds.ts';
import type { ProjectFile } from '#src/shared/project-files.ts';
import type { TestedFault } from '#src/testing/mutation/run.ts';
import { messageOf } from '#src/shared/message-of.ts';
import { type Terminal, UsageError } from '../command.ts';
import { defineCommand } from '../define-command.ts';
import { printResult } from '../print-result.ts';
import { rootOf, readProject, ROOT_OPTION } from '../project.ts';
import { describeMutation, LISTED_SURVIVOR, reportMutation } from '../reports/mutation.ts';

/** Known survivors, each with its reason. */
export const SURVIVORS = 'fixtures/survivors.json';
const DEFAULT_MINIMUM = 95;

export const mutateCommand = defineCommand({
  name: 'mutate',
  usage:
    '[--since <ref> [--held]] [--most <n>] [--min <percent>] [--list] [--json] [--root <folder>] [screens]',
  summary: 'Plants faults in definitions, and counts those that neither check nor test notices',
  examples: [
    'npx capiz mutate rollover',
    'npx capiz mutate screens/parts/payment-channels.part.json',
    'npx capiz mutate schemas/api/*.endpoint.json',
    'npx capiz mutate --since HEAD~1 rollover',
    'npx capiz mutate order --list',
  ],
  details: `Changes one place of a definition at a time (${Object.keys(FAULT_KINDS).length} kinds of change). A fault is
noticed if npx capiz check reports a new problem, or if a state or a script of npx capiz test differs. Only the first
language of the project is rendered. The score is the percentage of faults that were noticed.`,
  options: {
    screens: 'screens by name, or files of screens, parts and contracts; default all',
    '--since <ref>': `only documents that changed since this git commit, or whose states or scripts changed; the named ones
      if none changed or git does not know the commit`,
    '--held': `with --since, only documents that are listed in ${SURVIVORS}`,
    '--most <n>': `plant at most this many: whole documents while they fit, and a sample of a larger one; the same faults
      each time`,
    '--min <percent>': `exit with 1 below this score; default: ${DEFAULT_MINIMUM}`,
    '--list': 'print what would be planted, and run nothing',
    '--json': `print {"version":1,"score":…,"planted":…,"noticed":…,"possible":…,"kinds":{…},"documents":[…],
      "survivors":[…],"stale":[…]} instead of words`,
    ...ROOT_OPTION,
  },
  notes: `Faults that no test could notice are listed with a reason in ${SURVIVORS}; they count as not noticed. An entry there is
stale if its fault was noticed or can no longer be planted.

Exit: 0 the score is reached and nothing is stale, 1 otherwise, 2 could not run.`,
  async run({ values, rest }, terminal) {
    const began = terminal.now();
    const minimum = readNumber('min', values.min) ?? DEFAULT_MINIMUM;
    const most = readNumber('most', values.most);
    const root = rootOf(terminal, values.root);
    const files = readProject(root);
    const known = readKnown(root);
    const held = values.held === true ? known.held : undefined;
    const documents = chooseDocuments({ root, files, given: rest, since: values.since, held }, terminal);
    const { testFaults, listFaults } = await import('#src/testing/mutation/run.ts');
    const planting = listFaults(files, documents, most);
    if (planting.faults.length === 0)
      throw new UsageError('no fault can be planted there; see npx capiz check');
    if (values.list === true) {
      for (const { file, line, column, kind, change } of planting.faults)
        terminal.out(`${file}:${line}:${column} ${kind}: ${change}\n`);
      return 0;
    }
    let judged: readonly TestedFault[];
    try {
      judged = await testFaults(root, planting);
    } catch (error) {
      throw new UsageError(messageOf(error));
    }
    const report = reportMutation(judged, planting, known.survivors);
    printResult(terminal, values, report, describeMutation(report, minimum, terminal.now() - began));
    return report.score >= minimum && report.stale.length === 0 ? 0 : 1;
  },
});

function readNumber(name: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  if (!/^\d+(?:\.\d+)?$/.test(given)) throw new UsageError(`--${name} takes a number, not "${given}"`);
  return Number(given);
}

interface Choice {
  readonly root: string;
  readonly files: readonly ProjectFile[];
  /** Names of screens, or files. */
  readonly given: readonly string[];
  /** A git commit. */
  readonly since: string | undefined;
  /** If set, only changed files in this list are tested; default: all. */
  readonly held: readonly string[] | undefined;
}

function chooseDocuments({ root, files, given, since, held }: Choice, terminal: Terminal): readonly string[] {
  const all = files.map(({ path }) => path).filter((path) => /\.(?:screen|part|endpoint)\.json$/.test(path));
  const named = given.map((name) => {
    const found = all.find((path) => path === name || path === `screens/${name}.screen.json`);
    if (found === undefined) throw new UsageError(`there is no screen, part or contract "${name}"`);
    return found;
  });
  if (since === undefined) return named.length > 0 ? named : all;
  const changed = changedSince(root, since);
  const chosen = all
    .filter((path) => held === undefined || held.includes(path))
    .filter((path) => [path, ...fixturesOf(path)].some((one) => changed.includes(one)));
  if (chosen.length > 0) return chosen;
  terminal.err(
    `no ${held === undefined ? 'screen' : 'screen with a held score'} changed since ${since}${named.length > 0 ? `: ${given.join(', ')} instead` : ''}\n`,
  );
  if (named.length === 0) throw new UsageError('name screens to plant faults in if none changed');
  return named;
}

/** The fixtures that render a screen: a change there can hide a fault of the screen. */
function fixturesOf(path: string): readonly string[] {
  const [, name] = /([^/]+)\.screen\.json$/.exec(path) ?? [];
  return name === undefined ? [] : [`fixtures/states/${name}.json`, `fixtures/scripts/${name}.json`];
}

/** Paths that differ from a commit; empty if git does not know it, as in a shallow clone. */
function changedSince(root: string, ref: string): readonly string[] {
  const { status, stdout } = spawnSync(
    'git',
    ['diff', '--name-only', '--relative', ref, '--', 'screens', 'fixtures'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  return status === 0 ? stdout.split('\n') : [];
}

/** The content of `fixtures/survivors.json`. */
const KNOWN = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    survivors: v.array(LISTED_SURVIVOR),
    /** Documents whose minimum score the project's own tests check. */
    held: v.array(v.string()),
  }),
);
type Known = v.InferOutput<typeof KNOWN>;

function readKnown(root: string): Known {
  const path = join(root, SURVIVORS);
  if (!existsSync(path)) return { survivors: [], held: [] };
  const known = v.safeParse(KNOWN, readFileSync(path, 'utf8'));
  if (!known.success) throw new UsageError(`${SURVIVORS}: ${v.summarize(known.issues)}`);
  return known.output;
}
