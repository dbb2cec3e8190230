import { describe, expect, it } from 'vitest';
import { isOwnNetwork, networkOf } from './network.ts';
import { addressOfAsked, watchForProxies } from './caller-key.ts';

describe('the caller of a request', () => {
  it.each([
    ['203.0.113.7', undefined, 0, '203.0.113.7'],
    ['::ffff:203.0.113.7', undefined, 0, '203.0.113.7'],
    ['::ffff:cb00:7107', undefined, 0, '203.0.113.7'],
    ['2001:db8::1', undefined, 0, '2001:0db8:0000:0000::/64'],
    ['2001:DB8:0:0:ffff:ffff:ffff:ffff', undefined, 0, '2001:0db8:0000:0000::/64'],
    ['2001:db8:0:1::1', undefined, 0, '2001:0db8:0000:0001::/64'],
    ['fe80::1%eth0', undefined, 0, 'fe80:0000:0000:0000::/64'],
    // Anyone can send the header, so it is ignored without our own proxies.
    ['203.0.113.7', '198.51.100.1', 0, '203.0.113.7'],
    ['10.0.0.2', '198.51.100.1, 203.0.113.7', 1, '203.0.113.7'],
    ['10.0.0.2', '198.51.100.1, 203.0.113.7, 10.0.0.3', 2, '203.0.113.7'],
    ['10.0.0.2', '203.0.113.7:50123', 1, '203.0.113.7'],
    ['10.0.0.2', '[2001:db8::9]:50123', 1, '2001:0db8:0000:0000::/64'],
    // A text that is not an address does not become a separate caller.
    ['10.0.0.2', 'made up', 1, '10.0.0.2'],
    ['10.0.0.2', undefined, 1, '10.0.0.2'],
    [undefined, undefined, 0, 'unknown'],
  ])('is identified at %s with %s and %i proxies as %s', (connected, forwarded, proxies, network) => {
    expect(networkOf(connected, forwarded, proxies)).toBe(network);
  });

  it.each([
    '127.0.0.1',
    '::1',
    '10.0.0.2',
    '172.20.1.1',
    '100.64.0.1',
    '100.127.255.9',
    '::ffff:192.168.1.4',
    'fd12::1',
    'fe80::1',
    undefined,
  ])('has no public address at %s', (connected) => {
    expect(isOwnNetwork(networkOf(connected, undefined, 0))).toBe(true);
    const asked = { method: 'GET', path: '/', query: new URLSearchParams(), connected };
    expect(addressOfAsked({ ...asked, header: () => undefined }, 0)).toBeUndefined();
  });

  it.each([
    '203.0.113.7',
    '172.32.0.1',
    '100.63.0.1',
    '100.128.0.1',
    '2001:db8::1',
    'fc::1',
    '::ffff:9.9.9.9',
    '64:ff9b::1',
  ])('has a public address at %s', (connected) =>
    expect(isOwnNetwork(networkOf(connected, undefined, 0))).toBe(false),
  );
});

it.each([
  [0, [undefined, '203.0.113.7', '203.0.113.8'], 1],
  [1, ['203.0.113.7'], 0],
] as const)(
  'with %i proxies in the settings and the forwarded addresses %j, the missing setting is logged %i times',
  (proxies, forwarded, times) => {
    const lines: string[] = [];
    const watch = watchForProxies(proxies, (line) => lines.push(line));
    for (const one of forwarded) watch(one);
    expect(lines.filter((line) => line.includes('CAPIZ_PROXIES')).length).toBe(times);
  },
);
