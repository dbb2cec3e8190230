import { limits } from '#renderer/plan/limits.generated.ts';
import type { Compiled, StringProblem, TypeContext, Typed } from '../type.ts';
import type { Checked } from './checked.ts';
import { Checker } from './checker.ts';
import type { ExpressionOptions } from './expectation.ts';
import { isForbiddenName } from './names.ts';
import { readPath } from './paths.ts';
import { presenceTestsIn } from './presence.ts';
import { parseExpression, type Syntax } from './syntax.ts';
import { error } from './tokens.ts';
import { isAssignable, typeName } from './types.ts';

/**
 * Checks and lowers a bare expression: a condition, `each`, `key`, `done` or `check`. Returns all problems at
 * once; `typed` only if none is an error.
 */
export function compileExpression(
  source: string,
  context: TypeContext,
  options: ExpressionOptions = {},
): Compiled {
  const { checked, problems } = checkSource(source, context, options);
  return checked === undefined ? { problems } : { typed: toTyped(checked), problems };
}

export interface CheckedSource {
  readonly checked?: Checked;
  readonly problems: readonly StringProblem[];
}

/** The same as `compileExpression`, with the result that this room uses. */
export function checkSource(source: string, context: TypeContext, options: ExpressionOptions): CheckedSource {
  const { tree, problems: refused } = parseExpression(source);
  if (tree === undefined) return { problems: refused };
  const problems: StringProblem[] = [];
  const mayBeAbsent = options.mayBeAbsent ?? false;
  const checker = new Checker(context, context.proven, mayBeAbsent, problems);
  const checked = mayBeAbsent ? checkOptional(checker, tree, source) : checker.operand(tree);
  if (checked === undefined) return { problems };
  const problem = checkWhole(checked, tree, source, options);
  return problem === undefined ? { checked, problems } : { problems: [...problems, problem] };
}

/** An optional may be a whole value: the value is absent if the optional finds nothing. */
function checkOptional(checker: Checker, tree: Syntax, source: string): Checked | undefined {
  const checked = checker.check(tree);
  if (checked === undefined || !checked.optional) return checked;
  if (checked.path !== undefined && checker.proven.has(checked.path)) return checked;
  const absence = {
    path: checked.path ?? source.slice(tree.start, tree.end),
    at: tree.at,
    length: tree.length,
  };
  return { ...checked, absences: [...checked.absences, absence] };
}

function checkWhole(
  checked: Checked,
  tree: Syntax,
  source: string,
  { expected }: ExpressionOptions,
): StringProblem | undefined {
  if (expected !== undefined && !isAssignable(checked.type, expected)) {
    const message = `${typeName(expected)} is expected here; this is ${typeName(checked.type)}.`;
    return error('expression/type', tree.start, tree.end - tree.start, message);
  }
  if (checked.cost > limits.expressionSteps) {
    const message = `The expression may take ${checked.cost} steps; the limit "expressionSteps" is ${limits.expressionSteps}.`;
    const help =
      'declare maxItems of the lists in their contracts, or do not search one list for each item of another; to show some items of a list, give the node with "each" a visibleWhen instead of a filter';
    return error('expression/too-costly', 0, source.length, message, help);
  }
  return undefined;
}

export function toTyped(checked: Checked): Typed {
  return {
    type: checked.type,
    absent: checked.absences.length > 0,
    lowered: checked.lowered,
    provesTrue: checked.provesTrue,
    provesFalse: checked.provesFalse,
    cost: checked.cost,
  };
}

/**
 * Checks and lowers a bare path (`bind`, `target`, `form`). Its presence is not required, because it will be
 * written. Names may contain `-`.
 */
export function compilePath(source: string, context: TypeContext): Compiled {
  const problems: StringProblem[] = [];
  const checker = new Checker(context, context.proven, true, problems);
  let tree: Syntax | undefined;
  let at = 0;
  for (const name of source.split('.')) {
    const place = { start: 0, end: at + name.length, at, length: name.length };
    if (isForbiddenName(name) || !/^[A-Za-z_][A-Za-z0-9_-]*$/.test(name)) {
      const message = 'A path is names with dots between them: state.name.';
      return { problems: [error('expression/not-a-path', 0, source.length, message)] };
    }
    tree =
      tree === undefined
        ? { ...place, kind: 'name', name }
        : { ...place, kind: 'member', of: tree, name, optional: false };
    at += name.length + 1;
  }
  const read = tree && readPath(tree, checker);
  if (read === undefined) return { problems };
  const absences = read.unproven === undefined ? read.absences : [...read.absences, read.unproven];
  return { typed: toTyped({ ...read, absences }), problems };
}

/**
 * The paths that `has(…)` tests in a source, even if the source has errors. Used to avoid follow-up problems.
 */
export function presenceTests(source: string): readonly string[] {
  const { tree } = parseExpression(source);
  return tree === undefined ? [] : presenceTestsIn(tree);
}
