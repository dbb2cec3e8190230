import { describe, expect, it } from 'vitest';
import { evaluate } from './evaluate.ts';
import { type Expression, Failure, type Locale, type Result, type Value } from './expression.ts';
import { minorToDecimal } from './money.ts';
import { findFunction } from './functions.ts';
import { functions } from './functions.generated.ts';
import { createScope } from './scope.ts';

const at = (iso: string, language = 'en-PH'): Locale => ({
  language,
  now: () => Date.parse(iso),
  message: (source) => source,
  currency: { sign: '₱', decimals: 2 },
  timeZone: 'Asia/Manila',
});
const EN = at('2026-03-06T04:00:00Z');
const SOURCE = at('2026-03-06T04:00:00Z', 'source');
const FIL = at('2026-03-06T04:00:00Z', 'fil-PH');

const call = (name: string, args: readonly Value[], locale = EN): Result =>
  evaluate(['call', name, ...args.map((arg) => literal(arg))], createScope({}, locale));
const literal = (value: Value): Expression => {
  if (typeof value !== 'object') return value;
  return ['list', ...(value as readonly Value[]).map(literal)];
};
const yields = (name: string, args: readonly Value[], expected: Result, locale = EN) =>
  it(`${name}(${JSON.stringify(args).slice(1, -1)}) in ${locale.language} is ${String(expected)}`, () =>
    expect(call(name, args, locale)).toEqual(expected));
const refuses = (name: string, ...args: readonly Value[]) =>
  it(`${name}(${JSON.stringify(args).slice(1, -1)}) fails`, () =>
    expect(call(name, args)).toEqual(new Failure('type')));

it('the table has the functions of schemas/functions.json up to grammar 4, and concat', () => {
  const first = Object.entries(functions).filter(([, { since }]) => since < 5);
  expect(first.filter(([name]) => findFunction(name) === undefined)).toEqual([]);
  expect(findFunction('concat')).toBeTypeOf('function');
  expect(findFunction('matches')).toBe(undefined);
});

describe("number(x, 'dot') groups by dots in every language, and never with a decimal point", () => {
  yields('number', [1234567, 'dot'], '1.234.567');
  yields('number', [1234567, 'dot'], '1.234.567', SOURCE);
  yields('number', [-1000, 'dot'], '-1.000');
  yields('number', [999, 'dot'], '999');
  yields('number', [0, 'dot'], '0');
  refuses('number', 1234.5, 'dot');
  refuses('number', 1234, 'comma');
});

const of = (language: string): Locale => ({ ...EN, language });
describe("numbers and amounts have the language's separators and Latin digits", () => {
  yields('number', [1234567.25], '1.234.567,25', of('de-DE'));
  yields('number', [0.1], '0,1', of('de-DE'));
  yields('number', [1.5e-7], '1.5e-7', of('de-DE'));
  yields('number', [-1.5e-7], '-1.5e-7', of('de-DE'));
  yields('number', [1.5e21], '1.5e+21', of('de-DE'));
  yields('number', [-1234.5], '-1\u00a0234,5', of('sv-SE'));
  yields('number', [1234.5], '1,234.5', of('ar-EG'));
  yields('money', [-123450], '-₱1.234,50', of('de-DE'));
  yields('money', [123450], '₱1,234.50', of('ar-EG'));
});

describe("money() shows minor units with the currency's sign", () => {
  yields('money', [341250], '₱3,412.50');
  yields('money', [123450], '₱1234.50', SOURCE);
  yields('money', [-123450], '-₱1,234.50');
  yields('money', [-123450], '-₱1234.50', SOURCE);
  yields('money', [0], '₱0.00');
  yields('money', [5], '₱0.05');
  yields('money', [-5], '-₱0.05');
  yields('money', [99], '₱0.99');
  yields('money', [100], '₱1.00');
  yields('money', [99999], '₱999.99');
  yields('money', [100000], '₱1,000.00');
  yields('money', [100000], '₱1,000.00', FIL);
  yields('money', [Number.MAX_SAFE_INTEGER], '₱90,071,992,547,409.91');
  yields('money', [Number.MAX_SAFE_INTEGER], '₱90071992547409.91', SOURCE);
  refuses('money', 12.5);
  refuses('money', '1250');
  refuses('money', 2 ** 53);
  it('every shown amount can be converted back to the same minor units', () => {
    for (let minor = -30_000; minor <= 30_000; minor += 7) {
      const text = call('money', [minor]) as string;
      expect(Number(text.replace(/[₱,.]/g, ''))).toBe(minor);
    }
  });
  it('a currency without minor units has no decimal point', () => {
    const locale = { ...EN, currency: { sign: '¥', decimals: 0 } };
    expect(call('money', [1234], locale)).toBe('¥1,234');
  });
  it('without a currency there is no sign', () => {
    const { currency: _, ...bare } = EN;
    expect(call('money', [1234], bare)).toBe('12.34');
  });
  it('minorToDecimal returns the examples of the specification', () => {
    expect(minorToDecimal(123450)).toBe('1234.50');
    expect(minorToDecimal(-7)).toBe('-0.07');
  });
});

describe('number() groups by language and keeps all digits', () => {
  yields('number', [1234567], '1,234,567');
  yields('number', [1234567], '1234567', SOURCE);
  yields('number', [-1234.5], '-1,234.5');
  yields('number', [0.1], '0.1');
  yields('number', [0], '0');
  yields('number', [1e21], '1e+21');
  refuses('number', 1, 'comma');
  refuses('number', '12');
  refuses('number', Number.POSITIVE_INFINITY);
});

describe('dateTime() formats dates and times, and returns any other text as received', () => {
  yields('dateTime', ['2026-03-06'], 'Mar 6, 2026');
  yields('dateTime', ['2026-03-06 10:42:59'], 'Mar 6, 2026, 10:42 AM');
  yields('dateTime', ['2026-03-06 22:42'], 'Mar 6, 2026, 10:42 PM');
  yields('dateTime', ['2026-03-06T00:00:00'], 'Mar 6, 2026, 12:00 AM');
  yields('dateTime', ['2026-12-08 10:42:59'], 'Dis 8, 2026, 10:42 AM', FIL);
  yields('dateTime', ['2026-03-06 10:42:59'], '2026-03-06 10:42:59', SOURCE);
  for (const text of ['₱1,234.50', '91 days', '2026-02-30 10:42:59', '2026-03-06 24:00', 'Next Friday', ''])
    yields('dateTime', [text], text);
  refuses('dateTime', 20260306);
});

describe('date() formats dates and returns any other text as received', () => {
  yields('date', ['2026-03-06'], 'Mar 6, 2026');
  yields('date', ['2026-03-06', 'long'], 'March 6, 2026');
  yields('date', ['2026-03-06', 'weekday'], 'Friday, Mar 6, 2026');
  yields('date', ['2026-03-06 10:42:59', 'time'], '10:42 AM');
  yields('date', ['2026-03-06 00:05:00', 'time'], '12:05 AM');
  yields('date', ['2026-03-06', 'time'], 'Mar 6, 2026');
  yields('date', ['2026-03-06 25:00:00', 'time'], '2026-03-06 25:00:00');
  yields('date', ['2026-03-06 23:59:59'], 'Mar 6, 2026');
  yields('date', ['2026-03-06 00:00:00', 'weekday'], 'Friday, Mar 6, 2026');
  yields('date', ['2026-03-06', 'long'], 'Marso 6, 2026', FIL);
  yields('date', ['2026-12-08', 'weekday'], 'Martes, Dis 8, 2026', FIL);
  yields('date', ['2026-03-06T10:00:00', 'time'], '10:00 AM');
  yields('date', ['2026-03-06 10:00', 'time'], '10:00 AM');
  yields('date', ['2026-03-06'], '2026-03-06', SOURCE);
  yields('date', ['2024-02-29'], 'Feb 29, 2024');
  yields('date', ['2026-04-30'], 'Apr 30, 2026');
  yields('date', ['1000-01-01'], 'Jan 1, 1000');
  yields('date', ['2026-03-06 23:59:59', 'time'], '11:59 PM');
  for (const text of [
    '2026-02-29',
    '2026-04-31',
    '2026-04-00',
    '2026-01-99',
    '0999-12-31',
    '2026-13-01',
    '2026-00-10',
    '0000-00-00',
    '0099-01-01',
    '06/03/2026',
    'soon',
    '',
    '2026-03-06T10:00:00Z',
    '2026-03-06T10:00:00+08:00',
    '2026-03-06 10',
    '2026-03-06 24:00:00',
    ' 2026-03-06',
    '2026-3-6',
  ]) {
    yields('date', [text], text);
  }
  refuses('date', 20260306);
  refuses('date', '2026-03-06', 'short');
  it("never uses the device's time zone", () => {
    const before = process.env.TZ;
    try {
      for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC']) {
        process.env.TZ = zone;
        expect(call('date', ['2026-03-06', 'weekday'])).toBe('Friday, Mar 6, 2026');
        expect(call('daysUntil', ['2026-03-06'], at('2026-03-05T15:59:59Z'))).toBe(1);
      }
    } finally {
      if (before === undefined) delete process.env.TZ;
      else process.env.TZ = before;
    }
  });
});

describe("daysUntil() counts whole days from today in the application's time zone", () => {
  const days = (text: string, now: string) => call('daysUntil', [text], at(now));
  it('the day begins in Manila at 16:00 UTC', () => {
    expect(days('2026-03-06', '2026-03-05T15:59:59Z')).toBe(1);
    expect(days('2026-03-06', '2026-03-05T16:00:00Z')).toBe(0);
    expect(days('2026-03-06', '2026-03-06T15:59:59Z')).toBe(0);
    expect(days('2026-03-06', '2026-03-06T16:00:00Z')).toBe(-1);
  });
  it('the day begins at midnight of the time zone in app.json', () => {
    const on = (now: string, zone: Pick<Locale, 'timeZone'>) =>
      call('daysUntil', ['2026-03-06'], { ...SOURCE, ...zone, now: () => Date.parse(now) });
    expect(on('2026-03-05T23:59:59Z', { timeZone: 'UTC' })).toBe(1);
    expect(on('2026-03-06T00:00:00Z', { timeZone: 'UTC' })).toBe(0);
    expect(on('2026-03-06T04:59:59Z', { timeZone: 'America/New_York' })).toBe(1);
    expect(on('2026-03-06T05:00:00Z', { timeZone: 'America/New_York' })).toBe(0);
  });
  it('across months, leap days and years', () => {
    expect(days('2026-03-01', '2026-02-28T00:00:00Z')).toBe(1);
    expect(days('2024-03-01', '2024-02-28T00:00:00Z')).toBe(2);
    expect(days('2027-01-01', '2026-12-31T00:00:00Z')).toBe(1);
  });
  it('is absent for a text that is no date', () =>
    expect(days('soon', '2026-03-06T00:00:00Z')).toBe(undefined));
});

describe('texts and addresses', () => {
  yields('size', [['a', 'b']], 2);
  refuses('size', 'abc');
  yields('tail', ['1234567890', 4], '7890');
  yields('tail', ['12', 4], '12');
  yields('tail', ['12', 0], '');
  yields('tail', ['12', -1], '');
  yields('tail', ['a😀😀', 2], '😀😀');
  refuses('tail', 'abc', 1.5);
  yields('join', [['a', 'b', 3], ', '], 'a, b, 3');
  yields('join', [[], ', '], '');
  refuses('join', [true], ',');
  yields('concat', ['/shelves/', 7, '/books'], '/shelves/7/books');
  refuses('concat', 'a', 1.5);
  yields('contains', ['abc', 'b'], true);
  yields('startsWith', ['abc', 'b'], false);
  yields('endsWith', ['abc', 'c'], true);
  refuses('contains', ['a'], 'a');
  refuses('contains', 'a1', 1);
  yields('contains', ['abc', 'd'], false);
  yields('startsWith', ['abc', 'a'], true);
  yields('startsWith', ['abc', 'c'], false);
  yields('endsWith', ['abc', 'a'], false);
  refuses('daysUntil', 20260306);
  refuses('tail', 12, 1);
  refuses('tail', 'abc', '1');
  refuses('join', 'abc', ', ');
  refuses('join', ['a'], 1);
  refuses('withQuery', 1, 'n', 'x');
  refuses('withQuery', '/a', 1, 'x');
  refuses('withQuery', '/a', 'n', true);
  yields('withQuery', ['#top', 'n', 'x'], '?n=x#top');
  yields('withQuery', ['https://x.example/a', 'from', 'a b&c'], 'https://x.example/a?from=a%20b%26c');
  yields('withQuery', ['https://x.example/a?b=1', 'from', 'x'], 'https://x.example/a?b=1&from=x');
  yields('withQuery', ['https://x.example/a?', 'from', 'x'], 'https://x.example/a?from=x');
  yields('withQuery', ['https://x.example/a?b=1#top?x', 'from', 'x'], 'https://x.example/a?b=1&from=x#top?x');
  yields('withQuery', ['/a', 'n', 3], '/a?n=3');
  it('half a surrogate pair is a failure, not an exception', () => {
    expect(call('withQuery', ['/a', 'n', '\ud800'])).toEqual(new Failure('internal'));
  });
});
