// @vitest-environment jsdom
import { act, cleanup, screen as page } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { drawNodes, fakeNode } from '../../screen/testing.ts';

afterEach(cleanup);

const amount = (value: unknown) =>
  fakeNode('amount', { props: { label: 'Fine', value, noteTone: 'neutral' } });

/** Simulates the width of a line for each font step: 40, 32, 28, 20 px per character. */
function layOut(cardPx: number) {
  const widths: { readonly [step: string]: number } = { 0: 40, 1: 32, 2: 28, 3: 20, 4: 0 };
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(cardPx);
  vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockImplementation(function (this: Element) {
    return (this.textContent?.length ?? 0) * (widths[this.getAttribute('data-step') ?? '0'] ?? 0);
  });
}

afterEach(() => vi.restoreAllMocks());

describe('Amount: the main figure of a screen', () => {
  it('minor units are formatted with sign, grouping and two decimals, the minus before the sign', () => {
    drawNodes(amount(341250), amount(-123450));
    expect(page.getByText('₱3,412.50')).toBeDefined();
    expect(page.getByText('-₱1,234.50')).toBeDefined();
  });

  it.each([
    [360, '0'],
    [300, '1'],
    [260, '2'],
    [200, '3'],
    [100, '4'],
  ])('a card of %i px gets the largest of the steps that fits', (cardPx, step) => {
    layOut(cardPx);
    drawNodes(amount(341250));
    expect(page.getByText('₱3,412.50').dataset['step']).toBe(step);
  });

  it('a new amount is measured again', () => {
    layOut(300);
    const node = amount(341250);
    drawNodes(node);
    act(() => node.set({ props: { value: 500, noteTone: 'neutral' } }));
    expect(page.getByText('₱5.00').dataset['step']).toBe('0');
  });

  it('the note is text beside a dot, never colour alone', () => {
    drawNodes(fakeNode('amount', { props: { value: 1, note: '2 days overdue', noteTone: 'danger' } }));
    expect(page.getByText('2 days overdue').closest('.cz-tone-danger')).not.toBeNull();
  });
});
