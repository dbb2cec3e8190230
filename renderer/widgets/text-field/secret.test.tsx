// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen as page } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeWorld } from '#renderer/runtime/testing.ts';
import { readTree } from '#src/testing/read-tree.ts';
import { savePage } from '#src/testing/save-page.ts';
import { drawForm } from '#tests/draw-form.tsx';

afterEach(cleanup);

const PASSWORD = { type: 'text-field', name: 'word', label: 'Password', purpose: 'password' };
const PIN = { type: 'text-field', name: 'pin', label: 'PIN', purpose: 'pin', maxLength: 6 };
const GRAMMAR = { grammar: 5 };
const box = (name = 'Password') => page.getByLabelText<HTMLInputElement>(name);

describe('Text field for a password or a PIN', () => {
  it('N34: is hidden until the person wants to see it', async () => {
    const { read } = await drawForm([PASSWORD], {}, GRAMMAR);
    await userEvent.type(box(), 'Emma 1815');
    expect([box().type, box().autocomplete, read('word')]).toEqual([
      'password',
      'current-password',
      'Emma 1815',
    ]);
    await userEvent.click(await page.findByRole('button', { name: 'Show' }));
    expect([box().type, box().value]).toEqual(['text', 'Emma 1815']);
    await userEvent.click(page.getByRole('button', { name: 'Hide' }));
    expect(box().type).toBe('password');
  });

  it('sending the form hides it again', async () => {
    await drawForm([PASSWORD], {}, GRAMMAR);
    await userEvent.click(await page.findByRole('button', { name: 'Show' }));
    act(() => void fireEvent.submit(box()));
    expect(box().type).toBe('password');
  });

  it('a PIN accepts only digits and has their keyboard; a new one is not filled in from the stored ones', async () => {
    const { read } = await drawForm([{ ...PIN, isNew: true }], {}, GRAMMAR);
    await userEvent.type(box('PIN'), '12a34567');
    expect([read('pin'), box('PIN').inputMode, box('PIN').autocomplete]).toEqual([
      '123456',
      'numeric',
      'new-password',
    ]);
  });

  it('the draft does not contain it', async () => {
    const world = fakeWorld();
    const name = { type: 'text-field', name: 'name', label: 'Name' };
    await drawForm([name, PASSWORD, PIN], {}, GRAMMAR, world);
    await userEvent.type(box('Name'), 'Harriet');
    await userEvent.type(box(), 'Emma 1815');
    await userEvent.type(box('PIN'), '4711');
    await act(async () => world.pass(300));
    const stored = [...world.device.values(), ...world.session.values()].join();
    expect(stored).toContain('Harriet');
    expect(stored).not.toMatch(/Emma|4711/);
  });

  it('neither the snapshot nor the copy of a page contains it, also while it is shown', async () => {
    await drawForm([PASSWORD], {}, GRAMMAR);
    await userEvent.type(box(), 'Emma 1815');
    await userEvent.click(await page.findByRole('button', { name: 'Show' }));
    const lines = readTree(document).map(({ text }) => text.trim());
    expect(lines).toContain('textbox "Password" = "••••"');
    const { body } = await savePage(document, new Map(), async () => undefined);
    expect(body).not.toContain('Emma');
  });

  it('a review says that it was entered, not what', async () => {
    const section = (body: readonly object[]) => ({ type: 'section', title: 'Step', body });
    const steps = [section([PASSWORD]), section([{ type: 'review', change: 'Change' }])];
    await drawForm([{ type: 'steps', next: 'Next', back: 'Back', body: steps }], {}, GRAMMAR);
    await page.findByLabelText('Password');
    await userEvent.type(box(), 'Emma 1815');
    await userEvent.click(page.getByRole('button', { name: 'Next' }));
    expect(await page.findByText('••••')).toBeDefined();
    expect(document.body.textContent).not.toContain('Emma');
  });
});
