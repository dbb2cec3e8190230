import type { Expression } from '#renderer/plan/expression.ts';
import { didYouMean } from '../nearest.ts';
import type { StringProblem, Type } from '../type.ts';
import { type Checked, compose } from './checked.ts';
import type { SlotExpectation } from './expectation.ts';
import { error } from './tokens.ts';
import { typeName } from './types.ts';

/**
 * Checks a string without `${…}`.
 *
 * @param words The string with `$${` already replaced by `${`.
 * @param source The string as written.
 */
export function checkLiteral(
  words: string,
  slot: SlotExpectation,
  source: string,
  problems: StringProblem[],
): Checked | StringProblem {
  switch (slot.slot) {
    case 'text':
    case 'display':
      return compose({ kind: 'text' }, lowerWords(words, slot.meaning));
    case 'plain':
      return compose({ kind: 'text' }, words);
    case 'word':
      return checkWord(words, slot.words, source);
    case 'url':
      return checkAddress(words, source);
    case 'image':
      if (/^asset:[A-Za-z0-9][A-Za-z0-9_./-]*$/.test(words) && !words.includes('..')) {
        return compose({ kind: 'url' }, words);
      }
      return checkAddress(words, source);
    case 'any':
      return checkExpected(words, slot.expected, source, problems);
    case 'date':
      return checkDate(words, source);
    case 'record':
      return unfit('Record', source);
    default:
      return unfit(typeName({ kind: slot.slot }), source);
  }
}

function lowerWords(words: string, meaning: string | undefined): Expression {
  if (words === '') return '';
  return meaning === undefined ? ['text', words] : ['text', words, {}, meaning];
}

function unfit(wanted: string, source: string): StringProblem {
  const message = `${wanted} is expected here; this is Text.`;
  return error('value/type', 0, source.length, message, 'write one ${…} that has this type');
}

function checkWord(words: string, allowed: readonly string[], source: string): Checked | StringProblem {
  if (allowed.includes(words)) return compose({ kind: 'text', known: [words] }, words);
  const near = didYouMean(words, allowed);
  const message = `"${words}" is none of ${allowed.map((word) => `"${word}"`).join(', ')}.`;
  return error('value/unknown-word', 0, source.length, message, near);
}

const ADDRESS = /^https:\/\/[^\s/?#\\@:]+(:[0-9]+)?([/?#][^\s\\]*)?$/;
const CONTACT = /^(mailto|tel):[^\s]+$/;

function checkAddress(words: string, source: string): Checked | StringProblem {
  if (ADDRESS.test(words) || CONTACT.test(words)) return compose({ kind: 'url' }, words);
  const message = `"${words}" is not an absolute URL: https://host/…, mailto:… or tel:….`;
  return error(
    'value/bad-address',
    0,
    source.length,
    message,
    'to open a screen of this app, use the action "go"',
  );
}

/** Whether the text after these words can change neither scheme nor host. */
export function hasFixedHost(words: string): boolean {
  return /^https:\/\/[^\s/?#\\@:]+(:[0-9]+)?[/?#]/.test(words) || /^(mailto|tel):/.test(words);
}

/** Whether a text is a day of the calendar, as YYYY-MM-DD. */
export function isDay(text: string): boolean {
  const [, year = NaN, month = NaN, day = NaN] =
    /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(text)?.map(Number) ?? [];
  // `Date` moves a day that the month does not have to another month.
  return new Date(Date.UTC(year, month - 1, day)).getUTCMonth() === month - 1;
}

function checkDate(words: string, source: string): Checked | StringProblem {
  if (isDay(words)) return compose({ kind: 'date' }, words);
  const message = `"${words}" is not a date in the form YYYY-MM-DD.`;
  return error('value/bad-date', 0, source.length, message);
}

function checkExpected(
  words: string,
  expected: Type | undefined,
  source: string,
  problems: StringProblem[],
): Checked | StringProblem {
  if (expected === undefined) return compose({ kind: 'text' }, words);
  switch (expected.kind) {
    case 'any':
      return compose({ kind: 'text' }, words);
    case 'text':
      if (expected.known !== undefined && !expected.known.includes(words)) {
        const near = didYouMean(words, expected.known);
        const message = `"${words}" is not among the known values.`;
        problems.push({
          ...error('expression/unlisted-value', 0, source.length, message, near),
          severity: 'warning',
        });
      }
      return compose({ kind: 'text' }, words);
    case 'url':
      return checkAddress(words, source);
    case 'date':
      return checkDate(words, source);
    default:
      return unfit(typeName(expected), source);
  }
}
