import { type BuiltRequest, buildRequest, contextOf } from './build-request.ts';
import { decodeParameters } from './decode-parameters.ts';
import { Failure } from './expression.ts';
import { withOwn } from './own-app.ts';
import type { AppPlan, Plan } from './plan.ts';
import { computeInputs } from './resource-inputs.ts';
import { createScope } from './scope.ts';

export interface FirstVisit {
  readonly app: AppPlan;
  readonly plan: Plan;
  /** As in `OpenOptions`. */
  readonly params: { readonly [name: string]: string };
  readonly session: { readonly [name: string]: string };
}

export interface FirstRequest extends BuiltRequest {
  readonly timeoutMs: number;
}

/** Roots that are known before a screen opens and do not change on it. */
const GIVEN = /^(params|session|config)\./;

/**
 * The requests that a screen sends when it opens, byte for byte, as far as they depend only on its address
 * and visitor. A page sends them before the engine is loaded.
 */
export function firstRequests({ app, plan, params, session }: FirstVisit): readonly FirstRequest[] {
  const whole = withOwn(app, plan);
  const roots = {
    session: decodeParameters(whole.session, session),
    params: decodeParameters({ ...whole.carried, ...plan.params }, params),
    config: whole.config,
  };
  const scope = createScope(roots);
  return Object.values(plan.data).flatMap((resource) => {
    const endpoint = plan.endpoints[resource.endpoint];
    const isGiven = resource.reads.every((path) => GIVEN.test(path));
    if (endpoint?.safe !== true || endpoint.ahead === false || endpoint.http || endpoint.picture || !isGiven)
      return [];
    const found = computeInputs(resource, scope);
    if (found.is !== 'ready') return [];
    const request = buildRequest(endpoint, found.inputs, contextOf(roots, whole.sessionQuery));
    return request instanceof Failure ? [] : [{ ...request, timeoutMs: endpoint.timeoutMs }];
  });
}
