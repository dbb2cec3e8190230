import { parseArgs } from 'node:util';
import { didYouMean } from '#renderer/grammar/nearest.ts';
import { UsageError } from './command.ts';

/** Options of every command; read before it runs. */
export const EVERYWHERE = {
  quiet: 'no messages, except why the command could not run',
  verbose: 'more messages: the project, what ran, how long it took',
} as const;

/**
 * Removes the common options from the arguments, at any position; everything after `--` belongs to the command.
 *
 * @throws UsageError if both are given.
 */
export function readEverywhere(args: readonly string[]): {
  readonly asked: ReadonlySet<string>;
  readonly rest: readonly string[];
} {
  const end = args.indexOf('--');
  const isOf = (arg: string, index: number): boolean =>
    (end === -1 || index < end) && arg.startsWith('--') && Object.hasOwn(EVERYWHERE, arg.slice(2));
  const asked = new Set(args.filter(isOf).map((arg) => arg.slice(2)));
  if (asked.has('quiet') && asked.has('verbose')) throw new UsageError('use --quiet or --verbose, not both');
  return { asked, rest: args.filter((arg, index) => !isOf(arg, index)) };
}

interface Option {
  readonly type: 'boolean' | 'string';
  /** One letter. */
  readonly short?: string;
  /** The option can be repeated; all values are used. */
  readonly multiple?: true;
}
type Options = { readonly [name: string]: Option };
type One<O extends Option> = O['type'] extends 'boolean' ? boolean : string;
type Values<O extends Options> = {
  readonly [Name in keyof O]?: O[Name]['multiple'] extends true ? One<O[Name]>[] : One<O[Name]>;
};

/**
 * Parses options and positional arguments.
 *
 * @throws UsageError for an unknown option, or a missing value.
 */
export function readOptions<const O extends Options>(
  args: readonly string[],
  options: O,
): { readonly values: Values<O>; readonly rest: readonly string[] } {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    // parseArgs is strict: it returns declared names only, each of its declared type.
    return { values: values as Values<O>, rest: positionals };
  } catch (error) {
    throw new UsageError(describe(error, [...Object.keys(options), ...Object.keys(EVERYWHERE)]));
  }
}

/** Node's message; for a misspelt option the nearest name instead of Node's advice on dashes. */
function describe(error: unknown, options: readonly string[]): string {
  const message = error instanceof Error ? error.message : String(error);
  const unknown = /^Unknown option '--?([^']+)'/.exec(message)?.[1];
  if (unknown === undefined) return message;
  const help =
    didYouMean(
      `--${unknown}`,
      options.map((name) => `--${name}`),
    ) ?? '--help lists them';
  return `there is no option --${unknown}; ${help}`;
}

/** @throws UsageError with the fault, and the most similar name. */
export function refuseName(fault: string, name: string, names: readonly string[]): never {
  const help = didYouMean(name, names);
  throw new UsageError(help === undefined ? fault : `${fault}; ${help}`);
}

/** Runs `act`, and reports errors of these classes as faults of the input. @throws UsageError. */
export async function refusing<T>(
  kinds: readonly (new () => Error)[],
  act: () => T | Promise<T>,
): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Error && kinds.some((kind) => error instanceof kind))
      throw new UsageError(error.message);
    throw error;
  }
}
