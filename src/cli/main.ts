import { nearestName } from '#renderer/grammar/nearest.ts';
import { type Command, type ExitCode, type Terminal, UsageError } from './command.ts';
import { checkCommand } from './commands/check.ts';
import { explainCommand } from './commands/explain.ts';
import { importCommand } from './commands/import.ts';
import { messagesCommand } from './commands/messages.ts';

const COMMANDS: readonly Command[] = [checkCommand, explainCommand, messagesCommand, importCommand];

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
    terminal.out(`capiz ${command.name} ${command.usage}\n\n${command.details}\n`);
    return 0;
  }
  try {
    return await command.run(rest, terminal);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    terminal.err(`capiz ${command.name}: ${error.message}\n`);
    return 2;
  }
}

function overview(): string {
  const rows = COMMANDS.map(({ name, usage, summary }) => [`capiz ${name} ${usage}`, summary] as const);
  const width = Math.max(...rows.map(([left]) => left.length));
  const lines = rows.map(([left, right]) => `  ${left.padEnd(width)}   ${right}`);
  return `Usage:\n${lines.join('\n')}\n\ncapiz <command> --help says more.\n`;
}

/** What bin/capiz.mjs runs: the command line of this process. */
export async function main(args: readonly string[]): Promise<ExitCode> {
  try {
    return await runCommandLine(args, {
      folder: process.cwd(),
      out: (text) => void process.stdout.write(text),
      err: (text) => void process.stderr.write(text),
      hasColour: process.stdout.isTTY === true && process.env['NO_COLOR'] === undefined,
      now: () => performance.now(),
    });
  } catch (error) {
    process.stderr.write(
      `capiz failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
    return 2;
  }
}
