import type { Command, ExitCode, Terminal } from './command.ts';
import { runCommandLine } from './main.ts';

/* Runs the command line in a test and collects its output and exit code. The clock advances 210 ms at each read. */

export interface Ran {
  readonly code: ExitCode;
  readonly out: string;
  readonly err: string;
}

export function runIn(folder: string, ...args: readonly string[]): Promise<Ran> {
  return collect(folder, (terminal) => runCommandLine(args, terminal));
}

/** Runs one command; its exceptions are passed on. */
export function runCommand(command: Command, folder: string, ...args: readonly string[]): Promise<Ran> {
  return collect(folder, async (terminal) => command.run(args, terminal));
}

/** Runs with a camera, or with the reason why there is none. */
export function runWithCamera(
  openCamera: NonNullable<Terminal['openCamera']>,
  folder: string,
  ...args: readonly string[]
): Promise<Ran> {
  return collect(folder, (terminal) => runCommandLine(args, { ...terminal, openCamera }));
}

async function collect(folder: string, run: (terminal: Terminal) => Promise<ExitCode>): Promise<Ran> {
  let out = '';
  let err = '';
  let clock = 0;
  const code = await run({
    folder,
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    hasColour: false,
    now: () => (clock += 210),
  });
  return { code, out, err };
}
