// @vitest-environment jsdom
import { act, cleanup, screen as page } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { Screen } from '../screen.tsx';
import { drawScreen, fakeNode, fakeOverlay, fakeScreen } from './testing.ts';

afterEach(cleanup);

const button = (words: string) =>
  fakeNode('button', { id: words, props: { text: words, emphasis: 'primary' }, on: { tap: [] } });
const section = (title: string, ...body: ReturnType<typeof button>[]) =>
  fakeNode('section', { id: title, props: { title, look: 'card' }, slots: { body } });
const dialog = (title: string, ...body: ReturnType<typeof button>[]) =>
  fakeNode('dialog', { id: title, props: { title, dismissible: true }, slots: { body } });
const focused = () => document.activeElement?.textContent;
/** The focus moves after the elements have changed. */
const settle = () => act(() => Promise.resolve());

describe('a new screen', () => {
  it('focuses its title after a navigation', async () => {
    drawScreen(fakeScreen({ body: [button('Lend')] }), { isArrival: true });
    await settle();
    expect(document.activeElement).toBe(page.getByRole('heading', { level: 1, name: 'Shelf' }));
  });

  it('does not move the focus on the first load', async () => {
    drawScreen(fakeScreen({ body: [button('Lend')] }));
    await settle();
    expect(document.activeElement).toBe(document.body);
  });

  it('focuses its title when the title comes later, with its data', async () => {
    const live = fakeScreen({ surface: { title: undefined, phase: 'loading' } });
    drawScreen(live, { isArrival: true });
    await settle();
    expect(document.activeElement).toBe(document.body);
    act(() => live.surface.set({ title: 'Late', phase: 'content' }));
    await settle();
    expect(focused()).toBe('Late');
  });

  it('focuses the heading of the node in the address', async () => {
    const body = [section('About', button('Lend')), section('Contact', button('Send'))];
    Element.prototype.scrollIntoView = () => undefined;
    drawScreen(fakeScreen({ body, surface: { scrollTo: 'Contact' } }), { isArrival: true });
    await settle();
    expect(focused()).toBe('Contact');
  });

  it('leaves the focus to a dialog that opened with the screen, and focuses the title when the dialog closes', async () => {
    const live = fakeScreen({ surface: { overlays: [fakeOverlay(dialog('Tips'))] } });
    drawScreen(live, { isArrival: true });
    await settle();
    expect(focused()).toBe('Tips');
    act(() => live.surface.set({ overlays: [] }));
    expect(focused()).toBe('Shelf');
  });

  it('focuses its title when it replaces another screen at the same history entry', async () => {
    const { rerender } = drawScreen(fakeScreen({ surface: { title: 'Order' } }));
    rerender(createElement(Screen, { live: fakeScreen({}), isArrival: true }));
    await settle();
    expect(focused()).toBe('Shelf');
  });
});

describe('when the focused element is removed', () => {
  it('the nearest heading before it takes the focus', async () => {
    const gone = button('Gone');
    drawScreen(fakeScreen({ body: [section('First', button('Other')), section('Second', gone)] }));
    page.getByRole('button', { name: 'Gone' }).focus();
    act(() => gone.set({ visible: false }));
    await settle();
    expect(focused()).toBe('Second');
  });

  it('the title takes the focus when an error replaces the screen, and keeps it after Retry', async () => {
    const live = fakeScreen({ body: [section('First', button('Lend'))] });
    drawScreen(live);
    page.getByRole('button', { name: 'Lend' }).focus();
    const error = { kind: 'network', reference: 'A1' } as const;
    act(() => live.surface.set({ phase: 'error', error }));
    await settle();
    expect(focused()).toBe('Shelf');
    page.getByRole('button', { name: 'Try again' }).focus();
    act(() => live.surface.set({ phase: 'loading' }));
    await settle();
    expect(focused()).toBe('Shelf');
  });

  it('the focus stays where the person moved it', async () => {
    const gone = button('Gone');
    drawScreen(fakeScreen({ body: [section('First', gone)] }));
    const element = page.getByRole('button', { name: 'Gone' });
    element.focus();
    element.blur();
    await settle();
    act(() => gone.set({ visible: false }));
    await settle();
    expect(document.activeElement).toBe(document.body);
  });
});

describe('a closing dialog', () => {
  it('focuses the nearest heading when its opener is gone', async () => {
    const opener = button('Open');
    const live = fakeScreen({ body: [section('First', button('Other')), section('Second', opener)] });
    drawScreen(live);
    page.getByRole('button', { name: 'Open' }).focus();
    act(() => live.surface.set({ overlays: [fakeOverlay(dialog('Choose'))] }));
    act(() => opener.set({ visible: false }));
    act(() => live.surface.set({ overlays: [] }));
    await settle();
    expect(focused()).toBe('Second');
  });

  it('focuses the opener of the lower dialog when two dialogs close together', async () => {
    const lower = fakeOverlay(dialog('Lower', button('More')));
    const live = fakeScreen({ body: [section('First', button('Open'))] });
    drawScreen(live);
    page.getByRole('button', { name: 'Open' }).focus();
    act(() => live.surface.set({ overlays: [lower] }));
    page.getByRole('button', { name: 'More' }).focus();
    act(() => live.surface.set({ overlays: [lower, fakeOverlay(dialog('Upper'))] }));
    act(() => live.surface.set({ overlays: [] }));
    await settle();
    expect(focused()).toBe('Open');
  });
});
