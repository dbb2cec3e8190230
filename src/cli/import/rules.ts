import type { Json } from '#renderer/grammar/json.ts';
import { parsePattern } from '#renderer/plan/pattern.ts';
import { and, type Condition, implies, not, or, TRUE, under } from './condition.ts';
import { shownWhen } from './decide.ts';
import { equals, has } from './fits.ts';
import { FORMATS, toPattern } from './formats.ts';
import { isBox, isTyped, print, type Records, Unsayable } from './print.ts';
import type { Report } from './report.ts';
import type { Constraint, Slot, Variant } from './slot.ts';

export type Rule = Json;

/** The context of emitting a form. */
export interface Emission {
  readonly report: Report;
  readonly form: string;
  /** Names of the surrounding lists. */
  readonly records: Records;
}

const LONGEST_PATTERN = 200;
const MOST_RULES = 20;
/** Longer texts are counted in UTF-16 units, because a pattern repeats its expression for each character. */
const MOST_COUNTED = 400;
const BLANK_REFUSED =
  'A required text of white space or zero-width characters alone is refused, here and in every other field.';

/** The rules of one field: whether it is required, the schema's constraints, and conditions between fields. */
export function rulesOf(slot: Slot, variant: Variant, emission: Emission): readonly Rule[] {
  const known = and(shownWhen(slot), variant.when);
  const rules: Rule[] = [];
  const needed = slot.isMixed || slot.name === '*' ? TRUE : under(known, slot.needed);
  const [first] = slot.required;
  const isAsked = (!isBox(variant) || mustBeTicked(slot, variant)) && !(slot.isNullable && slot.isAlways);
  if (isAsked && variant.type !== 'array' && variant.type !== 'object' && needed.op !== 'false') {
    const message = isBox(variant)
      ? 'Tick this box'
      : variant.options === undefined
        ? 'Fill this in'
        : 'Choose one';
    if (isTyped(variant)) emission.report.noteOnce(slot.pointer, BLANK_REFUSED);
    rules.push(
      ...write(emission, { pointer: first?.pointer ?? slot.pointer, keyword: 'required' }, needed, known, {
        rule: 'required',
        message,
      }),
    );
  }
  for (const constraint of slot.constraints) {
    for (const rule of readConstraint(slot, variant, constraint, emission)) {
      rules.push(...write(emission, constraint, constraint.when, known, rule));
    }
  }
  for (const demand of slot.demands) {
    const holds = implies(has(slot), demand.holds);
    rules.push(...checks(emission, demand, holds, demand.when, known, demand.message));
  }
  const kept = rules.slice(0, MOST_RULES);
  for (const constraint of rules.length > MOST_RULES ? slot.constraints : []) {
    emission.report.refuse(
      constraint.pointer,
      constraint.keyword,
      `A field has ${MOST_RULES} rules at most.`,
    );
  }
  return kept;
}

/** A checkbox whose only value is true. */
export function mustBeTicked(slot: Slot, variant: Variant): boolean {
  return (
    isBox(variant) &&
    slot.constraints.some(
      ({ keyword, value }) =>
        (keyword === 'const' && value === true) ||
        (keyword === 'enum' && Array.isArray(value) && value.includes(true) && !value.includes(false)),
    )
  );
}

interface Place {
  readonly pointer: string;
  readonly keyword: string;
}

function write(
  emission: Emission,
  place: Place,
  when: Condition,
  known: Condition,
  rule: Rule,
): readonly Rule[] {
  const left = under(known, when);
  if (left.op === 'true') return [rule];
  try {
    const condition = print(left, emission.form, emission.records);
    if (condition === 'true') return [rule];
    return condition === 'false' ? [] : [{ ...rule, when: condition }];
  } catch (thrown) {
    return giveUp(emission, place, thrown);
  }
}

/** A `check` rule, if the condition has an expression. */
export function checks(
  emission: Emission,
  place: Place,
  holds: Condition,
  when: Condition,
  known: Condition,
  message: string,
): readonly Rule[] {
  try {
    const check = print(holds, emission.form, emission.records);
    return check === 'true' ? [] : write(emission, place, when, known, { rule: 'check', check, message });
  } catch (thrown) {
    return giveUp(emission, place, thrown);
  }
}

function giveUp({ report }: Emission, { pointer, keyword }: Place, thrown: unknown): readonly Rule[] {
  if (!(thrown instanceof Unsayable)) throw thrown;
  report.refuse(pointer, keyword, thrown.message);
  return [];
}

function readConstraint(
  slot: Slot,
  variant: Variant,
  constraint: Constraint,
  emission: Emission,
): readonly Rule[] {
  const { keyword, value } = constraint;
  const isNumber = variant.type === 'number' || variant.type === 'integer';
  const check = (holds: Condition, message: string) =>
    checks(emission, constraint, implies(has(slot), holds), TRUE, TRUE, message);
  switch (keyword) {
    case 'enum':
    case 'const':
      return check(valuesHold(slot, variant, constraint), 'This cannot be chosen here');
    case 'minimum':
      return isNumber ? bound(slot, variant, constraint, emission, '>=', `At least ${String(value)}`) : [];
    case 'maximum':
      return isNumber ? bound(slot, variant, constraint, emission, '<=', `At most ${String(value)}`) : [];
    case 'exclusiveMinimum':
      return isNumber ? bound(slot, variant, constraint, emission, '>', `More than ${String(value)}`) : [];
    case 'exclusiveMaximum':
      return isNumber ? bound(slot, variant, constraint, emission, '<', `Less than ${String(value)}`) : [];
    case 'multipleOf':
      return isNumber && typeof value === 'number'
        ? [{ rule: 'multiple', of: value, message: `A multiple of ${value}` }]
        : [];
    case 'minLength':
    case 'maxLength':
      return isTyped(variant) && typeof value === 'number' ? [lengthRule(keyword, value)] : [];
    case 'pattern':
      return variant.type === 'string' ? patternRule(slot, variant, constraint, emission) : [];
    case 'format':
      return variant.type === 'string' ? formatRules(constraint, variant, emission) : [];
    case 'minItems':
      return variant.type === 'array'
        ? check(listHolds(slot, constraint, '>='), `At least ${String(value)}`)
        : [];
    case 'maxItems':
      return variant.type === 'array'
        ? check(listHolds(slot, constraint, '<='), `At most ${String(value)}`)
        : [];
    case 'uniqueItems':
      return variant.type === 'array' && value === true && !isOnce(slot)
        ? check({ op: 'unique', slot }, 'Each entry only once')
        : [];
    default:
      return [];
  }
}

/** Options that are always offered need no check; a value that is only sometimes allowed does. */
function valuesHold(slot: Slot, variant: Variant, { keyword, value, when }: Constraint): Condition {
  const values = keyword === 'const' ? [value] : Array.isArray(value) ? (value as readonly unknown[]) : [];
  if (variant.field === '' || mustBeTicked(slot, variant)) return TRUE;
  const isOffered = variant.options?.every((option) => values.includes(option.value)) === true;
  const isItself = when.op === 'equals' && when.slot === slot && values.includes(when.value);
  return isOffered || isItself ? TRUE : or(...values.map((one) => equals(slot, one)));
}

function listHolds(slot: Slot, { value }: Constraint, by: '<=' | '>='): Condition {
  return typeof value === 'number' ? { op: 'size', slot, by, to: value } : TRUE;
}

/** Whether the field is a set of options, in which each value can occur only once. */
function isOnce(slot: Slot): boolean {
  return slot.variants.some(({ isSet }) => isSet === true);
}

function bound(
  slot: Slot,
  variant: Variant,
  constraint: Constraint,
  emission: Emission,
  by: '<' | '<=' | '>' | '>=',
  message: string,
): readonly Rule[] {
  const to = constraint.value;
  if (typeof to !== 'number') return [];
  if (Number.isSafeInteger(to) && (by === '<=' || by === '>=') && variant.options === undefined) {
    return [{ rule: 'range', [by === '>=' ? 'min' : 'max']: to, message }];
  }
  return checks(
    emission,
    constraint,
    or(not(has(slot)), { op: 'compare', slot, by, to }),
    TRUE,
    TRUE,
    message,
  );
}

/** Counts characters as JSON Schema does (code points, not UTF-16 units). */
function lengthRule(keyword: 'minLength' | 'maxLength', value: number): Rule {
  const message = keyword === 'minLength' ? `At least ${count(value)}` : `At most ${count(value)}`;
  if (value > MOST_COUNTED)
    return { rule: 'length', [keyword === 'minLength' ? 'min' : 'max']: value, message };
  const pattern = keyword === 'minLength' ? `[\\s\\S]{${value},}` : `[\\s\\S]{0,${value}}`;
  return { rule: 'pattern', pattern, message };
}

function count(value: number): string {
  return value === 1 ? '1 character' : `${value} characters`;
}

function patternRule(
  slot: Slot,
  variant: Variant,
  { pointer, keyword, value }: Constraint,
  { report }: Emission,
): readonly Rule[] {
  if (typeof value !== 'string') return [];
  const pattern = toPattern(value);
  const parsed = pattern === undefined ? undefined : parsePattern(pattern);
  if (pattern === undefined || parsed === undefined) {
    report.refuse(
      pointer,
      keyword,
      'It looks ahead or back, or is otherwise outside the patterns that cannot hang.',
    );
    return [];
  }
  if (pattern.length > LONGEST_PATTERN) {
    report.refuse(
      pointer,
      keyword,
      `It would be ${pattern.length} characters long; ${LONGEST_PATTERN} are allowed.`,
    );
    return [];
  }
  const title = shownWord(slot, 'title', report);
  return [
    {
      rule: 'pattern',
      pattern,
      message:
        title === undefined ? 'This is not in the right form' : `${title}: this is not in the right form`,
    },
  ];
}

function formatRules(
  { pointer, keyword, value }: Constraint,
  variant: Variant,
  { report }: Emission,
): readonly Rule[] {
  if (variant.isDay === true && value === 'date') return [];
  const format = typeof value === 'string' && Object.hasOwn(FORMATS, value) ? FORMATS[value] : undefined;
  if (format === undefined) {
    report.refuse(pointer, keyword, `A form does not know the format "${String(value)}".`);
    return [];
  }
  return format.patterns.map((pattern) => ({ rule: 'pattern', pattern, message: format.message }));
}

/** A title or description that the form shows; undefined if there is none, or it is empty. */
export function shownWord(slot: Slot, kind: 'title' | 'description', report: Report): string | undefined {
  const said = slot.said(kind);
  if (said === undefined) return undefined;
  for (const { pointer, value } of slot.words[kind]) {
    if (pointer === said.pointer || value === said.value) report.show(pointer);
  }
  for (const { pointer, when } of slot.words[kind]) {
    if (when !== said.when || pointer === said.pointer) continue;
    report.show(pointer);
    report.note(pointer, `Another ${kind} of the same place is shown.`);
  }
  return said.value === '' ? undefined : escape(String(said.value));
}

/** Words of a schema are not templates. */
export function escape(words: string): string {
  return words.replaceAll('${', '$${');
}
