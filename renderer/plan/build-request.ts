import { evaluate } from './evaluate.ts';
import { Failure, type Value } from './expression.ts';
import type { EndpointPlan, HttpMethod, RequestInsidePlan } from './plan.ts';
import { createScope } from './scope.ts';
import { isRecord, isRefusedName } from './value.ts';

/** An HTTP request; the same inputs give the same bytes. */
export interface BuiltRequest {
  readonly method: HttpMethod;
  /** Path and query on our own origin. */
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly body?: string;
  /** Text fields of a multipart body; the file is added when it is sent. */
  readonly parts?: readonly (readonly [name: string, text: string])[];
}

export interface RequestContext {
  /** Session parameters by name; absent ones are left out of the query and sent as empty headers. */
  readonly session: Members;
  readonly config: Members;
  /** Parameters that `sessionQuery` appends; by default the session. */
  readonly query?: Members;
  /** Idempotency key of a critical request: all retries have the same one. */
  readonly key?: string;
  /** Called for entries of a spread map that a declared member replaces. */
  onClash?(name: string): void;
}

/** The values of a screen that a call may need. */
export interface CallRoots {
  readonly session: Members;
  readonly params: Members;
  readonly config: Members;
}

/** @param sessionQuery - `AppPlan.sessionQuery`. */
export function contextOf(
  { session, params, config }: CallRoots,
  sessionQuery: readonly string[] | undefined,
): RequestContext {
  const query =
    sessionQuery && Object.fromEntries(sessionQuery.map((name) => [name, session[name] ?? params[name]]));
  return { session, config, ...(query === undefined ? {} : { query }) };
}

type Members = { readonly [name: string]: Value | undefined };

/**
 * Builds the HTTP request of an endpoint's contract.
 *
 * Texts are sent as they are, numbers as digits, booleans as true and false. Query and form are
 * `application/x-www-form-urlencoded`; a POST with the encoding `query` has no body.
 *
 * @param request - Members by the contract's names; absent ones are sent only if the contract says how.
 * @returns A failure for what must not be sent: `path` (it cannot be computed, or would leave our origin),
 *   `type` (a list or record in a query or form, a number that is not finite).
 */
export function buildRequest(
  endpoint: EndpointPlan,
  request: Members,
  context: RequestContext,
): BuiltRequest | Failure {
  const path = computePath(endpoint, request, context.config);
  if (path === undefined) return new Failure('path');

  const members = collectMembers(endpoint, request, context);
  const headers: { [name: string]: string } = { 'X-Requested-With': 'XMLHttpRequest' };
  for (const name of endpoint.headers) headers[name] = toHeader(context.session[name]);
  if (context.key !== undefined) headers['Idempotency-Key'] = context.key;

  const isQuery = endpoint.encoding === 'query' || endpoint.method === 'GET';
  const query = isQuery ? toPairs(members) : [];
  if (query instanceof Failure) return query;
  if (endpoint.sessionQuery) query.push(...sessionPairs(context.query ?? context.session, query));
  const url = appendQuery(path, query);
  if (isQuery) return { method: endpoint.method, url, headers };

  if (endpoint.encoding === 'json') {
    const body = toJson(members);
    if (body instanceof Failure) return body;
    return {
      method: endpoint.method,
      url,
      headers: { ...headers, 'Content-Type': 'application/json' },
      body,
    };
  }
  const pairs = toPairs(members);
  if (pairs instanceof Failure) return pairs;
  if (endpoint.encoding === 'multipart') return { method: endpoint.method, url, headers, parts: pairs };
  const type = 'application/x-www-form-urlencoded';
  return { method: endpoint.method, url, headers: { ...headers, 'Content-Type': type }, body: encode(pairs) };
}

/** By name on the wire, in the order of the contract; null only for an absent member that is sent as null. */
type WireMembers = Map<string, WireValue>;

/** A value on the wire; null stands for absent. */
type WireValue = Value | null | readonly WireValue[] | { readonly [name: string]: WireValue };

function collectMembers(endpoint: EndpointPlan, request: Members, context: RequestContext): WireMembers {
  const members: WireMembers = new Map();
  const own = new Set(
    endpoint.request.flatMap((member) => (member.spread || member.none ? [] : [member.wire])),
  );
  for (const member of endpoint.request) {
    if (member.none || member.file) continue;
    const value = Object.prototype.hasOwnProperty.call(request, member.name)
      ? request[member.name]
      : undefined;
    if (member.spread) {
      for (const [name, entry] of isRecord(value) ? Object.entries(value) : []) {
        if (own.has(name)) context.onClash?.(name);
        else if (!isRefusedName(name)) members.set(name, entry);
      }
    } else if (value !== undefined) members.set(member.wire, writeInside(value, member.inside));
    else if (member.absent !== undefined) members.set(member.wire, member.absent === 'null' ? null : '');
  }
  return members;
}

/** Renames the members of a record or list to their names on the wire. */
function writeInside(value: Value, inside: RequestInsidePlan | undefined): WireValue {
  if (inside === undefined) return value;
  if ('items' in inside) {
    return Array.isArray(value) ? value.map((item: Value) => writeInside(item, inside.items)) : value;
  }
  if (!isRecord(value)) return value;
  const written: { [name: string]: WireValue } = {};
  for (const { name, wire, absent, inside: further } of inside.members) {
    const member = Object.prototype.hasOwnProperty.call(value, name) ? value[name] : undefined;
    if (isRefusedName(wire)) continue;
    if (member !== undefined) written[wire] = writeInside(member as Value, further);
    else if (absent !== undefined) written[wire] = absent === 'null' ? null : '';
  }
  return written;
}

type Pair = [name: string, text: string];

function toPairs(members: WireMembers): Pair[] | Failure {
  const pairs: Pair[] = [];
  for (const [name, value] of members) {
    if (typeof value === 'object' && value !== null) return new Failure('type');
    if (typeof value === 'number' && !Number.isFinite(value)) return new Failure('type');
    // A form has no null; the text "null" would be a value.
    pairs.push([name, value === null ? '' : String(value)]);
  }
  return pairs;
}

function toJson(members: WireMembers): string | Failure {
  // JSON.stringify writes null for numbers that are not finite, and null means absent.
  let isFinite = true;
  const body = JSON.stringify(Object.fromEntries(members), (_, value: unknown) => {
    if (typeof value === 'number' && !Number.isFinite(value)) isFinite = false;
    return value;
  });
  return isFinite ? body : new Failure('type');
}

/** Session parameters that are not already in the query. */
function sessionPairs(session: Members, query: readonly Pair[]): Pair[] {
  const taken = new Set(query.map(([name]) => name));
  return Object.entries(session).flatMap(([name, value]): Pair[] =>
    value === undefined || typeof value === 'object' || taken.has(name) ? [] : [[name, String(value)]],
  );
}

function encode(pairs: readonly Pair[]): string {
  return new URLSearchParams(pairs.map(([name, text]) => [name, text])).toString();
}

function appendQuery(path: string, pairs: readonly Pair[]): string {
  if (pairs.length === 0) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${encode(pairs)}`;
}

/** Headers may contain only visible ASCII; other characters would make the call fail. */
function toHeader(value: Value | undefined): string {
  return value === undefined || typeof value === 'object' ? '' : String(value).replace(/[^\x20-\x7e]/g, '');
}

/**
 * The path, or undefined. It is computed again with percent-encoded request values. If the results differ, a
 * value could add a parameter or a path segment, so the path is refused.
 */
function computePath(endpoint: EndpointPlan, request: Members, config: Members): string | undefined {
  const own = keepPresent(request);
  const path = evaluate(endpoint.path, createScope({ request: own, config: keepPresent(config) }));
  if (typeof path !== 'string' || !isOwnPath(path)) return undefined;
  const encoded: { [name: string]: Value } = {};
  for (const [name, value] of Object.entries(own)) {
    encoded[name] =
      typeof value === 'string' ? new URLSearchParams([['', value]]).toString().slice(1) : value;
  }
  const safe = evaluate(endpoint.path, createScope({ request: encoded, config: keepPresent(config) }));
  return path === safe ? path : undefined;
}

/**
 * Whether a path stays on our origin and needs no normalization: no other host, no `..`, no empty segment, no
 * fragment.
 */
export function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])[\x21-\x7e]*$/.test(path) && !/[\\#]|\/\/|\/\.\.?(\/|\?|$)|%2e|%2f|%5c/i.test(path);
}

function keepPresent(members: Members): { [name: string]: Value } {
  const present: { [name: string]: Value } = {};
  for (const [name, value] of Object.entries(members)) {
    if (value !== undefined && !isRefusedName(name)) present[name] = value;
  }
  return present;
}
