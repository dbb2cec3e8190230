import * as v from 'valibot';
import { type Contract, isRecord, type RequestMember } from '#src/shared/contract.ts';
import { isStoredName } from '#src/shared/uploads/upload-names.ts';

/** Members by their plain names, or what is wrong with the request. */
export type ReadRequest =
  | { readonly ok: true; readonly members: { readonly [name: string]: string } }
  | { readonly ok: false; readonly message: string };

/** The parameters that calls with the session's query append to their address. */
const SESSION_QUERY = new Set(
  (
    'deviceId appVersion userId appName sessionId clientType merchantNumber mobilePhone orderId productId ' +
    'withholdingAmount couponId couponMoney'
  ).split(' '),
);

/**
 * Reads a request as its contract describes it, and refuses all others: another encoding, unknown members, a
 * missing header. A refusal names everything that is wrong, so that a person can correct it in one step.
 */
export function readRequest(
  contract: Contract,
  request: Request,
  body: string,
  inPath: { readonly [name: string]: string } = {},
): ReadRequest {
  const query = new URL(request.url).searchParams;
  const sent = readBody(contract, request, query, body);
  const strange =
    contract.encoding === 'query'
      ? []
      : [...query.keys()].filter((name) => !isOfSession(contract, name) && !isIn(contract, name, 'query'));
  const faults = [
    ...findHeaderFaults(contract, request.headers),
    ...(typeof sent === 'string' ? [sent] : []),
    ...(strange.length > 0 ? [`This call has no ${listWords(strange)} in its query.`] : []),
  ];
  const beside = [...Object.entries(inPath), ...readBeside(contract, request, query)];
  const read = typeof sent === 'string' ? [] : readMembers(contract, [...sent, ...beside]);
  if (Array.isArray(read)) faults.push(...read);
  return faults.length > 0 || Array.isArray(read)
    ? { ok: false, message: faults.join(' ') }
    : { ok: true, members: read };
}

function findHeaderFaults({ isPicture, headers }: Contract, sent: Headers): string[] {
  if (isPicture) return [];
  const isMarked = sent.get('x-requested-with') === 'XMLHttpRequest';
  const missing = headers.filter((name) => sent.get(name) === null);
  return [
    ...(isMarked ? [] : ['The header X-Requested-With must be XMLHttpRequest.']),
    ...(missing.length === 1 ? [`The header ${missing[0]} is missing; it may be empty.`] : []),
    ...(missing.length > 1 ? [`The headers ${listWords(missing)} are missing; they may be empty.`] : []),
  ];
}

/** `a`, `a and b`, `a, b and c`. */
function listWords(words: readonly string[]): string {
  const names = [...new Set(words)];
  const last = names.pop() ?? '';
  return names.length === 0 ? last : `${names.join(', ')} and ${last}`;
}

/** @returns the pairs as sent, or what is wrong. */
function readBody(
  contract: Contract,
  request: Request,
  query: URLSearchParams,
  body: string,
): [string, string][] | string {
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
  switch (contract.encoding) {
    case 'query':
      if (body !== '') return 'This call has no body.';
      if (contract.isPicture && !/^\d+$/.test(query.get('t') ?? ''))
        return 'A picture is asked for with a timestamp.';
      return [...query].filter(([name]) =>
        contract.isPicture ? name !== 't' : isMember(contract, name) || !isOfSession(contract, name),
      );
    case 'form':
      if (type !== 'application/x-www-form-urlencoded') return 'The body must be form-encoded.';
      return [...new URLSearchParams(body)];
    case 'json':
      if (type !== 'application/json') return 'The body must be JSON.';
      return readJson(body);
    case 'multipart':
      // `readText` has converted the multipart body to JSON.
      return type === 'multipart/form-data' ? readJson(body) : 'The body must be multipart.';
  }
}

function isIn(contract: Contract, wire: string, place: 'query' | 'header'): boolean {
  return contract.members.some((member) => member.wire === wire && member.in === place);
}

/** Members in headers, and in the query beside a body. */
function readBeside(contract: Contract, { headers }: Request, query: URLSearchParams): [string, string][] {
  return contract.members.flatMap(({ wire, in: place }): [string, string][] => {
    const isBeside = place === 'header' || (place === 'query' && contract.encoding !== 'query');
    const value = place === 'header' ? headers.get(wire) : query.get(wire);
    return isBeside && value !== null ? [[wire, value]] : [];
  });
}

function isMember(contract: Contract, wire: string): boolean {
  return contract.members.some((member) => member.wire === wire);
}

function isOfSession(contract: Contract, name: string): boolean {
  return contract.sessionQuery && SESSION_QUERY.has(name);
}

/** `v.record` would silently drop a member called `constructor`. */
const MEMBERS = v.pipe(
  v.string(),
  v.parseJson(undefined, 'The body is not JSON.'),
  v.custom<{ readonly [name: string]: unknown }>(isRecord, 'The body must be an object.'),
);

function readJson(body: string): [string, string][] | string {
  const read = v.safeParse(MEMBERS, body);
  if (!read.success) return read.issues[0].message;
  return Object.entries(read.output)
    .filter(([, member]) => member !== null)
    .map(([name, member]) => [name, typeof member === 'object' ? JSON.stringify(member) : String(member)]);
}

/** @returns the members by their plain names, or a list of their faults. */
function readMembers(
  contract: Contract,
  sent: readonly (readonly [wire: string, value: string])[],
): { readonly [name: string]: string } | string[] {
  const members: { [name: string]: string } = Object.create(null);
  const faults = new Set<string>();
  const byWire = new Map(contract.members.map((member) => [member.wire, member]));
  for (const [wire, value] of sent) {
    const member = byWire.get(wire);
    const name = member?.name ?? wire;
    // With a spread map any name is allowed; otherwise an unknown name is a mistake of the page.
    if (!member && !byWire.has('spread')) faults.add(`No member is called ${wire}.`);
    else if (Object.hasOwn(members, name)) faults.add(`The member ${wire} was sent twice.`);
    else if (member && !fits(member, value)) faults.add(`The member ${wire} is no ${member.type}.`);
    members[name] = value;
  }
  const missing = contract.members
    .filter(({ name, wire, required }) => required && wire !== 'none' && wire !== 'spread' && !members[name])
    .map(({ wire }) => wire);
  if (missing.length === 1) faults.add(`The member ${missing[0]} is missing.`);
  if (missing.length > 1) faults.add(`The members ${listWords(missing)} are missing.`);
  return faults.size > 0 ? [...faults] : members;
}

function fits(member: RequestMember, value: string): boolean {
  switch (member.type) {
    case 'integer':
      return /^-?\d{1,15}$/.test(value) || (value === '' && !member.required);
    case 'number':
      return (value.trim() !== '' && Number.isFinite(Number(value))) || (value === '' && !member.required);
    case 'boolean':
      return ['true', 'false', '0', '1'].includes(value);
    case 'object':
      return value.startsWith('{');
    case 'array':
      return value.startsWith('[');
    default:
      return true;
  }
}

/**
 * A body as text. A multipart body becomes JSON of its texts; a file becomes `<type> <bytes> <the first bytes in
 * hex>`, and the name under which this server stores it, if it does.
 */
export async function readText({ encoding }: Contract, request: Request): Promise<string> {
  if (encoding !== 'multipart') return request.text();
  let parts: FormData;
  try {
    parts = await request.formData();
  } catch {
    return 'no multipart';
  }
  const read: { [name: string]: string } = {};
  for (const [name, part] of parts) {
    if (typeof part === 'string') read[name] = part;
    else {
      const kept = isStoredName(part.name) ? ` ${part.name}` : '';
      read[name] = `${part.type} ${part.size} ${await beginningOf(part)}${kept}`;
    }
  }
  return JSON.stringify(read);
}

async function beginningOf(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.slice(0, 12).arrayBuffer());
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
