import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the ports that Linux gives to outgoing connections (32768 to 60999 by default,
 * https://www.kernel.org/doc/html/latest/networking/ip-sysctl.html, ip_local_port_range): one of those can be taken
 * between the search and the start of the server.
 */
const FIRST = 10_240;
const LAST = 32_000;

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', () => done(false));
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)));
  });
}

/** @returns The first of `count` free ports in a row on 127.0.0.1. */
export async function findFreePorts(count = 1): Promise<number> {
  for (;;) {
    const first = randomInt(FIRST, LAST - count);
    const free = await Promise.all(Array.from({ length: count }, (_, at) => isFree(first + at)));
    if (free.every(Boolean)) return first;
  }
}
