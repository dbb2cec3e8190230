// @vitest-environment jsdom
import { cleanup, screen as page } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { drawNodes, fakeNode } from '../../screen/testing.ts';

afterEach(cleanup);

const code = (value: unknown) => fakeNode('code', { props: { label: 'Card No.', value } });

describe('Code: shown in groups, read digit by digit', () => {
  it('has groups of four whose text is the code itself, without spaces', () => {
    drawNodes(code('81234567901'));
    const drawn = page.getByRole('img');
    expect([...drawn.children].map((group) => group.textContent)).toEqual(['8123', '4567', '901']);
    expect(drawn.textContent).toBe('81234567901');
  });

  it.each<[readonly number[], readonly string[]]>([
    [
      [3, 2],
      ['812', '34', '56', '79', '01'],
    ],
    [[20], ['81234567901']],
    [[], ['81234567901']],
  ])('is shown in groups of the sizes %j, and in one piece without sizes', (groups, shown) => {
    drawNodes(fakeNode('code', { props: { label: 'Card No.', value: '81234567901', groups } }));
    const drawn = page.getByRole('img', { name: 'Card No., 8 1 2 3 4 5 6 7 9 0 1' });
    expect([...drawn.children].map((group) => group.textContent)).toEqual(shown);
  });

  it('keeps its own spaces even if group sizes are given', () => {
    drawNodes(fakeNode('code', { props: { value: '900 2345', groups: [2] } }));
    const drawn = page.getByRole('img');
    expect([...drawn.children].map((group) => group.textContent?.trim())).toEqual(['900', '2345']);
  });

  it('keeps the groups of a code that has spaces', () => {
    drawNodes(code('900 2345 67 8'));
    const drawn = page.getByRole('img');
    expect([...drawn.children].map((group) => group.textContent?.trim())).toEqual(['900', '2345', '67', '8']);
    expect(drawn.textContent).toBe('900 2345 67 8');
  });

  it('1.10 is read with its label and character by character, without the spaces of its groups', () => {
    drawNodes(code('8123A'), code('900 23'));
    expect(page.getByRole('img', { name: 'Card No., 8 1 2 3 A' })).toBeDefined();
    expect(page.getByRole('img', { name: 'Card No., 9 0 0 2 3' })).toBeDefined();
  });
});
