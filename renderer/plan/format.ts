import type { Locale } from './expression.ts';

/**
 * Formats of numbers and dates. Language `source` has no grouping, and dates as received; every other
 * language has its own separators and month names (Intl). The device's time zone and settings are never used.
 */

/** A number with the language's separators and all its digits. */
export function formatNumber(value: number, locale: Locale): string {
  const text = String(value);
  // Beyond 10^21 and below 10^-6 the text has an exponent and cannot be grouped.
  if (!/^-?\d+(\.\d+)?$/.test(text)) return text;
  return text[0] === '-'
    ? `-${localizeDecimal(text.slice(1), locale.language)}`
    : localizeDecimal(text, locale.language);
}

/**
 * A whole number grouped by dots, `1.234.567`. Only whole numbers: otherwise the last dot could be the
 * decimal point.
 */
export function groupDot(whole: number): string {
  return String(whole).replace(/\d(?=(\d{3})+$)/g, '$&.');
}

interface Separators {
  readonly group: Intl.NumberFormat;
  readonly decimal: string;
}
const separatorsByLanguage = new Map<string, Separators>();

/** A decimal text without sign, with the language's separators; keeps all digits. */
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
  // Number would round a whole part beyond 2^53, so such digits stay ungrouped.
  const asNumber = Number(whole);
  const grouped = Number.isSafeInteger(asNumber) ? separators.group.format(asNumber) : whole;
  return fraction === undefined ? grouped : `${grouped}${separators.decimal}${fraction}`;
}

export type DateStyle = 'medium' | 'long' | 'weekday' | 'time';

/**
 * A date for people: medium `Mar 6, 2026`, long `March 6, 2026`, weekday `Friday, Mar 6, 2026`, and time
 * `10:42 AM` if it has one, else as medium. A text that is no date, and every date in language `source`, is
 * returned as received.
 *
 * @param text - `YYYY-MM-DD`, alone or with `HH:MM` or `HH:MM:SS` after a space or T, already in the locale's
 *   time zone.
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
 * A date with its time of day, if it has one: `Mar 6, 2026, 10:42 AM`. Texts of a service may be dates or
 * not: a text that is no date is returned as received.
 */
export function formatDateTime(text: string, locale: Locale): string {
  const day = formatDate(text, 'medium', locale);
  return day !== text && parseDay(text)?.timeMs !== undefined
    ? `${day}, ${formatDate(text, 'time', locale)}`
    : day;
}

const DAY_MS = 86_400_000;

/** Whole days from today, in the locale's time zone, to a date; undefined if the text is no date. */
export function countDaysUntil(text: string, locale: Locale): number | undefined {
  const day = parseDay(text);
  if (day === undefined) return undefined;
  return (day.utcMs - Date.parse(todayIn(locale.timeZone, locale.now()))) / DAY_MS;
}

interface Day {
  readonly year: number;
  readonly date: number;
  /** Midnight of that day in UTC. It represents the day without a time zone. */
  readonly utcMs: number;
  /** The time of that day, if the text has one. */
  readonly timeMs: number | undefined;
}

const DAY_PATTERN = /^(\d{4})-(\d{2})-(\d{2})(?:[ T]([01]\d|2[0-3]):([0-5]\d)(?::[0-5]\d)?)?$/;

/** Reads `YYYY-MM-DD`, alone or with a time of day; undefined if the text is no date of the years 1000 to 9999. */
export function parseDay(text: string): Day | undefined {
  const match = DAY_PATTERN.exec(text);
  if (match === null) return undefined;
  const [year, month, date] = [Number(match[1]), Number(match[2]), Number(match[3])];
  // Years before 1000 are placeholders such as 0000-00-00; Date.UTC also reads 0 to 99 as 19xx.
  if (year < 1000) return undefined;
  const utcMs = Date.UTC(year, month - 1, date);
  const back = new Date(utcMs);
  // `Date` moves 31 February to March; then the text is no date.
  if (back.getUTCMonth() !== month - 1) return undefined;
  const timeMs =
    match[4] === undefined ? undefined : utcMs + (Number(match[4]) * 60 + Number(match[5])) * 60_000;
  return { year, date, utcMs, timeMs };
}

const PARTS = {
  'month-short': { month: 'short' },
  'month-long': { month: 'long' },
  // Not shortened: "Mar" would be Tuesday (Martes) as well as March in Filipino.
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

// The first formatter takes 10 ms, or 40 on a cheap phone: one per time zone, created on first use.
const calendars = new Map<string, Intl.DateTimeFormat>();

/** The current date in the application's time zone, YYYY-MM-DD. */
export function todayIn(timeZone: string, now: number): string {
  return momentIn(timeZone, now).slice(0, 10);
}

/** The current date and time in the application's time zone, `YYYY-MM-DD HH:MM:SS`. */
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
