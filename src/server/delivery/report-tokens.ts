import { createCipheriv, createHmac, randomFillSync, timingSafeEqual } from 'node:crypto';
import type { CountReport, CountTag, ReportKind } from '#src/shared/reports.ts';

/** Who may count: pages of documents that this installation has sent, each for what one page can have seen. */
export interface ReportTokens {
  /**
   * The tag with a token for one document.
   *
   * @param tag - One object for all alike: documents are signed together by it.
   * @param from - Network address of whoever asked, where it is known.
   * @returns undefined where that address has had enough of them: its page does not count, on either side of a rollout.
   */
  issue(tag: CountTag, from: string | undefined): CountTag | undefined;
  /** What of a report counts; undefined for nothing of it. */
  accept(report: CountReport): CountReport | undefined;
}

/** Documents of one network address that count, in a minute: many borrowers may share one. */
const MOST_ISSUED = 30;
const MINUTE_MS = 60_000;
/** A page may stay open for a day. */
const LONGEST_MINUTES = 24 * 60;
/** Of one document: screens that are opened, and each kind of trouble on them. */
const MOST_VIEWS = 20;
const MOST_TROUBLES = 3;
/** Documents that are remembered; the oldest are forgotten first. */
const MOST_KNOWN = 20_000;

/** In bytes: a document's number, and the block of a cipher by which it is signed. */
const NUMBER = 8;
const BLOCK = 16;
const SIGNED = NUMBER + BLOCK;
/** As base64url, where no character says more than it has to: each token can be written in one way. */
const WRITTEN = 32;
/** Signed at a time: a call of the platform costs more than what one document needs. */
const AT_ONCE = 64;

type Used = { [kind in ReportKind]?: number };

/**
 * @param key - Shared by all servers of an installation, known to nobody else.
 * @param now - Milliseconds since the epoch.
 */
export function createReportTokens(key: Buffer, now: () => number): ReportTokens {
  /** By token; the one that was used last is the last. */
  const used = new Map<string, Used>();
  let minute = 0;
  const issued = new Map<string, number>();

  /** Of this minute. */
  const supplies = new Map<CountTag, Supply>();

  /**
   * By what documents of one minute, release and side are signed. For a message of one block, as a number is, the block
   * cipher is a MAC, and one call signs many; an HMAC each took a fifth of what is done for a document.
   */
  function keyOf(since: string, { release, group = '' }: CountTag): Buffer {
    return createHmac('sha256', key).update(`${since} ${release} ${group}`).digest();
  }

  function isGenuine({ token = '', ...tag }: CountReport): boolean {
    const [, since, signed] = /^([0-9a-z]{1,8})\.([\w-]{32})$/.exec(token) ?? [];
    if (since === undefined || signed === undefined) return false;
    const age = minuteOf(now()) - Number.parseInt(since, 36);
    // The clocks of two servers differ a little.
    if (age < -1 || age > LONGEST_MINUTES) return false;
    const given = Buffer.from(signed, 'base64url');
    return timingSafeEqual(given, sign(keyOf(since, tag), given));
  }

  return {
    issue(tag, from) {
      if (minuteOf(now()) !== minute) {
        minute = minuteOf(now());
        issued.clear();
        supplies.clear();
      }
      if (from !== undefined) {
        const count = issued.get(from) ?? 0;
        if (count >= MOST_ISSUED) return undefined;
        issued.set(from, count + 1);
      }
      let supply = supplies.get(tag);
      if (supply === undefined) {
        const since = minute.toString(36);
        supply = { since, key: keyOf(since, tag), signed: '', taken: 0 };
        supplies.set(tag, supply);
      }
      const token = takeToken(supply);
      const { release, group } = tag;
      // Each member by its name: a spread before a new one leaves something old (0053).
      return group === undefined ? { release, token } : { release, group, token };
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

interface Supply {
  /** Its minute. */
  readonly since: string;
  readonly key: Buffer;
  /** Numbers, each with what signs it. */
  signed: string;
  /** So many characters of it. */
  taken: number;
}

function takeToken(supply: Supply): string {
  if (supply.taken === supply.signed.length) {
    // Random, for no other server may give the same ones.
    supply.signed = sign(supply.key, randomFillSync(Buffer.alloc(AT_ONCE * SIGNED))).toString('base64url');
    supply.taken = 0;
  }
  supply.taken += WRITTEN;
  return `${supply.since}.${supply.signed.slice(supply.taken - WRITTEN, supply.taken)}`;
}

/** @param numbers - Each with room for what signs it. @returns them with it. */
function sign(key: Buffer, numbers: Buffer): Buffer {
  const signed = Buffer.from(numbers);
  const count = numbers.length / SIGNED;
  const blocks = Buffer.alloc(count * BLOCK);
  for (let at = 0; at < count; at += 1) numbers.copy(blocks, at * BLOCK, at * SIGNED, at * SIGNED + NUMBER);
  const signs = createCipheriv('aes-256-ecb', key, null).update(blocks);
  for (let at = 0; at < count; at += 1)
    signs.copy(signed, at * SIGNED + NUMBER, at * BLOCK, (at + 1) * BLOCK);
  return signed;
}

/** What of these counts a document has left. */
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
