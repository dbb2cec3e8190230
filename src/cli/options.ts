import { parseArgs } from 'node:util';
import { didYouMean } from '#renderer/grammar/nearest.ts';
import { UsageError } from './command.ts';

/** What every command has, beside its own; read before it runs. */
export const EVERYWHERE = {
  quiet: 'nothing on the error output but why it could not run',
  verbose: 'more of it: where the project is, what ran, how long it took',
} as const;

/**
 * Takes what every command has out of what was typed, wherever it stands; what follows `--` is the command's.
 *
 * @throws UsageError where it is asked for both.
 */
export function readEverywhere(args: readonly string[]): {
  readonly asked: ReadonlySet<string>;
  readonly rest: readonly string[];
} {
  const end = args.indexOf('--');
  const isOf = (arg: string, index: number): boolean =>
    (end === -1 || index < end) && arg.startsWith('--') && Object.hasOwn(EVERYWHERE, arg.slice(2));
  const asked = new Set(args.filter(isOf).map((arg) => arg.slice(2)));
  if (asked.has('quiet') && asked.has('verbose'))
    throw new UsageError('--quiet and --verbose are two ways to say how much is told');
  return { asked, rest: args.filter((arg, index) => !isOf(arg, index)) };
}

interface Option {
  readonly type: 'boolean' | 'string';
  /** One letter. */
  readonly short?: string;
  /** It may be given several times, and all of them count. */
  readonly multiple?: true;
}
type Options = { readonly [name: string]: Option };
type One<O extends Option> = O['type'] extends 'boolean' ? boolean : string;
type Values<O extends Options> = {
  readonly [Name in keyof O]?: O[Name]['multiple'] extends true ? One<O[Name]>[] : One<O[Name]>;
};

/**
 * Reads options and what is left.
 *
 * @throws UsageError for an option that is not declared, or lacks its value.
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

/** Node's own words, and of a misspelt option the nearest right one instead of its advice on dashes. */
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

/** @throws UsageError with the fault, and the name that was most likely meant. */
export function refuseName(fault: string, name: string, names: readonly string[]): never {
  const help = didYouMean(name, names);
  throw new UsageError(help === undefined ? fault : `${fault}; ${help}`);
}

/** Does something; what it throws of these kinds is the fault of who typed. @throws UsageError. */
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
