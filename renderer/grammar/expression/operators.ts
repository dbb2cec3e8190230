import { didYouMean } from '../nearest.ts';
import type { Expression } from '#renderer/plan/expression.ts';
import type { StringProblem, Type } from '../type.ts';
import { type Checked, compose } from './checked.ts';
import { contentBound, itemsBound } from './cost.ts';
import type { Comparison, Syntax } from './syntax.ts';
import { error } from './tokens.ts';
import { isComparable, isNumeric, joinTypes, typeName } from './types.ts';

const BOOLEAN: Type = { kind: 'boolean' };

type CompareSyntax = Extract<Syntax, { kind: 'compare' }>;
type ArithmeticSyntax = Extract<Syntax, { kind: 'arithmetic' }>;

/** Checks `== != < <= > >= in`. Warns if a literal is not among the known values of the other side. */
export function checkComparison(
  node: CompareSyntax,
  left: Checked,
  right: Checked,
  problems: StringProblem[],
): Checked | StringProblem {
  const { operator } = node;
  const problem =
    operator === 'in'
      ? checkMembership(node, left.type, right.type)
      : operator === '==' || operator === '!='
        ? checkEquality(node, left.type, right.type)
        : checkOrder(node, left.type, right.type);
  if (problem !== undefined) return problem;
  warnOfUnlisted(node, left.type, right.type, problems);
  const compared = compose(BOOLEAN, lowerComparison(node.operator, left, right), [left, right]);
  const looks =
    operator === 'in'
      ? itemsBound(right.type) * contentBound(left.type)
      : Math.min(contentBound(left.type), contentBound(right.type));
  return looks > 1 ? { ...compared, cost: compared.cost + looks } : compared;
}

/**
 * Dates are compared by `daysUntil`: a received date may have a time, or be invalid. With an invalid date the
 * result is absent, not false.
 */
function lowerComparison(operator: Comparison, left: Checked, right: Checked): Expression {
  if (operator === 'in' || left.type.kind !== 'date') return [operator, left.lowered, right.lowered];
  return [operator, ['call', 'daysUntil', left.lowered], ['call', 'daysUntil', right.lowered]];
}

function checkEquality(node: CompareSyntax, left: Type, right: Type): StringProblem | undefined {
  if (isComparable(left, right) || isMoneyWithZero(node, left, right)) return undefined;
  return mismatch(node, left, right, 'Equality needs the same type on both sides');
}

function checkOrder(node: CompareSyntax, left: Type, right: Type): StringProblem | undefined {
  // An empty list matches every item type, because none of its items is ever compared.
  if (left.kind === 'any') return right.kind === 'any' ? undefined : checkOrder(node, right, right);
  if (right.kind === 'any') return checkOrder(node, left, left);
  if (isNumeric(left) && isNumeric(right)) return undefined;
  if (left.kind === 'money' && right.kind === 'money') return undefined;
  if (left.kind === 'date' && right.kind === 'date') return undefined;
  if (isMoneyWithZero(node, left, right)) return undefined;
  return mismatch(node, left, right, 'Only Numbers, Money and Dates have an order, each among themselves');
}

function checkMembership(node: CompareSyntax, item: Type, list: Type): StringProblem | undefined {
  if (list.kind === 'any') return undefined;
  if (list.kind === 'list') {
    return isComparable(item, list.items)
      ? undefined
      : mismatch(node, item, list.items, 'Equality with an item needs the same type');
  }
  const help =
    list.kind === 'map'
      ? "read its member: m[?'key'].orValue(…)"
      : list.kind === 'text'
        ? "write text.contains('part')"
        : undefined;
  return error(
    'expression/type',
    node.at,
    node.length,
    `"in" takes a list on its right, not ${typeName(list)}.`,
    help,
  );
}

/** A value of an expression, as it is written and as it was checked. */
export interface Written {
  readonly node: Syntax;
  readonly type: Type;
}

/**
 * The type of one value out of two. A text that is written out is one of the known values, and a written 0 beside Money is Money.
 *
 * @returns `undefined` if the two have no common type.
 */
export function joinWritten(one: Written, other: Written): Type | undefined {
  if (one.type.kind === 'money' && isZero(other.node)) return one.type;
  if (other.type.kind === 'money' && isZero(one.node)) return other.type;
  return joinTypes(typeOfWritten(one), typeOfWritten(other));
}

function typeOfWritten({ node, type }: Written): Type {
  return node.kind === 'text' ? { kind: 'text', known: [node.value] } : type;
}

function isMoneyWithZero(node: CompareSyntax, left: Type, right: Type): boolean {
  return (left.kind === 'money' && isZero(node.right)) || (right.kind === 'money' && isZero(node.left));
}

function isZero(node: Syntax): boolean {
  return node.kind === 'integer' && node.value === 0;
}

function mismatch(
  node: CompareSyntax | ArithmeticSyntax,
  left: Type,
  right: Type,
  rule: string,
): StringProblem {
  const message = `${rule}; these are ${typeName(left)} and ${typeName(right)}.`;
  const help =
    left.kind === 'money' || right.kind === 'money'
      ? 'Money is compared with Money, minor(…) or 0, added to Money, and multiplied by an Integer'
      : undefined;
  return error('expression/type', node.at, node.length, message, help);
}

function warnOfUnlisted(node: CompareSyntax, left: Type, right: Type, problems: StringProblem[]): void {
  const warn = (literal: Syntax, type: Type) => {
    if (literal.kind !== 'text' || type.kind !== 'text' || type.known === undefined) return;
    if (type.known.includes(literal.value)) return;
    const near = didYouMean(literal.value, type.known);
    problems.push({
      code: 'expression/unlisted-value',
      severity: 'warning',
      at: literal.start,
      length: literal.end - literal.start,
      message: `'${literal.value}' is not among the known values: ${listSome(type.known)}.`,
      ...(near === undefined ? {} : { help: near }),
    });
  };
  if (node.operator !== 'in') {
    warn(node.left, right);
    warn(node.right, left);
  } else {
    if (right.kind === 'list') warn(node.left, right.items);
    if (node.right.kind === 'list') for (const item of node.right.items) warn(item, left);
  }
}

function listSome(values: readonly string[]): string {
  const some = values.slice(0, 12).map((value) => `'${value}'`);
  return values.length > 12 ? `${some.join(', ')}, …` : some.join(', ');
}

/**
 * Checks `+ - *`. Whole numbers and Money have results of the same type; a result outside ±(2^53−1) fails at
 * run time.
 */
export function checkArithmetic(
  node: ArithmeticSyntax,
  left: Checked,
  right: Checked,
): Checked | StringProblem {
  if (node.operator === '/') return checkDivision(node, left, right);
  const type = arithmeticType(node.operator, left.type, right.type);
  if (type === undefined) return refuseArithmetic(node, left.type, right.type);
  const operator = type.kind === 'number' ? node.operator : (`${node.operator}!` as const);
  return compose(type, [operator, left.lowered, right.lowered], [left, right]);
}

/** The result is a Number, also of Integers and of two amounts, and absent if the divisor is 0. */
function checkDivision(node: ArithmeticSyntax, left: Checked, right: Checked): Checked | StringProblem {
  const areMoney = left.type.kind === 'money' && right.type.kind === 'money';
  if (areMoney || (isNumeric(left.type) && isNumeric(right.type))) {
    const divided = compose({ kind: 'number' }, ['call', '/', left.lowered, right.lowered], [left, right]);
    return { ...divided, optional: true };
  }
  if (left.type.kind !== 'money')
    return mismatch(node, left.type, right.type, '"/" is for Numbers, and for Money with Money');
  const message = `Money cannot be divided by "/", because the result needs rounding; "/" is for Numbers, and for Money with Money.`;
  return error('expression/type', node.at, node.length, message, "write percent(amount, 50, 'nearest')");
}

function arithmeticType(operator: '+' | '-' | '*', left: Type, right: Type): Type | undefined {
  if (left.kind === 'money') {
    const isAllowed = operator === '*' ? right.kind === 'integer' : right.kind === 'money';
    return isAllowed ? left : undefined;
  }
  if (!isNumeric(left) || !isNumeric(right)) return undefined;
  return left.kind === 'integer' ? right : left;
}

function refuseArithmetic(node: ArithmeticSyntax, left: Type, right: Type): StringProblem {
  const isText = (type: Type) => type.kind === 'text' || type.kind === 'url';
  if (node.operator === '+' && (isText(left) || isText(right))) {
    const message = 'Expressions have no + on text.';
    return error('expression/unsupported', node.at, node.length, message, 'write a text with ${…} inside');
  }
  if (node.operator === '*' && left.kind === 'integer' && right.kind === 'money') {
    const message = 'Money is multiplied by an Integer on its right.';
    return error('expression/type', node.at, node.length, message, 'write amount * 2');
  }
  return mismatch(node, left, right, `"${node.operator}" is for Numbers, and for Money with Money`);
}
