import type { Say } from '../plan/words.ts';

/** A partly chosen day; missing parts are undefined. */
export interface DayParts {
  readonly year: number | undefined;
  /** 1 is January. */
  readonly month: number | undefined;
  readonly day: number | undefined;
}

/** An inclusive range of days as YYYY-MM-DD. */
export interface DayRange {
  readonly earliest: string;
  readonly latest: string;
}

/** Message for a typed text that is not a day of the range; undefined for such a day and for an empty text. */
export function findDayFault(text: string, { earliest, latest }: DayRange, say: Say): string | undefined {
  if (text === '') return undefined;
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  if (day === '') return say('Type the date as YYYY-MM-DD, for example 2026-03-05.');
  if (Number(month) < 1 || Number(month) > 12) return say('The month must be from 01 to 12.');
  const last = daysIn(Number(year), Number(month));
  if (Number(day) < 1 || Number(day) > last) {
    return say('{month} has the days 01 to {last}.', { month: `${year}-${month}`, last });
  }
  if (text < earliest) return say('The earliest date you can choose is {day}.', { day: earliest });
  return text > latest ? say('The latest date you can choose is {day}.', { day: latest }) : undefined;
}

/** @returns undefined for a text that is not a day: `2026-02-30`, `today`. */
export function parseDay(text: string | undefined): Required<{ [P in keyof DayParts]: number }> | undefined {
  const found = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text ?? '');
  if (!found) return undefined;
  const [year, month, day] = [Number(found[1]), Number(found[2]), Number(found[3])];
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
    ? { year, month, day }
    : undefined;
}

/** YYYY-MM-DD, or undefined while a part is missing. */
export function writeDay({ year, month, day }: DayParts): string | undefined {
  if (year === undefined || month === undefined || day === undefined) return undefined;
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}

export function yearsOf(range: DayRange): number[] {
  return numbers(yearOf(range.earliest), yearOf(range.latest));
}

/** Months with a day in the range. */
export function monthsOf({ year }: DayParts, range: DayRange): number[] {
  if (year === undefined) return numbers(1, 12);
  return numbers(1, 12).filter((month) => {
    const first = `${String(year).padStart(4, '0')}-${two(month)}`;
    return first >= range.earliest.slice(0, 7) && first <= range.latest.slice(0, 7);
  });
}

/** Days of the chosen month within the range; up to 31 without a month. */
export function daysOf({ year, month }: DayParts, range: DayRange): number[] {
  const last = month === undefined ? 31 : daysIn(year ?? 2000, month);
  return numbers(1, last).filter((day) => {
    const text = writeDay({ year, month, day });
    return text === undefined || (text >= range.earliest && text <= range.latest);
  });
}

/** The nearest valid day: choosing February changes the 31st to the last of February. */
export function settleDay(parts: DayParts, range: DayRange): DayParts {
  const months = monthsOf(parts, range);
  const month = nearest(parts.month, months);
  const day = nearest(parts.day, daysOf({ ...parts, month }, range));
  return { ...parts, month, day };
}

function nearest(wanted: number | undefined, allowed: readonly number[]): number | undefined {
  if (wanted === undefined || allowed.includes(wanted)) return wanted;
  const before = allowed.filter((number) => number < wanted);
  return before.at(-1) ?? allowed[0];
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function yearOf(day: string): number {
  return Number(day.slice(0, 4));
}

function numbers(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
