import { evaluate } from '../plan/evaluate.ts';
import { type Expression, PENDING, type Result, type Scope, type Value } from '../plan/expression.ts';
import { matchPattern, parsePattern } from '../plan/pattern.ts';
import type { ElementPlan } from '../plan/plan.ts';
import { isEqual, isValue } from '../plan/value.ts';

/**
 * What is wrong with a field's value: the message of the first rule that is broken, or undefined.
 *
 * An absent value breaks `required` alone; the other rules are about what is there. A rule that cannot
 * be computed is broken: uncertainty never lets a form be sent.
 */
export function findProblem(
  rules: readonly ElementPlan[],
  value: Value | undefined,
  scope: Scope,
): string | undefined {
  const broken = rules.find((rule) => applies(rule, scope) && !isKept(rule, value, scope));
  if (!broken) return undefined;
  const message = evaluate(broken.props['message'] ?? '', scope);
  // An empty message is still a problem: what the form engine calls broken has some text.
  return typeof message === 'string' && message !== '' ? message : '—';
}

/** Whether the field has to be filled in now: one predicate for validation, mark and ARIA. */
export function isRequired(rules: readonly ElementPlan[], scope: Scope): boolean {
  return rules.some((rule) => rule.props['rule'] === 'required' && applies(rule, scope));
}

function applies(rule: ElementPlan, scope: Scope): boolean {
  const { when } = rule.props;
  return when === undefined || evaluate(when, scope) !== false;
}

function isKept(rule: ElementPlan, value: Value | undefined, scope: Scope): boolean {
  const { rule: name, min, max, pattern, check, value: other } = rule.props;
  if (name === 'required') return !isEmpty(value);
  if (name === 'check') return check !== undefined && evaluate(check, scope) === true;
  if (name === 'equals') return isSame(value, other, scope);
  if (value === undefined || value === '') return true;
  switch (String(name)) {
    case 'length':
      return isWithin(sizeOf(value), min, max);
    case 'range':
      return typeof value === 'number' && isWithin(value, min, max);
    case 'pattern': {
      const parsed = typeof pattern === 'string' ? parsePattern(pattern) : undefined;
      return parsed !== undefined && typeof value === 'string' && matchPattern(parsed, value);
    }
    default:
      return false;
  }
}

/** Nothing chosen, nothing typed, nothing ticked. */
function isEmpty(value: Value | undefined): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === undefined || value === '' || value === false;
}

function sizeOf(value: Value): number {
  return typeof value === 'string' || Array.isArray(value) ? value.length : Number.NaN;
}

function isWithin(size: number, min: Expression | undefined, max: Expression | undefined): boolean {
  return (
    !Number.isNaN(size) &&
    (typeof min !== 'number' || size >= min) &&
    (typeof max !== 'number' || size <= max)
  );
}

function isSame(value: Value | undefined, other: Expression | undefined, scope: Scope): boolean {
  const expected: Result = other === undefined ? undefined : evaluate(other, scope);
  if (expected === undefined || value === undefined) return expected === value;
  return expected !== PENDING && isValue(expected) && isEqual(value, expected, () => {});
}
