// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen as page } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { drawNodes, drawScreen, fakeNode, fakeScreen } from '../../screen/testing.ts';
import { fetchWidgets } from '../index.ts';

const TITLE = 'Rules of the library';
const ADDRESS = 'https://allowed.example/rules';

const framed = (src: unknown = ADDRESS, on?: object) =>
  drawNodes(fakeNode('frame', { id: 'it', props: { src, title: TITLE }, ...(on && { on: { tap: [] } }) }));
const find = () => page.queryByTitle<HTMLIFrameElement>(TITLE);
const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

beforeEach(() => fetchWidgets(['frame']));
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

describe('Frame: an external page', () => {
  it('is in a sandbox without an origin, and cannot read the page around it', () => {
    framed();
    expect(find()?.getAttribute('sandbox')).toBe('allow-scripts');
    expect(find()?.getAttribute('referrerpolicy')).toBe('no-referrer');
    expect(find()?.src).toBe(ADDRESS);
  });

  it('shows that the page is loading until it has loaded', () => {
    framed();
    expect(page.getByText('Loading…')).toBeDefined();
    fireEvent.load(find() as HTMLIFrameElement);
    expect(page.queryByText('Loading…')).toBeNull();
  });

  it('a page of another host is never requested', () => {
    framed('https://other.example/rules');
    expect(find()).toBeNull();
    expect(page.getByText('This page could not be shown.')).toBeDefined();
  });

  it('a slow page can be retried while it loads, and fails after a minute', () => {
    vi.useFakeTimers();
    framed();
    wait(10_000);
    expect(page.getByText('Still working. You can wait or go back.')).toBeDefined();
    const first = find();
    fireEvent.click(page.getByRole('button', { name: 'Try again' }));
    expect(find()).not.toBe(first);
    expect(page.getByText('Loading…')).toBeDefined();
    wait(60_000);
    expect(find()).toBeNull();
    expect(page.getByText('This page could not be shown.')).toBeDefined();
    fireEvent.click(page.getByRole('button', { name: 'Try again' }));
    expect(find()).not.toBeNull();
  });

  it('a page that navigates to a host that is not listed has failed', () => {
    framed();
    const refused = new Event('securitypolicyviolation');
    act(() => void document.dispatchEvent(Object.assign(refused, { effectiveDirective: 'frame-src' })));
    expect(page.getByText('This page could not be shown.')).toBeDefined();
  });

  describe('bind contains whether the page is shown', () => {
    let isOnline = true;
    beforeEach(() => {
      isOnline = true;
    });

    /** The last written value. */
    function bound(src: string) {
      const live = fakeScreen({
        body: [fakeNode('frame', { id: 'it', bind: ['state', 'shown'], props: { src, title: TITLE } })],
      });
      const canFrame = (address: string) => live.canFrame(address) && isOnline;
      const { unmount } = drawScreen({ ...live, canFrame });
      const written = () => live.asked.filter(([what]) => what === 'write').at(-1)?.[2];
      return { written, unmount };
    }
    const load = () => fireEvent.load(find() as HTMLIFrameElement);
    const refuse = () => {
      const refused = new Event('securitypolicyviolation');
      document.dispatchEvent(Object.assign(refused, { effectiveDirective: 'frame-src' }));
    };
    const tryAgain = () => fireEvent.click(page.getByRole('button', { name: 'Try again' }));

    it('4.59 true after it has loaded, and false when it is no longer rendered', () => {
      const { written, unmount } = bound(ADDRESS);
      expect(written()).toBe(false);
      load();
      expect(written()).toBe(true);
      unmount();
      expect(written()).toBe(false);
    });

    it.each(['https://other.example/rules', 'javascript:alert(1)', ''])(
      'false at the address "%s"',
      (src) => {
        const { written } = bound(src);
        expect([find(), written()]).toEqual([null, false]);
        tryAgain();
        expect([find(), written()]).toEqual([null, false]);
      },
    );

    it('false when offline, and true after a successful retry', () => {
      isOnline = false;
      const { written } = bound(ADDRESS);
      expect([find(), written()]).toEqual([null, false]);
      isOnline = true;
      tryAgain();
      expect(written()).toBe(false);
      load();
      expect(written()).toBe(true);
    });

    it('false if the connection is lost during loading, whatever the browser loads instead', () => {
      const { written } = bound(ADDRESS);
      isOnline = false;
      load();
      expect(written()).toBe(false);
      expect(page.getByText('This page could not be shown.')).toBeDefined();
    });

    it('false while nothing loads, after 10 s and after a minute, and true when it loads late', () => {
      vi.useFakeTimers();
      const { written } = bound(ADDRESS);
      wait(10_000);
      expect(written()).toBe(false);
      wait(60_000);
      expect(written()).toBe(false);
      tryAgain();
      wait(11_000);
      expect(written()).toBe(false);
      load();
      expect(written()).toBe(true);
      wait(60_000);
      expect(written()).toBe(true);
    });

    it('false if the policy refuses a navigation of the page, and true after a successful retry', () => {
      const { written } = bound(ADDRESS);
      load();
      act(refuse);
      expect(written()).toBe(false);
      tryAgain();
      expect(written()).toBe(false);
      load();
      expect(written()).toBe(true);
    });

    it('false if a refusal and the load of its error page come together', () => {
      const { written } = bound(ADDRESS);
      act(() => {
        const frame = find();
        refuse();
        frame?.dispatchEvent(new Event('load'));
      });
      expect(written()).toBe(false);
      expect(page.getByText('This page could not be shown.')).toBeDefined();
    });
  });

  it('its tap list continues, whatever state the page is in', async () => {
    const { live } = framed('https://other.example/rules', {});
    await userEvent.click(page.getByRole('button', { name: 'Open in browser' }));
    expect(live.asked).toEqual([['emit', 'it', 'tap']]);
    cleanup();
    framed();
    expect(page.queryByRole('button', { name: 'Open in browser' })).toBeNull();
  });
});
