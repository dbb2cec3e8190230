import type { Context, Hono } from 'hono';
import { RECEIVED_HEADER } from '#renderer/plan/intent-headers.ts';
import { type Arrival, createForwarder, type ForwarderOptions } from './forwarder.ts';

interface KeyedCallsOptions
  extends Pick<ForwarderOptions, 'contracts' | 'calls' | 'log' | 'stopping'>,
    Required<Pick<ForwarderOptions, 'now'>> {
  /** The reference loan service. */
  readonly service: Pick<Hono, 'fetch'>;
  readonly arrivalOf: (context: Context) => Arrival;
}

/**
 * Puts the forwarder before the reference loan service too, for calls with an idempotency key: one key and one wish have
 * one effect, whichever device asks. Other calls reach the service directly, so that a scenario can break the
 * connection. Its answers to reads say when they were received, as the forwarder's do.
 */
export function addKeyedCalls(app: Hono, options: KeyedCallsOptions): void {
  const { service, arrivalOf, ...forwarding } = options;
  const { contracts, now } = forwarding;
  if (forwarding.calls === undefined) return;
  const forwarder = createForwarder({
    ...forwarding,
    upstream: 'here',
    // The service keeps keys itself: a call with an unknown outcome may be sent to it again.
    keepsKeys: true,
    fetch: async (target, init) => service.fetch(new Request(target, init)),
  });
  for (const { method, paths, safe } of contracts) {
    for (const path of paths) {
      app.on(method, path, async (context, next) => {
        if (method === 'POST' && context.req.header('idempotency-key') !== undefined) {
          return forwarder.fetch(context.req.raw, arrivalOf(context));
        }
        const receivedAt = now();
        await next();
        if (safe) context.res.headers.set(RECEIVED_HEADER, String(receivedAt));
        return undefined;
      });
    }
  }
}
