import type { Context } from 'hono';
import type { Asked } from './asked.ts';
import { askedOf } from './read-asked.ts';
import { addressOf } from './report-tokens.ts';

/**
 * The network address of whoever asks, where it is known.
 *
 * @param proxies - How many proxies of ours stand before this server.
 */
export function whoAsks(context: Context, proxies: number): string | undefined {
  return addressOfAsked(askedOf(context), proxies);
}

export function addressOfAsked({ connected, header }: Asked, proxies: number): string | undefined {
  return addressOf(connected, header('x-forwarded-for'), proxies);
}
