import type { AppOptions } from './app-options.ts';
import type { Contract } from '#src/shared/contract.ts';
import { type Arrival, createForwarder, type ForwarderOptions } from './forwarder.ts';
import { createLoanService } from '#src/simulator/service/loan-service.ts';
import type { Scenario } from '#src/simulator/scenarios/scenario.ts';
import { OWN_ANSWERS } from '#src/simulator/service/service-fixtures.ts';
import { RepeatBudget } from './repeat-reads.ts';

/** Answers the calls that the contracts of one release describe. */
export interface CallService {
  fetch(request: Request, environment: Arrival): Response | Promise<Response>;
}

/** Makes the service for the contracts of a release. */
export type ServeCalls = (contracts: readonly Contract[]) => CallService;

/** Contracts that this server answers itself, even with a real loan service. */
const OWN_CONTRACTS = ['cities'];

/** Sends calls to a real loan service. */
export function serveUpstream(
  upstream: Pick<ForwarderOptions, 'upstream' | 'keepsKeys' | 'serviceHeaders'>,
  {
    places,
    calls,
    stopping,
    now,
    wait,
    metrics,
    log = () => {},
  }: Pick<AppOptions, 'places' | 'calls' | 'stopping' | 'log' | 'metrics'> &
    Required<Pick<AppOptions, 'now' | 'wait'>>,
): ServeCalls {
  // Shared by all releases, because there is one loan service.
  const repeats = { budget: new RepeatBudget() };
  const nobody = { scenarios: new Map<string, Scenario>(), service: OWN_ANSWERS, payOrigin: '' };
  return (contracts) => {
    const own = contracts.filter(({ name }) => OWN_CONTRACTS.includes(name));
    const ownPaths = new Set(own.flatMap(({ paths }) => paths));
    const ours = createLoanService({ ...nobody, contracts: own, places, now, wait }).app;
    const forwarder = createForwarder({
      ...upstream,
      ...{ contracts, repeats, log },
      ...(calls && { calls }),
      ...(metrics && { metrics }),
      ...(stopping && { stopping }),
    });
    return {
      fetch(request, environment) {
        const service = ownPaths.has(new URL(request.url).pathname) ? ours : forwarder;
        return service.fetch(request, environment);
      },
    };
  };
}
