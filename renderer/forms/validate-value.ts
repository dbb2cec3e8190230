import { isBlank, trimUnseen } from '../plan/blank.ts';
import { isEmail, isPhone, localNumber } from '../plan/contact.ts';
import { evaluate, evaluateShown } from '../plan/evaluate.ts';
import { type Expression, PENDING, type Result, type Scope, type Value } from '../plan/expression.ts';
import { matchPattern, type Pattern, parsePattern } from '../plan/pattern.ts';
import type { ElementPlan, NodePlan } from '../plan/plan.ts';
import { isEqual, isValue } from '../plan/value.ts';
import { type Rule, rulesOf } from './rules.ts';

/**
 * The message of the first rule that a value breaks; undefined if the value is valid.
 *
 * An absent value breaks only `required`. A rule that cannot be computed counts as broken. Remote rules come last, so
 * that no request is sent while another rule is broken.
 *
 * @param remoteProblem - Returns the message of a remote rule.
 */
export function findProblem(
  rules: readonly Rule[],
  value: Value | undefined,
  remoteProblem: (rule: Rule) => string | undefined = () => undefined,
): string | undefined {
  const broken = rules.find((rule) => !isRemote(rule.plan) && !isKept(rule, value, rules));
  if (broken !== undefined) return messageOf(broken);
  if (isEmpty(value)) return undefined;
  for (const rule of rules) {
    const problem = isRemote(rule.plan) ? remoteProblem(rule) : undefined;
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Whether a rule is validated by a service. */
export function isRemote({ props }: ElementPlan): boolean {
  return props['rule'] === 'remote';
}

export function messageOf({ plan, scope }: Rule): string {
  const message = evaluateShown(plan.props['message'] ?? '', scope);
  // An empty message must still count as a problem.
  return typeof message === 'string' && message !== '' ? message : '—';
}

/** @param rules - All rules of the field: values are compared after normalization. */
function isKept({ plan, scope }: Rule, value: Value | undefined, rules: readonly Rule[]): boolean {
  const { rule: name, min, max, pattern, check, value: other, of } = plan.props;
  if (name === 'required') return !isEmpty(value) && !(typeof value === 'string' && isBlank(value));
  if (name === 'check') return check !== undefined && evaluate(check, scope) === true;
  if (name === 'equals') return isSame(value, other, scope, rules);
  // Its problems are shown at the fields of records: `unique.ts`.
  if (value === undefined || value === '' || name === 'unique') return true;
  switch (String(name)) {
    case 'length':
      return isWithin(sizeOf(value), min, max);
    case 'range':
      return typeof value === 'number' && isWithin(value, min, max);
    case 'email':
      return typeof value === 'string' && (isBlank(value) || isEmail(value));
    case 'phone':
      return typeof value === 'string' && isPhone(value, phoneKind({ plan, scope }));
    case 'pattern': {
      const parsed = typeof pattern === 'string' ? patternOf(pattern) : undefined;
      return parsed !== undefined && typeof value === 'string' && matchPattern(parsed, value);
    }
    case 'multiple':
      return typeof value === 'number' && typeof of === 'number' && isMultiple(value, of);
    default:
      return false;
  }
}

/** Whether a value of this field may be normalized for sending. */
export function mayNormalize(plan: NodePlan): boolean {
  return rulesOf(plan).some((rule) => isPhoneRule(rule) || isEmailRule(rule));
}

const patterns = new Map<string, Pattern | undefined>();

/** Cached by text: a thousand fields may share a pattern. */
function patternOf(text: string): Pattern | undefined {
  const pattern = patterns.get(text) ?? parsePattern(text);
  patterns.set(text, pattern);
  return pattern;
}

/**
 * The value as it is sent: a phone number in its country's dialling format, an email address without surrounding
 * spaces.
 */
export function normalize<V extends Result>(rules: readonly Rule[], value: V): V | string {
  if (typeof value !== 'string') return value;
  const phone = rules.find(({ plan }) => isPhoneRule(plan));
  if (phone !== undefined && phoneKind(phone) === 'ph') return localNumber(value);
  return rules.some(({ plan }) => isEmailRule(plan)) ? trimUnseen(value) : value;
}

function isEmailRule({ props }: ElementPlan): boolean {
  return props['rule'] === 'email';
}

function isPhoneRule({ props }: ElementPlan): boolean {
  return props['rule'] === 'phone';
}

function phoneKind({ plan, scope }: Rule): unknown {
  const { kind } = plan.props;
  return kind === undefined ? 'ph' : evaluate(kind, scope);
}

/** Whether nothing was chosen, typed or ticked. */
export function isEmpty(value: Value | undefined): boolean {
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

/** Tolerates floating point errors: 0.3 is a multiple of 0.1. */
function isMultiple(value: number, of: number): boolean {
  const times = value / of;
  return Math.abs(times - Math.round(times)) <= Math.abs(times) * 2 ** -50;
}

function isSame(
  typed: Value | undefined,
  other: Expression | undefined,
  scope: Scope,
  rules: readonly Rule[],
): boolean {
  const value = normalize(rules, typed);
  const expected: Result = normalize(rules, other === undefined ? undefined : evaluate(other, scope));
  // A cleared field equals an untouched one.
  if (isNothing(expected) || isNothing(value)) return isNothing(expected) && isNothing(value);
  return expected !== PENDING && isValue(expected) && isEqual(value, expected, () => {});
}

function isNothing(value: Result): value is undefined | '' {
  return value === undefined || value === '';
}
