import type { Context } from 'hono';
import { addressOf } from './report-tokens.ts';

/**
 * The network address of whoever asks, where it is known.
 *
 * @param proxies - How many proxies of ours stand before this server.
 */
export function whoAsks({ req, env }: Context, proxies: number): string | undefined {
  // In a test nobody is connected.
  const { incoming } = (env ?? {}) as { incoming?: { socket?: { remoteAddress?: string } } };
  return addressOf(incoming?.socket?.remoteAddress, req.header('x-forwarded-for'), proxies);
}
