import * as v from 'valibot';

/** A time that comes again every week, by the clocks of a zone. */
export const WEEKLY = v.object({
  /** `fri 18:00`. */
  from: v.string(),
  /** Outside; earlier in the week than `from` where it goes over Sunday's end. */
  to: v.string(),
  /** IANA name. */
  zone: v.string(),
});
export type Weekly = Readonly<v.InferOutput<typeof WEEKLY>>;

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const DAY_MINUTES = 24 * 60;

/** Of `from` and `to`. */
export const WEEKLY_TIME = new RegExp(`^(${DAYS.join('|')}) ([01][0-9]|2[0-3]):[0-5][0-9]$`);

/** Whether a moment, in milliseconds since the epoch, is within; across changes of the clocks too. */
export function isWithin({ from, to, zone }: Weekly, at: number): boolean {
  const minute = minuteAt(zone, at);
  const [begin, end] = [minuteOf(from), minuteOf(to)];
  return begin <= end ? minute >= begin && minute < end : minute >= begin || minute < end;
}

/** @returns what is wrong with it, beyond what its schema says; undefined where nothing is. */
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

/** @throws RangeError for a zone that is none. */
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
