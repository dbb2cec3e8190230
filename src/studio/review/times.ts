import * as v from 'valibot';
import { TIME } from '#src/shared/operation-bodies.ts';

const WRITTEN = new Intl.DateTimeFormat('en-PH', {
  timeZone: 'Asia/Manila',
  dateStyle: 'medium',
  timeStyle: 'short',
});

/** @param at - Milliseconds since the epoch. */
export function writeTime(at: number): string {
  return `${WRITTEN.format(at)} in Manila`;
}

const WRITTEN_WITH_WEEKDAY = new Intl.DateTimeFormat('en-PH', {
  timeZone: 'Asia/Manila',
  weekday: 'short',
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/**
 * Like `writeTime`, with the day of the week.
 *
 * @param at - Milliseconds since the epoch.
 */
export function writeDayAndTime(at: number): string {
  return `${WRITTEN_WITH_WEEKDAY.format(at)} in Manila`;
}

/**
 * Converts the value of a `datetime-local` input to Manila time, which has had no summer time since 1990.
 *
 * @param local - `2026-03-06T09:00`.
 * @returns milliseconds since the epoch.
 */
export function fromManila(local: string): number {
  return Date.parse(`${local}:00+08:00`);
}

const MANILA_MS = 8 * 60 * 60_000;

/** The value of a `datetime-local` input for a time, as Manila time: the inverse of `fromManila`. */
export function toManila(at: number): string {
  return new Date(at + MANILA_MS).toISOString().slice(0, '2026-03-06T09:00'.length);
}

/** Parses the value of a `datetime-local` input, as Manila time, into milliseconds since the epoch. */
export const TIME_IN_MANILA = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/, 'needs a date and a time.'),
  v.transform(fromManila),
  TIME,
);
