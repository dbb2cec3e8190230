import type { Locale } from './expression.ts';

/**
 * How numbers and dates are written. Language `source` writes them without grouping and
 * dates as received; every other language by its own separators and month names (Intl), and never by
 * the device's zone or settings.
 */

/** A number with the language's separators, and all of its digits. */
export function formatNumber(value: number, locale: Locale): string {
  const text = String(value);
  // Beyond 10^21 and below 10^-6 digits come with an exponent, which no language groups.
  if (!/^-?\d+(\.\d+)?$/.test(text)) return text;
  return text[0] === '-'
    ? `-${localizeDecimal(text.slice(1), locale.language)}`
    : localizeDecimal(text, locale.language);
}

/** A whole number in threes with dots between them, `1.234.567`: only whole, or the last dot could be the point. */
export function groupDot(whole: number): string {
  return String(whole).replace(/\d(?=(\d{3})+$)/g, '$&.');
}

interface Separators {
  readonly group: Intl.NumberFormat;
  readonly decimal: string;
}
const separatorsByLanguage = new Map<string, Separators>();

/** A decimal text, without a sign, with the language's separators; no digit of it is lost. */
export function localizeDecimal(text: string, language: string): string {
  if (language === 'source') return text;
  let separators = separatorsByLanguage.get(language);
  if (separators === undefined) {
    const group = new Intl.NumberFormat(language, { maximumFractionDigits: 0, numberingSystem: 'latn' });
    const parts = new Intl.NumberFormat(language, { numberingSystem: 'latn' }).formatToParts(1.5);
    separators = { group, decimal: parts.find((part) => part.type === 'decimal')?.value ?? '.' };
    separatorsByLanguage.set(language, separators);
  }
  const [whole = '0', fraction] = text.split('.');
  // A whole part beyond 2^53 would be rounded by Number; such digits stay ungrouped.
  const asNumber = Number(whole);
  const grouped = Number.isSafeInteger(asNumber) ? separators.group.format(asNumber) : whole;
  return fraction === undefined ? grouped : `${grouped}${separators.decimal}${fraction}`;
}

export type DateStyle = 'medium' | 'long' | 'weekday' | 'time';

/**
 * A date as people read it: medium `Mar 6, 2026`, long `March 6, 2026`, weekday `Friday, Mar 6, 2026`,
 * and time `10:42 AM` where it has one, else as medium.
 * What is no date, and every date in language `source`, is printed as received.
 *
 * @param text - `YYYY-MM-DD`, alone or with `HH:MM` or `HH:MM:SS` behind a space or T, already in the locale's time zone.
 */
export function formatDate(text: string, style: DateStyle, locale: Locale): string {
  const day = locale.language === 'source' ? undefined : parseDay(text);
  if (day === undefined) return text;
  if (style === 'time' && day.timeMs !== undefined) {
    return formatPart(locale.language, 'time', day.timeMs).replace(/\s/g, ' ');
  }
  const month = formatPart(locale.language, style === 'long' ? 'month-long' : 'month-short', day.utcMs);
  const date = `${month} ${day.date}, ${day.year}`;
  return style === 'weekday' ? `${formatPart(locale.language, 'weekday', day.utcMs)}, ${date}` : date;
}

/**
 * A date and, if it has one, its time of day: `Mar 6, 2026, 10:42 AM`. Texts of a service are dates only now and then: one
 * that is no date is printed as received.
 */
export function formatDateTime(text: string, locale: Locale): string {
  const day = formatDate(text, 'medium', locale);
  return day !== text && parseDay(text)?.timeMs !== undefined
    ? `${day}, ${formatDate(text, 'time', locale)}`
    : day;
}

const DAY_MS = 86_400_000;

/** Whole days from today, in the locale's time zone, to a date; undefined when it is none. */
export function countDaysUntil(text: string, locale: Locale): number | undefined {
  const day = parseDay(text);
  if (day === undefined) return undefined;
  return (day.utcMs - Date.parse(todayIn(locale.timeZone, locale.now()))) / DAY_MS;
}

interface Day {
  readonly year: number;
  readonly date: number;
  /** Midnight of that day in UTC: the day itself, without any zone. */
  readonly utcMs: number;
  /** The moment of that day, where the text names one. */
  readonly timeMs: number | undefined;
}

const DAY_PATTERN = /^(\d{4})-(\d{2})-(\d{2})(?:[ T]([01]\d|2[0-3]):([0-5]\d)(?::[0-5]\d)?)?$/;

function parseDay(text: string): Day | undefined {
  const match = DAY_PATTERN.exec(text);
  if (match === null) return undefined;
  const [year, month, date] = [Number(match[1]), Number(match[2]), Number(match[3])];
  // Years before 1000 are placeholders such as 0000-00-00, and Date.UTC reads 0 to 99 as 19xx.
  if (year < 1000) return undefined;
  const utcMs = Date.UTC(year, month - 1, date);
  const back = new Date(utcMs);
  // 31 February rolls over into March: what does not come back to its month was no date.
  if (back.getUTCMonth() !== month - 1) return undefined;
  const timeMs =
    match[4] === undefined ? undefined : utcMs + (Number(match[4]) * 60 + Number(match[5])) * 60_000;
  return { year, date, utcMs, timeMs };
}

const PARTS = {
  'month-short': { month: 'short' },
  'month-long': { month: 'long' },
  // Whole: the Filipino Tuesday, Martes, is short for March as well.
  weekday: { weekday: 'long' },
  time: { hour: 'numeric', minute: '2-digit' },
} as const;
const partFormats = new Map<string, Intl.DateTimeFormat>();

function formatPart(language: string, part: keyof typeof PARTS, utcMs: number): string {
  const key = `${language} ${part}`;
  let format = partFormats.get(key);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(language, { ...PARTS[part], timeZone: 'UTC' });
    partFormats.set(key, format);
  }
  return format.format(utcMs);
}

// The first formatter of a page takes 10 ms, of a cheap phone's 40: one per zone, and none before a text asks.
const calendars = new Map<string, Intl.DateTimeFormat>();

/** The date where the application is at home, YYYY-MM-DD. */
export function todayIn(timeZone: string, now: number): string {
  return momentIn(timeZone, now).slice(0, 10);
}

/** Date and time where the application is at home, `YYYY-MM-DD HH:MM:SS`. */
export function momentIn(timeZone: string, now: number): string {
  const calendar =
    calendars.get(timeZone) ??
    new Intl.DateTimeFormat('en', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
  calendars.set(timeZone, calendar);
  const parts = calendar.formatToParts(now);
  const join = (names: readonly string[], sign: string) =>
    names.map((name) => parts.find(({ type }) => type === name)?.value ?? '').join(sign);
  return `${join(['year', 'month', 'day'], '-')} ${join(['hour', 'minute', 'second'], ':')}`;
}
