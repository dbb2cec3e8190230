import type { ExitCode } from '#src/cli/command.ts';
import { makeCommands } from '#src/cli/commands.ts';
import { runHere } from '#src/cli/run.ts';

const COMMANDS = makeCommands([], []);

/** The entry of the package's `capiz` command. */
export const main = (args: readonly string[]): Promise<ExitCode> => runHere(COMMANDS, args);
