import type { Http, HttpReply, HttpRequest } from '#renderer/engine.ts';
import type { GivenReply } from '#src/shared/borrower-data.ts';
import { keyOf } from '#src/shared/first-calls.ts';

/** Calls, some of which were sent in advance. */
export interface AheadHttp extends Http {
  /** Whether every reply in the document was used. */
  hasUsedGiven(): boolean;
  /** Drops unused answers, which are too old now: from here on every call is sent. */
  end(): void;
}

/**
 * Sends requests while the code that uses them is still loading: on a slow network both take equally long. The first
 * identical call receives the answer. A request whose reply is in the document is not sent.
 *
 * @param endings - `countEndings` now: the answer cannot include later successes.
 * @param given - The replies in the document.
 */
export function sendAhead(
  http: Http,
  calls: readonly HttpRequest[],
  endings: number,
  given: readonly GivenReply[] = [],
): AheadHttp {
  const unused = new Map<string, HttpReply>(given);
  const sent = new Map<string, { readonly reply: Promise<HttpReply>; readonly abort: AbortController }>();
  const hold = (key: string, answered: Promise<HttpReply>, abort = new AbortController()) => {
    const reply = answered.then((answer) => ({ ...answer, endings }));
    // The later caller handles the failure.
    reply.catch(() => undefined);
    sent.set(key, { reply, abort });
  };
  // The server also reads what only code that is not loaded yet can ask for.
  for (const [key, reply] of given) hold(key, Promise.resolve(reply));
  for (const call of calls) {
    const key = keyOf(call);
    const abort = new AbortController();
    if (!sent.has(key)) hold(key, http.send(call, abort.signal), abort);
  }
  return {
    ...http,
    send(call, signal) {
      const key = keyOf(call);
      const ahead = call.file === undefined ? sent.get(key) : undefined;
      if (ahead === undefined) return http.send(call, signal);
      sent.delete(key);
      unused.delete(key);
      signal.addEventListener('abort', () => ahead.abort.abort(signal.reason));
      return ahead.reply;
    },
    hasUsedGiven: () => unused.size === 0,
    end: () => sent.clear(),
  };
}
