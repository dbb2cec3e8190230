import * as v from 'valibot';
import { UsageError } from '../command.ts';
import { defineCommand } from '../define-command.ts';
import { askRegistry, findRelease, shorten, writeTime, SERVER_OPTIONS } from '../registry-client.ts';
import { readTime } from '../times.ts';

export const scheduleCommand = defineCommand({
  name: 'schedule',
  usage: 'add <release> --at <time> | move <id> --at <time> | cancel <id> | list [--json]',
  summary: 'Makes a release live at a given time',
  examples: [
    'npx capiz schedule add 3f9a0c --at "2026-12-01 06:00" --reason "The new fees begin"',
    'npx capiz schedule add 3f9a0c --at "2026-12-01 06:00" --strategy careful --reason "To 1 % first"',
    'npx capiz schedule move 7c1e55aa --at "2026-12-02 06:00" --reason "The fees begin a day later"',
    'npx capiz schedule list',
    'npx capiz schedule cancel 7c1e55aa --reason "The fees begin in January"',
  ],
  details: `The release must exist (npx capiz publish makes one) and be approved if it needs approval: if publishing would refuse it,
it is refused now. At the time, one server makes it live for everybody; with --strategy it starts a rollout to a share.
If something prevents that - a freeze, another release that went live, a rollout, no running server for an hour - it
is refused for good.`,
  options: {
    '--at <time>': '2026-12-01 06:00 by the clock of this machine, or 2026-12-01T06:00+08:00',
    '--strategy <name>':
      'careful (a day) or quick (an hour and a half): a share first; default: everybody at once',
    '--reason <text>': 'the reason, recorded in the audit',
    '--json': 'print {"version":1,"schedules":[…]} instead of words',
    ...SERVER_OPTIONS,
  },
  notes:
    'Undo: npx capiz schedule cancel <id> --reason "why"; once it is live, npx capiz rollback --reason "why". Exit: 0 done, 1 refused, 2 could not run.',
  async run({ values, rest }, terminal) {
    const [verb, name] = rest;
    const { reason, at, strategy } = values;
    if (verb !== 'add' && verb !== 'move' && verb !== 'cancel' && verb !== 'list') {
      throw new UsageError('name an action: add, move, cancel or list');
    }
    if (verb !== 'list' && reason === undefined) throw new UsageError('give a reason: --reason "…"');
    if ((verb === 'add' || verb === 'move') && at === undefined)
      throw new UsageError('give the time: --at "2026-12-01 06:00"');
    const due = at === undefined ? 0 : readTime('--at', at);
    return askRegistry(terminal, values, 'Not done', async (client) => {
      if (verb === 'add') {
        const release = await findRelease(client, demandName(name, 'release'));
        const gradual = strategy === undefined ? {} : { gradual: { strategy } };
        await client.send(`/releases/${release}/schedule`, { due, reason, ...gradual });
      }
      if (verb === 'move') await client.send(`/schedules/${demandName(name, 'plan')}/move`, { due, reason });
      if (verb === 'cancel') await client.send(`/schedules/${demandName(name, 'plan')}/cancel`, { reason });
      const { schedules } = await client.get('/schedules', SCHEDULES);
      const lines = schedules.map((schedule) => `${describe(schedule)}\n`);
      return { data: { schedules }, words: lines.length === 0 ? 'Nothing is planned.\n' : lines.join('') };
    });
  },
});

const SCHEDULE = v.looseObject({
  id: v.string(),
  release: v.string(),
  due: v.number(),
  gradual: v.exactOptional(
    v.looseObject({
      strategy: v.looseObject({ stages: v.array(v.looseObject({ basisPoints: v.number() })) }),
    }),
  ),
  state: v.string(),
  actor: v.string(),
  reason: v.string(),
  ended: v.exactOptional(v.string()),
});
const SCHEDULES = v.object({ schedules: v.array(SCHEDULE) });

function demandName(name: string | undefined, what: string): string {
  if (name === undefined) throw new UsageError(`name the ${what}`);
  return name;
}

function describe(schedule: v.InferOutput<typeof SCHEDULE>): string {
  const { id, release, due, gradual, state, actor, reason, ended } = schedule;
  const why = ended === undefined ? reason : `${reason} (${ended})`;
  const [first] = gradual?.strategy.stages ?? [];
  const share = `${(first?.basisPoints ?? 10_000) / 100} %`;
  return `${id}  ${writeTime(due)}  ${share}  ${state.padEnd(9)}  ${shorten(release)}  ${actor}  ${why}`;
}
