import type { Terminal } from './command.ts';

/** Prints a command's result: the data with `--json`, else the words. */
export function printResult(
  { out }: Pick<Terminal, 'out'>,
  { json }: { readonly json?: boolean },
  data: object,
  words: string,
): void {
  out(json === true ? formatJson(data) : words);
}

/** @param data - Has its own `version` if an older client would misread it. */
export function formatJson(data: object): string {
  return `${JSON.stringify({ version: 1, ...data }, null, 2)}\n`;
}
