import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluate } from './evaluate.ts';
import { type Expression, Failure, type Locale, type Result, type Value } from './expression.ts';
import { functions } from './functions.generated.ts';
import { findFunction } from './functions.ts';
import { MORE_FUNCTIONS } from './more-functions.ts';
import { createScope } from './scope.ts';

const locale = (iso: string, timeZone = 'Asia/Manila'): Locale => ({
  language: 'en-PH',
  now: () => Date.parse(iso),
  message: (source) => source,
  timeZone,
});
const NOW = locale('2026-03-06T04:00:00Z');

const literal = (value: Value): Expression =>
  typeof value === 'object' ? ['list', ...(value as readonly Value[]).map(literal)] : value;
const call = (name: string, args: readonly Value[], at = NOW): Result =>
  evaluate(['call', name, ...args.map(literal)], createScope({}, at));
const yields = (name: string, args: readonly Value[], expected: Result, at = NOW) =>
  it(`${name}(${JSON.stringify(args).slice(1, -1)}) is ${String(expected)}`, () =>
    expect(call(name, args, at)).toBe(expected));
const fails = (name: string, args: readonly Value[], reason: string) =>
  it(`${name}(${JSON.stringify(args).slice(1, -1)}) fails: ${reason}`, () =>
    expect(call(name, args)).toEqual(new Failure(reason)));

it('this file has the functions of grammar 5, and those that authors cannot write end with "!"', () => {
  const later = Object.entries(functions).flatMap(([name, { since }]) => (since >= 5 ? [name] : []));
  const own = Object.keys(MORE_FUNCTIONS).filter((name) => !name.endsWith('!') && !LISTS.has(name));
  expect([...own, ...LOWERED].sort()).toEqual(later.sort());
  expect(own.filter((name) => findFunction(name) === undefined)).toEqual([]);
});

/** Macros and operators, which are not in the table of functions. */
const LISTS = new Set(['sum', '/']);
/** Functions that the compiler replaces. */
const LOWERED = ['day', 'minor'];

describe('numbers', () => {
  yields('min', [1, -2], -2);
  yields('max', [1.5, -2], 1.5);
  yields('min', [[3, 1, 2]], 1);
  yields('max', [[3, 1, 2]], 3);
  yields('min', [[]], undefined);
  yields('max', [[]], undefined);
  fails('min', [1, 'a'], 'type');
  fails('max', [[1, Number.POSITIVE_INFINITY]], 'type');
  yields('abs', [-1.5], 1.5);
  yields('abs', [2], 2);
  fails('abs', ['1'], 'type');
  yields('floor', [1.9], 1);
  yields('floor', [-1.1], -2);
  yields('ceil', [1.1], 2);
  yields('ceil', [-0.5], 0);
  yields('round', [0.5], 1);
  yields('round', [-0.5], -1);
  yields('round', [2.5], 3);
  yields('round', [-2.5], -3);
  yields('round', [-0.4], 0);
  yields('round', [0.49999999999999994], 0);
  fails('round', [2 ** 53], 'overflow');
  fails('floor', [1e300], 'overflow');
  fails('ceil', [Number.NaN], 'type');
});

describe('sums', () => {
  yields('sum', [[0.5, 0.25]], 0.75);
  yields('sum', [[]], 0);
  fails('sum', [['a']], 'type');
  yields('sum!', [[1, 2, 3]], 6);
  yields('sum!', [[]], 0);
  fails('sum!', [[0.5]], 'type');
  fails('sum!', [[2 ** 53 - 1, 1]], 'overflow');
  fails('sum!', [[2 ** 53 - 1, 1, -1]], 'overflow');

  it('a sum of whole numbers is exact, or fails', () => {
    const whole = fc.array(fc.maxSafeInteger(), { maxLength: 5 });
    fc.assert(
      fc.property(whole, (values) => {
        const sum = values.reduce((total, value) => total + BigInt(value), 0n);
        const result = call('sum!', [values]);
        expect(result instanceof Failure || BigInt(Number(result)) === sum).toBe(true);
      }),
    );
  });
});

describe('days, in the time zone of the application', () => {
  const EVENING = '2026-03-05T16:00:00Z';
  yields('today', [], '2026-03-06', locale(EVENING));
  yields('today', [], '2026-03-05', locale('2026-03-05T15:59:59Z'));
  yields('today', [], '2026-03-05', locale(EVENING, 'UTC'));
  yields('now', [], '2026-03-06 00:00:00', locale(EVENING));
  yields('now', [], '2026-03-05 11:00:00', locale(EVENING, 'America/New_York'));

  it('the moment of one zone and second is never that of another', () => {
    expect(call('now', [], locale('2026-03-05T16:00:00.900Z'))).toBe('2026-03-06 00:00:00');
    expect(call('now', [], locale('2026-03-05T16:00:01.100Z'))).toBe('2026-03-06 00:00:01');
    expect(call('now', [], locale('2026-03-05T16:00:01.100Z', 'UTC'))).toBe('2026-03-05 16:00:01');
  });

  yields('addDays', ['2026-02-28', 1], '2026-03-01');
  yields('addDays', ['2024-02-28', 1], '2024-02-29');
  yields('addDays', ['2026-01-01', -1], '2025-12-31');
  yields('addDays', ['2026-03-06 10:42:59', 1], '2026-03-07 10:42:59');
  yields('addDays', ['2026-03-06T10:42', 0], '2026-03-06T10:42');
  yields('addMonths', ['2026-01-31', 1], '2026-02-28');
  yields('addMonths', ['2024-01-31', 1], '2024-02-29');
  yields('addMonths', ['2026-03-31', -1], '2026-02-28');
  yields('addMonths', ['2026-01-15', -1], '2025-12-15');
  yields('addMonths', ['2026-12-31', 2], '2027-02-28');
  yields('addMonths', ['2026-10-31 08:00', 13], '2027-11-30 08:00');
  yields('addYears', ['2024-02-29', 1], '2025-02-28');
  yields('addYears', ['2024-02-29', 4], '2028-02-29');
  yields('addYears', ['2026-03-06', -18], '2008-03-06');
  yields('addDays', ['soon', 1], 'soon');
  yields('addMonths', ['2026-02-30', 1], '2026-02-30');
  fails('addDays', ['9999-12-31', 1], 'overflow');
  fails('addDays', ['2026-01-01', 2 ** 52], 'overflow');
  fails('addMonths', ['1000-01-01', -1], 'overflow');
  fails('addYears', ['2026-01-01', -1976], 'overflow');
  fails('addYears', ['2026-01-01', 2 ** 53], 'overflow');
  fails('addDays', [20260101, 1], 'type');
  fails('addDays', ['2026-01-01', '1'], 'type');
  yields('weekday', ['2026-03-02'], 1);
  yields('weekday', ['2026-03-08'], 7);
  yields('weekday', ['2026-03-06 23:59:59'], 5);
  yields('weekday', ['soon'], undefined);
  fails('weekday', [1], 'type');

  it("does not depend on the device's time zone", () => {
    const before = process.env.TZ;
    try {
      for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/New_York']) {
        process.env.TZ = zone;
        expect(call('today', [], locale(EVENING))).toBe('2026-03-06');
        expect(call('addDays', ['2026-03-07', 1])).toBe('2026-03-08');
        expect(call('weekday', ['2026-03-08'])).toBe(7);
      }
    } finally {
      if (before === undefined) delete process.env.TZ;
      else process.env.TZ = before;
    }
  });

  it('a month has a day as late as the day of the month allows, and months add up to years', () => {
    const iso = fc
      .date({ min: new Date('1950-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(iso, fc.integer({ min: -500, max: 500 }), (day, count) => {
        const moved = String(call('addMonths', [day, count]));
        const months = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7));
        expect(months(moved) - months(day)).toBe(count);
        const [from, to] = [Number(day.slice(8)), Number(moved.slice(8))];
        const isLastOfMonth = String(call('addDays', [moved, 1])).endsWith('-01');
        expect(to === from || (to < from && isLastOfMonth)).toBe(true);
        expect(call('addYears', [day, count])).toEqual(call('addMonths', [day, count * 12]));
        expect(call('addDays', [call('addDays', [day, count]) as string, -count])).toBe(day);
      }),
    );
  });
});

describe('texts', () => {
  yields('size!', ['abc'], 3);
  yields('size!', ['a😀é'], 3);
  fails('size!', [['a']], 'type');
  yields('trim', [' \t\n\u00a0\u2003a b\u0085\r\n'], 'a b');
  yields('trim', ['   '], '');
  yields('trim', ['\ufeffa\u200b'], '\ufeffa\u200b');
  yields('lowerAscii', ['ÀBC-É1'], 'Àbc-É1');
  yields('upperAscii', ['straße ñ'], 'STRAßE ñ');
  fails('trim', [1], 'type');
  yields('replace', ['a.b.c', '.', '-'], 'a-b-c');
  yields('replace', ['a$b', '$', '$&'], 'a$&b');
  yields('replace', ['abc', '', '_'], '_a_b_c_');
  yields('replace', ['😀', '', '_'], '_😀_');
  yields('replace', ['', '', '_'], '_');
  yields('replace', ['aaa', 'aa', 'b'], 'ba');
  yields('replace', ['a'.repeat(9_000), 'a', 'b'], 'b'.repeat(9_000));
  yields('replace', ['aa', 'a', 'b'.repeat(4_000)], 'b'.repeat(8_000));
  fails('replace', ['aa', 'a', 'b'.repeat(4_001)], 'size');
  fails('replace', ['a', 1, 'b'], 'type');
  const splits = (text: string, separator: string, parts: readonly string[]) =>
    it(`split(${text}, ${separator})`, () => expect(call('split', [text, separator])).toEqual(parts));
  splits('a, b', ', ', ['a', 'b']);
  splits('', ',', ['']);
  splits(',a,', ',', ['', 'a', '']);
  splits('a😀', '', ['a', '😀']);
  splits('', '', []);
  it('a split has 200 parts at most', () => {
    expect(call('split', [','.repeat(199), ','])).toHaveLength(200);
    expect(call('split', [','.repeat(200), ','])).toEqual(new Failure('size'));
  });
  it('a text with much white space is trimmed at once', () => {
    const text = `a${' '.repeat(100_000)}b`;
    expect(call('trim', [text])).toBe(text);
  });
});

describe('division', () => {
  yields('/', [7, 2], 3.5);
  yields('/', [0, -3], 0);
  yields('/', [1, 0], undefined);
  yields('/', [0, 0], undefined);
  yields('/', [1, -0], undefined);
  fails('/', [1e308, 0.1], 'overflow');
  fails('/', ['1', 2], 'type');
});

describe('percent, in whole minor units', () => {
  yields('percent', [1000, 12.5, 'nearest'], 125);
  yields('percent', [1001, 12.5, 'nearest'], 125);
  yields('percent', [1001, 12.5, 'up'], 126);
  yields('percent', [1001, 12.5, 'down'], 125);
  yields('percent', [1, 50, 'nearest'], 1);
  yields('percent', [-1, 50, 'nearest'], -1);
  yields('percent', [-1, 50, 'up'], 0);
  yields('percent', [-1, 50, 'down'], -1);
  yields('percent', [3, 50, 'nearest'], 2);
  yields('percent', [1000, 0.1, 'up'], 1);
  yields('percent', [1000, 0.7, 'up'], 7);
  yields('percent', [0, 5, 'up'], 0);
  yields('percent', [100, -5, 'nearest'], -5);
  yields('percent', [100, -0.5, 'down'], -1);
  yields('percent', [2 ** 53 - 1, 1e-7, 'down'], 9_007_199);
  yields('percent', [1, 5e-324, 'up'], 1);
  yields('percent', [2 ** 53 - 1, 100, 'nearest'], 2 ** 53 - 1);
  fails('percent', [2 ** 53 - 1, 101, 'nearest'], 'overflow');
  fails('percent', [1, 1e300, 'down'], 'overflow');
  fails('percent', [1.5, 1, 'down'], 'type');
  fails('percent', [1, 1, 'half'], 'type');
  fails('percent', [1, '1', 'down'], 'type');

  it('is exact for every amount and every rate with up to four decimals', () => {
    const SCALE = 1_000_000n;
    fc.assert(
      fc.property(
        fc.maxSafeInteger(),
        fc.integer({ min: -2_000_000, max: 2_000_000 }),
        (minor, tenThousandths) => {
          const exact = BigInt(minor) * BigInt(tenThousandths);
          const of = (rounding: string) => call('percent', [minor, tenThousandths / 10_000, rounding]);
          const results = { down: of('down'), nearest: of('nearest'), up: of('up') };
          for (const result of Object.values(results)) {
            if (typeof result === 'number') continue;
            expect(result).toEqual(new Failure('overflow'));
            const most = BigInt(Number.MAX_SAFE_INTEGER - 1) * SCALE;
            expect(exact > most || exact < -most).toBe(true);
            return;
          }
          const [down, nearest, up] = Object.values(results).map((result) => BigInt(Number(result)) * SCALE);
          if (down === undefined || nearest === undefined || up === undefined) throw new Error('no results');
          expect(down <= exact && exact - down < SCALE).toBe(true);
          expect(up >= exact && up - exact < SCALE).toBe(true);
          const distance = nearest > exact ? nearest - exact : exact - nearest;
          expect(distance * 2n <= SCALE).toBe(true);
          if (distance * 2n === SCALE) expect(nearest > exact).toBe(exact > 0n);
        },
      ),
    );
  });
});
