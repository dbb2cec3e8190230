import { type Checked, compose, intersection, union } from './checked.ts';
import { joinWritten } from './operators.ts';
import { presenceTestsIn } from './presence.ts';
import type { StringProblem } from '../type.ts';
import type { Syntax } from './syntax.ts';
import { error } from './tokens.ts';
import { typeName } from './types.ts';

/** What a conditional needs of the checker of expressions. */
interface ConditionalChecker {
  condition(node: Syntax): Checked | undefined;
  operand(node: Syntax): Checked | undefined;
  refuse(problem: StringProblem): undefined;
  with(proven: ReadonlySet<string>): ConditionalChecker;
}

type ConditionalSyntax = Extract<Syntax, { kind: 'conditional' }>;

/**
 * Checks `a ? b : c` and lowers it to `choose`, which every page can read.
 *
 * The second entry has the condition `!a` and not `true`: if `a` is true and `b` is absent, the result is absent and not `c`.
 *
 * @param strict - Checks the condition: as in `when` of `choose`, what decides must be present, in a value too.
 */
export function checkConditional(
  node: ConditionalSyntax,
  checker: ConditionalChecker,
  strict: ConditionalChecker,
): Checked | undefined {
  const condition = strict.condition(node.condition);
  // A broken condition counts as proof of everything that it tests, so that one mistake is not reported twice.
  const tested = new Set(presenceTestsIn(node.condition));
  const then = checker.with(condition?.provesTrue ?? tested).operand(node.then);
  const otherwise = checker.with(condition?.provesFalse ?? tested).operand(node.otherwise);
  if (condition === undefined || then === undefined || otherwise === undefined) return undefined;
  const type = joinWritten(
    { node: node.then, type: then.type },
    { node: node.otherwise, type: otherwise.type },
  );
  if (type === undefined) {
    const { start, end } = node.otherwise;
    const message = `Both sides of ":" need the same type; this is ${typeName(otherwise.type)}, the other ${typeName(then.type)}.`;
    return checker.refuse(error('expression/type', start, end - start, message));
  }
  const lowered = [
    'choose',
    [condition.lowered, then.lowered],
    [['!', condition.lowered], otherwise.lowered],
  ] as const;
  return {
    // The condition is computed a second time if it is false.
    ...compose(type, lowered, [condition, condition, then, otherwise]),
    cost: 2 + 2 * condition.cost + then.cost + otherwise.cost,
    absences: [...then.absences, ...otherwise.absences],
    provesTrue: intersection(
      union(condition.provesTrue, then.provesTrue),
      union(condition.provesFalse, otherwise.provesTrue),
    ),
    provesFalse: intersection(
      union(condition.provesTrue, then.provesFalse),
      union(condition.provesFalse, otherwise.provesFalse),
    ),
  };
}
