import { describe, expect, it } from 'vitest';
import { daysOf, findDayFault, monthsOf, parseDay, settleDay, writeDay, yearsOf } from './calendar.ts';
import type { Say } from '../plan/words.ts';

const RANGE = { earliest: '2024-02-10', latest: '2026-03-05' };
const NONE = { year: undefined, month: undefined, day: undefined };

describe('a day is YYYY-MM-DD', () => {
  it('reads valid days and no others', () => {
    expect(parseDay('2024-02-29')).toEqual({ year: 2024, month: 2, day: 29 });
    for (const text of ['2023-02-29', '2024-13-01', '2024-00-10', '2024-1-1', 'today', '', undefined]) {
      expect(parseDay(text)).toBeUndefined();
    }
  });

  it('is written only when year, month and day are chosen', () => {
    expect(writeDay({ year: 2026, month: 3, day: 5 })).toBe('2026-03-05');
    expect(writeDay({ ...NONE, year: 2026 })).toBeUndefined();
  });
});

describe('only days between the limits are offered', () => {
  it('limits years, months and days at both ends', () => {
    expect(yearsOf(RANGE)).toEqual([2024, 2025, 2026]);
    expect(monthsOf({ ...NONE, year: 2024 }, RANGE)[0]).toBe(2);
    expect(monthsOf({ ...NONE, year: 2026 }, RANGE)).toEqual([1, 2, 3]);
    expect(daysOf({ year: 2026, month: 3, day: undefined }, RANGE)).toEqual([1, 2, 3, 4, 5]);
    expect(daysOf({ year: 2024, month: 2, day: undefined }, RANGE)[0]).toBe(10);
  });

  it('another month changes the 31st to its last day, another year to the nearest month', () => {
    expect(settleDay({ year: 2025, month: 2, day: 31 }, RANGE)).toEqual({ year: 2025, month: 2, day: 28 });
    expect(settleDay({ year: 2026, month: 12, day: 31 }, RANGE)).toEqual({ year: 2026, month: 3, day: 5 });
    expect(settleDay({ year: 2024, month: 1, day: 1 }, RANGE)).toEqual({ year: 2024, month: 2, day: 10 });
  });
});

describe('an invalid day gives a message', () => {
  const say: Say = (source, values = {}) =>
    source.replace(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all));

  it.each([
    ['', undefined],
    ['2025-06-30', undefined],
    ['2024-02-10', undefined],
    ['2026-03-05', undefined],
    ['2024-02-09', 'The earliest date you can choose is 2024-02-10.'],
    ['2026-03-06', 'The latest date you can choose is 2026-03-05.'],
    ['2025-02-29', '2025-02 has the days 01 to 28.'],
    ['2024-02-30', '2024-02 has the days 01 to 29.'],
    ['2025-04-00', '2025-04 has the days 01 to 30.'],
    ['2025-13-01', 'The month must be from 01 to 12.'],
    ['2025-00-01', 'The month must be from 01 to 12.'],
    ['2025-1-1', 'Type the date as YYYY-MM-DD, for example 2026-03-05.'],
    ['2025', 'Type the date as YYYY-MM-DD, for example 2026-03-05.'],
    ['28-02-1990', 'Type the date as YYYY-MM-DD, for example 2026-03-05.'],
  ])('%j', (text, fault) => {
    expect(findDayFault(text, RANGE, say)).toBe(fault);
  });
});
