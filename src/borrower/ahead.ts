import type { Http, HttpRequest } from '#renderer/engine.ts';
import { firstRequests } from '#renderer/plan/first-requests.ts';
import type { Plan } from '#renderer/plan/plan.ts';
import { readPlan } from '#renderer/plan/read-plan.ts';
import { type ReleaseDocument, SCREEN_HEADER } from '#src/shared/release.ts';
import { isIncomplete, isSignedOut, screenAt } from './admission.ts';
import { type Parameters, readParameters } from './session.ts';

/** Calls, some of which were sent in advance. */
export interface AheadHttp extends Http {
  /** Drops unused answers, which are too old now: from here on every call is sent. */
  end(): void;
}

/** The requests of the screen at an address, as far as its plan in the document determines them. */
export function callsOf(
  { first, app }: ReleaseDocument,
  session: Parameters,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
): readonly HttpRequest[] {
  const plan = readPlan(first?.plan);
  if (typeof plan === 'string' || plan.id !== screenAt(app.plan, pathname)) return [];
  if (isSignedOut(app.plan, plan, session) || isIncomplete(app.plan, plan, search)) return [];
  const params = readParameters(app.plan, plan.params, search);
  return firstRequests({ app: app.plan, plan, params, session }).map((call) => withScreen(call, plan));
}

/** Adds the header that names the calling screen. */
export function withScreen(call: HttpRequest, { id }: Pick<Plan, 'id'>): HttpRequest {
  return { ...call, headers: { ...call.headers, [SCREEN_HEADER]: id } };
}

/**
 * Sends requests while the code that uses them is still loading: on a slow network both take equally long. The first
 * identical call receives the answer.
 *
 * @param endings - `countEndings` now: the answer cannot include later successes.
 */
export function sendAhead(http: Http, calls: readonly HttpRequest[], endings: number): AheadHttp {
  const sent = new Map(
    calls.map((call) => {
      const abort = new AbortController();
      const reply = http.send(call, abort.signal).then((answer) => ({ ...answer, endings }));
      // The later caller handles the failure.
      reply.catch(() => undefined);
      return [keyOf(call), { reply, abort }];
    }),
  );
  return {
    ...http,
    send(call, signal) {
      const key = keyOf(call);
      const ahead = call.file === undefined ? sent.get(key) : undefined;
      if (ahead === undefined) return http.send(call, signal);
      sent.delete(key);
      signal.addEventListener('abort', () => ahead.abort.abort(signal.reason));
      return ahead.reply;
    },
    end: () => sent.clear(),
  };
}

/** The key of a request, from everything that is sent: equal for identical requests. */
function keyOf({ method, url, headers, body }: HttpRequest): string {
  return JSON.stringify([method, url, headers, body]);
}
