import { describe, expect, it } from 'vitest';
import { monthAfter, monthOf, weeksOf } from './month.ts';

const at = (local: string) => Date.parse(`${local}:00+08:00`);
const frozen = (from: string, to: string) => ({
  ...{ id: 'f', reason: 'A holiday', actor: 'ana', at: 0 },
  ...{ from: at(from), to: at(to) },
});
const EVERY_WEEKEND = {
  ...{ id: 'w', reason: 'Nobody is here', actor: 'ana', at: 0 },
  weekly: { from: 'fri 18:00', to: 'mon 00:00', zone: 'Asia/Manila' },
};
const dayOf = (date: string, ...given: [Parameters<typeof weeksOf>[1], Parameters<typeof weeksOf>[2]]) =>
  weeksOf(date.slice(0, 7), ...given)
    .flat()
    .find((day) => day.date === date);

describe('a month as Manila counts it', () => {
  it('has whole weeks from Monday, with days of the months around', () => {
    const weeks = weeksOf('2026-03', [], []);
    expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7, 7]);
    expect(weeks[0]?.map(({ date }) => date.slice(5))).toEqual([
      '02-23',
      '02-24',
      '02-25',
      '02-26',
      '02-27',
      '02-28',
      '03-01',
    ]);
    expect(weeks.flat().filter(({ isOfMonth }) => isOfMonth)).toHaveLength(31);
    // A month that begins on a Monday and ends on a Sunday.
    expect(weeksOf('2027-02', [], [])).toHaveLength(4);
  });
  it('goes over the end of a year, and begins when it does there', () => {
    expect([monthAfter('2026-12', 1), monthAfter('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
    expect(monthOf(at('2026-03-01T00:10'))).toBe('2026-03');
    expect(monthOf(at('2026-02-28T23:50'))).toBe('2026-02');
  });
  it('says what goes live on a day, the earliest first', () => {
    const schedules = [
      { id: 'two', release: 'b', due: at('2026-03-09T23:59') },
      { id: 'one', release: 'a', due: at('2026-03-09T00:00') },
      { id: 'not', release: 'c', due: at('2026-03-10T00:00') },
    ];
    expect(dayOf('2026-03-09', schedules, [])?.due).toEqual([
      { id: 'one', release: 'a', time: '00:00' },
      { id: 'two', release: 'b', time: '23:59' },
    ]);
  });
  it('says when nothing may go live, on all of a day or in some of its hours', () => {
    const freezes = [
      frozen('2026-12-24T18:00', '2026-12-26T00:00'),
      frozen('2026-12-30T23:50', '2026-12-31T00:00'),
    ];
    const days = ['23', '24', '25', '26', '30', '31'].map(
      (day) => dayOf(`2026-12-${day}`, [], freezes)?.frozen,
    );
    expect(days).toEqual([undefined, 'part', 'all', undefined, 'part', undefined]);
  });
  it('says it of what comes again every week', () => {
    const days = ['05', '06', '07', '08', '09'].map(
      (day) => dayOf(`2026-03-${day}`, [], [EVERY_WEEKEND])?.frozen,
    );
    expect(days).toEqual([undefined, 'part', 'all', 'all', undefined]);
  });
});
