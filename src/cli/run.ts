import { nearestName } from '#renderer/grammar/nearest.ts';
import { type Command, type ExitCode, type Terminal, UsageError } from './command.ts';
import { hearKeys } from './keys.ts';
import { adoptOwnLanguage } from './own-language.ts';
import { createTyped } from './typed.ts';

/** The command line: runs what `args` ask for; everything it says goes to `terminal`. */
export async function run(
  commands: readonly Command[],
  args: readonly string[],
  terminal: Terminal,
): Promise<ExitCode> {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    terminal.out(overview(commands));
    return 0;
  }
  const command = commands.find((command) => command.name === name);
  if (command === undefined) {
    const nearest = nearestName(
      name,
      commands.map((command) => command.name),
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

function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}   ${summary}`);
  return `Usage: capiz <command> [options]\n\n${lines.join('\n')}\n\ncapiz <command> --help says more, with examples.\n`;
}

/** The same for the arguments and the terminal of this process. */
export async function runHere(
  commands: readonly Command[],
  args: readonly string[],
  more: Pick<Terminal, 'openCamera'> = {},
): Promise<ExitCode> {
  const typed = createTyped();
  try {
    return await run(commands, args, {
      ...more,
      folder: process.cwd(),
      out: (text) => void process.stdout.write(text),
      err: (text) => void process.stderr.write(text),
      hasColour: process.stdout.isTTY === true && process.env['NO_COLOR'] === undefined,
      read: typed.read,
      hearKeys,
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
