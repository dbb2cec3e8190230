import { lookup, type LookupAddress } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Addresses that are not on the public internet: this machine, private networks, reserved ranges. */
const INSIDE = new BlockList();
const RANGES: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];
for (const [net, bits] of RANGES) INSIDE.addSubnet(net, bits, 'ipv4');

/** Public IPv6 addresses: 2000::/3, without ranges that embed other addresses or are for documentation. */
const WORLD = new BlockList();
WORLD.addSubnet('2000::', 3, 'ipv6');
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  INSIDE.addSubnet(net, bits, 'ipv6');
}

/** Whether an address is on the public internet. */
export function isOutside(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !INSIDE.check(address, 'ipv4');
  return family === 6 && WORLD.check(address, 'ipv6') && !INSIDE.check(address, 'ipv6');
}

/** The reason why nothing was sent. */
export class NotSent extends Error {}

export interface Sending {
  readonly address: URL;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
}

export interface OutsideOptions {
  /** `host:port` of internal hosts that the operator allows, also by http. */
  readonly inside?: ReadonlySet<string>;
  /** Milliseconds. */
  readonly timeoutMs?: number;
  /** Replaces the DNS lookup in tests. */
  readonly resolve?: typeof lookup;
}

const TIMEOUT_MS = 10_000;

/** @returns why the address is not allowed, as far as it shows without a lookup. */
export function findAddressFault(
  { protocol, hostname, host, port, username, password }: URL,
  inside: ReadonlySet<string> = new Set(),
): string | undefined {
  if (username !== '' || password !== '') return 'An address must not contain a user name or password.';
  const isNamed = inside.has(port === '' ? `${host}:${protocol === 'http:' ? 80 : 443}` : host);
  if (isNamed && (protocol === 'http:' || protocol === 'https:')) return undefined;
  if (protocol !== 'https:') return 'An address begins with https://.';
  const literal = hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0 && !isOutside(literal)) return 'This address is internal.';
  return undefined;
}

/**
 * Posts to a host on the internet. The name is checked when the connection is made, so that DNS cannot change in
 * between; redirects are not followed.
 * @returns the status.
 * @throws NotSent if the host is internal, or did not answer.
 */
export function postOutside(
  { address, headers, body }: Sending,
  { inside = new Set(), timeoutMs = TIMEOUT_MS, resolve = lookup }: OutsideOptions = {},
): Promise<number> {
  const fault = findAddressFault(address, inside);
  if (fault !== undefined) return Promise.reject(new NotSent(fault));
  const isPlain = address.protocol === 'http:';
  const isNamed = inside.has(address.port === '' ? `${address.host}:${isPlain ? 80 : 443}` : address.host);
  return new Promise((done, fail) => {
    const request = (isPlain ? requestHttp : requestHttps)(address, {
      method: 'POST',
      headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
      ...(!isNamed && { lookup: outsideOnly(resolve) }),
    });
    request.on('response', (reply) => {
      // The body of the response is ignored.
      reply.destroy();
      done(reply.statusCode ?? 0);
    });
    request.on('error', (error) =>
      fail(
        error instanceof NotSent ? error : new NotSent(`The receiver did not accept it: ${error.message}`),
      ),
    );
    request.end(body);
  });
}

/** Like `dns.lookup`, but only for public addresses: one internal address refuses the name. */
function outsideOnly(resolve: typeof lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error !== null) return callback(error, '', 0);
      const [first] = found;
      if (first === undefined || found.some(({ address }) => !isOutside(address))) {
        return callback(new NotSent('This name resolves to an internal address.'), '', 0);
      }
      return options.all === true ? callback(null, found) : callback(null, first.address, first.family);
    });
  };
}
