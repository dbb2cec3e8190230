import * as v from 'valibot';
import type { Command, ExitCode } from '../command.ts';
import { readOptions } from '../options.ts';
import { RECORDS, writeRecord } from './audit.ts';
import { connectRegistry, SERVER_HELP, SERVER_OPTIONS, shorten, writeTime } from '../registry-client.ts';

const JSON_VERSION = 1;

const VERSIONS = v.object({
  versions: v.array(
    v.looseObject({ release: v.string(), actor: v.string(), at: v.number(), reason: v.string() }),
  ),
});

export const historyCommand: Command = {
  name: 'history',
  usage: '[<document>] [--json]',
  summary: 'Says who published what, when and why',
  examples: ['npx capiz history', 'npx capiz history --json'],
  details: `Without a document: everything that happened, the newest first. With one: its versions that were live.

  npx capiz history
  npx capiz history screens/order.screen.json

  --json                 print {"version":1,"records":[…]} or {"version":1,"versions":[…]} instead of words
${SERVER_HELP}

Exit: 0, or 2 could not run.`,
  async run(args, { folder, out }): Promise<ExitCode> {
    const { values, rest } = readOptions(args, { ...SERVER_OPTIONS, json: { type: 'boolean' } });
    const client = connectRegistry(values, folder);
    const [path] = rest;
    if (path === undefined) {
      const { records } = await client.get('/audit', RECORDS);
      if (values.json === true) out(`${JSON.stringify({ version: JSON_VERSION, records }, null, 2)}\n`);
      else for (const one of records) out(writeRecord(one));
      return 0;
    }
    const { versions } = await client.get(`/history?path=${encodeURIComponent(path)}`, VERSIONS);
    if (values.json === true) out(`${JSON.stringify({ version: JSON_VERSION, versions }, null, 2)}\n`);
    else
      for (const { at, actor, release, reason } of versions)
        out(`${writeTime(at)}  ${actor}  ${shorten(release)}  ${reason}\n`);
    return 0;
  },
};
