import type { OpenCamera } from '#src/testing/camera.ts';

/** What a command is given of the world, so that it runs the same in a test. */
export interface Terminal {
  /** Where the command was started. */
  readonly folder: string;
  /** Data: problems, reports, JSON. */
  out(text: string): void;
  /** Words about the run itself; none with --quiet. */
  err(text: string): void;
  /** A line more of them, with --verbose. */
  detail?(line: string): void;
  /** Whether `out` may be coloured. */
  readonly hasColour: boolean;
  /** The next line that is typed or piped in; undefined at the end, or where nothing can be asked. */
  read?(): Promise<string | undefined>;
  /** Tells each key that is pressed from now on; the end of the input as Ctrl-D. @returns What ends it. */
  hearKeys?(hear: (key: string) => void): () => void;
  /** Takes pictures; undefined where that is not there. */
  readonly openCamera?: OpenCamera | undefined;
  /** Milliseconds, for durations. */
  now(): number;
}

/** 0 no errors, 1 errors were found, 2 the command could not run, 130 it was interrupted. */
export type ExitCode = 0 | 1 | 2 | 130;

export interface Command {
  readonly name: string;
  /** What follows the name: `[--json] [paths]`. */
  readonly usage: string;
  readonly summary: string;
  /** Whole lines that can be typed; they stand first in its help. */
  readonly examples?: readonly string[];
  /** Shown by `capiz <command> --help`. */
  readonly details: string;
  /**
   * @param args What follows the command's name.
   * @throws UsageError where it cannot run as asked; ends with exit code 2.
   */
  run(args: readonly string[], terminal: Terminal): ExitCode | Promise<ExitCode>;
}

/** The command cannot run as it was asked to. The message is for the person who typed it. */
export class UsageError extends Error {}
