import { type Attribute, ATTRIBUTES, type Attributes } from '#src/shared/rollout/audience.ts';
import type { Asked } from './asked.ts';
import { findCookie, ID_COOKIE, type Visitor } from './visitor.ts';

/** The first page that somebody opens on a day: by these people are counted, of whom nothing is kept. */
export interface DayVisitor {
  /** Days since the epoch. */
  readonly day: number;
  /** Days since the one on which they were counted last; `WEEK_DAYS` where that is as long ago, or never was. */
  readonly away: number;
  /** What describes their app: those of `ATTRIBUTES` that are known, in their order. */
  readonly attributes: Attributes;
  /** A `Set-Cookie` by which the next page knows of it. */
  readonly cookie: string;
}

export const WEEK_DAYS = 7;
const DAY_MS = 24 * 60 * 60_000;

/** The day on which a browser was counted last; gone after a week, as it tells nothing then. */
const COOKIE = 'capiz-seen';

export function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS);
}

/**
 * Whether somebody who opens a page is to be counted, and how long they were away. Whoever asks and never brings a
 * cookie back is no borrower but a machine: what comes without one counts where a browser says that somebody went
 * there, else with its second page.
 *
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
  // In an order of their own, for people are counted by how they are written.
  const known: { [Name in Attribute]?: string } = {};
  for (const name of ATTRIBUTES) if (attributes[name] !== undefined) known[name] = attributes[name];
  return {
    day,
    away: Math.min(away, WEEK_DAYS),
    attributes: known,
    cookie: `${COOKIE}=${day}; Path=/; Max-Age=${WEEK_DAYS * 24 * 60 * 60}; SameSite=Lax; HttpOnly`,
  };
}
