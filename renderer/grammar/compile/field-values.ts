import { isDay } from '../expression/index.ts';
import { isJson, type Json } from '../json.ts';
import type { Type } from '../type.ts';
import type { Draft } from './draft.ts';
import { isSignature } from './looks.ts';
import { typeWritten, widgetShape } from './written-type.ts';

/*
 * Which values a field can have, as far as its definition says.
 */

/** The smallest and the largest size or number. */
export interface Bounds {
  readonly least: number;
  readonly most: number;
}

export type Scalar = string | number | boolean;

export interface Constant {
  readonly value: Scalar;
  readonly pointer: string;
}

export interface RawRule {
  readonly raw: Json;
  readonly pointer: string;
  readonly index: number;
  /** Always applies, and blocks: it has no condition and is no warning. */
  readonly isSteady: boolean;
}

/** A field as the definition has it. */
export interface Field {
  readonly draft: Draft;
  readonly widget: string;
  readonly raw: Json;
  readonly pointer: string;
  readonly rules: readonly RawRule[];
}

export type Kind = 'text' | 'number' | 'list' | 'boolean';

const KIND_OF: { readonly [type in Type['kind']]?: Kind } = {
  text: 'text',
  date: 'text',
  integer: 'number',
  number: 'number',
  money: 'number',
  boolean: 'boolean',
  list: 'list',
};

/** The kind of a field's value, for rules; undefined if it depends on the field's options. */
export function kindOf({ widget, raw }: Field): Kind | undefined {
  if (widget === 'repeat' || writesOf(widget) === 'options') return 'list';
  const type = typeOf({ widget, raw });
  return type && KIND_OF[type];
}

export function typeOf({ widget, raw }: Pick<Field, 'widget' | 'raw'>): Type['kind'] | undefined {
  return typeWritten({ ...raw, type: widget }, undefined)?.kind;
}

/** Whether a field writes one or several of its options. */
export function writesOf(widget: string): 'option' | 'options' | undefined {
  const writes = widgetShape(widget)?.writes;
  if (writes === 'option') return 'option';
  return isJson(writes) && writes['list'] === 'option' ? 'options' : undefined;
}

const ANYTHING: Bounds = { least: -Infinity, most: Infinity };

const NOTHING_ABOVE: Bounds = { least: 0, most: Infinity };

const DAY_LENGTH: Bounds = { least: 10, most: 10 };

/** Returns why a constant can be no value of the field. */
export function whyMisfit(field: Field, value: Scalar): string | undefined {
  const { widget, raw } = field;
  if (writesOf(widget) === 'option') return whyNoOption(raw, value);
  if (typeof value === 'string') {
    if (isOfDigits(field) && !/^\d*$/.test(value))
      return `The field accepts only digits; this is "${value}".`;
    const { most } = sizesOf(field);
    const isDate = typeOf(field) === 'date';
    if (kindOf(field) === 'text' && !isDate && value.length > most) {
      return `The field accepts at most ${most} characters; this has ${value.length}.`;
    }
    const [earliest, latest] = [dayOf(raw['earliest']), dayOf(raw['latest'])];
    if (isDate && earliest !== undefined && value < earliest) return `The first day is ${earliest}.`;
    if (isDate && latest !== undefined && value > latest) return `The last day is ${latest}.`;
  }
  return typeof value === 'number' ? whyNoNumber(field, value) : undefined;
}

function whyNoOption({ options }: Json, value: Scalar): string | undefined {
  const known = constantOptions(options);
  if (known === undefined || known.some((option) => option.value === value)) return undefined;
  const named = known.slice(0, 12).map((option) => `"${option.value}"`);
  return `No option has the value "${value}"; there are ${named.join(', ')}.`;
}

function whyNoNumber(field: Field, value: number): string | undefined {
  const { widget, raw } = field;
  const { least, most } = numbersOf(field);
  if (widget === 'number-field') {
    if (value < least) return `The field accepts no negative number; this is ${value}.`;
    const decimals = raw['number'] === 'decimal' ? (isNumber(raw['decimals']) ? raw['decimals'] : 2) : 0;
    if (Number(value.toFixed(decimals)) !== value) {
      return `The field takes ${decimals === 0 ? 'whole numbers' : `${decimals} decimals`}; this is ${value}.`;
    }
  }
  // State may have 0 stars at first: nothing is chosen yet.
  if (widget === 'rating' && (value > most || raw['initial'] === 0))
    return `The field has 1 to ${most} stars; this is ${value}.`;
  const panels = widget === 'tabs' ? panelsIn(raw) : undefined;
  if (panels !== undefined && (value < 0 || value >= panels)) {
    return `There are ${panels} panels, counted from 0; this is ${value}.`;
  }
  return undefined;
}

/** The possible lengths of the field's texts and lists. */
export function sizesOf({ widget, raw }: Field): Bounds {
  const { upload, max: maximum } = widgetShape(widget)?.properties ?? {};
  const max = [raw['maxLength'], raw['max'], maximum?.default].find(isNumber);
  if (typeOf({ widget, raw }) === 'date') return DAY_LENGTH;
  if (writesOf(widget) === 'options')
    return { least: 0, most: constantOptions(raw['options'])?.length ?? Infinity };
  if (isSignature(raw)) return { least: 0, most: 1 };
  if (widget === 'repeat') return { least: isNumber(raw['min']) ? raw['min'] : 0, most: max ?? Infinity };
  return widget === 'text-field' || upload !== undefined
    ? { least: 0, most: max ?? Infinity }
    : NOTHING_ABOVE;
}

/** The possible numbers of the field. */
export function numbersOf({ widget, raw }: Field): Bounds {
  if (widget === 'rating') return { least: 1, most: isNumber(raw['max']) ? raw['max'] : 5 };
  if (widget === 'number-field' && raw['negative'] !== true) return NOTHING_ABOVE;
  return ANYTHING;
}

/** Whether only whole numbers are possible. */
export function wholeOf({ widget, raw }: Field, rule: string): boolean {
  return rule === 'length' || ['integer', 'money'].includes(typeOf({ widget, raw }) ?? '');
}

export function ruledBounds(rules: readonly RawRule[], name: string, own: Bounds): Bounds {
  return rules
    .filter(({ raw }) => raw['rule'] === name)
    .map(({ raw }) => boundsOfRule(raw))
    .reduce(meet, own);
}

export function boundsOfRule({ min, max }: Json): Bounds {
  return { least: isNumber(min) ? min : -Infinity, most: isNumber(max) ? max : Infinity };
}

export function meet(one: Bounds, other: Bounds): Bounds {
  return { least: Math.max(one.least, other.least), most: Math.min(one.most, other.most) };
}

export function isEmptyRange({ least, most }: Bounds, isWhole = false): boolean {
  return isWhole ? Math.ceil(least) > Math.floor(most) : least > most;
}

/** Tolerates the rounding error of binary floating-point numbers. */
export function hasMultiple({ least, most }: Bounds, of: number): boolean {
  if (least === -Infinity || most === Infinity) return true;
  const slack = Math.max(Math.abs(least), Math.abs(most)) * 2 ** -48;
  return Math.ceil((least - slack) / of) * of <= most + slack;
}

export function isOfDigits({ widget, raw }: Field): boolean {
  return widget === 'text-field' && (raw['accept'] === 'digits' || Array.isArray(raw['groups']));
}

/** The number of panels; undefined if `each` makes some from data. */
function panelsIn({ body }: Json): number | undefined {
  if (!Array.isArray(body) || body.length === 0) return undefined;
  return body.some((panel) => isJson(panel) && panel['each'] !== undefined) ? undefined : body.length;
}

export function dayOf(value: unknown): string | undefined {
  return typeof value === 'string' && isDay(value) ? value : undefined;
}

/** Options with constant values; undefined if some come from data. */
export function constantOptions(raw: unknown): Constant[] | undefined {
  if (!Array.isArray(raw)) return undefined;
  const found = raw.map((option: unknown, index) => {
    const value = isJson(option) && option['each'] === undefined ? constantOf(option['value']) : undefined;
    return value === undefined ? undefined : { value, pointer: `/${index}/value` };
  });
  return found.every((option) => option !== undefined) ? found : undefined;
}

export function constantOf(value: unknown): Scalar | undefined {
  return isScalar(value) && !(typeof value === 'string' && value.includes('${')) ? value : undefined;
}

function isScalar(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

export function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}
