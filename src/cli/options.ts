import { parseArgs } from 'node:util';
import { didYouMean } from '#renderer/grammar/nearest.ts';
import { UsageError } from './command.ts';

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
    throw new UsageError(describe(error, Object.keys(options)));
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

/** Does something; what it throws of these kinds is the fault of who typed. @throws UsageError. */
export function refusing<T>(kinds: readonly (new () => Error)[], act: () => T): T {
  const refuse = (error: unknown): never => {
    if (error instanceof Error && kinds.some((kind) => error instanceof kind))
      throw new UsageError(error.message);
    throw error;
  };
  try {
    return act();
  } catch (error) {
    return refuse(error);
  }
}
