import { sayCondition, type ValueTitles } from '#renderer/grammar/expression/sentence.ts';
import { isJson } from '#renderer/grammar/json.ts';
import type { Group, Item, Row, Test, Value } from './condition.ts';
import { readCondition } from './read-condition.ts';
import { type Kind, sayRelation } from './relations.ts';
import { nameSubject } from './subjects.ts';

/** How amounts are written. */
export interface Money {
  readonly sign: string;
  readonly decimals: number;
}

/** How the application writes amounts. @param app - The parsed app.json. */
export function moneyOf(app: unknown): Money {
  const currency = isJson(app) && isJson(app['currency']) ? app['currency'] : {};
  const { sign, decimals } = currency;
  return {
    sign: typeof sign === 'string' ? sign : '',
    decimals: typeof decimals === 'number' ? decimals : 2,
  };
}

export interface Words {
  readonly titles: ValueTitles;
  readonly money: Money;
}

/** A condition as a sentence: “order status of order” is “174” or “180”. */
export function saySentence(source: string, words: Words): string {
  const group = readCondition(source);
  return group === undefined ? source : sayGroup(group, source, words);
}

function sayGroup({ items, join }: Group, source: string, words: Words): string {
  return items.map((item) => sayItem(item, source, words)).join(join === 'all' ? ' and ' : ' or ');
}

function sayItem(item: Item, source: string, words: Words): string {
  if (item.kind === 'row') return sayRow(item, source, words);
  return `(${sayGroup(item, source, words)})`;
}

/** A row in words; as the project's sentence if it has no fields. */
export function sayRow({ start, end, test }: Row, source: string, words: Words): string {
  return test === undefined ? sayCondition(source.slice(start, end), words.titles) : sayTest(test, words);
}

function sayTest({ what, relation, value }: Test, words: Words): string {
  const name = `“${nameSubject(what, words.titles)}”`;
  if (value === undefined) return `${name} ${relation}`;
  const said = sayRelation(relation, kindOfValue(value));
  // “Is at most ₱10,000.00, or not there”.
  const [, is = said, orAbsent = ''] = /^(.*)(, or not there)$/.exec(said) ?? [];
  return `${name} ${is} ${sayValue(value, words)}${orAbsent}`;
}

function kindOfValue({ kind }: Value): Kind {
  return kind === 'date' ? 'date' : 'other';
}

function sayValue(value: Value, words: Words): string {
  switch (value.kind) {
    case 'text':
      return `“${value.text}”`;
    case 'number':
      return value.digits;
    case 'money':
      return sayAmount(value.minor, words.money);
    case 'date':
      return sayDay(value.day);
    case 'texts':
      return sayList(value.texts.map((text) => `“${text}”`));
    case 'numbers':
      return sayList(value.numbers);
    case 'other':
      return value.source === 'today()' || value.source === 'now()'
        ? value.source.slice(0, -2)
        : `“${nameSubject(value.source, words.titles)}”`;
  }
}

function sayList(items: readonly string[]): string {
  if (items.length < 2) return items[0] ?? 'an empty list';
  return `${items.slice(0, -1).join(', ')} or ${items.at(-1)}`;
}

/** `₱10,000.00` */
export function sayAmount(minor: number, { sign, decimals }: Money): string {
  const digits = (minor / 10 ** decimals).toLocaleString('en', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return `${sign}${digits}`;
}

/** An amount as it is typed, `10,000` or `₱10,000.50`, in minor units; undefined if it is none. */
export function readAmount(typed: string, { sign, decimals }: Money): number | undefined {
  const digits = typed.trim().replace(sign, '').replaceAll(/[,\s]/g, '');
  const [, whole = '', part = ''] = /^(\d{1,12})(?:\.(\d+))?$/.exec(digits) ?? [];
  if (whole === '' || part.length > decimals) return undefined;
  return Number(whole + part.padEnd(decimals, '0'));
}

/** `24 December 2026` */
export function sayDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  return date.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}
