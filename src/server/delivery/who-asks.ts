import type { Context } from 'hono';
import type { Log } from '../log.ts';
import type { Asked } from './asked.ts';
import { isOwnNetwork, networkOf } from './network.ts';
import { askedOf } from './read-asked.ts';

/**
 * By what a limit knows whoever asks.
 *
 * @param proxies - How many proxies of ours stand before this server.
 */
export function whoAsks(context: Context, proxies: number): string {
  return networkOfAsked(askedOf(context), proxies);
}

function networkOfAsked({ connected, header }: Asked, proxies: number): string {
  return networkOf(connected, header('x-forwarded-for'), proxies);
}

/**
 * As `whoAsks`, where it says who that is.
 *
 * @returns undefined where nothing is known: a proxy of which nobody has told stands for all borrowers.
 */
export function addressOfAsked(asked: Asked, proxies: number): string | undefined {
  const network = networkOfAsked(asked, proxies);
  const isTold = proxies > 0 && asked.header('x-forwarded-for') !== undefined;
  return !isTold && isOwnNetwork(network) ? undefined : network;
}

/** @returns what looks at every request, and says once that everybody behind a proxy is one address. */
export function watchForProxies(proxies: number, log: Log): (forwarded: string | undefined) => void {
  let isSaid = proxies > 0;
  return (forwarded) => {
    if (isSaid || forwarded === undefined) return;
    isSaid = true;
    log(
      'A request came by a proxy (X-Forwarded-For), and CAPIZ_PROXIES is not set: every limit takes all who come that way for one address.',
    );
  };
}
