import { parseArgs, type ParseArgsConfig } from 'node:util';
import { didYouMean } from '#renderer/grammar/nearest.ts';
import { messageOf } from '#src/shared/message-of.ts';
import { type Options, UsageError } from './command.ts';

/** Options of every command; read before it runs. */
export const EVERYWHERE = {
  '--quiet': 'no messages, except why the command could not run',
  '--verbose': 'more messages: the project, what ran, how long it took',
} as const;

/**
 * Removes the common options from the arguments, at any position; everything after `--` belongs to the command.
 *
 * @throws UsageError if both `--quiet` and `--verbose` are given.
 */
export function readEverywhere(args: readonly string[]): {
  readonly asked: ReadonlySet<string>;
  readonly rest: readonly string[];
} {
  const end = args.indexOf('--');
  const isOf = (arg: string, index: number): boolean =>
    (end === -1 || index < end) && Object.hasOwn(EVERYWHERE, arg);
  const asked = new Set(args.filter(isOf));
  if (asked.has('--quiet') && asked.has('--verbose'))
    throw new UsageError('use --quiet or --verbose, not both');
  return { asked, rest: args.filter((arg, index) => !isOf(arg, index)) };
}

/** Parsed arguments; `rest` has the positional ones. */
export interface Given<Notation extends string> {
  readonly values: { readonly [each in Notation as Name<each>]?: Value<each> };
  readonly rest: readonly string[];
}
type Name<Notation> = Notation extends `${string}--${infer Name} <${string}`
  ? Name
  : Notation extends `${string}--${infer Name}`
    ? Name
    : never;
type Value<Notation> = Notation extends `${string}>...`
  ? string[]
  : Notation extends `${string}>`
    ? string
    : boolean;

const NOTATION = /^(?:-([a-z]), )?--([a-z-]+)( <.*>)?(\.\.\.)?$/;

/** The options among these parameters, as Node's `parseArgs` takes them. */
export function optionsByName(notations: readonly string[]): NonNullable<ParseArgsConfig['options']> {
  const entries = notations.flatMap((notation) => {
    const [, short, name, value, repeats] = NOTATION.exec(notation) ?? [];
    if (name === undefined) return [];
    const type = value === undefined ? ('boolean' as const) : ('string' as const);
    return [
      [name, { type, multiple: repeats !== undefined, ...(short !== undefined && { short }) }] as const,
    ];
  });
  return Object.fromEntries(entries);
}

/**
 * Parses options and positional arguments.
 *
 * @throws UsageError for an unknown option, or a missing value.
 */
export function readOptions<Notation extends string>(
  args: readonly string[],
  given: Options<Notation>,
): Given<Notation> {
  const options = optionsByName(Object.keys(given));
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    // parseArgs is strict: it returns declared names only, each of its declared type.
    return { values: values as Given<Notation>['values'], rest: positionals };
  } catch (error) {
    throw new UsageError(
      describe(error, [...Object.keys(options).map((name) => `--${name}`), ...Object.keys(EVERYWHERE)]),
    );
  }
}

/** Node's message; for a misspelt option the nearest name instead of Node's advice on dashes. */
function describe(error: unknown, options: readonly string[]): string {
  const message = messageOf(error);
  const unknown = /^Unknown option '--?([^']+)'/.exec(message)?.[1];
  if (unknown === undefined) return message;
  const help = didYouMean(`--${unknown}`, options) ?? '--help lists them';
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
