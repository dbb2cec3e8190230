import { readDeclaration } from '#renderer/grammar/declarations.ts';
import { isJson, type Json } from '#renderer/grammar/json.ts';
import { readReply as readByShape } from '#renderer/plan/read-reply.ts';
import { joinPointer } from '../source.ts';
import type { Findings } from './findings.ts';
import { type Located, resolve, simplify } from './schema.ts';
import { TypeReader } from './type-reader.ts';

/** The members of a contract that say what answers mean, and an example of an answer. */
export interface Answers {
  readonly reply: Json | 'none' | 'image';
  readonly replies?: Json;
  readonly error?: Json;
  readonly fixture?: unknown;
}

/** Reads the answers of an operation. What cannot be carried becomes an answer without a body. */
export function readReplies(
  root: unknown,
  { raw, pointer, method }: { readonly raw: Json; readonly pointer: string; readonly method: string },
  findings: Findings,
): Answers {
  const responses = isJson(raw['responses']) ? Object.entries(raw['responses']) : [];
  const located = responses.flatMap(([status, value]) => {
    const found = resolve(root, { value, pointer: joinPointer(pointer, 'responses', status) }, findings);
    return found === undefined ? [] : [{ status, ...found }];
  });
  const good = located.filter(({ status }) => /^2/.test(status));
  const withBody = good.filter(({ value }) => bodyOf(value) !== undefined);
  const [first, ...others] = withBody;
  for (const { status, pointer: at } of others) {
    findings.leave(
      at,
      `The reply is that of ${first?.status ?? ''}; the record of ${status} is not carried.`,
    );
  }
  const error = located
    .filter(({ status }) => /^(?:[45]|default)/.test(status))
    .map((one) => readError(root, one))
    .find((one) => one !== undefined);
  const answer = first === undefined ? { reply: 'none' as const } : readReply(root, first, findings);
  const empty = good.filter(({ status, value }) => /^2\d\d$/.test(status) && bodyOf(value) === undefined);
  const replies = {
    ...(isJson(answer.reply) ? Object.fromEntries(empty.map(({ status }) => [status, 'none'])) : {}),
    // The service's own code says more than the status.
    ...(error?.['code'] === undefined && answer.reply !== 'image'
      ? readRefusals(located, method, findings)
      : {}),
  };
  return {
    ...(error === undefined ? {} : { error }),
    ...(Object.keys(replies).length === 0 ? {} : { replies }),
    ...answer,
  };
}

/** Statuses that mean the same for all contracts. */
const FIXED: ReadonlySet<string> = new Set(['401', '403', '408', '425', '429']);
/** Codes of the other failures that a client can cause: the names of RFC 9110, 4918, 6585 and 7725. */
const CODES: { readonly [status: string]: string } = {
  400: 'bad-request',
  402: 'payment-required',
  404: 'not-found',
  405: 'method-not-allowed',
  406: 'not-acceptable',
  407: 'proxy-authentication-required',
  409: 'conflict',
  410: 'gone',
  411: 'length-required',
  412: 'precondition-failed',
  413: 'content-too-large',
  414: 'uri-too-long',
  415: 'unsupported-media-type',
  416: 'range-not-satisfiable',
  417: 'expectation-failed',
  421: 'misdirected-request',
  422: 'unprocessable-content',
  423: 'locked',
  424: 'failed-dependency',
  426: 'upgrade-required',
  428: 'precondition-required',
  431: 'request-header-fields-too-large',
  451: 'unavailable-for-legal-reasons',
};
/** A contract has at most 20 statuses; 2xx are among them. */
const MOST_REFUSALS = 15;

/** The statuses of failures as codes: 404 is `not-found`, 412 is `precondition-failed`. */
function readRefusals(
  answers: readonly (Located & { readonly status: string })[],
  method: string,
  findings: Findings,
): Json {
  const refusals = answers.flatMap(({ status, pointer }) => {
    const code = FIXED.has(status) ? undefined : CODES[status];
    return code === undefined ? [] : [{ status, pointer, code }];
  });
  for (const { status, pointer } of refusals.slice(MOST_REFUSALS))
    findings.leave(
      pointer,
      `The contract has codes of ${MOST_REFUSALS} statuses; ${status} is a failure without one.`,
    );
  const kept = refusals.slice(0, MOST_REFUSALS);
  for (const { status, pointer } of kept) {
    const mayBeAbsent = (status === '404' || status === '410') && (method === 'GET' || method === 'DELETE');
    if (mayBeAbsent)
      findings.decide(
        pointer,
        `${status} is a failure. If it is an ordinary answer, write "${status}": "absent" in "replies".`,
      );
  }
  return Object.fromEntries(kept.map(({ status, code }) => [status, { code }]));
}

/** The media type with a body that an answer has: JSON first. */
function bodyOf(response: unknown): readonly [type: string, media: unknown] | undefined {
  const content = isJson(response) && isJson(response['content']) ? Object.entries(response['content']) : [];
  return content.find(([type]) => isJsonType(type)) ?? content[0];
}

function isJsonType(type: string): boolean {
  return /^application\/(?:[\w.-]+\+)?json\b|^\*\/\*/i.test(type);
}

function readReply(root: unknown, response: Located, findings: Findings): Pick<Answers, 'reply' | 'fixture'> {
  const [type = '', media] = bodyOf(response.value) ?? [];
  const at = joinPointer(response.pointer, 'content', type);
  if (/^image\//i.test(type)) return { reply: 'image' };
  const schema = { value: isJson(media) ? media['schema'] : undefined, pointer: joinPointer(at, 'schema') };
  if (!isJsonType(type) || schema.value === undefined) {
    findings.leave(at, 'The answer is not JSON with a schema; the contract has no reply.');
    return { reply: 'none' };
  }
  const typed = new TypeReader(root, findings, 'reply').read(schema, '');
  if (typed === undefined) {
    findings.leave(schema.pointer, 'It cannot be carried; the contract has no reply.');
    return { reply: 'none' };
  }
  const examples = examplesOf(root, { value: media, pointer: at }, findings);
  if (isJson(typed.type['properties'])) return withExample(typed.type, examples, typed.sample);
  const name = typed.type['type'] === 'array' ? 'items' : 'value';
  findings.note(schema.pointer, `The whole answer is the member "${name}" of the reply.`);
  const reply = {
    type: 'object',
    ...(typed.isNullable ? {} : { required: [name] }),
    properties: { [name]: { ...typed.type, wire: '' } },
  };
  const asMember = (value: unknown) => ({ [name]: value });
  return withExample(reply, examples.map(asMember), asMember(typed.sample));
}

/** The reply with the first example that a page could read by it, or else with a value that the import made. */
function withExample(
  reply: Json,
  examples: readonly unknown[],
  made: unknown,
): Pick<Answers, 'reply' | 'fixture'> {
  const shape = readDeclaration(reply, '/reply', { like: () => undefined, report: () => undefined })?.shape;
  const isRead = (value: unknown): boolean => {
    const read = shape && readByShape(value, shape);
    return read?.ok === true && read.drops.length === 0;
  };
  return { reply, fixture: examples.find(isRead) ?? made };
}

/** Examples of an answer: `example`, and the values of `examples`. */
function examplesOf(
  root: unknown,
  { value: media, pointer }: Located,
  findings: Findings,
): readonly unknown[] {
  if (!isJson(media)) return [];
  const named = isJson(media['examples']) ? Object.entries(media['examples']) : [];
  const values = named.map(([name, value]) => {
    const found = resolve(root, { value, pointer: joinPointer(pointer, 'examples', name) }, findings);
    return isJson(found?.value) ? found.value['value'] : undefined;
  });
  return [media['example'], ...values].filter((one) => one !== undefined);
}

/** Where an answer that failed has its code, its words and its messages at fields: RFC 9457, or usual names. */
function readError(root: unknown, response: Located): Json | undefined {
  const [type = '', media] = bodyOf(response.value) ?? [];
  if (!isJson(media) || !isJsonType(type)) return undefined;
  const isProblem = /^application\/problem\+json/i.test(type);
  const names = memberNames(root, media['schema']);
  const message = ['detail', 'message', 'title', 'error'].find((name) => names.has(name));
  const code = ['code', 'type'].find((name) => names.has(name));
  const fields = isProblem && names.has('errors');
  const error = {
    ...(code === undefined ? {} : { code: `/${code}` }),
    ...(message === undefined ? (isProblem ? { message: '/detail' } : {}) : { message: `/${message}` }),
    ...(fields ? { fields: { at: '/errors', as: 'pointers' } } : {}),
  };
  return Object.keys(error).length === 0 ? undefined : error;
}

function memberNames(root: unknown, schema: unknown): ReadonlySet<string> {
  // Its findings do not matter: only usual names are looked for.
  const ignored = { leave: () => undefined };
  const plain = simplify(root, { value: schema, pointer: '' }, ignored);
  const texts = [...(plain?.properties ?? [])].filter(([name, { value }]) => {
    const type = isJson(value) ? value['type'] : undefined;
    return name === 'errors' ? type === 'array' : type === 'string';
  });
  return new Set(texts.map(([name]) => name));
}
