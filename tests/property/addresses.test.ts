import { describe, expect, it } from 'vitest';
import { isFrameable, readDestination } from '#renderer/runtime/addresses.ts';
import { isUrl } from '#renderer/plan/url.ts';
import { reportFigures } from '#tests/reliability/figures.ts';
import { hostileAddresses } from './hostile-addresses.ts';

/* Check 22, addresses: no address from a service leads to an unlisted host. */

const ORIGIN = 'https://page.test';
const ALLOWED = 'pay.partner.test';
const HOSTS = [ALLOWED, 'pay.other.test:8443'];

const hostile = hostileAddresses(ALLOWED);

/** The target of an address that the page would open, as the browser parses it. */
function leadsTo(address: string): string | undefined {
  const to = readDestination(address, ORIGIN, HOSTS);
  return to === undefined
    ? undefined
    : to.kind === 'own'
      ? to.url.origin
      : to.kind === 'foreign'
        ? new URL(to.url).host
        : to.url;
}

describe('an address of a service', () => {
  it('is neither opened nor framed, unless its host is exactly a listed one', () => {
    const opened = hostile.filter(({ address }) => leadsTo(address) !== undefined);
    const framed = hostile.filter(({ address }) => isFrameable(address, ORIGIN, HOSTS));
    // An address in a reply is at most an http URL, so that an image with it runs no script.
    const run = hostile.filter(
      ({ address }) => isUrl(address) && !/^(https?:\/\/[^\s\\]+|\/[^/\\].*|\/)$/i.test(address),
    );
    const classes = [...new Set(hostile.map(({ class: kind }) => kind))];
    reportFigures({
      ...{
        check: 22,
        part: 'addresses',
        addresses: hostile.length,
        opened: opened.length,
        framed: framed.length,
      },
      classes: Object.fromEntries(
        classes.map((kind) => [kind, hostile.filter((one) => one.class === kind).length]),
      ),
    });
    expect(opened).toEqual([]);
    expect(framed).toEqual([]);
    expect(run).toEqual([]);
    expect(hostile.length).toBeGreaterThanOrEqual(120);
  });

  it('of a listed host opens unchanged', () => {
    const paths = ['', '/', '/a/b?c=d&e=%20#f', '/?q=javascript:alert(1)', '/@user', '/a;b=c', '/%2e%2e/'];
    const good = HOSTS.flatMap((host) =>
      paths.flatMap((path) => [
        `https://${host}${path}`,
        `http://${host}${path}`,
        `HTTPS://${host.toUpperCase()}${path}`,
      ]),
    );
    expect(good.filter((address) => !HOSTS.includes(leadsTo(address) ?? ''))).toEqual([]);
    expect(good.filter((address) => !isFrameable(address, ORIGIN, HOSTS))).toEqual([]);
  });

  it('the check detects a comparison of only the beginning or a part of an address', () => {
    const careless: readonly ((address: string) => boolean)[] = [
      (address) => address.startsWith(`https://${ALLOWED}`),
      (address) => address.includes(ALLOWED),
      (address) => !/^javascript:/.test(address),
      (address) => {
        try {
          return new URL(address, ORIGIN).host === ALLOWED;
        } catch {
          return false;
        }
      },
    ];
    for (const judge of careless)
      expect(hostile.filter(({ address }) => judge(address)).length).toBeGreaterThan(0);
  });
});
