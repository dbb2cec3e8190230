import * as v from 'valibot';
import { randomBytes } from 'node:crypto';
import type { AppPlan } from '#renderer/plan/plan.ts';
import { bucketOf } from '#src/shared/rollout/assign.ts';
import {
  ATTRIBUTES,
  type Attribute,
  type Attributes,
  KNOWN_ATTRIBUTES,
} from '#src/shared/rollout/audience.ts';

/**
 * A visitor: a random id, attributes of their app, and the release that their visit began with. It never contains
 * personal data.
 */
export interface Visitor {
  readonly id: string;
  readonly attributes: Attributes;
  readonly pin?: Pin;
  /** A number from 0 to 9,999 computed from the session in the address, so that a new session is noticed. */
  readonly mark?: number;
}

/** The release of a visit, until the visit ends or the release is rolled back. */
const PIN = v.object({
  /** Short name. */
  release: v.pipe(v.string(), v.regex(/^[0-9a-f]{12}$/)),
  /** The rollout that chose the release; empty outside rollouts. */
  rollout: v.pipe(v.string(), v.regex(/^[\w-]{0,40}$/)),
  side: v.picklist(['candidate', 'control', 'rest']),
  /** Minutes since the epoch. */
  since: v.pipe(v.number(), v.safeInteger()),
  mark: v.exactOptional(v.pipe(v.number(), v.safeInteger())),
});
export type Pin = Readonly<v.InferOutput<typeof PIN>>;

/** Cookie that outlives visits, so that a visitor of a new release gets it again. */
export const ID_COOKIE = 'capiz-visitor';
const ID_DAYS = 180;
/** Cookie that ends with the browser's session. */
const VISIT_COOKIE = 'capiz-visit';

/** Length of a short name: the first 12 digits of a release's hash. */
const SHORT = 12;
const LONGEST_ATTRIBUTE = 40;
/** A browser may keep its session for weeks; a visit ends after a day. */
export const LONGEST_VISIT_MS = 24 * 60 * 60_000;

export function shortName(release: string): string {
  return release.slice(0, SHORT);
}

/**
 * Reads the visitor of a request: from its address, otherwise from the cookies.
 * @param language - Of the document.
 */
export function readVisitor(
  { session, carried, required }: AppPlan,
  query: URLSearchParams,
  cookies: string | undefined,
  language: string,
): Visitor {
  const noted = readNote(findCookie(cookies, VISIT_COOKIE));
  const idBefore = /^[\w-]{22}$/.exec(findCookie(cookies, ID_COOKIE) ?? '')?.[0];
  const id = idBefore ?? randomBytes(ID_BYTES).toString('base64url');
  const attributes: { [Name in Attribute]?: string } = {};
  for (const attribute of ATTRIBUTES) {
    const name = attribute === 'product' ? 'productId' : attribute;
    const wires = session[name]?.wire ?? carried[name]?.wire ?? [];
    const value =
      findFirst(query, wires) ?? noted?.attributes[attribute] ?? String(session[attribute]?.default ?? '');
    if (value !== '' && value.length <= LONGEST_ATTRIBUTE) attributes[attribute] = value;
  }
  attributes.language = language;
  const who = required
    .flatMap((name) => session[name]?.wire ?? [])
    .map((wire) => query.get(wire) ?? '')
    .join(' ')
    .trim();
  return {
    id,
    attributes,
    ...(idBefore !== undefined && noted?.pin && { pin: noted.pin }),
    ...(who !== '' && { mark: bucketOf(id, who) }),
  };
}

function findFirst(query: URLSearchParams, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = query.get(name);
    if (value !== null && value !== '') return value;
  }
  return undefined;
}

const ID_BYTES = 16;

/** The short name of the release of a visitor's page; undefined without the cookie. */
export function readPageRelease(cookies: string | undefined): string | undefined {
  return readNote(findCookie(cookies, VISIT_COOKIE))?.pin?.release;
}

/** Whether the visit still lasts, as far as delivery can know. */
export function isSameVisit({ pin, mark }: Visitor, now: number): boolean {
  if (pin === undefined) return false;
  if (minuteOf(now) - pin.since >= minuteOf(LONGEST_VISIT_MS)) return false;
  return mark === undefined || pin.mark === undefined || mark === pin.mark;
}

/** Starts a visit now, with this release. */
export function beginVisit(visitor: Visitor, now: number, chosen: Omit<Pin, 'since' | 'mark'>): Pin {
  return {
    ...chosen,
    since: minuteOf(now),
    ...(visitor.mark !== undefined && { mark: visitor.mark }),
  };
}

/** Two `Set-Cookie` values, which keep the decision for the next document. */
export function writeVisitor({ id, attributes }: Visitor, pin: Pin): string[] {
  const { language: _, ...kept } = attributes;
  const note = Buffer.from(JSON.stringify({ pin, attributes: kept })).toString('base64url');
  const common = 'Path=/; SameSite=Lax; HttpOnly';
  return [
    `${ID_COOKIE}=${id}; ${common}; Max-Age=${ID_DAYS * 24 * 60 * 60}`,
    `${VISIT_COOKIE}=${note}; ${common}`,
  ];
}

function minuteOf(ms: number): number {
  return Math.floor(ms / 60_000);
}

export function findCookie(cookies: string | undefined, wanted: string): string | undefined {
  for (const pair of cookies?.split(';') ?? []) {
    const [name, value] = pair.trim().split('=', 2);
    if (name === wanted) return value;
  }
  return undefined;
}

/** Reads the cookie of a visit. Drops unknown members, because a visitor may change them. */
const NOTE = v.pipe(
  v.string(),
  v.maxLength(1_000),
  v.transform((cookie) => Buffer.from(cookie, 'base64url').toString('utf8')),
  v.parseJson(),
  v.object({
    pin: v.fallback(v.optional(PIN), undefined),
    attributes: v.fallback(KNOWN_ATTRIBUTES, {}),
  }),
);

function readNote(cookie: string | undefined): { pin?: Pin; attributes: Attributes } | undefined {
  const note = v.safeParse(NOTE, cookie);
  if (!note.success) return undefined;
  const { pin, attributes } = note.output;
  return { attributes, ...(pin && { pin }) };
}
