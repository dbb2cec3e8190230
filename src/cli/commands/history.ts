import * as v from 'valibot';
import type { ExitCode } from '../command.ts';
import { defineCommand } from '../define-command.ts';
import { printResult } from '../print-result.ts';
import { RECORDS, writeRecord } from './audit.ts';
import { connectRegistry, findLive, SERVER_OPTIONS, shorten, writeTime } from '../registry-client.ts';

const VERSIONS = v.object({
  versions: v.array(
    v.looseObject({ release: v.string(), actor: v.string(), at: v.number(), reason: v.string() }),
  ),
});

export const historyCommand = defineCommand({
  name: 'history',
  usage: '[<document>] [--json]',
  summary: 'Shows who published what, when and why',
  examples: ['npx capiz history', 'npx capiz history --json'],
  details: `Without a document: all records, newest first; (live) is behind the live release. With a document: its versions that were live.

  npx capiz history
  npx capiz history screens/order.screen.json`,
  options: {
    '--json': 'print {"version":1,"live"?,"records":[…]} or {"version":1,"versions":[…]} instead of words',
    ...SERVER_OPTIONS,
  },
  notes: 'Exit: 0, or 2 could not run.',
  async run({ values, rest }, terminal): Promise<ExitCode> {
    const client = connectRegistry(values, terminal.folder);
    const [path] = rest;
    if (path === undefined) {
      const { records } = await client.get('/audit', RECORDS);
      const live = await findLive(client);
      const words = records.map((record) => writeRecord(record, live)).join('');
      printResult(terminal, values, { ...(live !== undefined && { live }), records }, words);
      return 0;
    }
    const { versions } = await client.get(`/history?path=${encodeURIComponent(path)}`, VERSIONS);
    const lines = versions.map(
      ({ at, actor, release, reason }) => `${writeTime(at)}  ${actor}  ${shorten(release)}  ${reason}\n`,
    );
    printResult(terminal, values, { versions }, lines.join(''));
    return 0;
  },
});
