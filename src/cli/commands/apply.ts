import { UsageError } from '../command.ts';
import { defineCommand } from '../define-command.ts';
import { printResult } from '../print-result.ts';
import { readPlan } from '../publish-plan.ts';
import { readText } from '../read-text.ts';
import { connectRegistry, findLive, SERVER_OPTIONS, ServerRefusal, shorten } from '../registry-client.ts';

export const applyCommand = defineCommand({
  name: 'apply',
  usage: '<plan.json> [--json]',
  summary: 'Publishes the release of a plan, or nothing',
  examples: ['npx capiz apply plan.json'],
  details: `Makes the release of the plan live in place of the release that it was compared with. If another release went live
since, or an approval is missing, nothing is changed.`,
  options: {
    '--json': 'print {"version":1,"release","isLive","why"?} instead of words',
    ...SERVER_OPTIONS,
  },
  notes:
    'Undo: npx capiz rollback --reason "why". Exit: 0 live, or nothing to change, 1 refused, 2 could not run.',
  async run({ values, rest }, terminal) {
    const [file, ...more] = rest;
    if (file === undefined || more.length > 0)
      throw new UsageError('name one plan: npx capiz apply plan.json');
    const plan = readPlan(readText(terminal.folder, file));
    if (typeof plan === 'string') throw new UsageError(`${file}: ${plan}`);
    const client = connectRegistry(values, terminal.folder);
    const { release, base, reason } = plan;
    const say = (isLive: boolean, words: string): 0 | 1 => {
      const report = { release, isLive, ...(!isLive && { why: words }) };
      if (isLive || values.json === true) printResult(terminal, values, report, `${words}\n`);
      else terminal.err(`Not applied: ${words}\n`);
      return isLive ? 0 : 1;
    };
    try {
      const live = await findLive(client);
      if (live === release) return say(true, `Nothing to change: ${shorten(release)} is live.`);
      if (live !== base)
        return say(
          false,
          `the plan replaces ${base === undefined ? 'nothing' : shorten(base)}, but ` +
            `${live === undefined ? 'nothing' : shorten(live)} is live now. Make it again: npx capiz plan`,
        );
      await client.send(`/releases/${release}/publish`, { reason });
      return say(true, `Release ${shorten(release)} is live. Undo: npx capiz rollback --reason "why"`);
    } catch (error) {
      if (!(error instanceof ServerRefusal)) throw error;
      return say(false, error.message);
    }
  },
});
