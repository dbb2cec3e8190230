import type { Value } from './expression.ts';
import { limits } from './limits.generated.ts';
import { parseReply } from './parse-reply.ts';
import type { EndpointPlan } from './plan.ts';
import { readPointer, toScalarText } from './pointer.ts';
import type { ActionError } from './problem.ts';
import { type Mismatch, readReply } from './read-reply.ts';
import { isRefusedName } from './value.ts';

export type EnvelopeResult =
  | { readonly ok: true; readonly value?: Value; readonly drops: readonly Mismatch[] }
  | FailedEnvelope;

interface FailedEnvelope {
  readonly ok: false;
  readonly error: ActionError;
  /** Messages by field name, if the contract says where replies have them. */
  readonly fields?: { readonly [name: string]: string };
  /**
   * The result of the success rule for a 2xx answer; without it the answer leaves open whether the call
   * succeeded.
   */
  readonly verdict?: 'yes' | 'no';
  readonly drops: readonly Mismatch[];
}

/**
 * Interprets an answer of the server by its endpoint's contract.
 *
 * - status 500 and above, and anything that is neither 2xx nor 4xx: `server`
 * - 401 and 403: `refused` with the status as code: the session is no longer valid
 * - other 4xx: `business` if the body has the contract's message, else `server`
 * - 2xx without a body, if the contract expects none: success
 * - 2xx that is not JSON, or does not say whether it succeeded: `invalid-reply` with the pointer
 * - 2xx that the success rule rejects: `business` with code and message
 * - 2xx that the rule accepts, but whose reply does not fit: `invalid-reply` with the first pointer
 */
export function readEnvelope(endpoint: EndpointPlan, status: number, bodyText: string): EnvelopeResult {
  const parsed = parseReply(bodyText);
  const json = parsed.ok ? parsed.json : undefined;
  const said = readError(endpoint, json);
  if (status === 401 || status === 403) {
    return refuse({ ...said, kind: 'refused', code: String(status) });
  }
  if (status < 200 || status >= 300) {
    const isBusiness = status >= 400 && status < 500 && said.message !== undefined;
    return refuse({ kind: isBusiness ? 'business' : 'server', ...said }, endpoint, json);
  }
  if (!parsed.ok) {
    if (parsed.reason === 'empty' && endpoint.empty) return DONE;
    return refuse({ kind: 'invalid-reply', code: parsed.reason, pointer: '' });
  }
  if (endpoint.success !== undefined) {
    const verdict = toScalarText(readPointer(json, endpoint.success.at));
    if (verdict === undefined && said.message === undefined) {
      return refuse({ kind: 'invalid-reply', pointer: endpoint.success.at });
    }
    if (verdict === undefined) return refuse({ kind: 'business', ...said }, endpoint, json);
    if (!endpoint.success.is.includes(verdict)) {
      return { ...refuse({ kind: 'business', ...said }, endpoint, json), verdict: 'no' };
    }
  }
  const read = endpoint.empty ? DONE : readReply(json, endpoint.reply);
  if (read.ok) return read;
  const error: ActionError = { kind: 'invalid-reply', pointer: read.pointer };
  return { ok: false, error, ...(endpoint.success && { verdict: 'yes' as const }), drops: read.drops };
}

/** The result of a call whose answer has nothing to read. */
const DONE = { ok: true, value: {}, drops: [] } as const;

function readError(endpoint: EndpointPlan, json: unknown): { code?: string; message?: string } {
  const read = (pointer: string | undefined) => {
    const text = pointer === undefined ? undefined : toScalarText(readPointer(json, pointer));
    return text === undefined || text === '' ? undefined : text.slice(0, limits.text);
  };
  const code = read(endpoint.error?.code);
  const message = read(endpoint.error?.message);
  return { ...(code !== undefined && { code }), ...(message !== undefined && { message }) };
}

function refuse(error: ActionError, endpoint?: EndpointPlan, json?: unknown): FailedEnvelope {
  const pointer = endpoint?.error?.fields;
  const found = pointer === undefined ? undefined : readPointer(json, pointer);
  if (typeof found !== 'object' || found === null || Array.isArray(found)) {
    return { ok: false, error, drops: [] };
  }
  const fields: { [name: string]: string } = {};
  for (const [name, message] of Object.entries(found)) {
    const text = toScalarText(message);
    if (text !== undefined && text !== '' && !isRefusedName(name)) fields[name] = text.slice(0, limits.text);
  }
  return { ok: false, error, fields, drops: [] };
}
