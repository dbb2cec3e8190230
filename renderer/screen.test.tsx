// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen as page, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { FrameProps } from './frame/frame.tsx';
import { pulledPx } from './screen/use-pull.ts';
import { drawScreen, fakeNode, fakeOverlay, fakeRepeat, fakeScreen } from './screen/testing.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const text = (words: string, id = words) =>
  fakeNode('text', { id, props: { text: words, style: 'body', tone: 'neutral' } });
const button = (words: string, id = words) =>
  fakeNode('button', { id, props: { text: words, emphasis: 'primary' }, on: { tap: [] }, critical: true });
/** Throws when it is rendered: its rows are not a list. */
const broken = (more: object = {}) => fakeNode('rows', { id: 'broken', props: { look: 'rows' }, ...more });
const reports = (live: { asked: readonly (readonly unknown[])[] }) =>
  live.asked.filter(([what]) => what === 'report');

describe('A change re-renders exactly its readers', () => {
  function count() {
    const drawn: string[] = [];
    const Counting = ({ instance, children }: FrameProps) => {
      drawn.push(instance);
      return children;
    };
    return { drawn, Counting };
  }
  const section = (look: string, ...body: ReturnType<typeof text>[]) =>
    fakeNode('section', { id: 'section', props: { look }, slots: { body } });

  it('re-renders a node only when its own snapshot changes', () => {
    const { drawn, Counting } = count();
    const [first, second] = [text('First'), text('Second')];
    drawScreen(fakeScreen({ body: [section('card', first, second)], bar: [button('Lend')] }), {
      frame: Counting,
    });
    expect(drawn.sort()).toEqual(['First', 'Lend', 'Second', 'section']);

    drawn.length = 0;
    act(() => second.set({ props: { text: 'Changed', style: 'body', tone: 'neutral' } }));
    expect(drawn).toEqual(['Second']);
    expect(page.getByText('Changed')).toBeDefined();
  });

  it('re-renders neither nodes nor an open overlay when the title changes', () => {
    const { drawn, Counting } = count();
    const sheet = fakeNode('sheet', {
      id: 'sheet',
      props: { title: 'Shelves' },
      slots: { body: [text('In')] },
    });
    const live = fakeScreen({ body: [text('First')], surface: { overlays: [fakeOverlay(sheet)] } });
    drawScreen(live, { frame: Counting });
    drawn.length = 0;
    act(() => live.surface.set({ title: 'Another title', online: false }));
    expect(drawn).toEqual([]);
  });

  it.each(['card', 'row', 'steps', 'bullets', 'accordion'])(
    'does not re-render its content when a section of look %s changes',
    (look) => {
      const { drawn, Counting } = count();
      const outer = section(look, text('First'));
      drawScreen(fakeScreen({ body: [outer] }), { frame: Counting });
      drawn.length = 0;
      act(() => outer.set({ props: { look, title: 'Books' } }));
      expect(drawn).toEqual(['section']);
    },
  );

  it('re-renders no node when title, connection or toasts change', () => {
    const { drawn, Counting } = count();
    const live = fakeScreen({ body: [text('First')], bar: [button('Lend')] });
    drawScreen(live, { frame: Counting });
    drawn.length = 0;
    act(() =>
      live.surface.set({
        title: 'Other',
        online: false,
        toasts: [{ id: '1', text: 'Copied', tone: 'success', until: 0 }],
      }),
    );
    expect(page.getByText('Copied')).toBeDefined();
    expect(drawn).toEqual([]);
  });

  it('re-renders no other item when a list gets an item', () => {
    const { drawn, Counting } = count();
    const list = fakeRepeat([text('First')]);
    drawScreen(fakeScreen({ body: [list] }), { frame: Counting });
    drawn.length = 0;
    act(() => list.set({ items: [...list.snapshot().items, text('Second')] }));
    expect(drawn).toEqual(['Second']);
  });
});

describe('Phases', () => {
  it('loading: the body is busy; a quiet load shows no skeletons', () => {
    const live = fakeScreen({ body: [text('First')], surface: { phase: 'loading', isQuiet: true } });
    drawScreen(live);
    expect(page.getByRole('main').getAttribute('aria-busy')).toBe('true');
    expect(page.queryByText('First')).toBeNull();
    act(() => live.surface.set({ isQuiet: false }));
    expect(page.getByText('First')).toBeDefined();
    act(() => live.surface.set({ phase: 'content' }));
    expect(page.getByRole('main').hasAttribute('aria-busy')).toBe(false);
  });

  it('announces the loading once, after a second', () => {
    vi.useFakeTimers();
    drawScreen(fakeScreen({ surface: { phase: 'loading' } }));
    expect(page.queryByText('Loading…')).toBeNull();
    act(() => void vi.advanceTimersByTime(1000));
    expect(page.getByText('Loading…').getAttribute('role')).toBe('status');
  });

  it('leaving: renders nothing', () => {
    drawScreen(fakeScreen({ body: [text('First')], bar: [button('Lend')], surface: { phase: 'leaving' } }));
    expect(page.queryByText('First')).toBeNull();
    expect(page.queryByRole('button')).toBeNull();
  });

  it('error: the server’s message, a reference and Try again replace body and bar', async () => {
    const error = {
      kind: 'server',
      text: 'The desk is closed.',
      reference: '2026-03-03 10:42 A1B2',
    } as const;
    const live = fakeScreen({
      body: [text('First')],
      bar: [button('Lend')],
      surface: { phase: 'error', error },
    });
    drawScreen(live);
    const alert = page.getAllByRole('alert').find((each) => each.textContent !== '');
    expect(alert?.textContent).toContain('The desk is closed.');
    expect(alert?.textContent).toContain('Reference 2026-03-03 10:42 A1B2');
    expect(page.queryByText('First')).toBeNull();
    expect(page.queryByRole('button', { name: 'Lend' })).toBeNull();
    await userEvent.click(page.getByRole('button', { name: 'Try again' }));
    expect(live.asked).toEqual([['retry']]);
  });

  it('unsafe: shows only the safe message, without Try again', () => {
    drawScreen(
      fakeScreen({
        body: [text('First')],
        surface: { phase: 'error', error: { kind: 'unsafe', reference: 'R1' } },
      }),
    );
    expect(page.getByRole('heading', { name: /cannot be shown safely/ })).toBeDefined();
    expect(page.queryByRole('button')).toBeNull();
    expect(page.queryByText('First')).toBeNull();
  });
});

describe('The screen as a whole', () => {
  const at = Date.UTC(2026, 2, 3, 2, 42);

  it.each([
    [
      'offline with content',
      { online: false, staleSince: at },
      'You are offline. Showing details from 10:42 AM.',
    ],
    ['offline without content', { online: false }, 'You are offline'],
    [
      'a re-read that failed',
      { staleSince: at },
      'We could not update this page. Showing details from 10:42 AM.',
    ],
    [
      'content of another day',
      { online: false, staleSince: at - 86_400_000 },
      'You are offline. Showing details from Mar 2, 2026, 10:42 AM.',
    ],
  ])('%s is shown, with the time in the time zone of the application', (_, surface, words) => {
    drawScreen(fakeScreen({ surface }));
    expect(page.getByText(words).closest('[role=status]')).not.toBeNull();
  });

  it('translates the engine’s own texts', () => {
    drawScreen(fakeScreen({ surface: { online: false }, words: { 'You are offline': 'Walang koneksyon' } }));
    expect(page.getByText('Walang koneksyon')).toBeDefined();
  });

  it('announces a toast in a region that exists already; a toast of danger interrupts', () => {
    const live = fakeScreen({});
    drawScreen(live);
    const regions = page.getAllByRole('status');
    const alert = page.getByRole('alert');
    act(() =>
      live.surface.set({
        toasts: [
          { id: '1', text: 'Copied', tone: 'success', until: 0 },
          { id: '2', text: 'Refused', tone: 'danger', until: 0 },
        ],
      }),
    );
    expect(regions.some((region) => region.contains(page.getByText('Copied')))).toBe(true);
    expect(alert.contains(page.getByText('Refused'))).toBe(true);
  });

  it('after ten seconds a request’s busy text is replaced by the slow text', () => {
    const live = fakeScreen({ surface: { busyText: 'Lending…' } });
    drawScreen(live);
    expect(page.getByText('Lending…')).toBeDefined();
    act(() => live.surface.set({ isSlow: true }));
    expect(page.queryByText('Lending…')).toBeNull();
    expect(page.getByText('Still working. You can wait or go back.')).toBeDefined();
  });

  it('shows an inline notice at the top of the screen', () => {
    drawScreen(
      fakeScreen({
        body: [text('First')],
        surface: { notices: [{ id: '1', text: 'Press and hold.', tone: 'warning' }] },
      }),
    );
    const order = page.getByText('Press and hold.').compareDocumentPosition(page.getByText('First'));
    expect(order & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });
});

describe('Header', () => {
  it.each(['web', 'host'] as const)('chrome %s: one h1, the title of the screen', (chrome) => {
    drawScreen(fakeScreen({}), { chrome });
    expect(page.getAllByRole('heading', { level: 1 }).map((heading) => heading.textContent)).toEqual([
      'Shelf',
    ]);
    expect(page.queryAllByRole('button', { name: 'Back' })).toHaveLength(chrome === 'web' ? 1 : 0);
  });

  it('a page of a site has its title and no Back', () => {
    const live = fakeScreen({});
    Object.assign(live.plan, { layout: 'page' });
    const { container } = drawScreen(live, { chrome: 'web' });
    expect(page.getByRole('heading', { level: 1 }).textContent).toBe('Shelf');
    expect(page.queryByRole('button', { name: 'Back' })).toBeNull();
    expect(container.querySelector('.cz-page')).not.toBeNull();
  });

  it('Back is handled by the screen first, else by the browser', async () => {
    const back = vi.spyOn(window.history, 'back').mockImplementation(() => undefined);
    const handles = fakeScreen({ handlesBack: true });
    drawScreen(handles, { chrome: 'web' });
    await userEvent.click(page.getByRole('button', { name: 'Back' }));
    expect([handles.asked, back.mock.calls.length]).toEqual([[['handleBack']], 0]);

    cleanup();
    drawScreen(fakeScreen({}), { chrome: 'web' });
    await userEvent.click(page.getByRole('button', { name: 'Back' }));
    expect(back).toHaveBeenCalledTimes(1);

    cleanup();
    drawScreen(fakeScreen({ exits: true }), { chrome: 'web' });
    await userEvent.click(page.getByRole('button', { name: 'Back' }));
    expect(back).toHaveBeenCalledTimes(1);
  });
});

describe('F7: A widget throws: the screen is rendered again with a boundary at every node', () => {
  it('shows an error box in place of the widget, keeps the other nodes, and reports once', async () => {
    const live = fakeScreen({ body: [text('First'), broken()], bar: [button('Lend')] });
    drawScreen(live);
    expect(page.getByText('This part could not be shown.')).toBeDefined();
    expect(page.getByText('First')).toBeDefined();
    await userEvent.click(page.getByRole('button', { name: 'Lend' }));
    expect(live.asked).toEqual([
      ['report', 'widget/threw', 'broken', 'TypeError'],
      ['emit', 'Lend', 'tap'],
    ]);
  });

  it('locks the screen’s submits if the widget is critical', () => {
    const live = fakeScreen({ body: [text('First'), broken({ critical: true })] });
    drawScreen(live);
    expect(live.asked).toContainEqual(['lock']);
  });

  it('keeps the section around the widget', () => {
    drawScreen(
      fakeScreen({
        body: [
          fakeNode('section', {
            props: { look: 'card', title: 'Books' },
            slots: { body: [broken(), text('First')] },
          }),
        ],
      }),
    );
    expect(page.getByRole('heading', { name: 'Books' })).toBeDefined();
    expect(page.getByText('First')).toBeDefined();
  });

  it('also works in an overlay', () => {
    const overlay = fakeOverlay(
      fakeNode('dialog', { props: { title: 'Sure?' }, slots: { body: [broken(), text('Inside')] } }),
    );
    drawScreen(fakeScreen({ body: [text('First')], surface: { overlays: [overlay] } }));
    expect(page.getByText('Inside')).toBeDefined();
    expect(page.getByText('This part could not be shown.')).toBeDefined();
  });

  it('shows the safe message and locks submits if the second render throws too', () => {
    // The surface around the nodes has no boundary.
    const toasts = new Proxy([], {
      get() {
        throw new Error('toasts');
      },
    });
    const live = fakeScreen({ body: [text('First')], surface: { toasts } });
    drawScreen(live);
    expect(page.getByRole('heading', { name: /cannot be shown safely/ })).toBeDefined();
    expect(page.queryByText('First')).toBeNull();
    expect(live.asked).toContainEqual(['lock']);
  });
});

describe('F1: An unknown widget', () => {
  const unknown = (more: object = {}) => fakeNode('hologram', { id: 'unknown', ...more });

  it('is left out and reported if it is decorative', () => {
    const live = fakeScreen({ body: [unknown(), text('First')] });
    drawScreen(live);
    expect(page.getByText('First')).toBeDefined();
    expect(reports(live)).toEqual([['report', 'widget/unknown', 'unknown', 'hologram']]);
  });

  it('is replaced by its fallback', () => {
    const plan = { id: 'instead', type: 'text', reads: [] };
    const live = fakeScreen({
      body: [unknown({ critical: true, fallback: plan, fallbackNode: text('Instead') })],
    });
    drawScreen(live);
    expect(page.getByText('Instead')).toBeDefined();
    expect(live.asked).not.toContainEqual(['lock']);
  });

  it('replaces the screen by the safe message if it is critical', async () => {
    const live = fakeScreen({ body: [text('First'), unknown({ critical: true })], bar: [button('Lend')] });
    drawScreen(live);
    await waitFor(() => expect(page.getByRole('heading', { name: /cannot be shown safely/ })).toBeDefined(), {
      timeout: 10_000,
    });
    expect(page.queryByText('First')).toBeNull();
    expect(page.queryByRole('button')).toBeNull();
    expect(live.asked).toContainEqual(['lock']);
  });

  it('is left out if it is critical and its fallback is none', () => {
    const live = fakeScreen({ body: [text('First'), unknown({ critical: true, fallback: 'none' })] });
    drawScreen(live);
    expect(page.getByText('First')).toBeDefined();
    expect(live.asked).not.toContainEqual(['lock']);
  });
});

describe('More than 200 items are windowed', () => {
  it.each([
    [200, 200],
    [201, 200],
    [1000, 200],
  ])('%i items render %i', (given, drawn) => {
    drawScreen(
      fakeScreen({ body: [fakeRepeat(Array.from({ length: given }, (_, index) => text(`Book ${index}`)))] }),
    );
    expect(page.getAllByText(/^Book \d+$/)).toHaveLength(drawn);
  });
});

describe('Pull to refresh', () => {
  const pullable = { books: { endpoint: 'books', with: {}, reads: [], refresh: ['pull'] } } as const;
  const finger = (y: number) => ({ touches: [{ clientY: y }] });

  function pullBy(px: number, data: object = pullable) {
    const live = fakeScreen({ body: [text('First')], data: data as typeof pullable });
    drawScreen(live);
    const target = page.getByText('First');
    fireEvent.touchStart(target, finger(100));
    fireEvent.touchMove(target, finger(100 + px));
    return { live, release: () => fireEvent.touchEnd(target, { touches: [] }) };
  }

  it('4.56 shows what a release would do: nothing yet, then a refresh', () => {
    pullBy(20);
    expect(page.getByText('Pull down to refresh')).toBeDefined();
    cleanup();
    pullBy(60);
    expect(page.getByText('Release to refresh')).toBeDefined();
  });

  it('4.56 9.9 a release beyond 25 px reads the data again, and shows for a second that it is done', async () => {
    const { live, release } = pullBy(60);
    release();
    expect(live.asked).toEqual([['pull']]);
    await waitFor(() => expect(page.getByText('Updated')).toBeDefined(), { timeout: 10_000 });
    const since = Date.now();
    await waitFor(() => expect(page.queryByText('Updated')).toBeNull(), { timeout: 10_000 });
    expect(Date.now() - since).toBeGreaterThan(800);
  });

  it('a release before 25 px does nothing', () => {
    const { live, release } = pullBy(20);
    release();
    expect(live.asked).toEqual([]);
    expect(page.queryByText('Pull down to refresh')).toBeNull();
  });

  it('is off if no resource refreshes on pull', () => {
    const { live, release } = pullBy(60, {});
    release();
    expect(live.asked).toEqual([]);
  });

  it('9.9 the content follows at 0.6 of the finger’s way at first, and never beyond 100 px', () => {
    expect(pulledPx(-10)).toBe(0);
    expect(pulledPx(1)).toBeCloseTo(0.6, 2);
    expect(pulledPx(10_000)).toBeLessThanOrEqual(100);
    expect(pulledPx(300)).toBeGreaterThan(pulledPx(200));
  });
});

describe('Scroll position', () => {
  it('is restored once, when the content appears', async () => {
    const live = fakeScreen({ surface: { phase: 'loading', scrollTop: 320 } });
    drawScreen(live);
    const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
    act(() => live.surface.set({ phase: 'content' }));
    act(() => live.surface.set({ title: 'Other' }));
    // After all microtasks of the render.
    await Promise.resolve();
    expect(scrollTo.mock.calls).toEqual([[0, 320]]);
  });

  it.each([
    ['is at the node that the address names', { scrollTo: 'fines' }, ['fines']],
    ['is where the visitor was, even if the address names a node', { scrollTo: 'fines', scrollTop: 320 }, []],
    ['is at the top if no node has that name', { scrollTo: 'nothing' }, []],
  ])('%s', async (_, surface, expected) => {
    const shown: string[] = [];
    Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
      shown.push(this.id);
    };
    vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
    drawScreen(
      fakeScreen({
        surface: { phase: 'content', ...surface },
        body: [fakeNode('text', { id: 'fines', props: { text: 'Fines', style: 'body', tone: 'neutral' } })],
      }),
    );
    await Promise.resolve();
    expect(shown).toEqual(expected);
  });
});
