import { evaluate } from '../../plan/evaluate.ts';
import type { Expression, Scope } from '../../plan/expression.ts';
import { mapOperands } from './plan-expression.ts';

type Operation = Exclude<Expression, string | number | boolean>;

/** Operations on literals whose results are literals: those of conditions. */
const DECIDED: ReadonlySet<string> = new Set(['!', '==', '!=', '<', '<=', '>', '>=', 'in']);

/** Literals read nothing. */
const NOTHING: Scope = {
  read: () => undefined,
  with: () => NOTHING,
  locale: { language: '', now: () => 0, message: (source) => source, timeZone: 'UTC' },
};

/**
 * Computes the parts of an expression that constants decide, for example the value of a part's parameter. The result is always the
 * same as that of the expression, also while data are pending or absent.
 */
export function fold(expression: Expression): Expression {
  if (typeof expression !== 'object') return expression;
  const operation = mapOperands(expression as Operation, fold) as Operation;
  switch (operation[0]) {
    case '&&':
      return foldLogical(operation, false);
    case '||':
      return foldLogical(operation, true);
    case 'or':
      return typeof operation[1] === 'object' ? operation : operation[1];
    case 'choose':
      return foldChoose(operation.slice(1) as (readonly [Expression, Expression])[]);
    default:
      return DECIDED.has(operation[0]) ? decide(operation) : operation;
  }
}

/** `decisive` is the operand that decides alone: false for `&&`, true for `||`. */
function foldLogical(operation: Operation, decisive: boolean): Expression {
  const [, left, right] = operation as readonly ['&&' | '||', Expression, Expression];
  if (left === decisive || right === decisive) return decisive;
  if (left === !decisive) return right;
  return right === !decisive ? left : operation;
}

/** Leaves out the entries that are never chosen. */
function foldChoose(entries: readonly (readonly [Expression, Expression])[]): Expression {
  const possible = entries.filter(([when]) => when !== false);
  // An entry without a condition is passed over only if its value is absent, and a literal never is.
  const last = possible.findIndex(([when, value]) => when === true && typeof value !== 'object');
  const left = last < 0 ? possible : possible.slice(0, last + 1);
  const [first] = left;
  // The default of a choose is its last entry without a condition, so a choose inside it is kept apart.
  const isAlone = left.length === 1 && first?.[0] === true;
  if (isAlone && !(Array.isArray(first[1]) && first[1][0] === 'choose')) return first[1];
  return ['choose', ...left];
}

function decide(operation: Operation): Expression {
  if (!(operation.slice(1) as Expression[]).every(isLiteral)) return operation;
  const result = evaluate(operation, NOTHING);
  return typeof result === 'boolean' ? result : operation;
}

/** A scalar, or a list of scalars for `in`. */
function isLiteral(expression: Expression): boolean {
  if (typeof expression !== 'object') return true;
  return expression[0] === 'list' && expression.slice(1).every((item) => typeof item !== 'object');
}
