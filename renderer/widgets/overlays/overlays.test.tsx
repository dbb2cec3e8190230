// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen as page } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { drawScreen, fakeNode, fakeOverlay, fakeScreen } from '../../screen/testing.ts';
import { addWidget } from '../index.ts';

afterEach(() => {
  Reflect.deleteProperty(Element.prototype, 'animate');
  Reflect.deleteProperty(window, 'matchMedia');
  cleanup();
  for (const image of document.querySelectorAll('.cz-modal-leaving')) image.remove();
});

const button = (id: string) =>
  fakeNode('button', { id, props: { text: id, emphasis: 'primary' }, on: { tap: [] } });
const overlay = (type: string, props: object = {}, notices: Parameters<typeof fakeOverlay>[1] = []) =>
  fakeOverlay(
    fakeNode(type, {
      id: type,
      props: { title: 'Lend this book?', closeIcon: true, maskCloses: true, dismissible: true, ...props },
      slots: {
        body: [fakeNode('text', { props: { text: 'For two weeks.', style: 'body', tone: 'neutral' } })],
        bar: [button('Lend')],
      },
    }),
    notices,
  );

describe.each(['dialog', 'sheet'])('Overlay: %s', (type) => {
  const open = (props: object = {}) => {
    const live = fakeScreen({ body: [button('opener')] });
    const drawn = drawScreen(live);
    page.getByRole('button', { name: 'opener' }).focus();
    act(() => live.surface.set({ overlays: [overlay(type, props)] }));
    return { ...drawn, live };
  };

  it('is a modal dialog named by its title, which is focused', () => {
    open();
    const dialog = page.getByRole('dialog', { name: 'Lend this book?' });
    expect(dialog.getAttribute('aria-modal')).toBe('true');
    expect(document.activeElement?.textContent).toBe('Lend this book?');
  });

  it('restores the focus when it is closed', () => {
    const { live } = open();
    act(() => live.surface.set({ overlays: [] }));
    expect(page.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(page.getByRole('button', { name: 'opener' }));
  });

  it('the page behind does not scroll while it is open, and scrolls again during the closing animation', () => {
    // jsdom has no animations: a browser animates a copy of the closed surface.
    Element.prototype.animate = vi.fn<typeof Element.prototype.animate>();
    window.matchMedia = vi.fn<typeof window.matchMedia>(() => ({ matches: false }) as MediaQueryList);
    const { live } = open();
    expect(document.documentElement.classList.contains('cz-covered')).toBe(true);
    act(() => live.surface.set({ overlays: [] }));
    expect(document.documentElement.classList.contains('cz-covered')).toBe(false);

    const image = document.querySelector('.cz-modal-leaving');
    expect(image?.getAttribute('aria-hidden')).toBe('true');
    expect(image?.querySelectorAll('[id]')).toHaveLength(0);
    expect(page.queryByRole('dialog')).toBeNull();
    fireEvent.animationEnd(image as Element);
    expect(document.querySelector('.cz-modal-leaving')).toBeNull();
  });

  it('X, mask and Escape dismiss the overlay', async () => {
    const { live } = open();
    await userEvent.click(page.getByRole('button', { name: 'Close' }));
    fireEvent.click(page.getByRole('dialog'));
    const isLeftToBrowser = fireEvent(page.getByRole('dialog'), new Event('cancel', { cancelable: true }));
    expect(isLeftToBrowser).toBe(false);
    expect(live.asked).toEqual([['dismissOverlay'], ['dismissOverlay'], ['dismissOverlay']]);
  });

  it('an Escape that cannot be cancelled dismisses once, and our state decides whether it is open', () => {
    const { live } = open();
    const dialog = page.getByRole('dialog');
    fireEvent(dialog, new Event('cancel', { cancelable: false }));
    dialog.removeAttribute('open');
    fireEvent(dialog, new Event('close'));
    expect(live.asked).toEqual([['dismissOverlay']]);
    expect(dialog.hasAttribute('open')).toBe(true);
  });

  it('a tap inside the overlay does not dismiss it', () => {
    const { live } = open();
    fireEvent.click(page.getByText('For two weeks.'));
    expect(live.asked).toEqual([]);
  });

  it('maskCloses false: a tap beside it does nothing, X still dismisses it', async () => {
    const { live } = open({ maskCloses: false });
    fireEvent.click(page.getByRole('dialog'));
    expect(live.asked).toEqual([]);
    await userEvent.click(page.getByRole('button', { name: 'Close' }));
    expect(live.asked).toEqual([['dismissOverlay']]);
  });

  it('dismissible false: no X, and mask and Escape do nothing', () => {
    const { live } = open({ dismissible: false });
    expect(page.queryByRole('button', { name: 'Close' })).toBeNull();
    fireEvent.click(page.getByRole('dialog'));
    fireEvent(page.getByRole('dialog'), new Event('cancel', { cancelable: true }));
    expect(live.asked).toEqual([]);
  });

  it('its own notices are at its top, and toasts are inside it, where they are announced', () => {
    const notice = { id: '1', text: 'The desk is closed.', tone: 'warning' } as const;
    const toast = { id: 't', text: 'Copied', tone: 'success', until: 0 } as const;
    drawScreen(fakeScreen({ surface: { overlays: [overlay(type, {}, [notice])], toasts: [toast] } }));
    const dialog = page.getByRole('dialog');
    expect(dialog.contains(page.getByText('The desk is closed.'))).toBe(true);
    expect(dialog.contains(page.getByText('Copied'))).toBe(true);
  });

  it('a second overlay is above the first, which keeps its content', () => {
    const { live } = open();
    const first = page.getByRole('dialog');
    const { overlays } = live.surface.snapshot();
    act(() =>
      live.surface.set({
        overlays: [
          ...overlays,
          fakeOverlay(fakeNode('dialog', { props: { title: 'Sure?', dismissible: true } })),
        ],
      }),
    );
    expect(page.getAllByRole('dialog')).toHaveLength(2);
    expect(page.getByRole('dialog', { name: 'Lend this book?' })).toBe(first);
  });
});

it('an overlay whose code cannot be fetched shows that, and offers a retry', async () => {
  let isReachable = false;
  addWidget('slip', () =>
    isReachable
      ? Promise.resolve({ type: 'slip', Widget: () => <div role="dialog" /> })
      : Promise.reject(new Error('No network')),
  );
  const live = fakeScreen({ surface: { overlays: [fakeOverlay(fakeNode('slip', { id: 'slip' }))] } });
  drawScreen(live);
  await page.findByText('This part could not be shown.');
  expect(live.asked).toEqual([['report', 'widget/unavailable', 'slip', 'slip']]);
  isReachable = true;
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  expect(await page.findByRole('dialog')).toBeDefined();
  expect(page.queryByText('This part could not be shown.')).toBeNull();
});
