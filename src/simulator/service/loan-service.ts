import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { type Contract, isRecord, methodsByPath } from '#src/shared/contract.ts';
import { inRouteOrder, matchPath, routeOf } from '#src/shared/contract-path.ts';
import type { Case } from '../scenarios/case.ts';
import { actOnCase, type CaseInput, chooseCase } from './cases.ts';
import { type Outcome, writeEnvelope } from './envelope.ts';
import { type Handler, HANDLERS } from './handlers.ts';
import { orderOfSid } from './promotion.ts';
import { Journal, notedHeaders, type RecordedRequest } from './journal.ts';
import { type StoredReply, Once } from './once.ts';
import { countCall, type Order, Orders, stageOf } from './orders.ts';
import type { Places } from './places.ts';
import { readRequest, readText } from './read-request.ts';
import { type Behaviour, fillPlaceholders, type Scenario, type Surroundings } from '../scenarios/scenario.ts';
import type { ServiceAnswers } from './service-fixtures.ts';

type Wait = (ms: number) => Promise<void>;

export interface LoanServiceOptions {
  readonly contracts: readonly Contract[];
  readonly scenarios: ReadonlyMap<string, Scenario>;
  readonly service: ServiceAnswers;
  /**
   * The order for a caller who has none, in calls that `service` does not list. Default: an order of the first
   * scenario that has a reply.
   */
  readonly orderId?: string;
  /** Places for address fields. */
  readonly places: Places | undefined;
  /** Origin of the payment page. */
  readonly payOrigin: string;
  /** Public origin of the page; default: the origin of the request. */
  readonly publicOrigin?: string;
  /** Shared by the services of several releases; default: empty. */
  readonly memory?: ServiceMemory;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly wait: Wait;
}

/** State of the service: orders, requests, and idempotency keys with their responses. */
export interface ServiceMemory {
  readonly orders: Orders;
  readonly journal: Journal;
  readonly once: Once;
}

/** @param now - Milliseconds since the epoch. */
export function createMemory(orders: Orders, now: () => number): ServiceMemory {
  return { orders, journal: new Journal(), once: new Once(now) };
}

export interface LoanService {
  readonly app: Hono;
  /** The payment page uses it too. */
  readonly orders: Orders;
  readonly journal: Journal;
}

const LARGEST_BODY_BYTES = 64 * 1024;
/** Larger than a phone's photo, so that a photo above the limit is refused with a message. */
const LARGEST_UPLOAD_BYTES = 12 * 1024 * 1024;
/** Headers of client two and client one. Sessions of one borrower have the same value in both. */
const SESSION_HEADERS = ['eyes', 'gather'];
/** Placeholder image, for calls without a fixture. */
const STAND_IN =
  '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="52" viewBox="0 0 120 52"><rect width="120" height="52" fill="#e8ebf0"/><circle cx="94" cy="16" r="7" fill="#b4bccb"/><path d="M0 52 34 20 58 42 76 30 120 52z" fill="#b4bccb"/></svg>';
const GARBAGE = '<html><body>Bad gateway</body></html>';

/**
 * A loan service with the scenarios of `fixtures/scenarios`. It accepts only the paths and encodings of the
 * endpoint contracts, keeps state per order, and checks what a real one would check.
 * A business refusal has status 200 and the envelope's failure, as on the wire; an invalid request, which our
 * pages never send, has status 400.
 */
export function createLoanService(options: LoanServiceOptions): LoanService {
  const memory = options.memory ?? createMemory(new Orders(options.scenarios), options.now);
  const app = new Hono();
  // The surrounding server logs errors.
  app.onError((error) => {
    throw error;
  });
  for (const { contract, path } of inRouteOrder(options.contracts)) {
    app.on(contract.method, routeOf(path), bodyLimit({ maxSize: largestOf(contract) }), (context) =>
      answer(context, contract, path, options, memory),
    );
  }
  // Registered after all calls: two contracts may share a path with different methods.
  for (const [path, methods] of methodsByPath(options.contracts)) {
    const message = `This is a ${[...methods].join(' or ')}.`;
    app.all(routeOf(path), (context) => context.json({ success: false, code: '405', message }, 405));
  }
  return { app, orders: memory.orders, journal: memory.journal };
}

/** A request as it was sent; without members if it is refused, and with an empty session if it has none. */
interface SentCall extends Pick<CaseInput, 'contract' | 'members'> {
  readonly url: URL;
  readonly session: string;
}

/** Records a request and answers it. A keyed call is performed once. */
async function answer(
  context: Context,
  contract: Contract,
  path: string,
  options: LoanServiceOptions,
  { orders, journal, once }: ServiceMemory,
): Promise<Response> {
  const request = context.req.raw;
  const url = new URL(request.url);
  const body = await readText(contract, request);
  const values = matchPath(path, url.pathname);
  const read = readRequest(contract, request, body, values);
  const members = read.ok ? read.members : {};
  const sent: SentCall = { contract, url, members, session: readSession(request.headers) };
  const { order, orderId } = findOrderOf(sent, orders, options);
  const record = journal.record({
    at: options.now(),
    endpoint: contract.name,
    method: request.method,
    path: url.pathname + url.search,
    headers: notedHeaders(request.headers),
    body,
    ...(orderId !== undefined && { orderId }),
  });
  const refuse = (status: number, message: string): Response =>
    reply(record, { status, body: writeEnvelope(contract, { ok: false, code: String(status), message }) });
  if (!read.ok) return refuse(400, read.message);

  const act = (): Promise<Acted> => perform(sent, order, options, orders);
  const key = contract.keyed ? request.headers.get('idempotency-key') : null;
  if (key === null) return deliver(context, record, await act());

  const claim = once.claim(`${contract.name} ${key}`, `${url.pathname}${url.search}\n${body}`);
  switch (claim.is) {
    case 'replay':
      return reply(record, claim.reply);
    case 'busy':
      return refuse(409, 'The first request of this key is still being worked on.');
    case 'other':
      return refuse(422, 'This key belongs to another request.');
    case 'first': {
      let acted: Acted;
      try {
        acted = await act();
      } catch (error) {
        claim.abandon();
        throw error;
      }
      claim.finish(acted.reply);
      return deliver(context, record, acted);
    }
  }
}

/** @returns the order if the caller may use it, and the number under which the request is recorded. */
function findOrderOf(
  sent: SentCall,
  orders: Orders,
  options: LoanServiceOptions,
): { readonly order: Order | undefined; readonly orderId: string | undefined } {
  const { contract, url, members, session } = sent;
  // Calls with the session's query have the order of the page in it.
  const named =
    members.orderId ??
    orderOfSid(members.sid) ??
    (contract.sessionQuery ? url.searchParams.get('orderId') : null);
  const found = named === null ? orders.ofSession(session) : orders.find(named);
  // A session cannot pay or borrow for another borrower by sending another order number.
  const isOwn = found && (named === null || contract.safe || orders.isOf(found, session));
  const order = found ? (isOwn ? found : undefined) : findForAnybody(sent, orders, options);
  return { order, orderId: named ?? order?.orderId };
}

/** A caller without an order gets one of the default scenario. */
function findForAnybody(
  { contract: { name }, session }: SentCall,
  orders: Orders,
  { scenarios, service: { anybody, handlers, checks, replies }, orderId }: LoanServiceOptions,
): Order | undefined {
  const given = anybody[name];
  if (given === undefined) {
    // For endpoints that the service lists, `anybody` decides which scenario answers a caller without an order.
    if ([handlers, checks, replies].some((listed) => Object.hasOwn(listed, name))) return undefined;
    if (orderId !== undefined) return orders.find(orderId);
  }
  const scenario = given ?? [...scenarios.values()].find((one) => isAnsweredBy(one, name))?.name;
  const visitor = /^[A-Za-z0-9-]{1,40}$/.test(session) ? session : 'anybody';
  return scenario === undefined ? undefined : orders.find(`${scenario}-${visitor}`);
}

function isAnsweredBy({ stages }: Scenario, endpoint: string): boolean {
  return Object.values(stages).some(({ replies, cases }) => endpoint in replies || endpoint in cases);
}

/** Waits and fails as the scenario plans; otherwise answers as decided. */
async function perform(
  { contract, url, members, session }: SentCall,
  order: Order | undefined,
  options: LoanServiceOptions,
  orders: Orders,
): Promise<Acted> {
  const behaviour = order ? countCall(order, contract.name) : {};
  if (behaviour.delayMs !== undefined) await options.wait(behaviour.delayMs);
  const isLost = behaviour.answer === 'lost';
  const planned = misbehave(contract, behaviour);
  if (planned) return { reply: planned, isLost };
  const surroundings: Surroundings = {
    now: options.now(),
    origin: options.publicOrigin ?? url.origin,
    pay: options.payOrigin,
    orderId: order?.orderId ?? '',
  };
  const input: CaseInput = { contract, members, order, surroundings };
  const outcome = await decide(input, session, orders, options);
  if (outcome === undefined) return { reply: writeUnanswered(contract), isLost };
  if (contract.isPicture) return { reply: pictureOf(outcome), isLost };
  return { reply: writeReply(contract, outcome), isLost };
}

/**
 * Chooses the answer, in this order: shared checks, the scenario's cases, a handler, the scenario's reply, the
 * shared reply, a fixture.
 */
async function decide(
  input: CaseInput,
  session: string,
  orders: Orders,
  { service, places, wait }: LoanServiceOptions,
): Promise<Outcome | undefined> {
  const { contract, members, order, surroundings } = input;
  const { name } = contract;
  const stage = order && stageOf(order);
  const checked =
    chooseCase(service.checks[name] ?? [], input) ?? chooseCase(stage?.cases[name] ?? [], input);
  if (checked) return answerCase(checked, input, wait);
  const handler = findHandler(service, name);
  if (handler) return handler({ endpoint: name, members, order, session, orders, places, ...surroundings });
  const payload = stage?.replies[name];
  if (payload) return { ok: true, data: fillPlaceholders(payload, surroundings) };
  const usual = chooseCase(service.replies[name] ?? [], input);
  if (usual) return answerCase(usual, input, wait);
  const fixture = order?.scenario.others?.[name] ?? service.fixtures[name];
  if (fixture) return { ok: true, data: fillPlaceholders(fixture, surroundings) };
  if (contract.isEmpty) return { ok: true, data: {} };
  if (contract.isPicture) return { ok: true, data: STAND_IN };
  return undefined;
}

async function answerCase(chosen: Case, input: CaseInput, wait: Wait): Promise<Outcome> {
  if (chosen.delayMs !== undefined) await wait(chosen.delayMs);
  return actOnCase(chosen, input);
}

function findHandler({ handlers }: ServiceAnswers, endpoint: string): Handler | undefined {
  const handler = handlers[endpoint];
  return handler !== undefined && Object.hasOwn(HANDLERS, handler) ? HANDLERS[handler] : undefined;
}

/** Says how to add an answer for an unanswered call. */
export function writeUnanswered({ name, method, paths }: Contract): StoredReply {
  const body =
    `Nothing answers ${method} ${paths[0] ?? ''}: write fixtures/api/${name}/standard.json, ` +
    `or a reply for "${name}" in a scenario.`;
  return { status: 501, body, type: 'text/plain; charset=utf-8' };
}

function largestOf({ encoding }: Contract): number {
  return encoding === 'multipart' ? LARGEST_UPLOAD_BYTES : LARGEST_BODY_BYTES;
}

/**
 * An answer with the status that the contract gives it: a refusal whose code is one of `replies`, `absent`, or a success
 * without data where a status means `none`. Members of the reply that headers have are sent as headers.
 */
export function writeReply(contract: Contract, outcome: Outcome): StoredReply {
  const { replies = {}, heard = {} } = contract;
  const statusOf = (is: (means: (typeof replies)[string]) => boolean) =>
    Number(Object.keys(replies).find((status) => is(replies[status] as (typeof replies)[string])));
  if (!outcome.ok) {
    const { code } = outcome;
    const status = statusOf((means) => means === code || (typeof means === 'object' && means.code === code));
    return { status: status || 200, body: writeEnvelope(contract, outcome) };
  }
  const data = isRecord(outcome.data) ? { ...outcome.data } : outcome.data;
  const empty = statusOf((means) => means === 'none');
  if (empty && isRecord(data) && Object.keys(data).length === 0) return { status: empty, body: '' };
  const headers: { [name: string]: string } = {};
  for (const [member, header] of Object.entries(heard)) {
    if (!isRecord(data) || data[member] === undefined) continue;
    headers[header] = String(data[member]);
    delete (data as { [name: string]: unknown })[member];
  }
  const written = { status: statusOf((means) => means === 'same') || 200, headers };
  return { ...written, body: writeEnvelope(contract, { ok: true, data }) };
}

/** An image has no envelope for an error message. */
function pictureOf(outcome: Outcome): StoredReply {
  if (outcome.ok) return { status: 200, body: String(outcome.data), type: 'image/svg+xml' };
  return { status: 404, body: outcome.message, type: 'text/plain; charset=utf-8' };
}

interface Acted {
  readonly reply: StoredReply;
  /** The effect happened, but the response is lost. */
  readonly isLost: boolean;
}

/** @returns the planned failure of a scenario; undefined if the service itself answers. */
function misbehave(contract: Contract, behaviour: Behaviour): StoredReply | undefined {
  switch (behaviour.answer) {
    case 'error': {
      const { code = '9999', message = 'The service is busy. Please try again later.' } = behaviour;
      return { status: 200, body: writeEnvelope(contract, { ok: false, code, message }) };
    }
    case 'garbage':
      return { status: 200, body: GARBAGE };
    case 'nothing':
      return { status: 200, body: '' };
    case 'http':
      return { status: behaviour.status ?? 500, body: 'Internal Server Error' };
    case 'lost':
    case undefined:
      return undefined;
  }
}

/** The session in the headers, which the page took from its address. */
function readSession(headers: Headers): string {
  for (const name of SESSION_HEADERS) {
    const value = headers.get(name);
    if (value) return value;
  }
  return '';
}

function reply(record: RecordedRequest, kept: StoredReply): Response {
  record.status = kept.status;
  return new Response(kept.status === 204 ? null : kept.body, {
    status: kept.status,
    headers: {
      ...kept.headers,
      'content-type': kept.type ?? 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    },
  });
}

function deliver(context: Context, record: RecordedRequest, acted: Acted): Response {
  if (!acted.isLost) return reply(record, acted.reply);
  record.status = 0;
  // In a process without sockets (tests with app.request) a body that breaks off has the same effect.
  const bindings = context.env as Partial<HttpBindings> | undefined;
  if (bindings?.outgoing) {
    // Send a part of the response first: a browser retries a connection that breaks before its first byte.
    const { outgoing } = bindings;
    outgoing.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': '1000' });
    outgoing.write('{', () => setTimeout(() => outgoing.destroy(), 50));
    return RESPONSE_ALREADY_SENT;
  }
  return new Response(
    new ReadableStream({ start: (stream) => stream.error(new Error('The connection broke off.')) }),
  );
}
