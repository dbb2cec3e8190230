import { isWithin } from '#src/shared/weekly.ts';
import type { Freeze, Schedule } from './releases-api.ts';

/** Manila has had no summer time since 1990. */
const AHEAD_MS = 8 * 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** Of a freeze that comes every week: a shorter one nobody would see. */
const STEP_MS = 30 * 60_000;

export interface Day {
  /** In Manila: `2026-03-06`. */
  readonly date: string;
  readonly isOfMonth: boolean;
  /** What goes live on it, the earliest first; `time` is `08:30`. */
  readonly due: readonly { readonly id: string; readonly release: string; readonly time: string }[];
  /** Nothing may go live: on all of it or in some hours. */
  readonly frozen?: 'all' | 'part';
}

/** `2026-03` of a moment in Manila. */
export function monthOf(at: number): string {
  return inManila(at).slice(0, 7);
}

/** The month before or after. */
export function monthAfter(month: string, by: 1 | -1): string {
  const [year = 0, nth = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, nth - 1 + by)).toISOString().slice(0, 7);
}

/**
 * Weeks of a month as Manila counts days, from Monday to Sunday, filled up with days of the months around.
 *
 * @param month - `2026-03`.
 */
export function weeksOf(
  month: string,
  schedules: readonly Pick<Schedule, 'id' | 'release' | 'due'>[],
  freezes: readonly Freeze[],
): readonly (readonly Day[])[] {
  const first = Date.parse(`${month}-01T00:00:00+08:00`);
  const monday = first - ((new Date(first + AHEAD_MS).getUTCDay() + 6) % 7) * DAY_MS;
  const weeks: Day[][] = [];
  for (let begin = monday; begin === monday || monthOf(begin) === month; begin += 7 * DAY_MS) {
    weeks.push(Array.from({ length: 7 }, (_, nth) => dayFrom(begin + nth * DAY_MS)));
  }
  return weeks;

  function dayFrom(begin: number): Day {
    const due = schedules
      .filter((one) => one.due >= begin && one.due < begin + DAY_MS)
      .sort((one, other) => one.due - other.due)
      .map(({ id, release, due: at }) => ({ id, release, time: inManila(at).slice(11, 16) }));
    const frozen = frozenIn(begin);
    return {
      date: inManila(begin).slice(0, 10),
      isOfMonth: monthOf(begin) === month,
      due,
      ...(frozen && { frozen }),
    };
  }

  function frozenIn(begin: number): Day['frozen'] {
    let isAll = true;
    let isSome = false;
    for (let at = begin; at < begin + DAY_MS; at += STEP_MS) {
      const is = freezes.some((freeze) =>
        'weekly' in freeze ? isWithin(freeze.weekly, at) : freeze.from < at + STEP_MS && freeze.to > at,
      );
      isSome ||= is;
      isAll &&= is;
    }
    return isAll ? 'all' : isSome ? 'part' : undefined;
  }
}

function inManila(at: number): string {
  return new Date(at + AHEAD_MS).toISOString();
}
