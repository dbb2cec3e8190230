// @vitest-environment jsdom
import { cleanup, screen as page } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { PENDING } from '../../plan/expression.ts';
import { drawNodes, fakeNode } from '../../screen/testing.ts';

afterEach(cleanup);

const LABEL = 'I have read the rules of the library';
const check = (snapshot: object = {}, label: unknown = LABEL) =>
  fakeNode('check', { id: 'rules', props: { name: 'rules', label }, snapshot });
const box = () => page.findByRole<HTMLInputElement>('checkbox', { name: LABEL });

describe('Check: a sentence to agree to', () => {
  it('is a box named by its sentence, ticked only for true', async () => {
    drawNodes(check());
    expect((await box()).checked).toBe(false);
    cleanup();
    drawNodes(check({ value: false }));
    expect((await box()).checked).toBe(false);
    cleanup();
    drawNodes(check({ value: true }));
    expect((await box()).checked).toBe(true);
  });

  it('a tap on the sentence writes true, and false if it was ticked', async () => {
    const { live } = drawNodes(check());
    await userEvent.click(await page.findByText(LABEL));
    expect(live.asked).toEqual([['write', 'rules', true]]);
    cleanup();
    const ticked = drawNodes(check({ value: true }));
    await userEvent.click(await box());
    expect(ticked.live.asked).toEqual([['write', 'rules', false]]);
  });

  it('shows that a tick is required, and shows the problem', async () => {
    drawNodes(check({ isRequired: true, problem: 'Tick the box to go on.' }));
    const drawn = await box();
    expect(drawn.getAttribute('aria-required')).toBe('true');
    expect(drawn.getAttribute('aria-invalid')).toBe('true');
    const problem = document.getElementById(drawn.getAttribute('aria-describedby') ?? '');
    expect(problem?.textContent).toContain('Tick the box to go on.');
  });

  it('cannot be ticked while its sentence is loading', async () => {
    drawNodes(check({}, PENDING));
    expect((await page.findByRole<HTMLInputElement>('checkbox')).disabled).toBe(true);
  });

  it('N32: the look "toggle" is a switch with the same value', async () => {
    const toggle = fakeNode('check', {
      id: 'rules',
      props: { name: 'rules', label: LABEL, look: 'toggle' },
      snapshot: { value: false },
    });
    const { live } = drawNodes(toggle);
    const drawn = await page.findByRole<HTMLInputElement>('switch', { name: LABEL });
    expect(drawn.checked).toBe(false);
    await userEvent.tab();
    expect(document.activeElement).toBe(drawn);
    await userEvent.keyboard(' ');
    expect(live.asked).toEqual([['write', 'rules', true]]);
  });
});
