import { parsePattern } from '../../plan/pattern.ts';
import { NESTS } from '../../plan/nests.ts';
import { textsIn } from '../declarations.ts';
import { isJson } from '../json.ts';
import type { Draft } from './draft.ts';
import { canMatch, isDigit } from './pattern-lengths.ts';
import { isTickBox } from './written-type.ts';
import {
  type Bounds,
  type RawRule,
  type Field,
  type Kind,
  kindOf,
  typeOf,
  writesOf,
  whyMisfit,
  sizesOf,
  numbersOf,
  wholeOf,
  ruledBounds,
  boundsOfRule,
  meet,
  isEmptyRange,
  hasMultiple,
  isOfDigits,
  constantOptions,
  constantOf,
  isNumber,
} from './field-values.ts';

/*
 * Checks that each rule of a field can be satisfied.
 */

const NAMED = { text: 'a text', number: 'a number', list: 'a list', boolean: 'a tick' } as const;

/** The kinds that a rule applies to. Other rules apply to every kind. */
const HOLDS_FOR: { readonly [rule: string]: readonly Kind[] } = {
  length: ['text', 'list'],
  range: ['number'],
  multiple: ['number'],
  pattern: ['text'],
  email: ['text'],
  phone: ['text'],
};

export function reportEmpty(draft: Draft, pointer: string, min: number, max: number): void {
  const message = `"min" is ${min} and "max" is ${max}: no value is within both.`;
  draft.report('rule/empty-range', `${pointer}/min`, message, 'write the smaller number as "min"');
}

export function checkRule(field: Field, rule: RawRule): void {
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
  return { at: 'pattern', message: `No text${digits}${length} matches the pattern.` };
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
