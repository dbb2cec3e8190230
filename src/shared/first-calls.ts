import { type FirstRequest, firstRequests } from '#renderer/plan/first-requests.ts';
import type { BuiltRequest } from '#renderer/plan/build-request.ts';
import type { AppPlan, Plan } from '#renderer/plan/plan.ts';
import { isIncomplete, isSignedOut, screenAt } from './admission.ts';
import { type Parameters, readParameters } from './parameters.ts';
import { SCREEN_HEADER } from './release.ts';

/**
 * The requests of the screen at an address, as far as its plan determines them. The server and the page compute the
 * same ones.
 */
export function callsOf(
  app: AppPlan,
  plan: Plan,
  session: Parameters,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
): readonly FirstRequest[] {
  if (plan.id !== screenAt(app, pathname)) return [];
  if (isSignedOut(app, plan, session) || isIncomplete(app, plan, search)) return [];
  const params = readParameters(app, plan.params, search);
  return firstRequests({ app, plan, params, session }).map((call) => withScreen(call, plan));
}

/** Adds the header that names the calling screen. */
export function withScreen<Call extends BuiltRequest>(call: Call, { id }: Pick<Plan, 'id'>): Call {
  return { ...call, headers: { ...call.headers, [SCREEN_HEADER]: id } };
}

/** The key of a request, from everything that is sent: equal for identical requests. */
export function keyOf({ method, url, headers, body }: BuiltRequest): string {
  return JSON.stringify([method, url, headers, body]);
}
