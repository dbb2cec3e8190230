import type { Command, ExitCode, Options, Terminal } from './command.ts';
import { type Given, readOptions } from './options.ts';

interface Definition<Notation extends string> extends Omit<Command, 'options' | 'run'> {
  readonly options: Options<Notation>;
  run(given: Given<Notation>, terminal: Terminal): ExitCode | Promise<ExitCode>;
}

/** Makes a command that gets its arguments parsed. */
export function defineCommand<Notation extends string>(command: Definition<Notation>): Command {
  return { ...command, run: (args, terminal) => command.run(readOptions(args, command.options), terminal) };
}
