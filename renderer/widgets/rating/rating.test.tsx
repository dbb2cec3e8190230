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

  it.each([
    [1e9, 10],
    [-1, 2],
    [3.5, 3],
    [Number.NaN, 5],
  ])('a field for which a server gives the maximum %s has %s stars', async (max, count) => {
    drawNodes(fakeNode('rating', { id: 'stars', props: { name: 'stars', label: 'Stars', max } }));
    expect(await page.findAllByRole('radio')).toHaveLength(count);
  });

  it('choosing writes the number', async () => {
    const { live } = drawNodes(rating());
    await userEvent.click(await page.findByRole('radio', { name: '4 stars' }));
    expect(live.asked).toEqual([['write', 'stars', 4]]);
  });

  it('has required mark, hint and problem on the whole group', async () => {
    drawNodes(
      fakeNode('rating', {
        id: 'stars',
        props: { name: 'stars', label: 'Stars', hint: 'Five are best', max: 5 },
        snapshot: { isRequired: true, problem: 'Choose 1 to 5 stars' },
      }),
    );
    const group = await page.findByRole('radiogroup', { name: 'Stars' });
    expect([group.getAttribute('aria-required'), group.getAttribute('aria-invalid')]).toEqual([
      'true',
      'true',
    ]);
    const said = (group.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent);
    expect(said).toEqual(['Five are best', 'Choose 1 to 5 stars']);
    expect(page.getByText('Stars').className).toContain('cz-field-required');
  });

  it('is one tab stop, at the chosen star: the browser handles the arrow keys', async () => {
    drawNodes(rating({ value: 2 }));
    await userEvent.tab();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('2 stars');
    const stars = page.getAllByRole<HTMLInputElement>('radio');
    expect(new Set(stars.map(({ name, type }) => `${type} ${name}`))).toEqual(new Set(['radio stars']));
    await userEvent.tab();
    expect(document.activeElement).toBe(document.body);
  });

  it('a disabled rating writes nothing', async () => {
    const { live } = drawNodes(rating({ value: 2, enabled: false }));
    expect(page.getByRole('radiogroup').getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(page.getByRole('radio', { name: '4 stars' }));
    expect(live.asked).toEqual([]);
  });
});
