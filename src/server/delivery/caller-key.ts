import type { Context } from 'hono';
import type { Log } from '../log.ts';
import { type Asked, askedOf } from './asked.ts';
import { isOwnNetwork, networkOf } from './network.ts';

/**
 * The key of a request's caller for limits.
 * @param proxies - Number of our own proxies in front of this server.
 */
export function callerKeyOf(context: Context, proxies: number): string {
  return networkOfAsked(askedOf(context), proxies);
}

function networkOfAsked({ connected, header }: Asked, proxies: number): string {
  return networkOf(connected, header('x-forwarded-for'), proxies);
}

/**
 * Like `callerKeyOf`, if the caller's address is known.
 * @returns undefined for the address of an unconfigured proxy, which is shared by all borrowers.
 */
export function addressOfAsked(asked: Asked, proxies: number): string | undefined {
  const network = networkOfAsked(asked, proxies);
  const isTold = proxies > 0 && asked.header('x-forwarded-for') !== undefined;
  return !isTold && isOwnNetwork(network) ? undefined : network;
}

/** @returns a check for every request, which logs once that all clients behind a proxy count as one address. */
export function watchForProxies(proxies: number, log: Log): (forwarded: string | undefined) => void {
  let isLogged = proxies > 0;
  return (forwarded) => {
    if (isLogged || forwarded === undefined) return;
    isLogged = true;
    log(
      'A request came through a proxy (X-Forwarded-For), but CAPIZ_PROXIES is not set: every limit counts all callers behind it as one address.',
    );
  };
}
