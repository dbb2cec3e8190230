import type { IncomingMessage } from 'node:http';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { ENDED_HEADER, RECEIVED_HEADER } from '#renderer/plan/intent-headers.ts';
import { type Contract, methodsByPath } from '#src/shared/contract.ts';
import {
  type CallAnswer,
  type CallClaim,
  type CallKeeper,
  endsForMs,
  identify,
  readKey,
  readWish,
  weigh,
} from './keyed-call.ts';
import type { Log } from './log.ts';
import { answerUnexpected } from './unexpected-error.ts';
import { beginPatience, type Over, type Patience } from './patience.ts';
import { sendOnce } from './send-once.ts';
import type { Stopping } from './stopping.ts';
import { RepeatBudget, type RepeatOptions, repeatRead, waitFor } from './repeat-reads.ts';

export interface ForwarderOptions {
  readonly contracts: readonly Contract[];
  /** Scheme, host and optional path of the loan service; `here`: the origin of the request, called by `fetch`. */
  readonly upstream: URL | 'here';
  /** Replaces the platform's `fetch` and `sendOnce` in tests. */
  readonly fetch?: typeof fetch;
  /** Makes sure that a critical call is sent once; absent: it is sent as often as pages request it. */
  readonly calls?: CallKeeper;
  /** The loan service checks idempotency keys itself: a call with an unknown outcome may be sent again. */
  readonly keepsKeys?: boolean;
  /** For the operator; lines contain paths and reasons, no values. */
  readonly log?: Log;
  /** How reads are retried; all forwarders of one service share a budget. */
  readonly repeats?: Partial<RepeatOptions>;
  /** Replaces each contract's timeout, for tests. */
  readonly timeoutMs?: number;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  /** The signals of this server's shutdown: while it closes, no call that changes something is sent. */
  readonly stopping?: Stopping;
  /** Replaces `beginPatience` in tests that inject a fault. */
  readonly begin?: typeof beginPatience;
}

/** More information about a request. */
export interface Arrival {
  /** When it arrived, as of `performance.now()`; default: now. */
  readonly arrived?: number;
  /** From the platform's HTTP server. */
  readonly incoming?: Pick<IncomingMessage, 'socket'>;
}

const LARGEST_REQUEST_BYTES = 256 * 1024;
/** Images as this server has re-encoded them, with the rest of the form. */
const LARGEST_UPLOAD_BYTES = 5 * 1024 * 1024;
const LARGEST_REPLY_BYTES = 4 * 1024 * 1024;

const limitBody = bodyLimit({ maxSize: LARGEST_REQUEST_BYTES });
const limitUpload = bodyLimit({ maxSize: LARGEST_UPLOAD_BYTES });
const limitOf = ({ encoding }: Contract) => (encoding === 'multipart' ? limitUpload : limitBody);

/**
 * Headers that are forwarded. All others stay here: above all cookies, which on this origin belong to staff, and
 * headers that reveal where a borrower is.
 */
const REQUEST_HEADERS = [
  'accept',
  'accept-language',
  'content-type',
  'idempotency-key',
  'user-agent',
  'x-requested-with',
];
/** How long after the page's timeout a response to a critical call is still received. */
const LATE_MS = 60_000;
const MARGIN_MS = 15_000;

export type Forwarder = Hono<{ Bindings: Arrival }>;

/**
 * Forwards the calls of the endpoint contracts, and nothing else, to the real loan service: path and method are
 * the contract's, the host is fixed, redirects are not followed.
 * A failed call is answered with 502, a timeout with 504. A failed read is retried a few times, with delays.
 * A call with an idempotency key is claimed before it is sent (docs/contributing/decisions/0031-a-payment-is-sent-once.md): the same key returns
 * the same bytes again, 409 while the outcome is unknown, 422 for another request. A call with another key also
 * gets 409, with `Capiz-Ended`, if a success has ended its wish since the page read its data.
 */
export function createForwarder(options: ForwarderOptions): Forwarder {
  const app: Forwarder = new Hono();
  app.onError(answerUnexpected(options.log ?? (() => {})));
  const repeats: RepeatOptions = {
    ...{ budget: new RepeatBudget(), random: Math.random, now: Date.now, wait: waitFor },
    ...options.repeats,
  };
  for (const contract of options.contracts) {
    for (const path of contract.paths) {
      app.on(contract.method, path, (context) => forward(context, path, contract, { ...options, repeats }));
    }
  }
  // After all calls: two contracts may share a path with different methods.
  for (const [path, methods] of methodsByPath(options.contracts)) {
    const headers = { Allow: [...methods].join(', ') };
    app.all(path, () => new Response('Method not allowed', { status: 405, headers }));
  }
  return app;
}

async function forward(
  context: Context<{ Bindings: Arrival }>,
  path: string,
  contract: Contract,
  options: ForwarderOptions & { readonly repeats: RepeatOptions },
): Promise<Response> {
  const {
    calls,
    log = () => {},
    timeoutMs = contract.timeoutMs,
    now = Date.now,
    stopping,
    begin = beginPatience,
  } = options;
  const { raw: request } = context.req;
  const receivedAt = now();
  const arrived = context.env?.arrived ?? performance.now();
  const upstream = options.upstream === 'here' ? new URL('/', request.url) : options.upstream;
  const target = new URL(upstream);
  target.pathname = upstream.pathname.replace(/\/$/, '') + path;
  target.search = new URL(request.url).search;
  const headers = new Headers();
  for (const name of [...REQUEST_HEADERS, ...contract.headers]) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const key = readKey(contract, request.headers);
  if (key !== undefined && 'refusal' in key) return fail(400, key.refusal);
  const named = key?.key;
  if (contract.method !== 'POST') return forwardPlainly({ target, method: contract.method, headers });

  const socket = context.env?.incoming?.socket;
  const hasLeft = () => socket?.readableEnded === true;
  const patience = begin(arrived, timeoutMs, request.signal, stopping?.closing, hasLeft);
  try {
    return await Promise.race([forwardBody(patience), patience.over.then(failUnsent)]);
  } finally {
    patience.end();
  }

  async function forwardBody(patience: Patience): Promise<Response> {
    let isRead = false;
    const tooMuch = await limitOf(contract)(context, async () => {
      isRead = true;
    });
    if (!isRead) return tooMuch ?? fail(413, 'The request is too large.');
    const body = await context.req.raw.arrayBuffer().catch(() => undefined);
    if (body === undefined) return fail(400, 'The request was interrupted.');
    const sent: Sent = { target, method: contract.method, headers, body };
    if (named !== undefined && calls !== undefined)
      return forwardOnce({ ...sent, body }, named, calls, patience);
    const mayBegin = await beginWith(patience)();
    return mayBegin ? forwardPlainly(sent) : failUnsent(patience.whyNot() ?? 'late');
  }

  async function forwardPlainly(sent: Sent): Promise<Response> {
    const left = Math.max(0, arrived + timeoutMs - performance.now());
    const signal = AbortSignal.any([AbortSignal.timeout(Math.ceil(left)), request.signal]);
    const attempt = async () => rate(await send(sent, signal, options.fetch ?? fetch));
    const { outcome } = contract.safe ? await repeatRead(attempt, signal, options.repeats) : await attempt();
    if (outcome.is !== 'answered') return failWith(outcome.is);
    const answer = deliver(outcome.answer, outcome.retryAfter);
    // The times of reads and of successes of critical calls are compared by this clock.
    if (contract.safe) answer.headers.set(RECEIVED_HEADER, String(receivedAt));
    return answer;
  }

  async function forwardOnce(
    sent: Sent & { readonly body: ArrayBuffer },
    key: string,
    calls: CallKeeper,
    patience: Patience,
  ): Promise<Response> {
    const lateMs = timeoutMs + LATE_MS;
    let claim: CallClaim;
    try {
      const how = { forMs: timeoutMs + lateMs + MARGIN_MS, repeatsUnknown: options.keepsKeys === true };
      const wish = readWish(contract, request.headers, receivedAt);
      const call = { ...identify(contract, key, sent), ...(wish && { wish }) };
      claim = await calls.claim(call, how);
    } catch {
      return fail(503, 'Earlier requests with this key could not be read, so nothing was sent.');
    }
    switch (claim.is) {
      case 'replay':
        return deliver(claim.answer);
      case 'running':
        return fail(409, 'The first request of this key is still being worked on.', { 'Retry-After': '1' });
      case 'unknown':
        return fail(409, 'It is not known how the first request of this key ended; it is not sent again.');
      case 'ended':
        return fail(409, 'The operation succeeded after the page read its data; nothing was sent.', {
          [ENDED_HEADER]: '1',
        });
      case 'other':
        return fail(422, 'This key belongs to another request.');
      case 'mine': {
        // The caller may have disconnected: the outcome is stored nevertheless.
        let known: Outcome | undefined;
        const outcome = sendClaimed(sent, lateMs, patience, options.fetch).then(async (ended) => {
          known = ended;
          await conclude(claim, ended).catch(() =>
            log(`${contract.method} ${path}: The answer was not stored yet.`),
          );
          return ended;
        });
        stopping?.waitFor(outcome);
        const left = Math.max(0, arrived + timeoutMs - performance.now());
        // If the response cannot be stored, the caller still gets it.
        const ended = (await Promise.race([outcome, pause(left)])) ?? known;
        if (ended === undefined) return failWith('late');
        return ended.is === 'answered' ? deliver(ended.answer, ended.retryAfter) : failWith(ended.is);
      }
    }
  }

  function conclude(mine: CallClaim & { readonly is: 'mine' }, ended: Outcome): Promise<void> {
    if (ended.is === 'unsent') return mine.unsent();
    if (ended.is !== 'answered') return mine.unknown();
    switch (weigh(contract, ended.answer, mine.attempt)) {
      case 'definite':
        return mine.answered(ended.answer, endsForMs(contract, ended.answer));
      case 'unread':
        return mine.unsent();
      case 'unknown':
        return mine.unknown();
    }
  }

  /** The waiting ended before the call was sent, and it will not be sent later. */
  function failUnsent(why: Over): Response {
    if (why === 'late') return fail(504, 'The request waited too long, so nothing was sent.');
    if (why === 'gone')
      return fail(499, 'The caller disconnected before it could be sent, so nothing was sent.');
    return fail(503, 'This server is closing, so nothing was sent.', { 'Retry-After': '1' });
  }

  function failWith(how: Exclude<Outcome['is'], 'answered'>): Response {
    return fail(how === 'late' ? 504 : 502, FAILURES[how]);
  }

  function fail(status: number, reason: string, more: { readonly [name: string]: string } = {}): Response {
    log(`${contract.method} ${path}: ${reason}`);
    return new Response(reason, { status, headers: { ...more, 'Cache-Control': 'no-store' } });
  }
}

interface Sent {
  readonly target: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly body?: ArrayBuffer;
}

/** How a call to the loan service ended; except for `unsent`, it may have had its effect. */
type Outcome =
  | { readonly is: 'answered'; readonly answer: CallAnswer; readonly retryAfter: string | null }
  | { readonly is: keyof typeof FAILURES };

const FAILURES = {
  unsent: 'The loan service could not be reached.',
  broken: 'The answer of the loan service was interrupted.',
  late: 'The loan service did not answer in time.',
  redirect: 'The loan service answered with a redirect.',
  large: 'The answer of the loan service is too large.',
} as const;

/** A gateway without a backend, or a service that is overloaded. */
const FOR_NOW: ReadonlySet<number> = new Set([429, 502, 503]);

/** Whether a retry of the read may succeed. A timeout is not retried, because no time is left. */
function rate(outcome: Outcome) {
  if (outcome.is !== 'answered')
    return { outcome, isWorthAnother: outcome.is === 'unsent' || outcome.is === 'broken' };
  const { answer, retryAfter } = outcome;
  return { outcome, isWorthAnother: FOR_NOW.has(answer.status), retryAfter };
}

/** Error codes of connections that were never made, in contrast to connections that broke. */
const NEVER_CONNECTED: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** Makes the last check before a call is written: whether it may be sent now. */
function beginWith(patience: Patience): () => Promise<boolean> {
  return async () => {
    // Handles pending events first. After a pause of the process, the end of the caller's connection is read one
    // turn later than the request.
    for (let turn = 0; turn < 2; turn += 1) await new Promise((heard) => setImmediate(heard));
    if (patience.whyNot() !== undefined) return false;
    patience.begin();
    return true;
  };
}

/** Sends a claimed call, unless the patience is over when the connection is made. */
async function sendClaimed(
  sent: Sent & { readonly body: ArrayBuffer },
  lateMs: number,
  patience: Patience,
  given: typeof fetch | undefined,
): Promise<Outcome> {
  const mayBegin = beginWith(patience);
  const ending = new AbortController();
  const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(lateMs)]);
  void patience.over.then(() => {
    if (!patience.hasBegun) ending.abort();
  });
  if (given === undefined) {
    const outcome = await send(sent, signal, (target) => sendOnce(target, { ...sent, mayBegin, signal }));
    return patience.hasBegun ? outcome : { is: 'unsent' };
  }
  return (await mayBegin()) ? send(sent, signal, given) : { is: 'unsent' };
}

async function send(
  { target, method, headers, body }: Sent,
  signal: AbortSignal,
  by: (target: URL, init: RequestInit) => Promise<Response>,
): Promise<Outcome> {
  try {
    const reply = await by(target, {
      method,
      headers,
      redirect: 'manual',
      signal,
      ...(body !== undefined && { body }),
    });
    if (reply.status >= 300 && reply.status < 400) {
      await reply.body?.cancel();
      return { is: 'redirect' };
    }
    const content = await readLimited(reply);
    if (content === undefined) return { is: 'large' };
    const answer = { status: reply.status, type: reply.headers.get('content-type'), body: content };
    return { is: 'answered', answer, retryAfter: reply.headers.get('retry-after') };
  } catch (error) {
    if (signal.aborted) return { is: 'late' };
    const cause: unknown = error instanceof Error ? error.cause : undefined;
    const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
    return { is: NEVER_CONNECTED.has(code) ? 'unsent' : 'broken' };
  }
}

function deliver({ status, type, body }: CallAnswer, retryAfter: string | null = null): Response {
  const headers = new Headers({ 'Cache-Control': 'no-store' });
  if (type !== null) headers.set('Content-Type', type);
  if (retryAfter !== null) headers.set('Retry-After', retryAfter);
  return new Response([204, 205].includes(status) ? null : body, { status, headers });
}

function pause(ms: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), ms).unref();
  });
}

/** @returns undefined if the body exceeds the limit; the rest is not read. */
async function readLimited(reply: Response): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = reply.body?.getReader();
  for (;;) {
    const step = await reader?.read();
    if (step === undefined || step.done) break;
    size += step.value.length;
    if (size > LARGEST_REPLY_BYTES) {
      await reader?.cancel();
      return undefined;
    }
    chunks.push(step.value);
  }
  const content = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    content.set(chunk, at);
    at += chunk.length;
  }
  return content;
}
