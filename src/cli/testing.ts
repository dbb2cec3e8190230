import type { Command, ExitCode, Terminal } from './command.ts';
import { runCommandLine } from './main.ts';

/* The command line in a test: what it printed and how it ended, by a clock that goes on 210 ms a look. */

export interface Ran {
  readonly code: ExitCode;
  readonly out: string;
  readonly err: string;
}

export function runIn(folder: string, ...args: readonly string[]): Promise<Ran> {
  return collect(folder, (terminal) => runCommandLine(args, terminal));
}

/** A command by itself, with what a test gives it; what it throws comes through. */
export function runCommand(command: Command, folder: string, ...args: readonly string[]): Promise<Ran> {
  return collect(folder, async (terminal) => command.run(args, terminal));
}

/** With what takes pictures, or says why it cannot. */
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
