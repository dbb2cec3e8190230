// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen as page, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { LiveNode } from '../../runtime/live.ts';
import { drawNodes, fakeNode } from '../../screen/testing.ts';
import { fetchWidgets } from '../index.ts';

afterEach(cleanup);

describe('Form: fields that are sent together', () => {
  it('Return in a field emits submit, and the browser itself sends nothing', async () => {
    const field = fakeNode('text', { props: { text: 'A field', style: 'body', tone: 'neutral' } });
    const { container, live } = drawNodes(
      fakeNode('form', { id: 'review', on: { submit: [] }, slots: { body: [field] } }),
    );
    await waitFor(() => expect(container.querySelector('form')).not.toBeNull(), { timeout: 10_000 });
    const isLeftToBrowser = fireEvent.submit(container.querySelector('form') as Element);
    expect(isLeftToBrowser).toBe(false);
    expect(live.asked).toEqual([['emit', 'review', 'submit']]);
    expect(page.getByText('A field')).toBeDefined();
  });
});

describe('Form: Return and problems', () => {
  const field = (name: string) =>
    fakeNode('text-field', {
      id: name,
      props: { name, label: name, accept: 'any', purpose: 'none' },
    });
  const draw = async (problems?: { readonly found: readonly object[] }) => {
    await fetchWidgets(['form', 'text-field']);
    const form = fakeNode('form', {
      id: 'review',
      on: { submit: [] },
      slots: { body: [field('title'), field('words')] },
      snapshot: problems === undefined ? {} : ({ problems } as object),
    });
    return { ...drawNodes(form), form };
  };
  const box = (name: string) => page.getByRole<HTMLInputElement>('textbox', { name });

  it('Return focuses the next field, and submits on the last one', async () => {
    const { live } = await draw();
    box('title').focus();
    expect(box('title').enterKeyHint).toBe('next');
    fireEvent.keyDown(box('title'), { key: 'Enter' });
    expect(document.activeElement).toBe(box('words'));
    expect(box('words').enterKeyHint).toBe('send');
    expect(live.asked).toEqual([]);
    fireEvent.keyDown(box('words'), { key: 'Enter' });
    expect(live.asked).toEqual([['emit', 'review', 'submit']]);
  });

  it('one problem: its field is focused, without a summary', async () => {
    await draw({ found: [{ instance: 'words', message: 'Enter words' }] });
    expect(document.activeElement).toBe(box('words'));
    expect(page.queryByText('Check these fields')).toBeNull();
  });

  it('with a surface above the form the field is focused after the surface closes', async () => {
    const over = document.body.appendChild(document.createElement('dialog'));
    const inside = over.appendChild(document.createElement('button'));
    over.setAttribute('open', '');
    inside.focus();
    await draw({ found: [{ instance: 'words', message: 'Enter words' }] });
    expect(document.activeElement).toBe(inside);
    over.remove();
    fireEvent(over, new Event('close'));
    expect(document.activeElement).toBe(box('words'));
  });

  it('two problems: a summary links to each field, and the first is focused', async () => {
    await draw({
      found: [
        { instance: 'title', message: 'Enter a title' },
        { instance: 'words', message: 'Enter words' },
      ],
    });
    expect(document.activeElement).toBe(box('title'));
    fireEvent.click(page.getByRole('button', { name: 'Enter words' }));
    expect(document.activeElement).toBe(box('words'));
  });

  it('5.22 a solved problem leaves the summary, the focus does not move, and the last entry still has its link', async () => {
    const [title, words] = [
      { instance: 'title', message: 'Enter a title' },
      { instance: 'words', message: 'Enter words' },
    ];
    const { form } = await draw({ found: [title, words] });
    box('words').focus();
    act(() => form.set({ problems: { found: [title], isLess: true } } as object));
    expect(document.activeElement).toBe(box('words'));
    expect(page.queryByRole('button', { name: 'Enter words' })).toBeNull();
    fireEvent.click(page.getByRole('button', { name: 'Enter a title' }));
    expect(document.activeElement).toBe(box('title'));
  });

  it('5.22 a summary links into a closed accordion and a tab that is not chosen', async () => {
    await fetchWidgets(['form', 'text-field', 'section', 'tabs']);
    const section = (title: string, body: LiveNode, look = 'plain') =>
      fakeNode('section', {
        id: title,
        props: { title, look },
        slots: { body: [body] },
        snapshot: { filled: true },
      });
    const tabs = fakeNode('tabs', {
      props: { label: 'Parts' },
      slots: { body: [section('One', field('title')), section('Two', field('other'))] },
    });
    const found = [
      { instance: 'words', message: 'Enter words' },
      { instance: 'other', message: 'Enter another' },
    ];
    drawNodes(
      fakeNode('form', {
        id: 'review',
        on: { submit: [] },
        slots: { body: [section('More', field('words'), 'accordion'), tabs] },
        snapshot: { problems: { found } } as object,
      }),
    );
    for (const [message, name] of [
      ['Enter another', 'other'],
      ['Enter words', 'words'],
    ] as const) {
      fireEvent.click(page.getByRole('button', { name: message }));
      await waitFor(() => expect(document.activeElement).toBe(box(name)));
    }
  });

  it('5.22 a field without a focusable control is focused itself', async () => {
    await fetchWidgets(['form', 'check']);
    const off = fakeNode('check', {
      id: 'off',
      props: { name: 'off', label: 'off' },
      snapshot: { enabled: false },
    });
    const found = [{ instance: 'off', message: 'Leave this open' }];
    drawNodes(
      fakeNode('form', { id: 'review', slots: { body: [off] }, snapshot: { problems: { found } } as object }),
    );
    await waitFor(() => expect(document.activeElement?.id).toBe('off'));
  });

  it('a repeated mistake is focused again', async () => {
    const { form } = await draw({ found: [{ instance: 'words', message: 'Enter words' }] });
    box('title').focus();
    act(() =>
      form.set({ problems: { found: [{ instance: 'words', message: 'Enter words', by: 'rules' }] } }),
    );
    expect(document.activeElement).toBe(box('words'));
  });
});
