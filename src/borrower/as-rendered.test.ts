// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Services } from '#renderer/engine.ts';
import { ENDED_KEY } from '#renderer/plan/endings.ts';
import type { BorrowerData } from '#src/shared/borrower-data.ts';
import { openAsRendered } from './as-rendered.ts';
import { createStoragePort } from './storage.ts';

const RENDERED: BorrowerData = { now: 5_000, origin: window.location.origin, chrome: 'web', replies: [] };

beforeEach(() => {
  vi.stubGlobal('visualViewport', null);
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
});

function open(data: Partial<BorrowerData> = {}) {
  const services = {
    clock: { now: () => 9_000, after: () => () => undefined },
    storage: { session: createStoragePort(sessionStorage), device: createStoragePort(localStorage) },
  } as unknown as Services;
  return openAsRendered(window, services, 'fil', { ...RENDERED, ...data });
}

describe('a page with a rendered screen', () => {
  it('opens it with the time and the device of the server, and later uses its own clock', () => {
    const page = open();
    expect(page?.device).toEqual({
      ...{ online: true, inShell: false, inApp: false, keyboardInset: 0 },
      ...{ language: 'fil', dark: false, textScale: 1 },
    });
    expect(page?.services.clock.now()).toBe(5_000);
    page?.end();
    expect(page?.services.clock.now()).toBe(9_000);
  });

  it('in the shell opens the screen that was rendered for the shell', () => {
    vi.stubGlobal('webkit', { messageHandlers: {} });
    expect(open()).toBeUndefined();
    expect(open({ chrome: 'host' })?.device.inShell).toBe(true);
  });

  it.each<[string, () => void]>([
    ['is offline', () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)],
    [
      'is in an app with its own browser',
      () => vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('MicroMessenger/8.0'),
    ],
  ])('does not open it as rendered if the device %s', (_, change) => {
    change();
    expect(open()).toBeUndefined();
  });

  it.each<[string, Partial<BorrowerData>]>([
    ['with another origin', { origin: 'https://other.example' }],
    ['for the shell', { chrome: 'host' }],
  ])('does not open a screen that was rendered %s', (_, data) => {
    expect(open(data)).toBeUndefined();
  });

  it('has none if only replies are in the document', () => {
    const { chrome: _, ...data } = RENDERED;
    expect(openAsRendered(window, {} as Services, 'fil', data)).toBeUndefined();
  });
});

describe('the first rendering of the page is the server’s', () => {
  it('if nothing is stored that the screen reads', () => {
    localStorage.setItem('capiz:other', '1');
    const page = open();
    expect(page?.services.storage.device.get('capiz:tour')).toBeUndefined();
    expect(page?.isSame()).toBe(true);
  });

  it('if it reads only what has no effect: whose data is stored, and which operations ended', () => {
    const page = open();
    for (const key of ['capiz/owner', ENDED_KEY]) {
      localStorage.setItem(key, 'x');
      expect(page?.services.storage.device.get(key)).toBe('x');
    }
    expect(page?.isSame()).toBe(true);
  });

  it.each(['session', 'device'] as const)('not if the screen reads a value from the %s storage', (kind) => {
    (kind === 'session' ? sessionStorage : localStorage).setItem('capiz:tour', '');
    const page = open();
    expect(page?.isSame()).toBe(true);
    expect(page?.services.storage[kind].get('capiz:tour')).toBe('');
    expect(page?.isSame()).toBe(false);
  });

  it('storage that it writes and removes is the page’s own', () => {
    const page = open();
    page?.services.storage.session.set('capiz:tour', '1');
    expect(sessionStorage.getItem('capiz:tour')).toBe('1');
    page?.services.storage.session.remove('capiz:tour');
    expect(page?.services.storage.session.keys()).toEqual([]);
  });
});
