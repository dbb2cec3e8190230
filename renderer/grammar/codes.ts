import type { CodeEntry } from './codes/entry.ts';
import { actionCodes } from './codes/actions.ts';
import { addressCodes } from './codes/addresses.ts';
import { appCodes } from './codes/app.ts';
import { expressionCodes } from './codes/expression.ts';
import { formCodes } from './codes/forms.ts';
import { lintCodes } from './codes/lint.ts';
import { nodeCodes } from './codes/nodes.ts';
import { partCodes } from './codes/parts.ts';
import { parseCodes } from './codes/parse.ts';
import { shapeCodes } from './codes/shape.ts';
import { valueCodes } from './codes/value.ts';
import { worldCodes } from './codes/world.ts';

/** All codes of problems in definitions. */
export const codes = {
  ...parseCodes,
  ...shapeCodes,
  ...worldCodes,
  ...appCodes,
  ...partCodes,
  ...nodeCodes,
  ...formCodes,
  ...actionCodes,
  ...addressCodes,
  ...expressionCodes,
  ...valueCodes,
  ...lintCodes,
};

export type ProblemCode = keyof typeof codes;

/** The entry of a code from any source; undefined if the code is unknown. */
export function findCode(code: string): CodeEntry | undefined {
  return Object.hasOwn(codes, code) ? codes[code as ProblemCode] : undefined;
}
