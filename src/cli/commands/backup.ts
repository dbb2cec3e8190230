import { join, resolve } from 'node:path';
import { backUp } from '#src/server/registry/back-up.ts';
import { messageOf } from '#src/shared/message-of.ts';
import { UsageError } from '../command.ts';
import { defineCommand } from '../define-command.ts';
import { printResult } from '../print-result.ts';

/** The file name that `npm start` uses. */
const DATABASE_FILE = 'registry.db';

export const backupCommand = defineCommand({
  name: 'backup',
  usage: '<file> [--data <folder>] [--json]',
  summary: 'Copies the embedded database while the server runs',
  examples: ['npx capiz backup /backups/capiz-monday.db'],
  details: `The copy contains all data at one moment: every release, draft, rollout and the audit. To restore it, stop the server,
replace ${DATABASE_FILE} with the copy, delete the files beside it that end with -wal and -shm, and start the server. For
PostgreSQL use pg_dump and pg_restore.`,
  options: {
    '--data <folder>': 'the CAPIZ_DATA of the server; default: CAPIZ_DATA, else .capiz',
    '--json': 'print {"version":1,"file","database"} instead of words',
  },
  notes: 'Undo: remove the file. Exit: 0 done, 2 could not run.',
  run({ values, rest }, terminal) {
    const { folder } = terminal;
    const [file] = rest;
    if (file === undefined) throw new UsageError('name the file');
    const { CAPIZ_DATA, DATABASE_URL, DATABASE_URL_FILE } = process.env;
    if (values.data === undefined && (DATABASE_URL || DATABASE_URL_FILE)) {
      throw new UsageError('DATABASE_URL names PostgreSQL: use pg_dump');
    }
    const data = resolve(folder, values.data ?? (CAPIZ_DATA || '.capiz'));
    const to = resolve(folder, file);
    const database = join(data, DATABASE_FILE);
    try {
      backUp(database, to);
    } catch (error) {
      throw new UsageError(messageOf(error));
    }
    printResult(terminal, values, { file: to, database }, `${to} is a copy of ${database}.\n`);
    return 0;
  },
});
