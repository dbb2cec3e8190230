import { randomBytes } from 'node:crypto';

/** Names one request in the logs of the proxy, of this server and of the loan service. */
export const REQUEST_ID_HEADER = 'X-Request-Id';
const REQUEST_ID = /^[\w-]{8,64}$/;

/** 12 hexadecimal digits. */
export function makeRequestId(): string {
  return randomBytes(6).toString('hex');
}

/**
 * The id that our proxy has given to a request, or a new one. Without a proxy the header is the caller's, who could
 * write anything into the log.
 */
export function readRequestId(given: string | undefined, proxies = 0): string {
  return proxies > 0 && given !== undefined && REQUEST_ID.test(given) ? given : makeRequestId();
}
