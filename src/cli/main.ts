import { createTyped } from './typed.ts';
import { nearestName } from '#renderer/grammar/nearest.ts';
import { adoptOwnLanguage } from './own-language.ts';
import { type Command, type ExitCode, type Terminal, UsageError } from './command.ts';
import { applyCommand } from './commands/apply.ts';
import { approveCommand } from './commands/approve.ts';
import { backupCommand } from './commands/backup.ts';
import { blameCommand } from './commands/blame.ts';
import { checkCommand } from './commands/check.ts';
import { completionCommand } from './commands/completion.ts';
import { coverageCommand } from './commands/coverage.ts';
import { diffCommand } from './commands/diff.ts';
import { fmtCommand } from './commands/fmt.ts';
import { freezeCommand } from './commands/freeze.ts';
import { graphCommand } from './commands/graph.ts';
import { migrateCommand } from './commands/migrate.ts';
import { mutateCommand } from './commands/mutate.ts';
import { newCommand } from './commands/new.ts';
import { renameCommand } from './commands/rename.ts';
import { searchCommand } from './commands/search.ts';
import { explainCommand } from './commands/explain.ts';
import { historyCommand } from './commands/history.ts';
import { importCommand } from './commands/import.ts';
import { messagesCommand } from './commands/messages.ts';
import { planCommand } from './commands/plan.ts';
import { publishCommand } from './commands/publish.ts';
import { reviewCommand } from './commands/review.ts';
import { rollbackCommand } from './commands/rollback.ts';
import { rolloutCommand } from './commands/rollout.ts';
import { scheduleCommand } from './commands/schedule.ts';
import { screenCommand } from './commands/screen.ts';
import { testCommand } from './commands/test.ts';

/** In the order in which they are met. */
export const COMMANDS: readonly Command[] = [
  checkCommand,
  fmtCommand,
  explainCommand,
  messagesCommand,
  importCommand,
  publishCommand,
  planCommand,
  applyCommand,
  approveCommand,
  rolloutCommand,
  scheduleCommand,
  freezeCommand,
  screenCommand,
  rollbackCommand,
  historyCommand,
  blameCommand,
  backupCommand,
  newCommand,
  renameCommand,
  migrateCommand(),
  searchCommand,
  graphCommand,
  diffCommand,
  completionCommand(() => COMMANDS),
  testCommand,
  reviewCommand,
  coverageCommand,
  mutateCommand,
];

/** The command line: runs what `args` ask for; everything it says goes to `terminal`. */
export async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    terminal.out(overview());
    return 0;
  }
  const command = COMMANDS.find((command) => command.name === name);
  if (command === undefined) {
    const nearest = nearestName(
      name,
      COMMANDS.map((command) => command.name),
    );
    const help = nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
    terminal.err(`capiz: there is no command "${name}".${help} See capiz --help.\n`);
    return 2;
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    terminal.out(describeCommand(command));
    return 0;
  }
  try {
    await adoptOwnLanguage(rest, terminal.folder);
    return await command.run(rest, terminal);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    terminal.err(`capiz ${command.name}: ${error.message}\n`);
    return 2;
  }
}

/** What `capiz <command> --help` says: examples first, because that is what is looked for. */
export function describeCommand({ name, usage, summary, examples = [], details }: Command): string {
  const lines = examples.map((line) => `  ${line}\n`).join('');
  const shown = lines === '' ? '' : `\n${lines}`;
  return `${summary}.\n${shown}\nUsage: capiz ${name} ${usage}\n\n${details}\n`;
}

function overview(): string {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length));
  const lines = COMMANDS.map(({ name, summary }) => `  ${name.padEnd(width)}   ${summary}`);
  return `Usage: capiz <command> [options]\n\n${lines.join('\n')}\n\ncapiz <command> --help says more, with examples.\n`;
}

/** What bin/capiz.mjs runs: the command line of this process. */
export async function main(args: readonly string[]): Promise<ExitCode> {
  const typed = createTyped();
  try {
    return await runCommandLine(args, {
      folder: process.cwd(),
      out: (text) => void process.stdout.write(text),
      err: (text) => void process.stderr.write(text),
      hasColour: process.stdout.isTTY === true && process.env['NO_COLOR'] === undefined,
      read: typed.read,
      now: () => performance.now(),
    });
  } catch (error) {
    process.stderr.write(
      `capiz failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
    return 2;
  } finally {
    typed.close();
  }
}
