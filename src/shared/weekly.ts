import * as v from 'valibot';

/** A weekly period, by the clocks of a time zone. */
export const WEEKLY = v.object({
  /** `fri 18:00`. */
  from: v.string(),
  /** Exclusive; earlier in the week than `from` if the period spans the end of Saturday. */
  to: v.string(),
  /** IANA name. */
  zone: v.string(),
});
export type Weekly = Readonly<v.InferOutput<typeof WEEKLY>>;

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const DAY_MINUTES = 24 * 60;

/** Pattern of `from` and `to`. */
export const WEEKLY_TIME = new RegExp(`^(${DAYS.join('|')}) ([01][0-9]|2[0-3]):[0-5][0-9]$`);

/**
 * Whether a moment, in milliseconds since the epoch, is within the period; correct across changes of the clocks.
 */
export function isWithin({ from, to, zone }: Weekly, at: number): boolean {
  const minute = minuteAt(zone, at);
  const [begin, end] = [minuteOf(from), minuteOf(to)];
  return begin <= end ? minute >= begin && minute < end : minute >= begin || minute < end;
}

/** @returns a fault that the schema cannot detect; undefined if there is none. */
export function findFault({ from, to, zone }: Weekly): string | undefined {
  if (from === to) return 'It must end at another time than it begins.';
  try {
    minuteAt(zone, 0);
    return undefined;
  } catch {
    return `There is no time zone ${zone}.`;
  }
}

/** Minutes since the beginning of Sunday. */
function minuteOf(text: string): number {
  const [day = '', hour, minute] = text.split(/[ :]/);
  return DAYS.indexOf(day) * DAY_MINUTES + Number(hour) * 60 + Number(minute);
}

/** @throws RangeError for an unknown zone. */
function minuteAt(zone: string, at: number): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
  });
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const day = parts.get('weekday')?.toLowerCase() ?? '';
  return minuteOf(`${day} ${parts.get('hour')}:${parts.get('minute')}`);
}
