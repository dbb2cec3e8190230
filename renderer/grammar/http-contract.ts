import type { ErrorFieldsPlan, HttpPlan, RecordShape } from '../plan/plan.ts';
import type { Declared, DeclarationReader } from './declarations.ts';
import { textsIn } from './declarations.ts';
import { isJson, type Json } from './json.ts';
import { joinPointer } from './pointer.ts';

/* What contracts use of HTTP: methods, path parameters, headers, statuses. */

/** A segment of a path that is a request member: `{id}`. */
const BRACED = /\{(\w+)\}/g;

/** Statuses whose meaning cannot change: without a session, and for a call that may still be under way. */
const FIXED: readonly string[] = ['401', '403', '408', '425', '429'];

/** Headers that belong to transport, to the page, or may be a secret of the service. */
const REFUSED_HEADER =
  /^(?:authorization|cookie2?|set-cookie|host|origin|referer|via|te|trailer|upgrade|connection|keep-alive|expect|forwarded|user-agent|date|dnt|idempotency-key|x-requested-with|x-http-method.*|x-original-.*|x-rewrite-.*|(?:transfer|content|proxy|sec|accept|access-control|x-forwarded|capiz)-.*|x-real-ip|accept|.*(?:token|secret|password|credential|api-?key|auth|session-?id|csrf|xsrf).*)$/i;

/** Whether a contract may send a request header of this name. */
export function isOwnHeader(name: string): boolean {
  return !REFUSED_HEADER.test(name);
}

/** Response headers that a reply must not read: cookies, and what belongs to transport or to our server. */
const UNREAD_HEADER =
  /^(?:set-cookie2?|www-authenticate|authentication-info|authorization|proxy-.*|capiz-.*|content-encoding|content-length|content-security-.*|transfer-encoding|connection|cache-control|expires|pragma|age|vary|clear-site-data|refresh|strict-transport-.*|access-control-.*|cross-origin-.*)$/i;

/** The names in the braces of a path. */
export function namesInPath(path: string): readonly string[] {
  return [...path.matchAll(BRACED)].map(([, name = '']) => name);
}

/** The path with one placeholder for every name: two contracts with the same result take the same calls. */
export function withoutNames(path: string): string {
  return path.replace(BRACED, '{}');
}

/** Every text that a path can be: itself, or the entries of a `choose`. */
function pathsIn(raw: unknown): readonly string[] {
  if (typeof raw === 'string') return [raw];
  if (Array.isArray(raw)) return raw.flatMap(pathsIn);
  return isJson(raw) ? ['choose', 'value'].flatMap((name) => pathsIn(raw[name])) : [];
}

/** Checks how `safe`, `keyed`, `effect` and the reply fit the method. */
export function checkMethod(
  { method, safe, keyed, effect, encoding, reply }: Json,
  reader: DeclarationReader,
): void {
  const refuse = (at: string, message: string, help?: string) =>
    reader.report('endpoint/method', at, message, help);
  if (method === 'PUT' || method === 'PATCH' || method === 'DELETE') {
    if (safe === true)
      refuse('/safe', `${method} changes something, so the call is not safe.`, 'write "safe": false');
  }
  if (method === 'PUT' || method === 'DELETE') {
    if (isJson(effect) && effect['is'] === 'counting') {
      const help = 'write "is": "idempotent" and "lost", or use POST';
      refuse('/effect/is', `${method} is idempotent: sending it twice has one effect.`, help);
    }
    if (safe !== true && keyed !== true && effect === undefined) {
      const help = 'add "effect": { "is": "idempotent", "reason": "…", "lost": "…" }, or "keyed": true';
      refuse(
        '/method',
        `${method} is idempotent, but the contract does not say what a visitor reads when the answer is lost.`,
        help,
      );
    }
  }
  if (method === 'DELETE' && encoding !== 'query') {
    refuse('/encoding', 'DELETE has no body (RFC 9110).', 'write "encoding": "query"');
  }
  if (reply === 'image' && method !== 'GET') {
    refuse('/method', 'The browser loads a picture by GET.', 'write "method": "GET"');
  }
}

/** Reads path parameters, members of the query, members that headers have, statuses and messages at fields. */
export function readHttp(
  contract: Json,
  reply: Declared | undefined,
  reader: DeclarationReader,
): {
  -readonly [Member in 'path' | 'query' | 'whole' | 'heard' | 'replies' | 'fields']?: HttpPlan[Member];
} {
  const path = readPath(contract, reader);
  const query = readQuery(contract, path, reader);
  const whole = readWhole(contract, reader);
  const heard = readHeard(contract['reply'], reply, reader);
  const replies = readReplies(contract, reader);
  const fields = readFields(contract['error']);
  return {
    ...(path.length > 0 && { path }),
    ...(query.length > 0 && { query }),
    ...(whole !== undefined && { whole }),
    ...(heard.length > 0 && { heard }),
    ...(replies && { replies }),
    ...(fields && { fields }),
  };
}

function membersOf({ request }: Json): Json {
  return isJson(request) && isJson(request['properties']) ? request['properties'] : {};
}

/** Each name in braces is a required text or Integer, sent only there, in every path that the contract can have. */
function readPath(contract: Json, reader: DeclarationReader): readonly string[] {
  const paths = pathsIn(contract['path']);
  const names = [...new Set(paths.flatMap(namesInPath))];
  const members = membersOf(contract);
  const required = isJson(contract['request']) ? textsIn(contract['request']['required']) : [];
  const refuse = (at: string, message: string, help?: string) =>
    reader.report('endpoint/path-member', at, message, help);
  for (const name of names) {
    const member = Object.hasOwn(members, name) ? members[name] : undefined;
    if (!isJson(member)) {
      refuse(
        '/path',
        `The path has {${name}}, but the request has no member "${name}".`,
        `declare "${name}" in "request"`,
      );
      continue;
    }
    const at = joinPointer('/request/properties', name);
    const isText = member['type'] === 'string' && member['format'] !== 'file';
    if (!isText && (member['type'] !== 'integer' || member['x-unit'] !== undefined))
      refuse(at, `"${name}" is a path parameter, so its type is string or integer.`);
    if (!required.includes(name)) {
      refuse(at, `"${name}" is a path parameter, so it is required.`, `add "${name}" to "required"`);
    }
    if (member['in'] !== undefined || member['wire'] !== undefined || member['absent'] !== undefined) {
      refuse(
        at,
        `"${name}" is a path parameter, so it is sent nowhere else.`,
        'remove "in", "wire" and "absent"',
      );
    }
    if (!paths.every((path) => namesInPath(path).filter((other) => other === name).length === 1)) {
      refuse('/path', `{${name}} must be in each path of the contract exactly once.`);
    }
  }
  return names;
}

/** Checks `in` of the members, and returns those of the query. */
function readQuery(contract: Json, path: readonly string[], reader: DeclarationReader): readonly string[] {
  const query: string[] = [];
  const sent = isJson(contract['headers'])
    ? Object.keys(contract['headers']).map((name) => name.toLowerCase())
    : [];
  for (const [name, member] of Object.entries(membersOf(contract))) {
    if (!isJson(member) || member['in'] === undefined || path.includes(name)) continue;
    const at = joinPointer('/request/properties', name);
    const wire = typeof member['wire'] === 'string' ? member['wire'] : name;
    const isScalar = member['type'] !== 'object' && member['type'] !== 'array' && member['format'] !== 'file';
    if (!isScalar) {
      reader.report(
        'endpoint/member-in',
        `${at}/in`,
        'Only a string, a number or a boolean can be sent in the query or in a header.',
      );
    } else if (member['in'] === 'query') query.push(name);
    else {
      if (
        !/^[A-Za-z][A-Za-z0-9-]{0,63}$/.test(wire) ||
        !isOwnHeader(wire) ||
        sent.includes(wire.toLowerCase())
      )
        reader.report(
          'endpoint/header',
          at,
          `The contract cannot send a header "${wire}" from this member.`,
          'secrets of the service are a setting of the server: CAPIZ_SERVICE_HEADERS',
        );
      sent.push(wire.toLowerCase());
    }
  }
  if (contract['keyed'] === true && sent.length > 0) {
    reader.report(
      'endpoint/header',
      '/keyed',
      'A call with an idempotency key is repeated with the same path and body. Its own headers could have other values in the repetition.',
      'send the value in the body',
    );
  }
  return query;
}

/** The member with `"wire": ""`: its value is the whole answer, so there is nothing beside it but response headers. */
function readWhole(contract: Json, reader: DeclarationReader): string | undefined {
  const { reply } = contract;
  const members = isJson(reply) && isJson(reply['properties']) ? Object.entries(reply['properties']) : [];
  const found = members.find(([, member]) => isJson(member) && member['wire'] === '');
  if (found === undefined || !isJson(reply)) return undefined;
  const [name, member] = found;
  const refuse = (at: string, message: string, help: string) =>
    reader.report('endpoint/whole-answer', at, message, help);
  if (isJson(member) && member['type'] === 'object' && member['properties'] !== undefined) {
    const at = `${joinPointer('/reply/properties', name)}/type`;
    refuse(
      at,
      'A reply that is an object has its own members, so none is the whole answer.',
      'declare the members of the record in "properties" of the reply',
    );
  }
  for (const [other, one] of members) {
    if (other === name || (isJson(one) && one['header'] !== undefined)) continue;
    const at = joinPointer('/reply/properties', other);
    refuse(
      at,
      `"${name}" is the whole answer, so the answer has no member "${other}".`,
      'remove one of the two, or read it from a "header"',
    );
  }
  const { success, once } = contract;
  const elsewhere: readonly (readonly [string, unknown])[] = [
    ['/reply/at', reply['at']],
    ['/success', success],
    ['/once/unless', isJson(once) ? once['unless'] : undefined],
  ];
  for (const [at, given] of elsewhere) {
    if (given === undefined) continue;
    refuse(
      at,
      `"${name}" is the whole answer, so nothing else can be read from it.`,
      'say where the member is in the answer instead: "wire": "/…"',
    );
  }
  return name;
}

/** Members of the reply that response headers have. They may be missing, so none is required. */
function readHeard(
  raw: unknown,
  reply: Declared | undefined,
  reader: DeclarationReader,
): NonNullable<HttpPlan['heard']> {
  const properties = isJson(raw) && isJson(raw['properties']) ? raw['properties'] : {};
  const required = isJson(raw) ? textsIn(raw['required']) : [];
  const shapes = reply?.shape.type === 'record' ? reply.shape.members : [];
  return Object.entries(properties).flatMap(([name, member]) => {
    const header = isJson(member) ? member['header'] : undefined;
    const found = shapes.find((one) => one.name === name);
    if (typeof header !== 'string' || found === undefined) return [];
    const at = joinPointer('/reply/properties', name);
    const { type } = found.shape;
    const refuse = (message: string, help?: string) =>
      reader.report('endpoint/reply-header', `${at}/header`, message, help);
    if (UNREAD_HEADER.test(header)) refuse(`The server does not pass on the header "${header}".`);
    if (required.includes(name) || found.default !== undefined || found.absent !== undefined)
      refuse(
        'A response may lack the header, so this member cannot be required.',
        `remove "${name}" from "required", and "default" and "absent" here`,
      );
    if (type === 'record' || type === 'list' || type === 'map' || type === 'money')
      refuse('A header has a text, a number, a date or an address.');
    return [{ name, header, shape: found.shape }];
  });
}

/** The reply without the members that headers have. Its type keeps them. */
export function withoutHeard(reply: Declared, heard: HttpPlan['heard']): Declared {
  if (heard === undefined) return reply;
  const shape = reply.shape as RecordShape;
  const isHeard = (name: string) => heard.some((one) => one.name === name);
  return { ...reply, shape: { ...shape, members: shape.members.filter(({ name }) => !isHeard(name)) } };
}

function readReplies(contract: Json, reader: DeclarationReader): HttpPlan['replies'] {
  const { replies, reply } = contract;
  if (!isJson(replies)) return undefined;
  const read: { [status: string]: 'same' | 'none' | 'absent' | { readonly code: string } } = {};
  const refuse = (status: string, message: string, help?: string) =>
    reader.report('endpoint/replies', joinPointer('/replies', status), message, help);
  for (const [status, means] of Object.entries(replies)) {
    const isSuccess = status.startsWith('2');
    if (FIXED.includes(status)) refuse(status, `The meaning of ${status} is fixed.`);
    else if (means === 'same' || means === 'none') {
      if (!isSuccess) refuse(status, `${status} is an error status.`, 'write "absent" or { "code": "…" }');
      // A body could say that the call failed.
      const isBodiless = status === '204' || status === '205';
      if (
        means === 'none' &&
        !isBodiless &&
        (contract['success'] !== undefined || contract['once'] !== undefined)
      )
        refuse(
          status,
          `An answer with ${status} may have a body, which "success" or "once" reads.`,
          'write "same"',
        );
      read[status] = means;
    } else if (means === 'absent') {
      if (isSuccess) refuse(status, `${status} is a success status.`, 'write "none" if it has no body');
      else if (status !== '404' && status !== '410')
        refuse(status, `Only 404 and 410 mean that the resource does not exist.`, 'write { "code": "…" }');
      // A repeated call may be refused because an earlier attempt had its effect.
      if (contract['safe'] !== true && contract['method'] !== 'DELETE')
        refuse(
          status,
          'Only a safe call or DELETE can succeed when the resource does not exist.',
          'write { "code": "…" }',
        );
      read[status] = means;
    } else if (isJson(means) && typeof means['code'] === 'string') {
      if (isSuccess) refuse(status, `${status} is a success status; "success" decides about it.`);
      read[status] = { code: means['code'] };
    }
  }
  if (reply === 'image') reader.report('endpoint/replies', '/replies', 'The browser loads a picture itself.');
  return read;
}

/** The form with `at`; a text stays in `error` of the plan. */
function readFields(error: unknown): ErrorFieldsPlan | undefined {
  const fields = isJson(error) ? error['fields'] : undefined;
  if (!isJson(fields)) return undefined;
  const { at, as, message } = fields;
  if (typeof at !== 'string' || (as !== 'map' && as !== 'lists' && as !== 'pointers')) return undefined;
  return { at, as, ...(typeof message === 'string' && { message }) };
}
