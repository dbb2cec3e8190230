import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import type { Asked } from './asked.ts';

/** As the router has it. */
export function askedOf({ req, env }: Context): Asked {
  const { incoming } = (env ?? {}) as { incoming?: { socket?: { remoteAddress?: string } } };
  return {
    method: req.method,
    path: req.path,
    query: new URL(req.url).searchParams,
    header: (name) => req.header(name),
    connected: incoming?.socket?.remoteAddress,
  };
}

/** Neither escaped nor with steps upwards or another host in it: what stands there is meant as it is written. */
const PLAIN_TARGET = /^(\/[\w/-]*(?:\.[\w-]+)*)(?:\?([\w%&+,.:;=@~/-]*))?$/;
/** What `@hono/node-server` looks at no closer either. */
const PLAIN_HOST = /^[a-z0-9._-]+(?::(?:[1-5]\d{3,4}|[6-9]\d{3}))?$/;
const NO_QUERY = new URLSearchParams();

/**
 * As Node has it, without an object of the platform's.
 *
 * @returns undefined for whatever is to be read with more care.
 */
export function readPlainly(incoming: IncomingMessage): Asked | undefined {
  const { method, url = '', headers } = incoming;
  const [, path, query] = PLAIN_TARGET.exec(url) ?? [];
  if (method !== 'GET' || path === undefined || !PLAIN_HOST.test(headers.host ?? '')) return undefined;
  return {
    method,
    path,
    query: query === undefined ? NO_QUERY : new URLSearchParams(query),
    header(name) {
      const value = headers[name];
      return typeof value === 'string' ? value : undefined;
    },
    // No getter, by which the request would become old (0053).
    connected: incoming.socket.remoteAddress,
  };
}
