import { isEmail, isPhone } from '../../plan/contact.ts';
import { matchPattern, parsePattern } from '../../plan/pattern.ts';
import { isDay } from '../expression/index.ts';
import { isJson, type Json } from '../json.ts';
import { joinPointer } from '../pointer.ts';
import type { Draft } from './draft.ts';
import {
  type Scalar,
  type Constant,
  type RawRule,
  type Field,
  typeOf,
  writesOf,
  whyMisfit,
  boundsOfRule,
  hasMultiple,
  dayOf,
  constantOf,
  isNumber,
} from './field-values.ts';
import { reportEmpty, checkRule } from './field-rules.ts';

/*
 * Checks constants of a field against the field and its rules. A contradiction would make the form impossible
 * to send, or its initial value invalid.
 */

/**
 * Reports the constants of a field that contradict the field.
 *
 * @param widget The type of the field's widget; its `kind` if a server may supply the field.
 */
export function checkConstants(draft: Draft, raw: Json, pointer: string, widget: string): void {
  const field: Field = { draft, widget, raw, pointer, rules: rulesIn(raw['rules'], `${pointer}/rules`) };
  checkOwnBounds(field);
  for (const rule of field.rules) checkRule(field, rule);
  const initial = initialOf(field);
  if (initial !== undefined) checkInitial(field, initial);
}

function rulesIn(raw: unknown, pointer: string): RawRule[] {
  if (!Array.isArray(raw)) return [];
  return raw.flatMap((rule: unknown, index) => {
    if (!isJson(rule)) return [];
    const isSteady =
      ['when', 'visibleWhen', 'each'].every((name) => rule[name] === undefined) && rule['blocks'] !== false;
    return [{ raw: rule, pointer: joinPointer(pointer, index), index, isSteady }];
  });
}

/** Checks the limits of the widget itself. */
function checkOwnBounds({ draft, widget, raw, pointer }: Field): void {
  const { min, max } = raw;
  if (widget === 'repeat' && isNumber(min) && isNumber(max) && min > max)
    reportEmpty(draft, pointer, min, max);
  const [earliest, latest] = [dayOf(raw['earliest']), dayOf(raw['latest'])];
  if (earliest !== undefined && latest !== undefined && earliest > latest) {
    draft.report(
      'rule/empty-range',
      `${pointer}/earliest`,
      `"earliest" (${earliest}) is after "latest" (${latest}): no day is within both.`,
      'write the earlier day as "earliest"',
    );
  }
}

function checkInitial(field: Field, { value, pointer }: Constant): void {
  const { draft } = field;
  if (typeOf(field) === 'date' && typeof value === 'string' && !isDay(value)) {
    const help = 'write a day that the calendar has';
    draft.report('value/bad-date', pointer, `"${value}" is not a date in the form YYYY-MM-DD.`, help);
    return;
  }
  const misfit = whyMisfit(field, value);
  if (misfit !== undefined) {
    draft.report('field/initial', pointer, misfit, 'write an initial value that the field accepts, or none');
    return;
  }
  const broken = field.rules.find((rule) => rule.isSteady && breaks(rule.raw, value));
  if (broken === undefined) return;
  draft.report(
    'rule/refuses-initial',
    pointer,
    `This initial value violates the rule "${String(broken.raw['rule'])}" of the field.`,
    'write an initial value that satisfies the rule, or none',
  );
}

/** Whether a rule always refuses a constant. */
function breaks(rule: Json, value: Scalar): boolean {
  const { least, most } = boundsOfRule(rule);
  if (value === '') return false;
  switch (rule['rule']) {
    case 'length':
      return typeof value === 'string' && (value.length < least || value.length > most);
    case 'range':
      return typeof value === 'number' && (value < least || value > most);
    case 'multiple':
      return (
        typeof value === 'number' &&
        isNumber(rule['of']) &&
        !hasMultiple({ least: value, most: value }, rule['of'])
      );
    case 'pattern': {
      const pattern = typeof rule['pattern'] === 'string' ? parsePattern(rule['pattern']) : undefined;
      return typeof value === 'string' && pattern !== undefined && !matchPattern(pattern, value);
    }
    case 'email':
      return typeof value === 'string' && !isEmail(value);
    case 'phone': {
      const kind = rule['kind'] === undefined ? 'ph' : constantOf(rule['kind']);
      return typeof value === 'string' && kind !== undefined && !isPhone(value, kind);
    }
    case 'equals': {
      const other = constantOf(rule['value']);
      return other !== undefined && other !== value;
    }
    default:
      return false;
  }
}

/** The initial value of the field: its own constant, or that of the state it is bound to. */
function initialOf(field: Field): Constant | undefined {
  const { draft, widget, raw, pointer } = field;
  const { initial, bind } = raw;
  // A computed value is not known here.
  const own = constantOf(initial);
  if (own !== undefined) return { value: own, pointer: `${pointer}/initial` };
  if (initial !== undefined) return undefined;
  const name = typeof bind === 'string' ? /^state\.(\w+)$/.exec(bind)?.[1] : undefined;
  const root = draft.document.value;
  const state = isJson(root) && isJson(root['state']) ? root['state'] : {};
  const declared = name !== undefined && Object.hasOwn(state, name) ? state[name] : undefined;
  if (name === undefined || !isJson(declared)) return undefined;
  // An invalid constant of state is reported at its declaration.
  const value = typeOf(field) === 'date' ? dayOf(declared['initial']) : constantOf(declared['initial']);
  // In state, an empty text means that nothing is chosen yet.
  if (writesOf(widget) === 'option' && value === '') return undefined;
  return value === undefined ? undefined : { value, pointer: `${joinPointer('/state', name)}/initial` };
}

/** Reports options that have the same value and can be visible together. */
export function checkOptions(draft: Draft, raw: unknown, pointer: string): void {
  if (!Array.isArray(raw)) return;
  const seen = new Map<unknown, unknown[]>();
  raw.forEach((option: unknown, index) => {
    if (!isJson(option) || option['each'] !== undefined) return;
    const value = constantOf(option['value']);
    if (value === undefined) return;
    const condition = option['visibleWhen'];
    const others = seen.get(value) ?? [];
    seen.set(value, [...others, condition]);
    // Two options with different conditions are perhaps never visible together, so they are not reported.
    if (!others.some((other) => other === undefined || condition === undefined || other === condition))
      return;
    draft.report(
      'option/repeated',
      `${joinPointer(pointer, index)}/value`,
      `Another option already has the value "${value}".`,
      'give each option a value of its own',
    );
  });
}
