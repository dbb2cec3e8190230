import { type Attribute, ATTRIBUTES, type Attributes } from '#src/shared/rollout/audience.ts';
import type { Asked } from './asked.ts';
import { findCookie, ID_COOKIE, type Visitor } from './visitor.ts';

/** A visitor's first page of a day. Visitors are counted with it; nothing about them is stored. */
export interface DayVisitor {
  /** Days since the epoch. */
  readonly day: number;
  /** Days since the visitor was last counted; `WEEK_DAYS` if longer ago or never. */
  readonly away: number;
  /** The known values of `ATTRIBUTES`, in their order. */
  readonly attributes: Attributes;
  /** The `Set-Cookie` that marks this day as counted. */
  readonly cookie: string;
}

export const WEEK_DAYS = 7;
const DAY_MS = 24 * 60 * 60_000;

/**
 * Cookie with the day on which a browser was last counted; it expires after a week, when the day does not matter
 * any more.
 */
const COOKIE = 'capiz-seen';

export function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS);
}

/**
 * Whether a visitor who opens a page is counted, and for how long they were away. A client that never returns a
 * cookie is probably a bot: without a cookie it is counted only if the browser sends `Sec-Fetch-Dest`, otherwise
 * with its second page.
 * @param now - Milliseconds since the epoch.
 */
export function readDayVisitor(
  { id, attributes }: Visitor,
  { header }: Pick<Asked, 'header'>,
  now: number,
): DayVisitor | undefined {
  const cookies = header('cookie');
  const isKnown = findCookie(cookies, ID_COOKIE) === id;
  if (!isKnown && header('sec-fetch-dest') !== 'document') return undefined;
  const day = dayOf(now);
  const noted = /^\d{1,7}$/.exec(findCookie(cookies, COOKIE) ?? '')?.[0];
  const away = noted === undefined || Number(noted) > day ? WEEK_DAYS : day - Number(noted);
  if (away === 0) return undefined;
  // In a fixed order, because counts are grouped by the JSON of the attributes.
  const known: { [Name in Attribute]?: string } = {};
  for (const name of ATTRIBUTES) if (attributes[name] !== undefined) known[name] = attributes[name];
  return {
    day,
    away: Math.min(away, WEEK_DAYS),
    attributes: known,
    cookie: `${COOKIE}=${day}; Path=/; Max-Age=${WEEK_DAYS * 24 * 60 * 60}; SameSite=Lax; HttpOnly`,
  };
}
