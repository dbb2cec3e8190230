import type { ExitCode, Terminal } from './command.ts';
import { makeCommands } from './commands.ts';
import { backupCommand } from './commands/backup.ts';
import { recoverCommand } from './commands/recover.ts';
import { examineDatabase } from './doctor/database.ts';
import { run, runHere } from './run.ts';

export const COMMANDS = makeCommands([backupCommand, recoverCommand], [examineDatabase]);

export const runCommandLine = (args: readonly string[], terminal: Terminal): Promise<ExitCode> =>
  run(COMMANDS, args, terminal);

/** Entry point of bin/capiz.mjs: runs the arguments with this process's terminal. */
export const main = (args: readonly string[], more?: Pick<Terminal, 'openCamera'>): Promise<ExitCode> =>
  runHere(COMMANDS, args, more);
