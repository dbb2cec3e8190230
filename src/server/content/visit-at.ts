// A first request may need them, and the server has no later moment to compute it.
import '#renderer/plan/more-functions.ts';
import type { FirstRequest } from '#renderer/plan/first-requests.ts';
import { callsOf } from '#src/shared/first-calls.ts';
import { type Parameters, readParameters, takeSession } from '#src/shared/parameters.ts';
import type { ScreenOfRelease } from './render-content.ts';

/** What an address says about a visit, as its page will read it. */
export interface VisitAt {
  readonly params: Parameters;
  readonly session: Parameters;
  /** The first requests of the screen. */
  readonly calls: readonly FirstRequest[];
}

/**
 * @returns undefined if the page will know more than the address, or if the screen reads no data: then nothing can be
 * read for it.
 */
export function visitAt({ app, plan }: ScreenOfRelease, address: URL): VisitAt | undefined {
  const query = new URLSearchParams(address.search);
  const session = takeSession(app, query);
  const isSession = app.required.length > 0 && app.required.every((name) => session[name] !== undefined);
  // The page finds or makes the id of its device, and sends it with every call.
  const lacksDevice = Object.hasOwn(app.session, 'deviceId') && session['deviceId'] === undefined;
  if (!isSession || lacksDevice) return undefined;
  const search = query.toString();
  const calls = callsOf(app, plan, session, { pathname: address.pathname, search });
  return calls.length === 0
    ? undefined
    : { params: readParameters(app, plan.params, search), session, calls };
}
