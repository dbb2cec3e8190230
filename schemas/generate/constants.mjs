// renderer/plan/limits.generated.ts and functions.generated.ts: constants for all rooms.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BANNER, SCHEMAS } from './model.mjs';

const read = (name) => JSON.parse(readFileSync(join(SCHEMAS, name), 'utf8'));

/** One constant for each limit, so that a page contains only those that it reads. */
export function generateLimitValues() {
  const lines = Object.entries(read('limits.json')).map(
    ([name, limit]) => `export const ${name} = ${limit};`,
  );
  return `${BANNER}\n/* N is accepted; N+1 is refused with the name of the limit. */\n\n${lines.join('\n')}\n`;
}

export function generateLimits() {
  return `${BANNER}
import type * as values from './limit-values.generated.ts';

export * as limits from './limit-values.generated.ts';

export type LimitName = keyof typeof values;
`;
}

export function generateFunctions() {
  const quote = (text) => (text.includes("'") ? JSON.stringify(text) : `'${text}'`);
  const lines = Object.entries(read('functions.json')).map(([name, of]) => {
    const args = of.arguments.map(quote).join(', ');
    return `  ${name}: {\n    arguments: [${args}],\n    result: ${quote(of.result)},\n    description: ${quote(of.description)},\n    since: ${of.since},\n  },`;
  });
  return `${BANNER}
/** A function of expressions: \`|\` separates kinds, \`?\` marks an optional argument or a result that may be absent. */
export interface FunctionShape {
  readonly arguments: readonly string[];
  readonly result: string;
  readonly description: string;
  readonly since: number;
}

export const functions = {
${lines.join('\n')}
} as const satisfies { readonly [name: string]: FunctionShape };

export type FunctionName = keyof typeof functions;
`;
}
