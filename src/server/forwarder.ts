import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Contract } from './contract.ts';
import type { Log } from './log.ts';

export interface ForwarderOptions {
  readonly contracts: readonly Contract[];
  /** Scheme, host and, where the service lives below one, a path. */
  readonly upstream: URL;
  readonly fetch?: typeof fetch;
  /** A line for the operator; carries paths and reasons, no values. */
  readonly log?: Log;
  /** Instead of each contract's own, for tests. */
  readonly timeoutMs?: number;
}

const LARGEST_REQUEST_BYTES = 256 * 1024;
/** Pages make photos smaller before they send them. */
const LARGEST_UPLOAD_BYTES = 4 * 1024 * 1024;
const LARGEST_REPLY_BYTES = 4 * 1024 * 1024;

/**
 * What goes on. Everything else stays here: cookies above all, which on this origin belong to staff, and
 * what tells where a borrower is.
 */
const REQUEST_HEADERS = [
  'accept',
  'accept-language',
  'content-type',
  'idempotency-key',
  'user-agent',
  'x-requested-with',
];
const REPLY_HEADERS = ['content-type', 'retry-after'];

/**
 * Forwards the calls of the endpoint contracts, and nothing else, to the real loan service: path and
 * method are the contract's, the host is fixed, redirects are not followed.
 *
 * What cannot be fetched is 502, what takes too long 504, in the plain words of HTTP: the page takes
 * both for what they are.
 */
export function createForwarder(options: ForwarderOptions): Hono {
  const app = new Hono();
  for (const contract of options.contracts) {
    for (const path of contract.paths) {
      app.on(
        contract.method,
        path,
        bodyLimit({
          maxSize: contract.encoding === 'multipart' ? LARGEST_UPLOAD_BYTES : LARGEST_REQUEST_BYTES,
        }),
        (context) => forward(context.req.raw, path, contract, options),
      );
      app.all(
        path,
        () => new Response('Method not allowed', { status: 405, headers: { Allow: contract.method } }),
      );
    }
  }
  return app;
}

async function forward(
  request: Request,
  path: string,
  contract: Contract,
  { upstream, fetch: send = fetch, log = () => {}, timeoutMs = contract.timeoutMs }: ForwarderOptions,
): Promise<Response> {
  const target = new URL(upstream);
  target.pathname = upstream.pathname.replace(/\/$/, '') + path;
  target.search = new URL(request.url).search;
  const headers = new Headers();
  for (const name of [...REQUEST_HEADERS, ...contract.headers]) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const body = contract.method === 'POST' ? await request.arrayBuffer() : undefined;
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const reply = await send(target, {
      method: contract.method,
      headers,
      redirect: 'manual',
      signal: AbortSignal.any([timeout, request.signal]),
      ...(body !== undefined && { body }),
    });
    if (reply.status >= 300 && reply.status < 400) {
      await reply.body?.cancel();
      return fail(502, 'The loan service answered with a redirect.');
    }
    const content = await readLimited(reply);
    if (content === undefined) return fail(502, 'The answer of the loan service is too large.');
    const kept = new Headers({ 'Cache-Control': 'no-store' });
    for (const name of REPLY_HEADERS) {
      const value = reply.headers.get(name);
      if (value !== null) kept.set(name, value);
    }
    return new Response([204, 205].includes(reply.status) ? null : content, {
      status: reply.status,
      headers: kept,
    });
  } catch {
    if (timeout.aborted) return fail(504, 'The loan service did not answer in time.');
    return fail(502, 'The loan service could not be reached.');
  }

  function fail(status: number, reason: string): Response {
    log(`${contract.method} ${path}: ${reason}`);
    return new Response(reason, { status, headers: { 'Cache-Control': 'no-store' } });
  }
}

/** @returns absent when there is more than the limit; the rest is not read. */
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
