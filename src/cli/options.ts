import { parseArgs } from 'node:util';
import { UsageError } from './command.ts';

type Options = { readonly [name: string]: { readonly type: 'boolean' | 'string' } };
type Values<O extends Options> = {
  readonly [Name in keyof O]?: O[Name]['type'] extends 'boolean' ? boolean : string;
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
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
