import type { CodeEntry } from './codes/entry.ts';
import { definitionCodes } from './codes/definition.ts';
import { expressionCodes } from './codes/expression.ts';
import { lintCodes } from './codes/lint.ts';
import { parseCodes } from './codes/parse.ts';
import { shapeCodes } from './codes/shape.ts';
import { valueCodes } from './codes/value.ts';
import { worldCodes } from './codes/world.ts';

/** Every code that a problem of a definition may have. */
export const codes = {
  ...parseCodes,
  ...shapeCodes,
  ...worldCodes,
  ...definitionCodes,
  ...expressionCodes,
  ...valueCodes,
  ...lintCodes,
};

export type ProblemCode = keyof typeof codes;

/** What is known of a code, however it was come by. */
export function findCode(code: string): CodeEntry | undefined {
  return Object.hasOwn(codes, code) ? codes[code as ProblemCode] : undefined;
}
