import { createHash } from 'node:crypto';
import { endsWish } from '#renderer/plan/ends-wish.ts';
import { WISH_HEADER } from '#renderer/plan/intent-headers.ts';
import { parseReply } from '#renderer/plan/parse-reply.ts';
import { readPointer, toScalarText } from '#renderer/plan/pointer.ts';
import type { Contract, AnswerMatch } from '#src/shared/contract.ts';

/** A response of the loan service, unchanged. */
export interface CallAnswer {
  readonly status: number;
  readonly type: string | null;
  readonly body: Uint8Array<ArrayBuffer>;
  /** Absent if the answer was stored: then only status, type and body are known. */
  readonly headers?: Headers;
}

/** Result of a claim: whether the caller may send the call. */
export type CallClaim =
  /** Only this caller may send the call. At the end, the caller must call exactly one of the three methods. */
  | {
      readonly is: 'mine';
      /** Number of the attempt: 1 for the first one. */
      readonly attempt: number;
      /** @param endsForMs - How long the end of the wish is stored; absent if the answer does not end the wish. */
      answered(answer: CallAnswer, endsForMs?: number): Promise<void>;
      /** The outcome is unknown: the call may have had its effect, or may still have it. */
      unknown(): Promise<void>;
      /** The call was not sent. */
      unsent(): Promise<void>;
    }
  | { readonly is: 'replay'; readonly answer: CallAnswer }
  /** Another request is sending the call. */
  | { readonly is: 'running' }
  /** The call was sent, and its outcome is unknown. */
  | { readonly is: 'unknown' }
  /** The key belongs to another request. */
  | { readonly is: 'other' }
  /** A success under another key has ended the wish after the caller had read its data. */
  | { readonly is: 'ended' };

/** Lets only one of several equal calls be sent, on all servers together. */
export interface ClaimStore {
  /**
   * @param forMs - After this time the sender of a claimed call has finished or stopped.
   * @param repeatsUnknown - The receiver checks keys too, so a call with an unknown outcome may be sent again.
   * @throws the error of the database; then nothing is claimed.
   */
  claim(
    call: { readonly place: string; readonly fingerprint: string; readonly wish?: CallWish },
    how: { readonly forMs: number; readonly repeatsUnknown: boolean },
  ): Promise<CallClaim>;
}

/** The wish of a critical call, independent of its key. */
export interface CallWish {
  /** Hash of the session and the wish. */
  readonly place: string;
  /** When the caller read the data that it shows, in milliseconds since the epoch. */
  readonly readAt: number;
}

const LONGEST_KEY = 255;

/** @returns the key, or why the key is missing or invalid; undefined if the contract needs none. */
export function readKey(
  contract: Contract,
  headers: Headers,
): { key: string } | { refusal: string } | undefined {
  const key = headers.get('idempotency-key');
  if (key === null) {
    return contract.keyed ? { refusal: 'This call needs an Idempotency-Key.' } : undefined;
  }
  const isUsable = key.length > 0 && key.length <= LONGEST_KEY && contract.method !== 'GET';
  return isUsable ? { key } : { refusal: 'This Idempotency-Key cannot be used.' };
}

/** The name under which a call is stored, and a hash that is equal for equal requests. */
export function identify(
  contract: Contract,
  key: string,
  { headers, target, body }: { headers: Headers; target: URL; body: ArrayBuffer },
): { place: string; fingerprint: string } {
  // The session is part of the name: a guessed key of another session returns nothing.
  const session = contract.headers.map((name) => headers.get(name) ?? '');
  return {
    place: hash(JSON.stringify([contract.name, session, key])),
    fingerprint: hash(`${target.pathname}${target.search}\n`, new Uint8Array(body)),
  };
}

function hash(...parts: readonly (string | Uint8Array)[]): string {
  const sum = createHash('sha256');
  for (const part of parts) sum.update(part);
  return sum.digest('hex');
}

/**
 * The wish that a page sends with its call; undefined if it sends none, as pages of older grammars do.
 * @param now - Replaces a later time of the read, which would be in the future.
 */
export function readWish(contract: Contract, headers: Headers, now: number): CallWish | undefined {
  const [, name, readAt] = /^([0-9a-z]{1,32})\/(\d{1,16})$/.exec(headers.get(WISH_HEADER) ?? '') ?? [];
  if (name === undefined) return undefined;
  // As with keys, the same wish of another session is a different wish.
  const session = contract.headers.map((header) => headers.get(header) ?? '');
  return { place: hash(JSON.stringify([session, name])), readAt: Math.min(Number(readAt), now) };
}

/** How long the response ends the wish; undefined if it is not a success, or does not end the wish. */
export function endsForMs(
  { once, success, isEmpty, replies }: Contract,
  answer: CallAnswer,
): number | undefined {
  if (once === undefined || answer.status < 200 || answer.status >= 300) return undefined;
  if (replies?.[answer.status] === 'none') return once.forMs;
  const text = new TextDecoder().decode(answer.body);
  const parsed = parseReply(text);
  if (!parsed.ok) return isEmpty && parsed.reason === 'empty' ? once.forMs : undefined;
  const says = ({ at, is }: AnswerMatch) => is.includes(toScalarText(readPointer(parsed.json, at)) ?? '');
  if (success !== undefined && !says(success)) return undefined;
  return endsWish(once, text) ? once.forMs : undefined;
}

/** Timeout, conflict, too early, too many requests: an earlier attempt of the same call may still take effect. */
const SAYS_NOTHING: ReadonlySet<number> = new Set([408, 409, 425, 429]);
/** The service refused the call without reading it, so a first attempt had no effect. */
const REFUSED_UNREAD: ReadonlySet<number> = new Set([425, 429]);

/**
 * How a call ended, read from its response as the page reads it: `definite` for a success or a refusal, `unknown`,
 * or `unread`. For a repeated call a refusal without a message is unknown, because an earlier attempt may have
 * arrived.
 */
export function classifyOutcome(
  contract: Contract,
  { status, body }: CallAnswer,
  attempt: number,
): 'definite' | 'unknown' | 'unread' {
  if (REFUSED_UNREAD.has(status) && attempt === 1) return 'unread';
  if (status < 200 || status >= 500 || SAYS_NOTHING.has(status)) return 'unknown';
  if (status >= 300 && status < 400) return 'unknown';
  const parsed = parseReply(new TextDecoder().decode(body));
  const said = (pointer: string | undefined) =>
    parsed.ok && pointer !== undefined ? toScalarText(readPointer(parsed.json, pointer)) : undefined;
  if (status >= 400) return attempt === 1 || said(contract.error.message) ? 'definite' : 'unknown';
  if (contract.replies?.[status] === 'none') return 'definite';
  if (contract.isEmpty && !parsed.ok && parsed.reason === 'empty') return 'definite';
  const isReadable = contract.success === undefined ? parsed.ok : said(contract.success.at) !== undefined;
  return isReadable ? 'definite' : 'unknown';
}
