import type { FirstRequest } from '#renderer/plan/first-requests.ts';
import { RECEIVED_HEADER } from '#renderer/plan/intent-headers.ts';
import type { GivenReply } from '#src/shared/borrower-data.ts';
import { keyOf } from '#src/shared/first-calls.ts';
import type { CallService } from '../call-service.ts';

export interface FirstDataOptions {
  readonly service: CallService;
  readonly calls: readonly FirstRequest[];
  /** The request of the document: its origin, and the headers that the page's own calls would have. */
  readonly request: Request;
  /** Ends the reads: the time is over, or the borrower has left. */
  readonly signal: AbortSignal;
}

/** Characters of the longest reply that a document carries; a longer one would delay the page that it is for. */
const LARGEST_REPLY = 200_000;

/** Headers of a browser that the loan service may read. */
const BROWSER_HEADERS = ['accept-language', 'user-agent'];

/**
 * Reads the data of the first screen, as its page would.
 * @returns the replies that came in time. A failure is left out: the page reads again and shows it.
 */
export async function readFirstData(options: FirstDataOptions): Promise<readonly GivenReply[]> {
  const replies = await Promise.all(
    options.calls.map((call) => readOne(call, options).catch(() => undefined)),
  );
  return replies.filter((reply) => reply !== undefined);
}

async function readOne(
  call: FirstRequest,
  { service, request, signal }: FirstDataOptions,
): Promise<GivenReply | undefined> {
  const headers = new Headers(call.headers);
  for (const name of BROWSER_HEADERS) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const { method, url, body } = call;
  const sent = new Request(new URL(url, request.url), { method, headers, signal, ...(body && { body }) });
  const ended = new Promise<undefined>((end) => {
    if (signal.aborted) end(undefined);
    signal.addEventListener('abort', () => end(undefined), { once: true });
  });
  const answered = Promise.resolve(service.fetch(sent, { arrived: performance.now() })).then(
    async (reply) => ({
      status: reply.status,
      body: await reply.text(),
      receivedAt: Number(reply.headers.get(RECEIVED_HEADER)) || undefined,
    }),
  );
  const reply = await Promise.race([answered, ended]);
  if (signal.aborted || reply === undefined || reply.status >= 500) return undefined;
  const { status, body: text, receivedAt } = reply;
  if (text.length > LARGEST_REPLY) return undefined;
  return [keyOf(call), { status, body: text, ...(receivedAt !== undefined && { receivedAt }) }];
}
