import type { CallAnswer } from './keyed-call.ts';

const LARGEST_REPLY_BYTES = 4 * 1024 * 1024;

/** A call to the loan service. */
export interface Sent {
  readonly target: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly body?: ArrayBuffer;
}

export type SentBody = Sent & { readonly body: ArrayBuffer };

/** How a call to the loan service ended; except for `unsent`, it may have had its effect. */
export type Outcome =
  | { readonly is: 'answered'; readonly answer: CallAnswer; readonly retryAfter: string | null }
  | { readonly is: keyof typeof FAILURES };

export const FAILURES = {
  unsent: 'The loan service could not be reached.',
  broken: 'The answer of the loan service was interrupted.',
  late: 'The loan service did not answer in time.',
  redirect: 'The loan service answered with a redirect.',
  large: 'The answer of the loan service is too large.',
} as const;

/** A gateway without a backend, or a service that is overloaded. */
const FOR_NOW: ReadonlySet<number> = new Set([429, 502, 503]);

/** Whether a retry of the read may succeed. A timeout is not retried, because no time is left. */
export function rate(outcome: Outcome) {
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

export async function send(
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
    const answer = {
      status: reply.status,
      type: reply.headers.get('content-type'),
      body: content,
      headers: reply.headers,
    };
    return { is: 'answered', answer, retryAfter: reply.headers.get('retry-after') };
  } catch (error) {
    if (signal.aborted) return { is: 'late' };
    const cause: unknown = error instanceof Error ? error.cause : undefined;
    const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
    return { is: NEVER_CONNECTED.has(code) ? 'unsent' : 'broken' };
  }
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
