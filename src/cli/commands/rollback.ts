import * as v from 'valibot';
import { UsageError } from '../command.ts';
import { defineCommand } from '../define-command.ts';
import { askRegistry, findRelease, LIVE, shorten, SERVER_OPTIONS } from '../registry-client.ts';

export const rollbackCommand = defineCommand({
  name: 'rollback',
  usage: '[<release>] --reason <text> [--json]',
  summary: 'Makes an earlier release live again, or returns a rollout',
  examples: ['npx capiz rollback --reason "Wrong amount shown"'],
  details: `Returns the rollout in progress. Without a rollout it makes the previous release live again, byte for byte, or the release
that you name. The output says which of the two it did: "did" is "returned-rollout" (with "rollout" and "candidate"), or "rolled-back".

  npx capiz rollback --reason "The button did nothing"`,
  options: {
    '--reason <text>': 'the reason, recorded in the audit',
    '--json':
      'print {"version":1,"did","release","before"} instead of words; what is refused is {"version":1,"refused":{"code","message"}}',
    ...SERVER_OPTIONS,
  },
  notes:
    'Undo: npx capiz rollback <release that was live> --reason "why". Exit: 0 done, 1 refused, 2 could not run.',
  async run({ values, rest }, terminal) {
    const [beginning] = rest;
    const { reason } = values;
    if (reason === undefined) throw new UsageError('give a reason: --reason "…"');
    return askRegistry(terminal, values, 'Not rolled back', async (client) => {
      const { release: before } = await client.get('/live', LIVE);
      const to = beginning === undefined ? {} : { to: await findRelease(client, beginning) };
      const done = await client.post('/rollback', { reason, ...to }, STEP_BACK);
      return { data: { ...done, before }, words: describe(done, before) };
    });
  },
});

const STEP_BACK = v.variant('did', [
  v.object({ did: v.literal('rolled-back'), release: v.string() }),
  v.object({
    did: v.literal('returned-rollout'),
    release: v.string(),
    rollout: v.string(),
    candidate: v.string(),
    wanted: v.exactOptional(v.string()),
  }),
]);
type StepBack = v.InferOutput<typeof STEP_BACK>;

function describe(done: StepBack, before: string): string {
  if (done.did === 'rolled-back') {
    return (
      `Release ${shorten(done.release)} is live again in place of ${shorten(before)}. ` +
      `Undo: npx capiz rollback ${shorten(before)} --reason "why"\n`
    );
  }
  const { release, rollout, candidate, wanted } = done;
  const again = wanted === undefined ? '' : `${shorten(wanted)} `;
  return (
    `The rollout ${rollout} of release ${shorten(candidate)} was returned; no release was rolled back. ` +
    `Everybody has release ${shorten(release)}, which was live all the time. ` +
    `To go back behind it: npx capiz rollback ${again}--reason "why"\n`
  );
}
