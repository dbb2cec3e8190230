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

export const approveCommand: Command = {
  name: 'approve',
  usage: '<release> --reason <text>',
  summary: 'Approves a release that somebody else made',
  examples: ['capiz approve 3fa9 --reason "Read and tried"'],
  details: `Says yes to exactly this content, so that it may be published.

  capiz approve 3f2a90c1 --reason "Amounts compared with the contract"

  --reason <text>        what was looked at; stands in the audit
${SERVER_HELP}

Exit: 0 approved, 1 refused, 2 could not run.`,
  async run(args, { folder, out, err }) {
    const { values, rest } = readOptions(args, { ...SERVER_OPTIONS, reason: { type: 'string' } });
    const [beginning] = rest;
    if (beginning === undefined) throw new UsageError('name the release');
    if (values.reason === undefined) throw new UsageError('say what you looked at: --reason "…"');
    const client = connectRegistry(values, folder);
    try {
      const release = await findRelease(client, beginning);
      await client.post(`/releases/${release}/approve`, { reason: values.reason });
      out(
        `Release ${shorten(release)} is approved. To publish it: capiz publish --release ${shorten(release)}\n`,
      );
      return 0;
    } catch (error) {
      if (!(error instanceof ServerRefusal)) throw error;
      err(`Not approved: ${error.message}\n`);
      return 1;
    }
  },
};
