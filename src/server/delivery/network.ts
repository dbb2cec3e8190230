import { isIPv4, isIPv6 } from 'node:net';

/** A caller without a known address, as in a test. */
const UNKNOWN = 'unknown';

/**
 * The key of a caller for limits: an IPv4 address, or the first 64 bits of an IPv6 address, because one customer
 * can choose all addresses below.
 * @param connected - The other end of the connection.
 * @param forwarded - `X-Forwarded-For`, to which each proxy adds the address of its own caller.
 * @param proxies - Number of our own proxies in front of this server: only their entries are trusted.
 */
export function networkOf(
  connected: string | undefined,
  forwarded: string | undefined,
  proxies: number,
): string {
  const told = proxies > 0 ? forwarded?.split(',').at(-proxies)?.trim() : undefined;
  return (told && readNetwork(told)) || (connected && readNetwork(connected)) || UNKNOWN;
}

/** @returns undefined if it is not an address. */
function readNetwork(text: string): string | undefined {
  if (isIPv4(text)) return text;
  const [, mapped] = /^::ffff:([\d.]+)$/i.exec(text) ?? [];
  if (mapped !== undefined && isIPv4(mapped)) return mapped;
  // Some proxies add the port.
  const [, within] = /^\[([^\]]+)\](?::\d+)?$/.exec(text) ?? /^([\d.]+):\d+$/.exec(text) ?? [];
  if (within !== undefined) return readNetwork(within);
  const [address = ''] = text.split('%');
  if (!isIPv6(address)) return undefined;
  const groups = expand(new URL(`http://[${address}]`).hostname.slice(1, -1));
  if (groups.slice(0, 6).join() === '0000,0000,0000,0000,0000,ffff') {
    const bytes = Buffer.from(groups.slice(6).join(''), 'hex');
    return bytes.join('.');
  }
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** @param address - As in a URL. @returns its eight groups of four digits. */
function expand(address: string): string[] {
  const [before = '', after] = address.split('::');
  const [first, last] = [before, after ?? ''].map((part) => (part === '' ? [] : part.split(':')));
  const left = after === undefined ? 0 : 8 - (first?.length ?? 0) - (last?.length ?? 0);
  const groups = [...(first ?? []), ...Array.from({ length: left }, () => '0'), ...(last ?? [])];
  return groups.map((group) => group.padStart(4, '0'));
}

/**
 * Whether it is this machine or a private network, including the shared one of RFC 6598. Behind an
 * unconfigured proxy this is true for every client.
 * @param network - From `networkOf`.
 */
export function isOwnNetwork(network: string): boolean {
  return (
    network === UNKNOWN ||
    /^(127\.|10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|0000:0000:0000:0000:|f[cd]..:|fe[89ab].:)/.test(
      network,
    )
  );
}
