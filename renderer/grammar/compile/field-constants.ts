import { isEmail, isPhone } from '../../plan/contact.ts';
import { matchPattern, parsePattern } from '../../plan/pattern.ts';
import { NESTS } from '../../plan/nests.ts';
import { textsIn } from '../declarations.ts';
import { isDay } from '../expression/index.ts';
import { isJson, type Json } from '../json.ts';
import { joinPointer } from '../pointer.ts';
import type { Type } from '../type.ts';
import type { Draft } from './draft.ts';
import { canMatch, isDigit } from './pattern-lengths.ts';
import { isTickBox, typeWritten, widgetShape } from './written-type.ts';

/*
 * Checks constants of a field against the field and its rules. A contradiction would make the form impossible
 * to send, or its initial value invalid.
 */

/** The smallest and the largest size or number. */
interface Bounds {
  readonly least: number;
  readonly most: number;
}

type Scalar = string | number | boolean;

interface Constant {
  readonly value: Scalar;
  readonly pointer: string;
}

interface RawRule {
  readonly raw: Json;
  readonly pointer: string;
  readonly index: number;
  /** Always applies, and blocks: it has no condition and is no warning. */
  readonly isSteady: boolean;
}

/** A field as the definition has it. */
interface Field {
  readonly draft: Draft;
  readonly widget: string;
  readonly raw: Json;
  readonly pointer: string;
  readonly rules: readonly RawRule[];
}

type Kind = 'text' | 'number' | 'list' | 'boolean';

const NAMED = { text: 'a text', number: 'a number', list: 'a list', boolean: 'a tick' } as const;

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
function kindOf({ widget, raw }: Field): Kind | undefined {
  if (widget === 'repeat' || writesOf(widget) === 'options') return 'list';
  const type = typeOf({ widget, raw });
  return type && KIND_OF[type];
}

function typeOf({ widget, raw }: Pick<Field, 'widget' | 'raw'>): Type['kind'] | undefined {
  return typeWritten({ ...raw, type: widget }, undefined)?.kind;
}

/** Whether a field writes one or several of its options. */
function writesOf(widget: string): 'option' | 'options' | undefined {
  const writes = widgetShape(widget)?.writes;
  if (writes === 'option') return 'option';
  return isJson(writes) && writes['list'] === 'option' ? 'options' : undefined;
}

/** The kinds that a rule applies to. Other rules apply to every kind. */
const HOLDS_FOR: { readonly [rule: string]: readonly Kind[] } = {
  length: ['text', 'list'],
  range: ['number'],
  multiple: ['number'],
  pattern: ['text'],
  email: ['text'],
  phone: ['text'],
};

const ANYTHING: Bounds = { least: -Infinity, most: Infinity };
const NOTHING_ABOVE: Bounds = { least: 0, most: Infinity };
const DAY_LENGTH: Bounds = { least: 10, most: 10 };

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
      `The first day, ${earliest}, comes after the last one, ${latest}.`,
      'write the earlier day as "earliest"',
    );
  }
}

function reportEmpty(draft: Draft, pointer: string, min: number, max: number): void {
  const message = `"min" is ${min} and "max" is ${max}: no value is within both.`;
  draft.report('rule/empty-range', `${pointer}/min`, message, 'write the smaller number as "min"');
}

function checkRule(field: Field, rule: RawRule): void {
  const { draft } = field;
  const { raw, pointer } = rule;
  const name = typeof raw['rule'] === 'string' ? raw['rule'] : '';
  if (raw['blocks'] === false) checkWarning(field, name, pointer);
  if (name === 'unique') checkUnique(field, rule);
  const bounds = boundsOfRule(raw);
  if (bounds.least > bounds.most) {
    if (['length', 'range'].includes(name)) reportEmpty(draft, pointer, bounds.least, bounds.most);
    return;
  }
  // An invalid pattern is reported elsewhere.
  if (typeof raw['pattern'] === 'string' && parsePattern(raw['pattern']) === undefined) return;
  const kind = kindOf(field);
  const kinds = Object.hasOwn(HOLDS_FOR, name) ? HOLDS_FOR[name] : undefined;
  if (kind !== undefined && kinds?.includes(kind) === false) {
    const checked = kinds.map((one) => NAMED[one]).join(' or ');
    const message = `A rule "${name}" checks ${checked}; the value of this field is ${NAMED[kind]}.`;
    reportUnkept(draft, `${pointer}/rule`, message, 'use a rule for this kind of value');
    return;
  }
  const whyNot = whyNever(field, rule, name, bounds);
  if (whyNot !== undefined) {
    reportUnkept(draft, `${pointer}/${whyNot.at}`, whyNot.message, 'change the field or the rule');
  }
}

/** Records can be compared by fields that each of them has. */
function checkUnique({ draft, widget, raw }: Field, rule: RawRule): void {
  if (widget !== 'repeat') {
    const message = 'A rule "unique" compares the records of a repeating group.';
    reportUnkept(draft, `${rule.pointer}/rule`, message, 'write it at the repeating group');
    return;
  }
  const names = new Set(fieldNamesIn(raw['body']));
  textsIn(rule.raw['fields']).forEach((name, index) => {
    if (names.has(name)) return;
    draft.reportUnknown(
      'field/unknown',
      `${rule.pointer}/fields/${index}`,
      'field of the record',
      name,
      names,
    );
  });
}

/** Names of the fields of a record, without those in groups and lists in it. */
function fieldNamesIn(nodes: unknown): readonly string[] {
  if (!Array.isArray(nodes)) return [];
  return nodes.filter(isJson).flatMap((node) => {
    const { name } = node;
    if (NESTS.has(node['type'])) return [];
    return typeof name === 'string' ? [name] : Object.values(node).flatMap(fieldNamesIn);
  });
}

/** A warning guards nothing: no consent, no amount, and nothing that the submit list relies on. */
function checkWarning({ draft, widget, raw }: Field, rule: string, pointer: string): void {
  const guarded =
    rule === 'required' || rule === 'remote' || rule === 'unique'
      ? `A rule "${rule}"`
      : isTickBox(widget)
        ? 'A rule of a tick box'
        : typeOf({ widget, raw }) === 'money'
          ? 'A rule of an amount'
          : undefined;
  if (guarded === undefined) return;
  draft.report('rule/must-block', `${pointer}/blocks`, `${guarded} always blocks.`, 'remove "blocks"');
}

function reportUnkept(draft: Draft, pointer: string, message: string, help: string): void {
  draft.report('rule/never-kept', pointer, message, help);
}

/** Returns why no value of the field can pass this rule. */
function whyNever(
  field: Field,
  { raw, index }: RawRule,
  name: string,
  bounds: Bounds,
): { readonly at: string; readonly message: string } | undefined {
  const others = field.rules.filter((other) => other.isSteady && other.index !== index);
  if (name === 'required' && hasNoValue(field)) {
    return { at: 'rule', message: 'The field is always empty, and this rule requires a value.' };
  }
  if (name === 'length' || name === 'range') {
    const own = name === 'length' ? sizesOf(field) : numbersOf(field);
    // Of two rules that exclude each other, the later one is reported.
    const earlier = others.filter((other) => other.index < index);
    const all = ruledBounds(earlier, name, own);
    if (isEmptyRange(meet(all, bounds), wholeOf(field, name))) {
      const at = isNumber(raw['min']) && bounds.least > all.most ? 'min' : 'max';
      return { at: isNumber(raw[at]) ? at : 'min', message: unmetBounds(field, name, all, bounds) };
    }
  }
  if (name === 'multiple' && isNumber(raw['of'])) {
    const all = ruledBounds(others, 'range', numbersOf(field));
    if (isEmptyRange(all) || hasMultiple(all, raw['of'])) return undefined;
    return { at: 'of', message: `No multiple of ${raw['of']} is from ${all.least} to ${all.most}.` };
  }
  if (name === 'pattern') return whyNoText(field, others, raw['pattern']);
  if (name === 'email' || name === 'phone') return whyNoContact(field, others, name);
  if (name === 'equals') {
    const value = constantOf(raw['value']);
    const message = value === undefined ? undefined : whyMisfit(field, value);
    return message === undefined ? undefined : { at: 'value', message };
  }
  return undefined;
}

/** Whether nothing can be entered: no character, no list entry, no option. */
function hasNoValue(field: Field): boolean {
  const { widget, raw } = field;
  return (
    sizesOf(field).most <= 0 ||
    (writesOf(widget) === 'option' && constantOptions(raw['options'])?.length === 0)
  );
}

function unmetBounds(field: Field, name: string, all: Bounds, rule: Bounds): string {
  const numbers = wholeOf(field, name) ? 'takes whole numbers of' : 'takes numbers of';
  const what = name === 'length' ? 'has a length of' : numbers;
  return `The field ${what} ${inWords(all)}; this rule requires ${inWords(rule)}.`;
}

function inWords({ least, most }: Bounds): string {
  if (least === most) return `exactly ${least}`;
  if (most === Infinity) return `${least} or more`;
  return least === -Infinity ? `${most} or less` : `${least} to ${most}`;
}

function whyNoText(
  field: Field,
  others: readonly RawRule[],
  source: unknown,
): { readonly at: string; readonly message: string } | undefined {
  const pattern = typeof source === 'string' ? parsePattern(source) : undefined;
  const sizes = ruledBounds(others, 'length', sizesOf(field));
  if (pattern === undefined || isEmptyRange(sizes)) return undefined;
  const accepts = isOfDigits(field) ? isDigit : undefined;
  // An empty text passes every pattern.
  if (canMatch(pattern, meet(sizes, { least: 1, most: Infinity }), accepts)) return undefined;
  const digits = accepts === undefined ? '' : ' of digits';
  const length = sizes.least === 0 && sizes.most === Infinity ? '' : ` with a length of ${inWords(sizes)}`;
  return { at: 'pattern', message: `No text${digits}${length} fits the pattern.` };
}

/** Lengths of the shortest valid values: `a@b.c` and `09171234567`. */
const SHORTEST = { email: 5, phone: 11 } as const;
const CONTACTS = { email: 'email address', phone: 'telephone number' } as const;

function whyNoContact(
  field: Field,
  others: readonly RawRule[],
  name: 'email' | 'phone',
): { readonly at: string; readonly message: string } | undefined {
  if (name === 'email' && isOfDigits(field))
    return { at: 'rule', message: 'The field accepts only digits, and an email address has an @.' };
  const sizes = ruledBounds(others, 'length', sizesOf(field));
  if (isEmptyRange(sizes) || sizes.most >= SHORTEST[name]) return undefined;
  return { at: 'rule', message: `No ${CONTACTS[name]} has a length of ${inWords(sizes)}.` };
}

function checkInitial(field: Field, { value, pointer }: Constant): void {
  const { draft } = field;
  if (typeOf(field) === 'date' && typeof value === 'string' && !isDay(value)) {
    const help = 'write a day that the calendar has';
    draft.report('value/bad-date', pointer, `"${value}" is no date: YYYY-MM-DD is one.`, help);
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
    `The rule "${String(broken.raw['rule'])}" of this field refuses it.`,
    'write an initial value that satisfies the rule, or none',
  );
}

/** Returns why a constant can be no value of the field. */
function whyMisfit(field: Field, value: Scalar): string | undefined {
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

/** The possible lengths of the field's texts and lists. */
function sizesOf({ widget, raw }: Field): Bounds {
  const { upload, max: maximum } = widgetShape(widget)?.properties ?? {};
  const max = [raw['max'], maximum?.default].find(isNumber);
  if (typeOf({ widget, raw }) === 'date') return DAY_LENGTH;
  if (writesOf(widget) === 'options')
    return { least: 0, most: constantOptions(raw['options'])?.length ?? Infinity };
  if (widget === 'repeat') return { least: isNumber(raw['min']) ? raw['min'] : 0, most: max ?? Infinity };
  return widget === 'text-field' || upload !== undefined
    ? { least: 0, most: max ?? Infinity }
    : NOTHING_ABOVE;
}

/** The possible numbers of the field. */
function numbersOf({ widget, raw }: Field): Bounds {
  if (widget === 'rating') return { least: 1, most: isNumber(raw['max']) ? raw['max'] : 5 };
  if (widget === 'number-field' && raw['negative'] !== true) return NOTHING_ABOVE;
  return ANYTHING;
}

/** Whether only whole numbers are possible. */
function wholeOf({ widget, raw }: Field, rule: string): boolean {
  return rule === 'length' || ['integer', 'money'].includes(typeOf({ widget, raw }) ?? '');
}

function ruledBounds(rules: readonly RawRule[], name: string, own: Bounds): Bounds {
  return rules
    .filter(({ raw }) => raw['rule'] === name)
    .map(({ raw }) => boundsOfRule(raw))
    .reduce(meet, own);
}

function boundsOfRule({ min, max }: Json): Bounds {
  return { least: isNumber(min) ? min : -Infinity, most: isNumber(max) ? max : Infinity };
}

function meet(one: Bounds, other: Bounds): Bounds {
  return { least: Math.max(one.least, other.least), most: Math.min(one.most, other.most) };
}

function isEmptyRange({ least, most }: Bounds, isWhole = false): boolean {
  return isWhole ? Math.ceil(least) > Math.floor(most) : least > most;
}

/** Tolerates the rounding error of binary floating-point numbers. */
function hasMultiple({ least, most }: Bounds, of: number): boolean {
  if (least === -Infinity || most === Infinity) return true;
  const slack = Math.max(Math.abs(least), Math.abs(most)) * 2 ** -48;
  return Math.ceil((least - slack) / of) * of <= most + slack;
}

function isOfDigits({ widget, raw }: Field): boolean {
  return widget === 'text-field' && (raw['accept'] === 'digits' || Array.isArray(raw['groups']));
}

/** The number of panels; undefined if `each` makes some from data. */
function panelsIn({ body }: Json): number | undefined {
  if (!Array.isArray(body) || body.length === 0) return undefined;
  return body.some((panel) => isJson(panel) && panel['each'] !== undefined) ? undefined : body.length;
}

function dayOf(value: unknown): string | undefined {
  return typeof value === 'string' && isDay(value) ? value : undefined;
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

/** Options with constant values; undefined if some come from data. */
export function constantOptions(raw: unknown): Constant[] | undefined {
  if (!Array.isArray(raw)) return undefined;
  const found = raw.map((option: unknown, index) => {
    const value = isJson(option) && option['each'] === undefined ? constantOf(option['value']) : undefined;
    return value === undefined ? undefined : { value, pointer: `/${index}/value` };
  });
  return found.every((option) => option !== undefined) ? found : undefined;
}

function constantOf(value: unknown): Scalar | undefined {
  return isScalar(value) && !(typeof value === 'string' && value.includes('${')) ? value : undefined;
}

function isScalar(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}
