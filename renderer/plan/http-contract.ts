/**
 * What contracts use of HTTP beyond the common calls: path parameters, parameters in the query beside a body, headers,
 * and what a status means. Loaded only for plans that need it (`uses.rare`).
 */
import { type BuiltRequest, buildRequest, type RequestContext } from './build-request.ts';
import { evaluate } from './evaluate.ts';
import { Failure, type Value } from './expression.ts';
import { limits } from './limits.generated.ts';
import { parseReply } from './parse-reply.ts';
import type { EndpointPlan, ErrorFieldsPlan, HttpPlan } from './plan.ts';
import { readPointer, toScalarText } from './pointer.ts';
import { type EnvelopeResult, readEnvelope } from './read-envelope.ts';
import { readReply } from './read-reply.ts';
import { createScope } from './scope.ts';
import { isRecord, isRefusedName } from './value.ts';

type Members = { readonly [name: string]: Value | undefined };

/**
 * Builds the request of an endpoint with an `http` plan.
 *
 * @returns A failure as of `buildRequest`, or `value`: a value cannot be a segment of a path or a header. An empty
 *   segment, `.`, `..`, slashes, percent signs, semicolons and control characters are refused, because a server on the
 *   way could read another path. A path of another contract is refused too.
 */
export function buildHttpRequest(
  endpoint: EndpointPlan,
  request: Members,
  context: RequestContext,
): BuiltRequest | Failure {
  const { path = [], others: otherPaths = [], query = [], headers = {} } = endpoint.http ?? {};
  const scope = createScope({
    request: presentOf(request),
    session: presentOf(context.session),
    config: presentOf(context.config),
  });
  const template = evaluate(endpoint.path, scope);
  if (typeof template !== 'string') return new Failure('path');
  const filled = fillPath(template, path, request);
  if (filled === undefined || otherPaths.some((one) => isOfPath(one, filled))) return new Failure('value');

  const others = endpoint.request.filter(({ name }) => !path.includes(name));
  // Everything is in the query of such a call.
  const isInQuery = endpoint.encoding === 'query' || endpoint.method === 'GET';
  const isQuery = ({ name }: { name: string }) => !isInQuery && query.includes(name);
  const own = { ...endpoint, path: filled, request: others.filter((member) => !isQuery(member)) };
  const built = buildRequest(own, request, context);
  if (built instanceof Failure) return built;
  let { url } = built;
  if (others.some(isQuery)) {
    // The address of a call that has only these members.
    const asked = { ...endpoint, path: filled, encoding: 'query' as const, request: others.filter(isQuery) };
    const address = buildRequest(asked, request, context);
    if (address instanceof Failure) return address;
    ({ url } = address);
  }
  const written: { [name: string]: string } = { ...built.headers };
  for (const [name, expression] of Object.entries(headers)) {
    const value = evaluate(expression, scope);
    if (value === undefined || value === '') continue;
    if (typeof value === 'object' || !isHeaderText(String(value))) return new Failure('value');
    written[name] = String(value);
  }
  return { ...built, url, headers: written };
}

/** @returns undefined if a value cannot be a segment. */
function fillPath(template: string, names: readonly string[], request: Members): string | undefined {
  let isFilled = true;
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = names.includes(name) && Object.hasOwn(request, name) ? request[name] : undefined;
    const segment =
      typeof value === 'string' || Number.isSafeInteger(value) ? writeSegment(String(value)) : undefined;
    isFilled &&= segment !== undefined;
    return segment ?? '';
  });
  return isFilled ? path : undefined;
}

/**
 * Whether a server could take a path for one of this contract: segments are compared decoded and without case, because some
 * servers do so.
 */
function isOfPath(template: string, path: string): boolean {
  const [segments, sent] = [template.split('/'), path.split('/')];
  const isSame = (one: string, at: number) =>
    one.startsWith('{') || one.toLowerCase() === decodeURIComponent(sent[at] ?? '').toLowerCase();
  return segments.length === sent.length && segments.every(isSame);
}

/** A control character of ASCII: the class lists all other characters. */
const CONTROL = /[^ -~\u0080-\uffff]/;

/** The longest segment, in UTF-16 units, before it is encoded. */
const LONGEST_SEGMENT = 300;

function writeSegment(text: string): string | undefined {
  const isOdd = /^\.\.?$|[/\\%;]/.test(text) || CONTROL.test(text);
  if (text === '' || isOdd || text.length > LONGEST_SEGMENT) return undefined;
  try {
    return encodeURIComponent(text);
  } catch {
    // Half of a surrogate pair.
    return undefined;
  }
}

/** Visible ASCII and inner spaces: other bytes are read differently by different servers. */
function isHeaderText(text: string): boolean {
  return /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text) && text.length <= limits.text;
}

/**
 * Interprets an answer of an endpoint with an `http` plan: first by its status, if `replies` has it, otherwise as
 * `readEnvelope`.
 *
 * @param header - The value of a response header.
 */
export function readHttpReply(
  endpoint: EndpointPlan,
  status: number,
  body: string,
  header: (name: string) => string | null = () => null,
): EnvelopeResult {
  const { replies = {}, fields } = endpoint.http ?? {};
  const means = Object.hasOwn(replies, status) ? replies[status] : undefined;
  if (means === 'none' || means === 'absent') return { ok: true, drops: [] };
  const read = readEnvelope(endpoint, status, isSuccess(status) ? asRecord(endpoint, body) : body);
  if (read.ok) return addHeard(endpoint.http, read, header);
  const found = fields && findFields(fields, body);
  const more = found === undefined ? read : { ...read, fields: found };
  if (typeof means !== 'object') return more;
  const { message } = read.error;
  // No verdict: a repeated critical call may be refused because an earlier one had its effect.
  return {
    ...more,
    error: { kind: 'business', code: means.code, ...(message && { message }) },
  };
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** The body of an answer as a record, also where one member is the whole answer. */
export function asRecord({ http }: Pick<EndpointPlan, 'http'>, body: string): string {
  if (http?.whole === undefined || !parseReply(body).ok) return body;
  return `{${JSON.stringify(http.whole)}:${body}}`;
}

/** Adds the members that response headers have. One that is missing or does not fit is absent. */
function addHeard(
  http: HttpPlan | undefined,
  read: EnvelopeResult & { readonly ok: true },
  header: (name: string) => string | null,
): EnvelopeResult {
  if (http?.heard === undefined) return read;
  const value: { [name: string]: Value } = { ...(isRecord(read.value) ? read.value : {}) };
  for (const { name, header: from, shape } of http.heard) {
    const text = header(from);
    const one = text === null ? undefined : readReply(text, shape);
    if (one?.ok && one.value !== undefined) value[name] = one.value;
  }
  return { ...read, value };
}

/** Messages by member: at most 100, each shortened. */
function findFields({ at, as, message = 'detail' }: ErrorFieldsPlan, body: string) {
  const parsed = parseReply(body);
  const found = parsed.ok ? readPointer(parsed.json, at) : undefined;
  if (typeof found !== 'object' || found === null) return undefined;
  const fields: { [name: string]: string } = {};
  const add = (name: string, said: unknown) => {
    const text = toScalarText(Array.isArray(said) ? said[0] : said);
    if (!text || isRefusedName(name) || Object.hasOwn(fields, name)) return;
    fields[name] = text.slice(0, limits.text);
  };
  if (as === 'pointers') {
    for (const one of Array.isArray(found) ? found.slice(0, 100) : []) {
      const [, name] = /^#?\/([^/]+)/.exec(toScalarText(readPointer(one, '/pointer')) ?? '') ?? [];
      if (name) add(name.replaceAll('~1', '/').replaceAll('~0', '~'), readPointer(one, `/${message}`));
    }
  } else if (!Array.isArray(found)) {
    for (const [name, said] of Object.entries(found).slice(0, 100)) add(name, said);
  }
  return fields;
}

function presentOf(members: Members): { [name: string]: Value } {
  const present: { [name: string]: Value } = {};
  for (const [name, value] of Object.entries(members)) {
    if (value !== undefined && !isRefusedName(name)) present[name] = value;
  }
  return present;
}
