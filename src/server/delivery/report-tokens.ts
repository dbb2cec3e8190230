import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { CountReport, CountTag, ReportKind } from '#src/shared/reports.ts';

/**
 * Tokens of pages that may report: only documents of this installation have one, and each is limited to what one
 * page can see.
 */
export interface ReportTokens {
  /**
   * Adds a token for one document to the tag.
   * @param from - Network address of the client, if it is known.
   * @returns undefined if the address has reached its limit: then the page does not count, on either side of a
   * rollout.
   */
  issue(tag: CountTag, from: string | undefined): CountTag | undefined;
  /** The valid part of a report; undefined for an invalid token. */
  accept(report: CountReport): CountReport | undefined;
}

/** Maximum number of counting documents per network address and minute: many borrowers may share one address. */
const MOST_ISSUED = 30;
const MINUTE_MS = 60_000;
/** A page may stay open for a day. */
const LONGEST_MINUTES = 24 * 60;
/** Limits per document: opened screens, and each kind of fault. */
const MOST_VIEWS = 20;
const MOST_TROUBLES = 3;
/** Maximum number of remembered documents; the oldest are forgotten. */
const MOST_KNOWN = 20_000;

/** Bytes of a document's number and of its signature. Together they fill base64url characters, so a token has one spelling. */
const NUMBER_BYTES = 8;
const SIGNATURE_BYTES = 16;

type Used = { [kind in ReportKind]?: number };

/**
 * @param key - Shared by all servers of an installation, secret otherwise.
 * @param now - Milliseconds since the epoch.
 */
export function createReportTokens(key: Buffer, now: () => number): ReportTokens {
  /** By token, in order of last use. */
  const used = new Map<string, Used>();
  let minute = 0;
  const issued = new Map<string, number>();

  function sign(since: string, { release, group = '' }: CountTag, number: Buffer): Buffer {
    const signed = `${since} ${release} ${group} ${number.toString('hex')}`;
    return createHmac('sha256', key).update(signed).digest().subarray(0, SIGNATURE_BYTES);
  }

  function isGenuine({ token = '', ...tag }: CountReport): boolean {
    const [, since, signed] = /^([0-9a-z]{1,8})\.([\w-]{32})$/.exec(token) ?? [];
    if (since === undefined || signed === undefined) return false;
    const age = minuteOf(now()) - Number.parseInt(since, 36);
    // The clocks of two servers differ a little.
    if (age < -1 || age > LONGEST_MINUTES) return false;
    const given = Buffer.from(signed, 'base64url');
    const number = given.subarray(0, NUMBER_BYTES);
    return timingSafeEqual(given.subarray(NUMBER_BYTES), sign(since, tag, number));
  }

  return {
    issue(tag, from) {
      if (minuteOf(now()) !== minute) {
        minute = minuteOf(now());
        issued.clear();
      }
      if (from !== undefined) {
        const count = issued.get(from) ?? 0;
        if (count >= MOST_ISSUED) return undefined;
        issued.set(from, count + 1);
      }
      const since = minute.toString(36);
      const number = randomBytes(NUMBER_BYTES);
      const signed = Buffer.concat([number, sign(since, tag, number)]);
      return { ...tag, token: `${since}.${signed.toString('base64url')}` };
    },
    accept(report) {
      if (!isGenuine(report)) return undefined;
      const { token = '', screens, ...rest } = report;
      const counts = used.get(token) ?? {};
      used.delete(token);
      used.set(token, counts);
      if (used.size > MOST_KNOWN) for (const oldest of used.keys()) if (used.delete(oldest)) break;
      const kept = Object.fromEntries(
        Object.entries(screens).map(([screen, kinds]) => [screen, spend(counts, kinds)]),
      );
      return { ...rest, token, screens: kept };
    },
  };
}

/** Limits these counts to what the document has left. */
function spend(counts: Used, kinds: Used): Used {
  const kept: Used = {};
  for (const [kind, count] of Object.entries(kinds) as [ReportKind, number][]) {
    const before = counts[kind] ?? 0;
    const now = Math.min(count, mostOf(kind) - before);
    if (now <= 0) continue;
    counts[kind] = before + now;
    kept[kind] = now;
  }
  return kept;
}

function mostOf(kind: ReportKind): number {
  if (kind === 'load' || kind === 'content') return 1;
  return kind === 'view' || kind === 'tap' ? MOST_VIEWS : MOST_TROUBLES;
}

function minuteOf(time: number): number {
  return Math.floor(time / MINUTE_MS);
}
