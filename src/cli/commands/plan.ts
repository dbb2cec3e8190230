import * as v from 'valibot';
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { diffProjects, type ProjectDifference } from '#renderer/grammar/difference/diff-projects.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { makeColours } from '#src/shared/code-frame.ts';
import { isAsset } from '#src/shared/project-paths.ts';
import { UsageError } from '../command.ts';
import { defineCommand } from '../define-command.ts';
import { describeNeeds } from '../describe-needs.ts';
import { MEANT_OPTION, readMeant } from '../meant.ts';
import { rootOf, readProject, ROOT_OPTION } from '../project.ts';
import { type PublishPlan, PLAN_VERSION } from '../publish-plan.ts';
import {
  connectRegistry,
  findLive,
  type RegistryClient,
  ServerRefusal,
  shorten,
  SERVER_OPTIONS,
} from '../registry-client.ts';
import { describeDifference } from './diff.ts';
import { makeRelease, refuse } from './publish.ts';

export const planCommand = defineCommand({
  name: 'plan',
  usage: '--reason <text> [--meant <code>=<why>] [--out <file>] [--json]',
  summary: 'Shows what publishing would change, and stores it as a plan',
  examples: [
    'npx capiz plan --reason "Friendlier words" --out plan.json',
    'npx capiz plan --reason "As it is" --json',
  ],
  details: `The server checks and compiles the project into a release that is not live yet, and compares it with the live release:
what each change means, whether it is breaking, and who must approve it. A plan replaces exactly one release with exactly
one other; npx capiz apply does that or nothing.`,
  options: {
    '--reason <text>': 'the reason, recorded in the audit',
    ...MEANT_OPTION,
    '--out <file>': 'file for the plan',
    ...ROOT_OPTION,
    '--json': `print the plan: {"version":1,"base","release","reason","verdict","needs","changes",…}; the
      verdict is unchanged, ready, or approval where a second person is needed`,
    ...SERVER_OPTIONS,
  },
  notes: 'Exit: 0 nothing to change, 1 changes, or errors in the definitions, 2 could not run.',
  async run({ values, rest }, terminal) {
    const { reason } = values;
    if (reason === undefined) throw new UsageError('give a reason: --reason "…"');
    if (rest.length > 0)
      throw new UsageError(`unexpected "${rest.join(' ')}": a plan is always of the whole project`);
    const meant = readMeant(values.meant);
    const root = rootOf(terminal, values.root);
    const client = connectRegistry(values, root);
    let plan: PublishPlan;
    try {
      plan = await makePlan(client, root, { reason, meant });
    } catch (error) {
      if (!(error instanceof ServerRefusal)) throw error;
      return refuse('Not planned', error, root, terminal, values);
    }
    const text = `${JSON.stringify(plan, null, 2)}\n`;
    if (values.out !== undefined) writeFileSync(resolve(terminal.folder, values.out), text);
    if (values.json === true) terminal.out(text);
    else {
      const colours = makeColours(terminal.hasColour);
      for (const change of plan.changes) terminal.out(describeDifference(change, colours));
      terminal.out(describePlan(plan));
    }
    if (plan.verdict !== 'unchanged' && values.out === undefined)
      terminal.err('not stored: --out <file> stores it for npx capiz apply\n');
    return plan.verdict === 'unchanged' ? 0 : 1;
  },
});

async function makePlan(
  client: RegistryClient,
  root: string,
  why: Parameters<typeof makeRelease>[2],
): Promise<PublishPlan> {
  const base = await findLive(client);
  const { hash: release, needs } = await makeRelease(client, root, why);
  const before = base === undefined ? [] : await readDocuments(client, base);
  const changes = diffProjects(before, readProject(root));
  // The server has compiled both releases, so this cannot happen; an incomplete plan would be worse than an error.
  if ('unreadable' in changes) throw new UsageError(`not readable: ${changes.unreadable.join(', ')}`);
  const isSame = release === base;
  return {
    version: PLAN_VERSION,
    ...(base === undefined ? {} : { base }),
    release,
    reason: why.reason,
    verdict: isSame ? 'unchanged' : base !== undefined && needs.length > 0 ? 'approval' : 'ready',
    breaking: changes.filter(({ breaking }) => breaking !== undefined).length,
    needs: isSame ? [] : needs,
    changes,
  };
}

/** Base64 of each document and image, by its path. */
const BUNDLE = v.object({ files: v.record(v.string(), v.string()) });

async function readDocuments(client: RegistryClient, release: string): Promise<readonly SourceFile[]> {
  const { files } = await client.get(`/releases/${release}/bundle`, BUNDLE);
  return Object.entries(files)
    .filter(([path]) => !isAsset(path))
    .map(([path, bytes]) => ({ path, text: Buffer.from(bytes, 'base64').toString('utf8') }));
}

function describePlan({ base, release, verdict, breaking, needs, changes }: PublishPlan): string {
  if (verdict === 'unchanged') return `Nothing to change: ${shorten(release)} is live.\n`;
  const count = (is: (change: ProjectDifference) => boolean): number => changes.filter(is).length;
  const lines = [
    `${count(({ before }) => before === undefined)} added, ${count(({ before, after }) => before !== undefined && after !== undefined)} changed, ` +
      `${count(({ after }) => after === undefined)} removed · breaking: ${breaking === 0 ? 'none' : breaking}`,
    `Release ${shorten(release)} in the place of ${base === undefined ? 'nothing' : shorten(base)}.`,
    ...(verdict === 'ready'
      ? ['Ready: no approval is needed.']
      : [
          'A second person must approve it:',
          describeNeeds(needs).trimEnd(),
          `Somebody else: npx capiz approve ${shorten(release)} --reason "why"`,
        ]),
  ];
  return `${lines.join('\n')}\n`;
}
