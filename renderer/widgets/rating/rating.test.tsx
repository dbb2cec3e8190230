// @vitest-environment jsdom
import { cleanup, screen as page } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { drawNodes, fakeNode } from '../../screen/testing.ts';

afterEach(cleanup);

const rating = (snapshot: object = {}) =>
  fakeNode('rating', { id: 'stars', props: { name: 'stars', label: 'Stars', max: 5 }, snapshot });

describe('Rating: a number of stars', () => {
  it('is a radio group from 1 star to 5 stars', async () => {
    drawNodes(rating());
    expect(await page.findByRole('radiogroup', { name: 'Stars' })).toBeDefined();
    const names = ['1 star', '2 stars', '3 stars', '4 stars', '5 stars'];
    expect(page.getAllByRole('radio').map((radio) => radio.getAttribute('aria-label'))).toEqual(names);
  });

  it('star n fills the stars 1 to n', async () => {
    const { container } = drawNodes(rating({ value: 3 }));
    expect((await page.findByRole<HTMLInputElement>('radio', { name: '3 stars' })).checked).toBe(true);
    expect(container.querySelectorAll('.cz-star-filled')).toHaveLength(3);
  });

  it('choosing writes the number', async () => {
    const { live } = drawNodes(rating());
    await userEvent.click(await page.findByRole('radio', { name: '4 stars' }));
    expect(live.asked).toEqual([['write', 'stars', 4]]);
  });
});
