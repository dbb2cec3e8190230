// @vitest-environment jsdom
import { cleanup, screen as page } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { PENDING } from '../../plan/expression.ts';
import { drawNodes, fakeNode } from '../../screen/testing.ts';

afterEach(cleanup);

const RETURNED = { label: 'Books returned', value: 2, max: 6, text: '2 of 6' };
const progress = (props: object = {}) => fakeNode('progress', { props: { ...RETURNED, ...props } });
const bar = () => page.findByRole<HTMLProgressElement>('progressbar', { name: 'Books returned' });

describe('Progress: a bar with its words', () => {
  it('is a bar named by its label, with its value and its words', async () => {
    drawNodes(progress());
    const drawn = await bar();
    expect([drawn.value, drawn.max, drawn.getAttribute('aria-valuetext')]).toEqual([2, 6, '2 of 6']);
    expect(page.getByText('2 of 6')).toBeDefined();
  });

  it.each([
    [-1, 0],
    [7, 6],
  ])('shows the value %s as %s', async (value, shown) => {
    drawNodes(progress({ value }));
    expect((await bar()).value).toBe(shown);
  });

  it.each([{ value: PENDING }, { max: PENDING }, { value: undefined }, { max: 0 }])(
    'shows no bar while its value is unknown: %s',
    async (props) => {
      drawNodes(progress(props));
      expect(await page.findByText('Books returned')).toBeDefined();
      expect(page.queryByRole('progressbar')).toBeNull();
    },
  );
});
