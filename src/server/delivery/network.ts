import { isIPv4, isIPv6 } from 'node:net';

/** Somebody of whom no address is known, as in a test. */
const UNKNOWN = 'unknown';

/**
 * By what a limit knows whoever asks: an IPv4 address, or the first 64 bits of an IPv6 one, since all that lies below is
 * one customer's to choose from.
 *
 * @param connected - The other end of the connection.
 * @param forwarded - `X-Forwarded-For`, to which each proxy adds whom it has heard.
 * @param proxies - How many of ours stand before this server: only what they wrote is believed.
 */
export function networkOf(
  connected: string | undefined,
  forwarded: string | undefined,
  proxies: number,
): string {
  const told = proxies > 0 ? forwarded?.split(',').at(-proxies)?.trim() : undefined;
  return (told && readNetwork(told)) || (connected && readNetwork(connected)) || UNKNOWN;
}

/** @returns undefined for what is no address. */
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

/** @param address - As a URL has it. @returns its eight groups of four digits. */
function expand(address: string): string[] {
  const [before = '', after] = address.split('::');
  const [first, last] = [before, after ?? ''].map((part) => (part === '' ? [] : part.split(':')));
  const left = after === undefined ? 0 : 8 - (first?.length ?? 0) - (last?.length ?? 0);
  const groups = [...(first ?? []), ...Array.from({ length: left }, () => '0'), ...(last ?? [])];
  return groups.map((group) => group.padStart(4, '0'));
}

/**
 * Whether it is this machine, or a network that is not the world's: behind a proxy of which nobody has told, everybody.
 *
 * @param network - As of `networkOf`.
 */
export function isOwnNetwork(network: string): boolean {
  return (
    network === UNKNOWN ||
    /^(127\.|10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|0000:0000:0000:0000:|f[cd]..:|fe[89ab].:)/.test(
      network,
    )
  );
}
