import { expect, it } from 'vitest';
import * as v from 'valibot';
import { fromManila, TIME_IN_MANILA, toManila } from './times.ts';

const NINE = Date.UTC(2026, 2, 6, 1, 0);

it('reads and writes a date and time as Manila time, in any time zone of the laptop', () => {
  expect(fromManila('2026-03-06T09:00')).toBe(NINE);
  expect(toManila(NINE)).toBe('2026-03-06T09:00');
  expect(v.parse(TIME_IN_MANILA, '2026-03-06T09:00')).toBe(NINE);
});

it('refuses a date without a time', () => {
  expect(v.is(TIME_IN_MANILA, '2026-03-06')).toBe(false);
  expect(v.is(TIME_IN_MANILA, '')).toBe(false);
});
