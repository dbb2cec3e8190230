import { nearestName } from '#renderer/grammar/nearest.ts';
import { type Command, type ExitCode, type Options, type Terminal, UsageError } from './command.ts';
import { outlivePipes } from '#src/shared/outlive-pipes.ts';
import { tellCrash } from './crash.ts';
import { listenToKeys } from './keys.ts';
import { adoptOwnLanguage } from './own-language.ts';
import { version } from '../../package.json';
import { printResult } from './print-result.ts';
import { ServerRefusal } from './registry-client.ts';
import { EVERYWHERE, readEverywhere } from './options.ts';
import { NO_DOM } from '#src/testing/dom.ts';
import { createTyped } from './typed.ts';

/** Runs the command line `args`; all output goes to `terminal`. */
export async function run(
  commands: readonly Command[],
  args: readonly string[],
  terminal: Terminal,
): Promise<ExitCode> {
  try {
    const { asked, rest } = readEverywhere(args);
    if (asked.has('--quiet'))
      return await runCommand(commands, rest, terminal, { ...terminal, err: () => {} });
    if (!asked.has('--verbose')) return await runCommand(commands, rest, terminal, terminal);
    const began = terminal.now();
    const detail = (line: string): void => terminal.err(`${line}\n`);
    detail(`node ${process.version}, in ${terminal.folder}`);
    const code = await runCommand(commands, rest, terminal, { ...terminal, detail });
    detail(`ended with ${code} after ${((terminal.now() - began) / 1000).toFixed(2)} s`);
    return code;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    terminal.err(`capiz: ${error.message}\n`);
    return 2;
  }
}

/** @param terminal - Receives usage errors. @param own - The command's own terminal. */
async function runCommand(
  commands: readonly Command[],
  [name, ...rest]: readonly string[],
  terminal: Terminal,
  own: Terminal,
): Promise<ExitCode> {
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    terminal.out(overview(commands));
    return 0;
  }
  if (name === '--version') {
    terminal.out(`${version}\n`);
    return 0;
  }
  const command = commands.find((command) => command.name === name);
  if (command === undefined) {
    const names = commands.map((one) => one.name);
    const nearest = nearestName(name, names);
    const help = nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
    terminal.err(`capiz: there is no command "${name}".${help} See capiz --help.\n`);
    return 2;
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    terminal.out(describeCommand(command));
    return 0;
  }
  try {
    if (command.readsConfig !== true) await adoptOwnLanguage(rest, terminal.folder);
    return await command.run(rest, own);
  } catch (error) {
    // Commands that only read: those that change something report a refusal themselves, with exit code 1.
    if (error instanceof ServerRefusal) {
      const { code, message } = error;
      if (rest.includes('--json')) printResult(terminal, { json: true }, { refused: { code, message } }, '');
      terminal.err(`capiz ${command.name}: ${message}\n`);
      return 2;
    }
    // From the thread that renders screens, so it is an error of no class of ours.
    const hasNoDom = error instanceof Error && error.name === NO_DOM;
    if (!(error instanceof UsageError) && !hasNoDom) throw error;
    terminal.err(`capiz ${command.name}: ${error.message}\n`);
    return 2;
  }
}

/** The output of `capiz <command> --help`: examples first, because most readers look for them. */
export function describeCommand(command: Command): string {
  const { name, usage, summary, examples = [], details, options, notes } = command;
  const lines = examples.map((line) => `  ${line}\n`).join('');
  const shown = lines === '' ? '' : `\n${lines}`;
  return `${summary}.\n${shown}\nUsage: capiz ${name} ${usage}\n\n${details}\n\n${describeOptions(options)}\n${notes}\n`;
}

function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}   ${summary}`);
  return `Usage: capiz <command> [options]\n\n${lines.join('\n')}\n\nFor details and examples: capiz <command> --help. The version: capiz --version. Options of every command:\n\n${describeOptions(EVERYWHERE)}`;
}

/** One option in each line; more lines of its help are aligned with the first. */
export function describeOptions(options: Options): string {
  const width = Math.max(...Object.keys(options).map((notation) => notation.length)) + 4;
  return Object.entries(options)
    .map(
      ([notation, help]) =>
        `  ${notation}`.padEnd(width) + help.replaceAll(/\n */g, `\n${' '.repeat(width)}`),
    )
    .map((line) => `${line}\n`)
    .join('');
}

/** Runs the arguments with the terminal of this process. */
export async function runHere(
  commands: readonly Command[],
  args: readonly string[],
  more: Pick<Terminal, 'openCamera'> = {},
): Promise<ExitCode> {
  const typed = createTyped();
  const err = (text: string): void => void process.stderr.write(text);
  outlivePipes(process.stdout, process.stderr);
  // Errors outside the command's promise, such as in a worker thread.
  process.on('uncaughtException', (error) => {
    tellCrash(error, args[0], { err });
    process.exit(2);
  });
  try {
    return await run(commands, args, {
      ...more,
      folder: process.cwd(),
      out: (text) => void process.stdout.write(text),
      err,
      hasColour: process.stdout.isTTY === true && process.env['NO_COLOR'] === undefined,
      read: typed.read,
      listenToKeys,
      now: () => performance.now(),
    });
  } catch (error) {
    tellCrash(error, args[0], { err });
    return 2;
  } finally {
    typed.close();
  }
}
