import { join } from 'node:path';
import { openDatabase } from '#src/server/registry/database.ts';
import { examineDatabase } from '#src/server/registry/examine.ts';
import { RegistryRefusal } from '#src/server/registry/failures.ts';
import { LINKS_ADDRESS } from '#src/shared/staff-addresses.ts';
import { listAdmins, recoverAdmin } from '#src/server/staff/recover.ts';
import { isStaffName } from '#src/server/staff/names.ts';
import { isRefusal, readSettings } from '#src/server/settings.ts';
import { UsageError } from '../command.ts';
import { defineCommand } from '../define-command.ts';
import { printResult } from '../print-result.ts';

export const recoverCommand = defineCommand({
  name: 'recover',
  usage: '<name> --reason <text> [--data <folder>] [--json]',
  summary: "Makes a person an admin, on the machine that holds the server's database",
  examples: ['npx capiz recover ana@example.com --reason "Nobody knows the password any more"'],
  details: `For an installation in which no admin can sign in and the file with its token is lost. The command opens the database
directly, with the settings of npm start, so it needs only access to the database. The server may be running.

The name is that of a colleague, also a disabled one, or of a new person. They become an admin and set a password with the
printed link, which works once and for 24 hours; their old password, sessions, tokens and links end. The audit records
it with the reason. Without a name it lists the admins.`,
  options: {
    '--reason <text>': 'the reason, recorded in the audit',
    '--data <folder>': 'the CAPIZ_DATA of the server; default: DATABASE_URL, else CAPIZ_DATA, else .capiz',
    '--json': 'print {"version":1,"name","link"} instead of words',
  },
  notes: 'Undo: npx capiz staff disable <name>. Exit: 0 done, 1 refused, 2 could not run.',
  async run({ values, rest }, terminal) {
    const settings = readSettings({
      ...process.env,
      ...(values.data !== undefined && { CAPIZ_DATA: values.data, DATABASE_URL: '', DATABASE_URL_FILE: '' }),
    });
    if (isRefusal(settings)) throw new UsageError(settings.message);
    const { database: named, publicUrl, port } = settings;
    const address = /^postgres(?:ql)?:|^\//.test(named) ? named : join(terminal.folder, named);
    await demandSound(address);
    const database = await openDatabase(address);
    try {
      const [name] = rest;
      if (name === undefined || !isStaffName(name)) {
        const admins = (await listAdmins(database.queries)).map(({ name, state }) => `${name} (${state})`);
        throw new UsageError(`name a person; admins are ${admins.join(', ') || 'none'}`);
      }
      const { reason = '' } = values;
      if (reason.trim().length < 3) throw new UsageError('give a reason: --reason "…"');
      const secret = await recoverAdmin(database, { name, reason, at: Date.now() });
      const origin = publicUrl ?? process.env['CAPIZ_SERVER'] ?? `http://127.0.0.1:${port}`;
      const link = new URL(`${LINKS_ADDRESS}/${secret}`, origin).href;
      const words = `${name} is an admin and sets a password at ${link}\nThe link works once and for 24 hours: give it to nobody else.\n`;
      printResult(terminal, values, { name, link }, words);
      return 0;
    } catch (error) {
      if (!(error instanceof RegistryRefusal)) throw error;
      terminal.err(`Not done: ${error.message}\n`);
      return 1;
    } finally {
      await database.close();
    }
  },
});

/** Checks the database, and creates and migrates nothing: only the server does that. */
async function demandSound(address: string): Promise<void> {
  const found = await examineDatabase(address);
  if (found.state === 'sound' && found.pending === 0) return;
  const faults = {
    absent: `there is no database at ${address}: name it with --data or DATABASE_URL`,
    unreachable: 'the database cannot be opened',
    damaged: 'the database is damaged: restore a backup first',
    newer: 'the database is of a newer Capiz: use that one',
    sound: 'the database is of an older Capiz, or empty: start the server of this version first',
  } as const;
  throw new UsageError(faults[found.state]);
}
