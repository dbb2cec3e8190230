import * as v from 'valibot';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { assign } from '#src/shared/rollout/assign.ts';
import { KNOWN_ATTRIBUTES, STORED_CONDITION } from '#src/shared/rollout/audience.ts';
import { messageOf } from '#src/shared/message-of.ts';
import { type ExitCode, type Terminal, UsageError } from '../command.ts';
import { defineCommand } from '../define-command.ts';
import { MEANT_OPTION, readMeant } from '../meant.ts';
import { printResult } from '../print-result.ts';
import { findProject, ROOT_OPTION } from '../project.ts';
import {
  connectRegistry,
  findRelease,
  type RegistryClient,
  ServerRefusal,
  shorten,
  SERVER_OPTIONS,
} from '../registry-client.ts';
import { makeRelease, refuse } from './publish.ts';

const ROLLOUT = v.looseObject({
  id: v.string(),
  release: v.string(),
  state: v.string(),
  stage: v.number(),
  basisPoints: v.number(),
  strategy: v.looseObject({ stages: v.array(v.unknown()) }),
  ended: v.exactOptional(v.string()),
  verdict: v.exactOptional(v.looseObject({ because: v.exactOptional(v.string()) })),
});
type RolloutAnswer = v.InferOutput<typeof ROLLOUT>;
const ROLLOUTS = v.object({ rollouts: v.array(ROLLOUT) });

/** Reports of one screen for one release, as `listReports` returns them. */
const SCREEN_REPORTS = v.looseObject({
  screen: v.string(),
  side: v.string(),
  counts: v.record(v.string(), v.number()),
});
const REPORTS = v.object({ reports: v.array(SCREEN_REPORTS) });

const CHANGES: readonly string[] = ['advance', 'pause', 'resume', 'return'];

export const rolloutCommand = defineCommand({
  name: 'rollout',
  usage: 'start [<release>] | status | advance | pause | resume | return | who <file> [--json]',
  summary: 'Gives a release to a share of the borrowers, and to more if pages report no problems',
  examples: [
    'npx capiz rollout start --strategy careful --reason "New words on the order screen"',
    'npx capiz rollout status',
    'npx capiz rollout return --reason "The button did nothing"',
  ],
  details: `A release goes to a share of an audience, and to more of it stage by stage, while its pages report no more problems
than those of a control group of the same size. If they do, it is returned automatically.

  start [<release>]        the definitions of the project, or an existing, approved release by its hash
  status                   the stage of the rollout in progress, what it waits for, and what its pages reported by
      screen in the last 30 days
  advance                  go to the next stage now, without waiting for the end of this one; after the last stage
      everybody gets the release
  pause, resume, return    stop growing; continue; give everybody the live release again
  who <file>               the side of each visitor of a JSON list of { salt, basisPoints, audience, id, known }`,
  options: {
    '--strategy <name>': 'careful (a day), quick (an hour and a half), or a JSON file; default: careful',
    '--audience <file>': 'JSON list of conditions; default: everybody',
    '--reason <text>': 'the reason, recorded in the audit',
    ...MEANT_OPTION,
    ...ROOT_OPTION,
    '--json':
      'print {"version":1,"rollout":…}, for who {"version":1,"visitors":[{"id","side"}]}, instead of words',
    ...SERVER_OPTIONS,
  },
  notes: 'Undo: npx capiz rollout return --reason "why". Exit: 0 done, 1 refused, 2 could not run.',
  async run({ values, rest }, terminal) {
    const [verb, name] = rest;
    if (verb === 'who') return sayWho(name, terminal, values);
    if (verb === undefined || !['start', 'status', ...CHANGES].includes(verb)) {
      throw new UsageError('name an action: start, status, advance, pause, resume, return or who');
    }
    const { reason } = values;
    if (verb !== 'status' && reason === undefined) throw new UsageError('give a reason: --reason "…"');
    const meant = readMeant(values.meant);
    if (values.meant !== undefined && (verb !== 'start' || name !== undefined))
      throw new UsageError('--meant goes with the release that is made: rollout start without a hash');
    const { folder } = terminal;
    // Only commands that read definitions need a project.
    const root =
      values.root !== undefined
        ? resolve(folder, values.root)
        : verb === 'start' && name === undefined
          ? findProject(folder)
          : folder;
    const client = connectRegistry(values, root);
    try {
      const rollout =
        verb === 'start'
          ? await start(client, name, { ...values, reason: reason ?? '', root, meant }, terminal)
          : await change(client, verb, reason);
      const reports = verb === 'status' ? await readReports(client, rollout) : undefined;
      const words = describe(rollout) + (reports ?? []).map(describeScreen).join('');
      printResult(terminal, values, { rollout, ...(reports && { reports }) }, words);
      return 0;
    } catch (error) {
      if (!(error instanceof ServerRefusal)) throw error;
      return refuse('Not done', error, root, terminal, values);
    }
  },
});

interface StartValues {
  readonly strategy?: string;
  readonly audience?: string;
  readonly reason: string;
  readonly root: string;
  readonly meant: ReturnType<typeof readMeant>;
}

async function start(
  client: RegistryClient,
  beginning: string | undefined,
  { strategy = 'careful', audience, reason, root, meant }: StartValues,
  { folder, err }: Terminal,
): Promise<RolloutAnswer> {
  const release =
    beginning === undefined
      ? (await makeRelease(client, root, { reason, meant })).hash
      : await findRelease(client, beginning);
  try {
    const asked = {
      ...{ release, reason },
      strategy: strategy.endsWith('.json') ? readJson(resolve(folder, strategy)) : strategy,
      ...(audience !== undefined && { audience: readJson(resolve(folder, audience)) }),
    };
    return await client.post('/rollouts', asked, ROLLOUT);
  } catch (error) {
    if (error instanceof ServerRefusal && error.code === 'approval') {
      const short = shorten(release);
      err(
        `Somebody else: npx capiz approve ${short} --reason "why"\n` +
          `Then:          npx capiz rollout start ${short} --strategy ${strategy} --reason "why"\n`,
      );
    }
    throw error;
  }
}

async function change(
  client: RegistryClient,
  verb: string,
  reason: string | undefined,
): Promise<RolloutAnswer> {
  const { rollouts } = await client.get('/rollouts', ROLLOUTS);
  const [latest] = rollouts;
  const active = rollouts.find(({ state }) => state === 'running' || state === 'paused');
  const rollout = active ?? (verb === 'status' ? latest : undefined);
  if (rollout === undefined) throw new UsageError('no rollout is in progress');
  if (verb === 'status') return client.get(`/rollouts/${rollout.id}`, ROLLOUT);
  return client.post(`/rollouts/${rollout.id}/${verb}`, { reason }, ROLLOUT);
}

/** Reports of the release that is rolled out. */
async function readReports(client: RegistryClient, { release }: RolloutAnswer) {
  return (await client.get(`/releases/${release}/reports`, REPORTS)).reports;
}

function describeScreen({ screen, side, counts }: v.InferOutput<typeof SCREEN_REPORTS>): string {
  const numbers = Object.entries(counts).map(([kind, count]) => `${kind} ${count}`);
  return `  ${screen === '' ? 'documents' : screen} (${side}): ${numbers.join(', ')}\n`;
}

function describe({
  id,
  release,
  state,
  stage,
  basisPoints,
  strategy,
  verdict,
  ended,
}: RolloutAnswer): string {
  const share = `${basisPoints / 100} %`;
  const lines = [`Rollout ${id} of release ${shorten(release)} is ${state}.`];
  if (state === 'running' || state === 'paused') {
    lines.push(`Stage ${stage + 1} of ${strategy.stages.length}: ${share} of its audience get it.`);
  }
  if (verdict?.because !== undefined) lines.push(verdict.because);
  if (ended !== undefined) lines.push(`Why: ${ended}`);
  if (state === 'running') lines.push('Undo: npx capiz rollout return --reason "why"');
  return `${lines.join('\n')}\n`;
}

/** Visitors, each with the rule that assigns the release. */
const VISITORS = v.array(
  v.object({
    id: v.string(),
    known: KNOWN_ATTRIBUTES,
    salt: v.string(),
    basisPoints: v.number(),
    audience: v.array(STORED_CONDITION),
  }),
);

/** Computed locally with the server's rule. */
function sayWho(path: string | undefined, terminal: Terminal, values: { readonly json?: boolean }): ExitCode {
  if (path === undefined) throw new UsageError('name the file');
  const list = v.safeParse(VISITORS, readJson(resolve(terminal.folder, path)));
  if (!list.success) throw new UsageError(`${path} is not a list of visitors: ${v.summarize(list.issues)}`);
  const visitors = list.output.map(({ id, known, ...rule }) => ({ id, side: assign(rule, id, known) }));
  printResult(terminal, values, { visitors }, visitors.map(({ id, side }) => `${side}\t${id}\n`).join(''));
  return 0;
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${messageOf(error)}`);
  }
}
