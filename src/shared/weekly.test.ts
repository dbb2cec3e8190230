import { describe, expect, it } from 'vitest';
import { findFault, isWithin, type Weekly } from './weekly.ts';

const WEEKEND: Weekly = { from: 'fri 18:00', to: 'mon 06:00', zone: 'Asia/Manila' };

describe('a weekly period', () => {
  it.each([
    ['2026-11-20T17:59:59.999+08:00', false],
    ['2026-11-20T18:00:00.000+08:00', true],
    ['2026-11-21T12:00:00.000+08:00', true],
    ['2026-11-22T23:59:00.000+08:00', true],
    ['2026-11-23T05:59:59.999+08:00', true],
    ['2026-11-23T06:00:00.000+08:00', false],
    ['2026-11-18T12:00:00.000+08:00', false],
    // Friday evening in Manila is Friday morning in London.
    ['2026-11-20T10:30:00.000Z', true],
    ['2026-11-22T22:30:00.000Z', false],
  ])('across the end of a week contains %s: %s', (at, isHeld) => {
    expect(isWithin(WEEKEND, Date.parse(at))).toBe(isHeld);
  });

  it('within a week begins and ends at its minutes', () => {
    const lunch: Weekly = { from: 'tue 12:00', to: 'tue 13:00', zone: 'Asia/Manila' };
    const held = ['11:59', '12:00', '12:59', '13:00'].map((time) =>
      isWithin(lunch, Date.parse(`2026-11-24T${time}:00+08:00`)),
    );
    expect(held).toEqual([false, true, true, false]);
  });

  it('follows the clocks of its zone when they change', () => {
    const night: Weekly = { from: 'mon 00:00', to: 'mon 06:00', zone: 'America/New_York' };
    // In March clocks go forward: the same time of day is an hour earlier.
    expect(isWithin(night, Date.parse('2026-03-02T10:30:00Z'))).toBe(true);
    expect(isWithin(night, Date.parse('2026-03-09T10:30:00Z'))).toBe(false);
    expect(isWithin(night, Date.parse('2026-03-09T09:30:00Z'))).toBe(true);
  });

  it.each([
    ['begins when it ends', { ...WEEKEND, to: 'fri 18:00' }, /another time/],
    ['is of no zone', { ...WEEKEND, zone: 'Asia/Nowhere' }, /no time zone Asia\/Nowhere/],
  ])('with %s is refused', (_title, weekly, fault) => {
    expect(findFault(weekly)).toMatch(fault);
    expect(findFault(WEEKEND)).toBeUndefined();
  });
});
