import type { IncomingMessage } from 'node:http';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { ENDED_HEADER, RECEIVED_HEADER } from '#renderer/plan/intent-headers.ts';
import { type Contract, methodsByPath } from '#src/shared/contract.ts';
import { inRouteOrder, matchPath, routeOf } from '#src/shared/contract-path.ts';
import {
  type CallAnswer,
  type CallClaim,
  type ClaimStore,
  endsForMs,
  identify,
  readKey,
  readWish,
  classifyOutcome,
} from './keyed-call.ts';
import { abortAfter } from './abort-after.ts';
import type { Log } from './log.ts';
import { classOf, type Metrics } from './metrics.ts';
import { REQUEST_ID_HEADER } from './request-id.ts';
import { answerUnexpected } from './unexpected-error.ts';
import { startDeadline, type Over, type Deadline } from './deadline.ts';
import { sendOnce } from './send-once.ts';
import { FAILURES, type Outcome, rate, send, type Sent, type SentBody } from './send-upstream.ts';
import type { Stopping } from './stopping.ts';
import { RepeatBudget, type RepeatOptions, repeatRead, waitFor } from './repeat-reads.ts';

export interface ForwarderOptions {
  readonly contracts: readonly Contract[];
  /** Scheme, host and optional path of the loan service; `here`: the origin of the request, called by `fetch`. */
  readonly upstream: URL | 'here';
  /** Secret headers of the loan service, from the settings; no call and no answer to a page has them. */
  readonly serviceHeaders?: { readonly [name: string]: string };
  /** Replaces the platform's `fetch` and `sendOnce` in tests. */
  readonly fetch?: typeof fetch;
  /** Makes sure that a critical call is sent once; absent: it is sent as often as pages request it. */
  readonly calls?: ClaimStore;
  /** The loan service checks idempotency keys itself: a call with an unknown outcome may be sent again. */
  readonly keepsKeys?: boolean;
  /** For the operator; lines contain paths and reasons, no values. */
  readonly log?: Log;
  readonly metrics?: Pick<Metrics, 'upstream'>;
  /** How reads are retried; all forwarders of one service share a budget. */
  readonly repeats?: Partial<RepeatOptions>;
  /** Replaces each contract's timeout, for tests. */
  readonly timeoutMs?: number;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  /** The signals of this server's shutdown: while it closes, no call that changes something is sent. */
  readonly stopping?: Stopping;
  /** Replaces `startDeadline` in tests that inject a fault. */
  readonly begin?: typeof startDeadline;
}

/** More information about a request. */
export interface Arrival {
  /** When it arrived, by `performance.now()`; default: now. */
  readonly arrived?: number;
  /** Its id in the log. */
  readonly request?: string;
  /** The request of Node's HTTP server, whose socket shows when the caller disconnects. */
  readonly incoming?: Pick<IncomingMessage, 'socket'>;
}

const LARGEST_REQUEST_BYTES = 256 * 1024;
/** Limit of a form with images, which this server has already re-encoded. */
const LARGEST_UPLOAD_BYTES = 5 * 1024 * 1024;

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
  app.onError(answerUnexpected(options.log ?? (() => {}), ({ env }) => env?.request));
  const repeats: RepeatOptions = {
    ...{ budget: new RepeatBudget(), random: Math.random, now: Date.now, wait: waitFor },
    ...options.repeats,
  };
  for (const { contract, path } of inRouteOrder(options.contracts)) {
    app.on(contract.method, routeOf(path), (context) =>
      forward(context, path, contract, { ...options, repeats }),
    );
  }
  // Add these routes after those of all calls, because two contracts may share a path with different methods.
  for (const [path, methods] of methodsByPath(options.contracts)) {
    const headers = { Allow: [...methods].join(', ') };
    app.all(routeOf(path), () => new Response('Method not allowed', { status: 405, headers }));
  }
  return app;
}

/** One request of a page, on its way to the loan service. */
interface Forwarded {
  readonly contract: Contract;
  /** Path of the contract. */
  readonly path: string;
  readonly request: Request;
  /** Id of the request in the log. */
  readonly id: string | undefined;
  /** What is sent, without a body. */
  readonly sent: Sent;
  /** When the request arrived, by `performance.now()`. */
  readonly arrived: number;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
  readonly timeoutMs: number;
  readonly options: ForwarderOptions & { readonly repeats: RepeatOptions };
}

async function forward(
  context: Context<{ Bindings: Arrival }>,
  path: string,
  contract: Contract,
  options: Forwarded['options'],
): Promise<Response> {
  const { timeoutMs = contract.timeoutMs, now = Date.now, stopping, begin = startDeadline } = options;
  const { raw: request } = context.req;
  const receivedAt = now();
  const arrived = context.env?.arrived ?? performance.now();
  // The router has decoded the path; what is forwarded is the path as sent.
  const { pathname } = new URL(request.url);
  const sent = addressUpstream(request, pathname, contract, options);
  const id = context.env?.request;
  if (id !== undefined) sent.headers.set(REQUEST_ID_HEADER, id);
  const call: Forwarded = { contract, path, request, id, sent, arrived, receivedAt, timeoutMs, options };
  if (matchPath(path, pathname) === undefined) return fail(call, 400, 'The path is no path of this call.');
  const key = readKey(contract, request.headers);
  if (key !== undefined && 'refusal' in key) return fail(call, 400, key.refusal);
  if (contract.method === 'GET') return forwardPlainly(call, sent);

  const socket = context.env?.incoming?.socket;
  const hasLeft = () => socket?.readableEnded === true;
  const deadline = begin(arrived, timeoutMs, request.signal, stopping?.closing, hasLeft);
  try {
    return await Promise.race([
      forwardBody(context, call, key?.key, deadline),
      deadline.over.then((why) => failUnsent(call, why)),
    ]);
  } finally {
    deadline.end();
  }
}

function addressUpstream(
  request: Request,
  path: string,
  contract: Contract,
  { upstream: given, serviceHeaders = {} }: ForwarderOptions,
): Sent {
  const upstream = given === 'here' ? new URL('/', request.url) : given;
  const target = new URL(upstream);
  target.pathname = upstream.pathname.replace(/\/$/, '') + path;
  target.search = new URL(request.url).search;
  const headers = new Headers();
  for (const name of [...REQUEST_HEADERS, ...contract.headers, ...(contract.moreHeaders ?? [])]) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  // Last, so that no call replaces them.
  for (const [name, value] of Object.entries(serviceHeaders)) headers.set(name, value);
  return { target, method: contract.method, headers };
}

async function forwardBody(
  context: Context,
  call: Forwarded,
  key: string | undefined,
  deadline: Deadline,
): Promise<Response> {
  let isRead = false;
  const tooMuch = await limitOf(call.contract)(context, async () => {
    isRead = true;
  });
  if (!isRead) return tooMuch ?? fail(call, 413, 'The request is too large.');
  // Do not read `call.request`: the limit has replaced the request of the context.
  const body = await context.req.raw.arrayBuffer().catch(() => undefined);
  if (body === undefined) return fail(call, 400, 'The request was interrupted.');
  const sent = { ...call.sent, body };
  const { calls } = call.options;
  if (key !== undefined && calls !== undefined) return forwardOnce(call, sent, key, calls, deadline);
  const mayBegin = await beginWith(deadline)();
  return mayBegin ? forwardPlainly(call, sent) : failUnsent(call, deadline.whyNot() ?? 'late');
}

async function forwardPlainly(call: Forwarded, sent: Sent): Promise<Response> {
  const { contract, request, options } = call;
  const { signal, end } = abortAfter(leftMs(call), request.signal);
  const attempt = async () => rate(await measured(call, () => send(sent, signal, options.fetch ?? fetch)));
  const sending = contract.safe ? repeatRead(attempt, signal, options.repeats) : attempt();
  const { outcome } = await sending.finally(end);
  // The caller no longer waits for the read: this is no failure of the loan service.
  if (contract.safe && request.signal.aborted) return new Response(null, { status: 499 });
  if (outcome.is !== 'answered') return failWith(call, outcome.is);
  const answer = deliver(call, outcome.answer, outcome.retryAfter);
  // The times of reads and of successes of critical calls are compared by this clock.
  if (contract.safe) answer.headers.set(RECEIVED_HEADER, String(call.receivedAt));
  return answer;
}

/** Claims a call with an idempotency key, and sends it if the claim allows it. */
async function forwardOnce(
  call: Forwarded,
  sent: SentBody,
  key: string,
  calls: ClaimStore,
  deadline: Deadline,
): Promise<Response> {
  const { contract, request, receivedAt, timeoutMs, options } = call;
  const lateMs = timeoutMs + LATE_MS;
  let claim: CallClaim;
  try {
    const how = { forMs: timeoutMs + lateMs + MARGIN_MS, repeatsUnknown: options.keepsKeys === true };
    const wish = readWish(contract, request.headers, receivedAt);
    claim = await calls.claim({ ...identify(contract, key, sent), ...(wish && { wish }) }, how);
  } catch {
    return fail(call, 503, 'Earlier requests with this key could not be read, so nothing was sent.');
  }
  switch (claim.is) {
    case 'mine':
      return forwardClaimed(call, sent, claim, lateMs, deadline);
    case 'replay':
      return deliver(call, claim.answer);
    case 'running':
      return fail(call, 409, 'The first request of this key is still being worked on.', {
        'Retry-After': '1',
      });
    case 'unknown':
      return fail(
        call,
        409,
        'It is not known how the first request of this key ended; it is not sent again.',
      );
    case 'ended':
      return fail(call, 409, 'The operation succeeded after the page read its data; nothing was sent.', {
        [ENDED_HEADER]: '1',
      });
    case 'other':
      return fail(call, 422, 'This key belongs to another request.');
  }
}

/** The caller may disconnect: the outcome is stored nevertheless. If it cannot be stored, the caller still gets it. */
async function forwardClaimed(
  call: Forwarded,
  sent: SentBody,
  claim: Mine,
  lateMs: number,
  deadline: Deadline,
): Promise<Response> {
  const { contract, path, id, options } = call;
  const { log = () => {}, stopping } = options;
  let known: Outcome | undefined;
  const sending = measured(call, () => sendClaimed(sent, lateMs, deadline, options.fetch));
  const outcome = sending.then(async (ended) => {
    known = ended;
    await conclude(contract, claim, ended).catch(() =>
      log('The answer was not stored yet.', {
        level: 'error',
        request: id,
        call: `${contract.method} ${path}`,
      }),
    );
    return ended;
  });
  stopping?.waitFor(outcome);
  const ended = (await Promise.race([outcome, pause(leftMs(call))])) ?? known;
  if (ended === undefined) return failWith(call, 'late');
  return ended.is === 'answered' ? deliver(call, ended.answer, ended.retryAfter) : failWith(call, ended.is);
}

type Mine = CallClaim & { readonly is: 'mine' };

function conclude(contract: Contract, mine: Mine, ended: Outcome): Promise<void> {
  if (ended.is === 'unsent') return mine.unsent();
  if (ended.is !== 'answered') return mine.unknown();
  switch (classifyOutcome(contract, ended.answer, mine.attempt)) {
    case 'definite':
      return mine.answered(ended.answer, endsForMs(contract, ended.answer));
    case 'unread':
      return mine.unsent();
    case 'unknown':
      return mine.unknown();
  }
}

function leftMs({ arrived, timeoutMs }: Forwarded): number {
  return Math.max(0, arrived + timeoutMs - performance.now());
}

/** Answers a call whose waiting ended before it was sent. It will not be sent later. */
function failUnsent(call: Forwarded, why: Over): Response {
  if (why === 'late') return fail(call, 504, 'The request waited too long, so nothing was sent.');
  if (why === 'gone')
    return fail(call, 499, 'The caller disconnected before it could be sent, so nothing was sent.');
  return fail(call, 503, 'This server is closing, so nothing was sent.', { 'Retry-After': '1' });
}

function failWith(call: Forwarded, how: keyof typeof FAILURES): Response {
  return fail(call, how === 'late' ? 504 : 502, FAILURES[how]);
}

function fail(
  { contract, path, id, options }: Forwarded,
  status: number,
  reason: string,
  more: { readonly [name: string]: string } = {},
): Response {
  options.log?.(reason, {
    level: status >= 500 ? 'error' : 'warn',
    request: id,
    call: `${contract.method} ${path}`,
    status,
  });
  return new Response(reason, { status, headers: { ...more, 'Cache-Control': 'no-store' } });
}

/** Measures one attempt to reach the loan service. */
async function measured(
  { contract, options: { metrics } }: Forwarded,
  attempt: () => Promise<Outcome>,
): Promise<Outcome> {
  const began = performance.now();
  const outcome = await attempt();
  const name = outcome.is === 'answered' ? classOf(outcome.answer.status) : outcome.is;
  metrics?.upstream(contract.name, name, (performance.now() - began) / 1_000);
  return outcome;
}

/** Creates the last check before a call is written: it tells whether the call may be sent now. */
function beginWith(deadline: Deadline): () => Promise<boolean> {
  return async () => {
    // Handles pending events first. After a pause of the process, the end of the caller's connection is read one
    // turn later than the request.
    for (let turn = 0; turn < 2; turn += 1) await new Promise((heard) => setImmediate(heard));
    if (deadline.whyNot() !== undefined) return false;
    deadline.begin();
    return true;
  };
}

/** Sends a claimed call, unless the deadline is over when the connection is made. */
async function sendClaimed(
  sent: SentBody,
  lateMs: number,
  deadline: Deadline,
  given: typeof fetch | undefined,
): Promise<Outcome> {
  const mayBegin = beginWith(deadline);
  const ending = new AbortController();
  const { signal, end } = abortAfter(lateMs, ending.signal);
  void deadline.over.then(() => {
    if (!deadline.hasBegun) ending.abort();
  });
  try {
    if (given === undefined) {
      const outcome = await send(sent, signal, (target) => sendOnce(target, { ...sent, mayBegin, signal }));
      return deadline.hasBegun ? outcome : { is: 'unsent' };
    }
    return (await mayBegin()) ? await send(sent, signal, given) : { is: 'unsent' };
  } finally {
    end();
  }
}

/** Passes on the status, the body, and of the headers only those that the contract reads. */
function deliver(
  { contract }: Forwarded,
  { status, type, body, headers: answered }: CallAnswer,
  retryAfter: string | null = null,
): Response {
  const headers = new Headers();
  for (const name of Object.values(contract.heard ?? {})) {
    const value = answered?.get(name);
    if (value) headers.set(name, value);
  }
  // Last, so that no answer replaces it.
  headers.set('Cache-Control', 'no-store');
  if (type !== null) headers.set('Content-Type', type);
  if (retryAfter !== null) headers.set('Retry-After', retryAfter);
  return new Response([204, 205].includes(status) ? null : body, { status, headers });
}

function pause(ms: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), ms).unref();
  });
}
