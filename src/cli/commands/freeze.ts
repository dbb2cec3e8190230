import * as v from 'valibot';
import { UsageError } from '../command.ts';
import { defineCommand } from '../define-command.ts';
import { askRegistry, writeTime, SERVER_OPTIONS } from '../registry-client.ts';
import { readTime } from '../times.ts';

/** The borrowers' time zone. */
const ZONE = 'Asia/Manila';

export const freezeCommand = defineCommand({
  name: 'freeze',
  usage: 'add --from <time> --to <time> | add --weekly <from>-<to> | lift <id> | list [--json]',
  summary: 'Stops releases from going live for a time, once or every week',
  examples: [
    'npx capiz freeze add --weekly "fri 18:00-mon 06:00" --reason "Nobody watches at the weekend"',
    'npx capiz freeze add --from "2026-12-20 00:00" --to "2027-01-04 06:00" --reason "Christmas"',
    'npx capiz freeze list',
  ],
  details: `During a freeze nothing is published, no rollout starts or grows, and a scheduled release that is due is refused. A
rollback and closing a screen are always possible.`,
  options: {
    '--from <time>': '2026-12-20 00:00 by the clock of this machine, or 2026-12-20T00:00+08:00',
    '--to <time>': 'the end, not included',
    '--weekly <from>-<to>': 'every week, days as sun mon tue wed thu fri sat: "fri 18:00-mon 06:00"',
    '--zone <name>': `time zone of a weekly freeze; default: ${ZONE}`,
    '--reason <text>': 'the reason, recorded in the audit, and shown when something is refused',
    '--json': 'print {"version":1,"freezes":[…]} instead of words',
    ...SERVER_OPTIONS,
  },
  notes: 'Undo: npx capiz freeze lift <id> --reason "why". Exit: 0 done, 1 refused, 2 could not run.',
  async run({ values, rest }, terminal) {
    const [verb, id] = rest;
    const { reason } = values;
    if (verb !== 'add' && verb !== 'lift' && verb !== 'list') {
      throw new UsageError('name an action: add, lift or list');
    }
    if (verb !== 'list' && reason === undefined) throw new UsageError('give a reason: --reason "…"');
    if (verb === 'lift' && id === undefined)
      throw new UsageError('name the freeze; npx capiz freeze list shows them');
    const time = verb === 'add' ? readFrozen(values) : {};
    return askRegistry(terminal, values, 'Not done', async (client) => {
      if (verb === 'add') await client.send('/freezes', { ...time, reason });
      if (verb === 'lift') await client.send(`/freezes/${id}/remove`, { reason });
      const { freezes } = await client.get('/freezes', FREEZES);
      const lines = freezes.map((freeze) => `${describe(freeze)}\n`);
      return { data: { freezes }, words: lines.length === 0 ? 'Nothing is frozen.\n' : lines.join('') };
    });
  },
});

const FREEZE = v.looseObject({
  id: v.string(),
  from: v.exactOptional(v.number()),
  to: v.exactOptional(v.number()),
  weekly: v.exactOptional(v.looseObject({ from: v.string(), to: v.string(), zone: v.string() })),
  actor: v.string(),
  reason: v.string(),
});
const FREEZES = v.object({ freezes: v.array(FREEZE) });

interface FrozenValues {
  readonly from?: string;
  readonly to?: string;
  readonly weekly?: string;
  readonly zone?: string;
}

/** The request body that the API expects. */
function readFrozen({ from, to, weekly, zone = ZONE }: FrozenValues): object {
  if (weekly !== undefined) {
    if (from !== undefined || to !== undefined) throw new UsageError('either --weekly, or --from and --to');
    const [begin, end, more] = weekly
      .toLowerCase()
      .split('-')
      .map((text) => text.trim());
    if (end === undefined || more !== undefined) {
      throw new UsageError(`--weekly "${weekly}" is not a weekly time; write "fri 18:00-mon 06:00"`);
    }
    return { weekly: { from: begin, to: end, zone } };
  }
  if (from === undefined || to === undefined)
    throw new UsageError('give the times: --from and --to, or --weekly');
  return { from: readTime('--from', from), to: readTime('--to', to) };
}

function describe({ id, from = 0, to = 0, weekly, actor, reason }: v.InferOutput<typeof FREEZE>): string {
  const time =
    weekly === undefined
      ? `${writeTime(from)} to ${writeTime(to)}`
      : `every week ${weekly.from} to ${weekly.to} (${weekly.zone})`;
  return `${id}  ${time}  ${actor}  ${reason}`;
}
