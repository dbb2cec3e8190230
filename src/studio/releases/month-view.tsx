import { useMemo, useState } from 'react';
import { monthAfter, monthOf, weeksOf } from './month.ts';
import { shorten } from './overview.ts';
import type { Freeze, Schedule } from './releases-api.ts';
import './month.css';

export interface MonthProps {
  readonly schedules: readonly Schedule[];
  readonly freezes: readonly Freeze[];
  /** Milliseconds since the epoch. */
  readonly now: number;
}

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const TITLE = new Intl.DateTimeFormat('en-PH', { timeZone: 'UTC', month: 'long', year: 'numeric' });
const FROZEN = { all: 'frozen', part: 'partly frozen' } as const;

/** What goes live on which day, and when nothing may. */
export function Month({ schedules, freezes, now }: MonthProps) {
  const [month, setMonth] = useState(() => monthOf(schedules[0]?.due ?? now));
  const weeks = useMemo(() => weeksOf(month, schedules, freezes), [month, schedules, freezes]);
  const today = new Date(now + 8 * 60 * 60_000).toISOString().slice(0, 10);
  const title = TITLE.format(new Date(`${month}-01`));
  return (
    <div className="st-month">
      <div className="st-deeds">
        <button type="button" onClick={() => setMonth(monthAfter(month, -1))}>
          Month before
        </button>
        <button type="button" onClick={() => setMonth(monthAfter(month, 1))}>
          Month after
        </button>
      </div>
      <table>
        <caption aria-live="polite">{title}, in Manila</caption>
        <thead>
          <tr>
            {DAYS.map((day) => (
              <th key={day} scope="col">
                {day}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]?.date}>
              {week.map(({ date, isOfMonth, due, frozen }) => (
                <td key={date} className={isOfMonth ? undefined : 'st-soft'}>
                  <span {...(date === today && { 'aria-current': 'date' as const })}>
                    {Number(date.slice(8))}
                  </span>
                  {due.map(({ id, release, time }) => (
                    <span key={id} className="st-month-due">
                      {time} {shorten(release)}
                    </span>
                  ))}
                  {frozen === undefined ? null : <span className="st-month-frozen">{FROZEN[frozen]}</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
