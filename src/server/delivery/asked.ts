import type { Context } from 'hono';

/** The parts of a request that choose its release. */
export interface Asked {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly header: (name: string) => string | undefined;
  /** Network address of the client; undefined in tests without a connection. */
  readonly connected: string | undefined;
}

export function askedOf({ req, env }: Context): Asked {
  const { incoming } = (env ?? {}) as { incoming?: { socket?: { remoteAddress?: string } } };
  return {
    path: req.path,
    query: new URL(req.url).searchParams,
    header: (name) => req.header(name),
    connected: incoming?.socket?.remoteAddress,
  };
}
