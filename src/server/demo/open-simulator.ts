import { RECEIVED_HEADER } from '#renderer/plan/intent-headers.ts';
import type { AppOptions, SimulatorOptions } from '../app-options.ts';
import type { CallService, ServeCalls } from '../call-service.ts';
import type { Contract } from '#src/shared/contract.ts';
import { takesPath } from '#src/shared/contract-path.ts';
import { createForwarder } from '../forwarder.ts';
import type { Journal } from '#src/simulator/service/journal.ts';
import { createLoanService, createMemory } from '#src/simulator/service/loan-service.ts';
import { Orders } from '#src/simulator/service/orders.ts';

/** The fixtures of a demonstration. */
export type Showcase = Pick<SimulatorOptions, 'scenarios' | 'states' | 'payOrigin'>;

/** The simulated loan service: shared by all releases, so that an order outlives the release in which it began. */
export interface SimulatorService {
  readonly orders: Orders;
  readonly journal: Journal;
  showcase(): Showcase;
  readonly serve: ServeCalls;
}

type Options = Pick<AppOptions, 'releases' | 'places' | 'calls' | 'log' | 'stopping'> &
  Required<Pick<AppOptions, 'now' | 'wait'>>;

/** @param reference - Its fixtures are read again when another release is live. */
export function openSimulator(reference: SimulatorOptions, options: Options): SimulatorService {
  const { releases, places, now, wait } = options;
  const orders = reference.orders ?? new Orders(reference.scenarios);
  const memory = createMemory(orders, now);
  let live = releases.live();
  let current = reference;
  const readCurrent = (): SimulatorOptions => {
    if (releases.live() === live) return current;
    live = releases.live();
    current = { ...reference, ...reference.readAgain?.() };
    orders.useScenarios(current.scenarios);
    return current;
  };
  return {
    ...memory,
    showcase: readCurrent,
    serve(contracts) {
      const { app } = createLoanService({ ...readCurrent(), contracts, places, memory, now, wait });
      return withKeys(app, contracts, options);
    },
  };
}

/**
 * Puts the forwarder in front of the simulated loan service too, for calls with an idempotency key: one key and one
 * wish have one effect, from any device. Other calls reach the service directly, so that a scenario can break the
 * connection. Responses to reads have the time of receipt, like those of the forwarder.
 */
function withKeys(
  service: CallService,
  contracts: readonly Contract[],
  { calls, log, stopping, now }: Options,
): CallService {
  if (calls === undefined) return service;
  const forwarder = createForwarder({
    ...{ contracts, calls, now },
    ...(log && { log }),
    ...(stopping && { stopping }),
    upstream: 'here',
    // The service checks keys itself: a call with an unknown outcome may be sent to it again.
    keepsKeys: true,
    fetch: async (target, init) => service.fetch(new Request(target, init), {}),
  });
  const isRead = ({ method, url }: Request): boolean => {
    const { pathname } = new URL(url);
    return contracts.some((one) => one.safe && one.method === method && takesPath(one, pathname));
  };
  return {
    async fetch(request, environment) {
      if (request.method !== 'GET' && request.headers.has('idempotency-key')) {
        return forwarder.fetch(request, environment);
      }
      const receivedAt = now();
      const response = await service.fetch(request, environment);
      if (isRead(request)) response.headers.set(RECEIVED_HEADER, String(receivedAt));
      return response;
    },
  };
}
