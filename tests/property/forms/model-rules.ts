import { type Answered, type Field, reachedFrom, toText } from './model-fields.ts';
import { BOUND, type Condition, LIST, type RuleSpec } from './spec.ts';

/* Conditions and rules of the language. Imports nothing from the engine. */

/** The values that conditions read. */
export interface Read {
  readonly beside: string;
  readonly rows: number;
  value(name: string): Answered | undefined;
  isSupplied(name: string): boolean;
  isDay(name: string): boolean;
}

export function holds(condition: Condition | undefined, read: Read, row: number | undefined): boolean {
  if (condition === undefined) return true;
  switch (condition.op) {
    case 'not':
      return !holds(condition.of, read, row);
    case 'both':
      return condition.of.every((one) => holds(one, read, row));
    case 'either':
      return condition.of.some((one) => holds(one, read, row));
    default:
      return isSo(condition, read, row);
  }
}

function isSo(
  condition: Extract<Condition, { op: 'filled' | 'is' }>,
  read: Read,
  row: number | undefined,
): boolean {
  const { op, field } = condition;
  if (field === LIST) return read.rows > (op === 'filled' ? 0 : 1);
  const name = reachedFrom(field, row);
  // Hidden values still feed conditions.
  const known = field === BOUND ? read.beside : read.value(name);
  const value = known !== undefined && read.isSupplied(name) ? toText(known) : known;
  if (typeof value === 'boolean') return value;
  const isFilled = !isEmpty(value);
  if (op === 'filled' || read.isDay(name)) return isFilled;
  if (Array.isArray(value)) return value.includes(condition.value);
  return typeof value === 'number' ? value > 2 : value === condition.value;
}

export function isEmpty(value: Answered | undefined): boolean {
  return (
    value === undefined || value === '' || value === false || (Array.isArray(value) && value.length === 0)
  );
}

/** A service's verdict on the value; undefined before its answer. */
export type Verdict = 'right' | 'wrong' | undefined;

/** Whether the value satisfies the rule. For a list of records the value is their number. */
export function isKept(
  rule: RuleSpec,
  { name, kind, row }: Pick<Field, 'name' | 'kind' | 'row'>,
  read: Read,
  verdict: Verdict,
): boolean {
  const value = kind === 'list' ? read.rows : read.value(name);
  const isNothing = kind === 'list' ? value === 0 : isEmpty(value);
  switch (rule.rule) {
    case 'required':
      return !isNothing;
    case 'check':
      return holds(rule.check, read, row);
    case 'equals':
      return (value ?? '') === (read.value(reachedFrom(rule.field, row)) ?? '');
    case 'range':
      return value === undefined || (typeof value === 'number' && value >= rule.min && value <= rule.max);
    case 'length':
      return kind === 'list'
        ? read.rows >= rule.min && read.rows <= rule.max
        : isNothing || isWithin(lengthOf(value), rule);
    case 'pattern':
      return isNothing || new RegExp(`^(?:${rule.pattern})$`).test(String(value));
    case 'remote':
      return isNothing || verdict === 'right';
  }
}

function lengthOf(value: Answered | undefined): number {
  return typeof value === 'string' || Array.isArray(value) ? value.length : 0;
}

function isWithin(size: number, { min, max }: { readonly min: number; readonly max: number }): boolean {
  return size >= min && size <= max;
}
