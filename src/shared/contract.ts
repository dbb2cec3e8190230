import { type ParseError, parse } from 'jsonc-parser';
import type { AppPlan, HttpMethod } from '#renderer/plan/plan.ts';
import { inRouteOrder } from './contract-path.ts';
import { readUploadFields } from './uploads/upload-fields.ts';
import { IMAGE_TYPES, type UploadType } from './uploads/upload-names.ts';

/** One call of the loan service, from `schemas/api/<name>.endpoint.json`. */
export interface Contract {
  readonly name: string;
  readonly method: HttpMethod;
  /** Every possible path of the call; one, unless the contract chooses. A segment may be a name in braces. */
  readonly paths: readonly string[];
  readonly encoding: 'query' | 'form' | 'json' | 'multipart';
  /** Headers that the call always carries, possibly empty. */
  readonly headers: readonly string[];
  /** Headers that the call may carry besides, in lower case. */
  readonly moreHeaders?: readonly string[];
  /** Response headers that the page reads, by the member of the reply that has their value. */
  readonly heard?: { readonly [member: string]: string };
  /** The member of the reply that is the whole answer; in fixtures it is a member of a record. */
  readonly whole?: string;
  /** What a status means. */
  readonly replies?: { readonly [status: string]: 'same' | 'none' | 'absent' | { readonly code: string } };
  readonly sessionQuery: boolean;
  readonly keyed: boolean;
  /** It changes nothing, so it may be repeated. */
  readonly safe: boolean;
  /** Only the open screen sends it: the call itself ends or changes something. */
  readonly prefetch?: false;
  readonly timeoutMs: number;
  readonly members: readonly RequestMember[];
  readonly success?: AnswerMatch;
  /** A success ends the wish, except for the answers of `unless`, and is stored for `forMs`. */
  readonly once?: { readonly forMs: number; readonly unless?: AnswerMatch };
  /** No body is expected: a 2xx without a body is a success. */
  readonly isEmpty?: true;
  readonly error: { readonly code?: string; readonly message?: string; readonly fields?: ErrorFields };
  /** JSON Pointer of the reply's data in the envelope. */
  readonly replyAt: string;
  /** Requested by an image element of the page, without our headers and with a timestamp. */
  readonly isPicture: boolean;
  /** The types of files that the call accepts: those of the project's fields that use it. */
  readonly takes: readonly UploadType[];
}

/** A JSON Pointer into a response, and the values that match there, compared as strings. */
export interface AnswerMatch {
  readonly at: string;
  readonly is: readonly string[];
}

export interface RequestMember {
  readonly name: string;
  readonly wire: string;
  readonly type: string;
  readonly required: boolean;
  /** A file, in a multipart body. */
  readonly isFile: boolean;
  /** Where it is sent, if not as the encoding says. */
  readonly in?: 'path' | 'query' | 'header';
}

/** Where and how a refusal names members of the request. */
export interface ErrorFields {
  /** JSON Pointer. */
  readonly at: string;
  readonly as: 'map' | 'lists' | 'pointers';
  /** Of `pointers`: the member of each object with its message. */
  readonly message: string;
}

/** Headers of client one (JSON) and of client two (form). */
const CLIENT_HEADERS = { json: ['building', 'gather'], form: ['swift', 'eyes'] } as const;
const DEFAULT_TIMEOUT_MS = 60_000;
const MINUTE_MS = 60_000;
const CONTRACTS = 'schemas/api/';

function readErrorFields(fields: unknown): { readonly fields?: ErrorFields } {
  if (typeof fields === 'string') return { fields: { at: fields, as: 'map', message: '' } };
  if (!isRecord(fields) || typeof fields['at'] !== 'string') return {};
  const { at, as, message = 'detail' } = fields;
  return { fields: { at, as: as === 'lists' || as === 'pointers' ? as : 'map', message: String(message) } };
}

/** Configuration values by `<group>.<name>`, for paths that name one. */
export type ConfigTexts = { readonly [path: string]: string };

/** String values of the configuration, by `<group>.<name>`. */
export function textsOf(app: AppPlan): ConfigTexts {
  const texts: { [path: string]: string } = {};
  for (const [group, values] of Object.entries(app.config)) {
    for (const [name, value] of Object.entries(values)) {
      if (typeof value === 'string') texts[`${group}.${name}`] = value;
    }
  }
  return texts;
}

/**
 * Reads every contract of a project, ordered by file.
 * @param files - Documents by path; only contracts, screens and parts are read.
 * @throws Error naming the file that is not JSON or lacks a required member.
 */
export function readContracts(files: ReadonlyMap<string, Uint8Array>, config: ConfigTexts = {}): Contract[] {
  const fields = readUploadFields(files);
  return [...files]
    .filter(([path]) => path.startsWith(CONTRACTS) && path.endsWith('.endpoint.json'))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, bytes]) => {
      const contract = readContract(new TextDecoder().decode(bytes), path.slice(CONTRACTS.length), config);
      return { ...contract, takes: fields.get(contract.name) ?? contract.takes };
    });
}

export function readContract(text: string, file: string, config: ConfigTexts = {}): Contract {
  const errors: ParseError[] = [];
  const source: unknown = parse(text, errors, { allowTrailingComma: true });
  if (errors.length > 0 || !isRecord(source)) throw new Error(`${file} is not a JSON object.`);
  const { name, method, encoding, client, request, success, error, once, reply } = source;
  if (
    typeof name !== 'string' ||
    !isMethod(method) ||
    (encoding !== 'query' && encoding !== 'form' && encoding !== 'json' && encoding !== 'multipart') ||
    (client !== 'json' && client !== 'form') ||
    !isRecord(request)
  ) {
    throw new Error(`${file} lacks name, method, encoding, client or request.`);
  }
  const paths = readPaths(source.path, config);
  if (paths.length === 0) throw new Error(`${file} has no path that can be known ahead.`);
  return {
    name,
    method,
    paths,
    encoding,
    headers: CLIENT_HEADERS[client],
    sessionQuery: source.sessionQuery === true,
    keyed: source.keyed === true,
    safe: source.safe === true,
    // The contracts of releases of grammar 4 say "ahead".
    ...((source.prefetch ?? source.ahead) === false && { prefetch: false as const }),
    timeoutMs: typeof source.timeoutMs === 'number' ? source.timeoutMs : DEFAULT_TIMEOUT_MS,
    members: readMembers(request, paths),
    ...readHttp(source, request),
    ...(isRecord(success) && { success: readSaid(success) }),
    ...(isRecord(once) && typeof once.forMinutes === 'number' && { once: readOnce(once, once.forMinutes) }),
    ...(reply === 'none' && { isEmpty: true as const }),
    error: isRecord(error)
      ? {
          ...(typeof error.code === 'string' && { code: error.code }),
          ...(typeof error.message === 'string' && { message: error.message }),
          ...readErrorFields(error.fields),
        }
      : {},
    isPicture: reply === 'image',
    takes: IMAGE_TYPES,
    replyAt: isRecord(reply) && typeof reply.at === 'string' ? reply.at : '',
  };
}

function readSaid({ at, is }: { readonly [name: string]: unknown }): AnswerMatch {
  return { at: String(at), is: texts(is) };
}

function readOnce(
  { unless }: { readonly [name: string]: unknown },
  minutes: number,
): NonNullable<Contract['once']> {
  return { forMs: minutes * MINUTE_MS, ...(isRecord(unless) && { unless: readSaid(unless) }) };
}

function readMembers(
  request: { readonly [name: string]: unknown },
  paths: readonly string[],
): RequestMember[] {
  const required = texts(request.required);
  const properties = isRecord(request.properties) ? request.properties : {};
  return Object.entries(properties).map(([name, member]) => ({
    name,
    wire: isRecord(member) && typeof member.wire === 'string' ? member.wire : name,
    type: isRecord(member) && typeof member.type === 'string' ? member.type : 'string',
    required: required.includes(name),
    isFile: isRecord(member) && member.format === 'file',
    ...placeOf(name, member, paths),
  }));
}

/** Where a member is sent that the encoding does not send. */
function placeOf(name: string, member: unknown, paths: readonly string[]): Pick<RequestMember, 'in'> {
  if (paths.some((path) => path.includes(`{${name}}`))) return { in: 'path' };
  const place = isRecord(member) ? member.in : undefined;
  return place === 'query' || place === 'header' ? { in: place } : {};
}

const METHODS: readonly unknown[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] satisfies HttpMethod[];

function isMethod(method: unknown): method is HttpMethod {
  return METHODS.includes(method);
}

/** Headers of the contract and of its reply, and what statuses mean. */
function readHttp(
  { headers, replies, reply }: { readonly [name: string]: unknown },
  request: { readonly [name: string]: unknown },
): Pick<Contract, 'moreHeaders' | 'heard' | 'whole' | 'replies'> {
  const members = isRecord(request.properties) ? Object.entries(request.properties) : [];
  const sent = members.flatMap(([name, member]) =>
    isRecord(member) && member.in === 'header' ? [typeof member.wire === 'string' ? member.wire : name] : [],
  );
  const more = [...(isRecord(headers) ? Object.keys(headers) : []), ...sent];
  const properties = isRecord(reply) && isRecord(reply.properties) ? Object.entries(reply.properties) : [];
  const heard = properties.flatMap(([name, member]) =>
    isRecord(member) && typeof member.header === 'string' ? [[name, member.header] as const] : [],
  );
  const [whole] = properties.find(([, member]) => isRecord(member) && member.wire === '') ?? [];
  return {
    ...(whole !== undefined && { whole }),
    ...(more.length > 0 && { moreHeaders: more.map((name) => name.toLowerCase()) }),
    ...(heard.length > 0 && { heard: Object.fromEntries(heard) }),
    // The checker accepted it.
    ...(isRecord(replies) && { replies: replies as NonNullable<Contract['replies']> }),
  };
}

/** The methods of all contracts, by path. */
export function methodsByPath(contracts: readonly Contract[]): ReadonlyMap<string, ReadonlySet<string>> {
  const methods = new Map<string, Set<string>>();
  for (const { contract, path } of inRouteOrder(contracts)) {
    const { method } = contract;
    methods.set(path, (methods.get(path) ?? new Set()).add(method));
  }
  return methods;
}

/** A path is a string or a `choose` of strings; a string may be one `${config.<group>.<name>}`. */
function readPaths(source: unknown, config: ConfigTexts): string[] {
  if (typeof source === 'string') {
    const named = /^\$\{config\.([\w.]+)\}$/.exec(source)?.[1];
    const path = named === undefined ? source : config[named];
    return path?.startsWith('/') && !path.includes('${') ? [path] : [];
  }
  if (isRecord(source) && Array.isArray(source.choose)) {
    return source.choose.flatMap((entry: unknown) =>
      readPaths(isRecord(entry) ? entry.value : entry, config),
    );
  }
  return [];
}

export function isRecord(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
