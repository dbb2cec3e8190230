import type { Expression } from '#renderer/plan/expression.ts';
import { didYouMean } from '../nearest.ts';
import type { StringProblem, Type } from '../type.ts';
import { type Checked, compose } from './checked.ts';
import type { SlotExpectation } from './expectation.ts';
import type { TemplatePart } from './template.ts';
import { error } from './tokens.ts';
import { isAssignable, isWords, typeName } from './types.ts';

type ExpressionPart = Extract<TemplatePart, { kind: 'expression' }>;

/** Checks a string that is a single `${…}`: the value itself, formatted or checked for its slot. */
export function fitSingle(
  value: Checked,
  slot: SlotExpectation,
  part: ExpressionPart,
): Checked | StringProblem {
  if (isWords(value.type) && slot.slot !== 'text' && slot.slot !== 'display') {
    return unfit(wantedIn(slot), value.type, part);
  }
  switch (slot.slot) {
    case 'text':
      return insertable(value, part, true);
    case 'plain':
      return asItIs(insertable(value, part, true));
    case 'display':
      if (value.type.kind === 'money') return formatted(value, 'money');
      if (value.type.kind === 'date') return formatted(value, 'date');
      return insertable(value, part, true);
    case 'word':
      return fitWord(value, slot.words, part);
    case 'any':
      return asItIs(fitType(value, slot.expected ?? { kind: 'any' }, part));
    case 'record': {
      if (value.type.kind === 'record' || value.type.kind === 'map' || value.type.kind === 'any') {
        return fitType(value, slot.expected ?? { kind: 'any' }, part);
      }
      return unfit('Record', value.type, part);
    }
    case 'image':
      return fitType(value, { kind: 'url' }, part);
    default:
      return fitType(value, { kind: slot.slot }, part);
  }
}

function wantedIn(slot: SlotExpectation): string {
  if (slot.slot === 'any') return slot.expected === undefined ? 'A value' : typeName(slot.expected);
  return slot.slot === 'word' ? 'One of the listed words' : 'A value that does not change with the language';
}

/**
 * Checks a value for use in a text: Text, Url and Integer. A single Integer is converted to its digits here.
 */
export function insertable(value: Checked, part: ExpressionPart, isAlone = false): Checked | StringProblem {
  const { kind } = value.type;
  if (kind === 'text' || kind === 'url') return value;
  if (kind === 'integer') {
    return isAlone ? compose({ kind: 'text' }, ['call', 'concat', value.lowered], [value]) : value;
  }
  const message = `${typeName(value.type)} cannot be put into a text directly.`;
  return error('text/unformatted', part.at, part.source.length, message, HELP[kind]?.(part.source.trim()));
}

/** In a text that is not for people, `join` must not add Unicode isolates: they would be sent too. */
function asItIs(value: Checked | StringProblem): Checked | StringProblem {
  if ('code' in value || value.type.kind !== 'text' || !isJoined(value.lowered)) return value;
  return compose(value.type, ['call', 'concat', value.lowered], [value]);
}

function isJoined(lowered: Expression): boolean {
  if (!Array.isArray(lowered)) return false;
  const [operation, ...rest] = lowered as readonly [string, ...Expression[]];
  if (operation === 'call') return rest[0] === 'join';
  return operation === 'or' && rest.some(isJoined);
}

const HELP: Partial<Record<Type['kind'], (source: string) => string>> = {
  money: (source) => `write \${money(${source})}`,
  date: (source) => `write \${date(${source})}`,
  number: (source) => `write \${number(${source})}`,
  list: (source) => `write \${join(${source}, ', ')} for a list of Text, or repeat the element with each`,
  boolean: () => 'write { "choose": […] } with a text for each case',
  record: () => 'read one of its members',
  map: () => "read one of its entries: m[?'key']",
};

function formatted(value: Checked, name: 'money' | 'date'): Checked {
  return compose({ kind: 'text' }, ['call', name, value.lowered], [value]);
}

function fitType(value: Checked, wanted: Type, part: ExpressionPart): Checked | StringProblem {
  return isAssignable(value.type, wanted) ? value : unfit(typeName(wanted), value.type, part, wanted);
}

function unfit(wanted: string, given: Type, part: ExpressionPart, type?: Type): StringProblem {
  const isText = given.kind === 'text';
  const help =
    type?.kind === 'url' && isText
      ? 'declare it with "format": "uri" where it comes from'
      : type?.kind === 'money' && (given.kind === 'integer' || given.kind === 'number')
        ? 'declare it with "x-unit": "minor" where it comes from'
        : type?.kind === 'date' && isText
          ? 'declare it with "format": "date" where it comes from'
          : undefined;
  const message = `${wanted} is expected here; this is ${typeName(given)}.`;
  return error('value/type', part.at, part.source.length, message, help);
}

function fitWord(value: Checked, words: readonly string[], part: ExpressionPart): Checked | StringProblem {
  const listed = words.map((word) => `"${word}"`).join(', ');
  if (value.type.kind !== 'text') return unfit(`One of ${listed}`, value.type, part);
  if (value.type.known === undefined) {
    const message = `One of ${listed} is expected here; this Text can have any value.`;
    const help = 'declare its known values, or write { "choose": […] } with a case for each';
    return error('value/unknown-word', part.at, part.source.length, message, help);
  }
  const unknown = value.type.known.find((known) => !words.includes(known));
  if (unknown === undefined) return value;
  const near = didYouMean(unknown, words);
  const message = `This can be "${unknown}", which is none of ${listed}.`;
  return error('value/unknown-word', part.at, part.source.length, message, near);
}
