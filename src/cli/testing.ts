import type { ExitCode } from './command.ts';
import { runCommandLine } from './main.ts';

/* The command line in a test: what it printed and how it ended, by a clock that goes on 210 ms a look. */

export interface Ran {
  readonly code: ExitCode;
  readonly out: string;
  readonly err: string;
}

export async function runIn(folder: string, ...args: readonly string[]): Promise<Ran> {
  let out = '';
  let err = '';
  let clock = 0;
  const code = await runCommandLine(args, {
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
