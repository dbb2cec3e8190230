import type { ExitCode } from '#src/cli/command.ts';
import { makeCommands } from '#src/cli/commands.ts';
import { runHere } from '#src/cli/run.ts';

const COMMANDS = makeCommands([], [], async (options) => {
  const { serveGallery } = await import('#src/gallery/serve.ts');
  return serveGallery(options);
});

/** The entry of the package's `capiz` command. */
export const main = (args: readonly string[]): Promise<ExitCode> => runHere(COMMANDS, args);
