import type { OpenCamera } from '#src/testing/camera.ts';

/** The environment of a command, injected so that a test can replace it. */
export interface Terminal {
  /** Where the command was started. */
  readonly folder: string;
  /** Writes data: problems, reports, JSON. */
  out(text: string): void;
  /** Writes messages about the run; silent with --quiet. */
  err(text: string): void;
  /** Writes one more message line, with --verbose. */
  detail?(line: string): void;
  /** Whether `out` may be coloured. */
  readonly hasColour: boolean;
  /** The next input line; undefined at the end of the input, or if the input is not interactive. */
  read?(): Promise<string | undefined>;
  /** Reports each key press; the end of the input is reported as Ctrl-D. @returns A function that stops listening. */
  listenToKeys?(onKey: (key: string) => void): () => void;
  /** Takes screenshots; undefined if this package cannot. */
  readonly openCamera?: OpenCamera | undefined;
  /** Current time in ms, for durations. */
  now(): number;
}

/** 0 no errors, 1 errors found, 2 the command could not run, 130 interrupted. */
export type ExitCode = 0 | 1 | 2 | 130;

/** The help of each option, by its notation: `-u, --update`, `--out <file>`, `--keep <member>...`; arguments have no dashes. */
export type Options<Notation extends string = string> = { readonly [each in Notation]: string };

export interface Command {
  readonly name: string;
  /** The arguments after the name: `[--json] [paths]`. */
  readonly usage: string;
  readonly summary: string;
  /** Complete command lines, shown first in the help. */
  readonly examples?: readonly string[];
  /** Shown by `capiz <command> --help`, above the options. */
  readonly details: string;
  /** Positional arguments and options, with their help. */
  readonly options: Options;
  /** Shown below the options: how to undo, exit codes. */
  readonly notes: string;
  /** The command reads capiz.config.mjs itself, and runs even if the file has a fault. */
  readonly readsConfig?: true;
  /**
   * @param args - The arguments after the command's name.
   * @throws UsageError if the command cannot run with these arguments; exit code 2.
   */
  run(args: readonly string[], terminal: Terminal): ExitCode | Promise<ExitCode>;
}

/** The command cannot run with these arguments. The message is shown to the person who typed it. */
export class UsageError extends Error {}
