import { type Command, UsageError } from '../command.ts';
import { readOptions } from '../options.ts';
import {
  connectRegistry,
  findRelease,
  SERVER_HELP,
  SERVER_OPTIONS,
  ServerRefusal,
  shorten,
} from '../registry-client.ts';

export const rollbackCommand: Command = {
  name: 'rollback',
  usage: '[<release>] --reason <text>',
  summary: 'Gives borrowers an earlier release again',
  examples: ['capiz rollback --reason "Wrong amount shown"'],
  details: `Returns the rollout that is on its way. Without one it makes the release live that was live before, byte for byte, or the
one that is named.

  capiz rollback --reason "The button did nothing"

  --reason <text>        why; stands in the audit
${SERVER_HELP}

Undo: capiz rollback with the release that was live. Exit: 0 done, 1 refused, 2 could not run.`,
  async run(args, { folder, out, err }) {
    const { values, rest } = readOptions(args, { ...SERVER_OPTIONS, reason: { type: 'string' } });
    const [beginning] = rest;
    const { reason } = values;
    if (reason === undefined) throw new UsageError('say why: --reason "…"');
    const client = connectRegistry(values, folder);
    try {
      const before = await client.get<{ release: string }>('/live');
      const to = beginning === undefined ? {} : { to: await findRelease(client, beginning) };
      const { release } = await client.post<{ release: string }>('/rollback', { reason, ...to });
      out(
        `Release ${shorten(release)} is live again in place of ${shorten(before.release)}. ` +
          `Undo: capiz rollback ${shorten(before.release)} --reason "…"\n`,
      );
      return 0;
    } catch (error) {
      if (!(error instanceof ServerRefusal)) throw error;
      err(`Not rolled back: ${error.message}\n`);
      return 1;
    }
  },
};
