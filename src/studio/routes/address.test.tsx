// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { afterEach, expect, it } from 'vitest';
import { draftInAddress } from '#src/shared/studio-address.ts';
import { type Address, writeAddress } from './address.ts';
import { useAddress } from './use-address.ts';

afterEach(cleanup);

/** Renders `useAddress` at a path below `/studio`. */
function open(path: string) {
  const { hook, searchHook, history } = memoryLocation({ path: `/studio${path}`, record: true });
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <Router base="/studio" {...{ hook, searchHook }}>
      {children}
    </Router>
  );
  return { ...renderHook(useAddress, { wrapper }), history };
}

const SHOWN = { language: 'es', pane: 'json' } as const;
const EVERY: readonly (readonly [string, Address])[] = [
  ['/d1/screens/order', { view: 'screens', draft: 'd1', screen: 'order' }],
  ['/d1/screens/order/paid', { view: 'screens', draft: 'd1', screen: 'order', state: 'paid' }],
  [
    '/d1/screens/order/paid?language=es&pane=json',
    { view: 'screens', draft: 'd1', screen: 'order', state: 'paid', ...SHOWN },
  ],
  ['/d1/states/order', { view: 'states', draft: 'd1', screen: 'order' }],
  ['/d1/add?screen=order', { view: 'add', draft: 'd1', screen: 'order' }],
  [
    '/texts?draft=d1&screen=order&state=paid&language=es&pane=json',
    { view: 'texts', draft: 'd1', screen: 'order', state: 'paid', ...SHOWN },
  ],
  ['/pictures?draft=d1&screen=order', { view: 'pictures', draft: 'd1', screen: 'order' }],
  ['/map?draft=d1&screen=order', { view: 'map', draft: 'd1', screen: 'order' }],
  ['/review?draft=d1&screen=order', { view: 'review', draft: 'd1', screen: 'order' }],
  ['/releases?draft=d1', { view: 'releases', draft: 'd1' }],
  [
    '/releases/0a1b?draft=d1&against=2c3d',
    { view: 'releases', draft: 'd1', release: '0a1b', against: '2c3d' },
  ],
  ['/conflict?draft=d1', { view: 'conflict', draft: 'd1' }],
  ['/d1/screens/a%20%2F%20%26%3F/%25', { view: 'screens', draft: 'd1', screen: 'a / &?', state: '%' }],
];

it.each(EVERY)('%s is read, and written as the same address', (path, address) => {
  const { result } = open(path);
  expect(result.current.address).toEqual(address);
  expect(writeAddress(address)).toBe(path);
  expect(draftInAddress(new URL(`http://own.test/studio${path}`))).toBe('d1');
});

it.each([
  ['?draft=d1', { view: 'screens', draft: 'd1' }],
  ['?draft=d1&language=es', { view: 'screens', draft: 'd1', language: 'es' }],
  ['?new', { view: 'screens', draft: 'new' }],
  ['', { view: 'screens' }],
  ['/', { view: 'screens' }],
])('the older address /studio%s opens a screen', (path, address) => {
  const { result } = open(path);
  expect(result.current).toMatchObject({ isOld: true, address });
  expect(draftInAddress(new URL(`http://own.test/studio${path}`))).toBe(result.current.address?.draft);
});

it.each(['/nothing', '/d1/rooms/order', '/d1/screens/order/paid/more', '/review/more'])(
  '/studio%s is no address of the studio',
  (path) => {
    expect(open(path).result.current.address).toBeUndefined();
  },
);

it('an unknown pane is ignored', () => {
  expect(open('/texts?pane=console').result.current.address).toEqual({ view: 'texts' });
});

it('another screen adds an entry to the history, a replaced address does not', () => {
  const { result, history } = open('/d1/screens/order');
  act(() => result.current.go({ view: 'map', draft: 'd1' }));
  act(() => result.current.go({ view: 'map', draft: 'd1', language: 'es' }, { replace: true }));
  expect(result.current.address).toEqual({ view: 'map', draft: 'd1', language: 'es' });
  expect(history).toEqual(['/studio/d1/screens/order', '/studio/map?draft=d1&language=es']);
});
