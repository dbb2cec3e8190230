// @vitest-environment jsdom
import { act, cleanup, screen as page } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { drawNodes, fakeNode, fakeRepeat } from './testing.ts';

afterEach(cleanup);

it('a field whose first widget loaded late renders its current state, by another widget that is still loading', async () => {
  const first = fakeNode('rating', { instance: 'field[a]', props: { label: 'Stars', name: 'stars' } });
  const then = fakeNode('check', { instance: 'field[a]', props: { label: 'Agreed', name: 'agreed' } });
  const fields = fakeRepeat([first]);
  drawNodes(fields);
  await page.findByRole('radiogroup', { name: 'Stars' });
  act(() => fields.set({ items: [then] }));
  expect(await page.findByRole('checkbox', { name: /Agreed/ })).toBeDefined();
  expect(page.queryByRole('radiogroup', { name: 'Stars' })).toBeNull();
});
