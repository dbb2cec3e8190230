import type { Elaborated, TypeContext } from '../type.ts';
import type { ExpressionOptions } from './expectation.ts';

/** An expression that stands bare: a condition, `each`, `key`, `done`, `check`. */
export function elaborateExpression(
  source: string,
  context: TypeContext,
  options: ExpressionOptions = {},
): Elaborated {
  throw new Error(`not yet: ${source} ${context.names()} ${options}`);
}

/** A path that stands bare (`bind`, `target`): its type and lowering; presence is not asked for. */
export function elaboratePath(source: string, context: TypeContext): Elaborated {
  throw new Error(`not yet: ${source} ${context.names()}`);
}

/** The paths that `has(…)` tests in a source, even in one with errors: to keep one mistake from causing ten. */
export function presenceTests(source: string): readonly string[] {
  throw new Error(`not yet: ${source}`);
}
