// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { LONG, SEED } from '../settings.ts';
import { EACH, search } from './search.ts';

/*
 * For any form and any sequence of typing, toggling, hiding, failing and reloading: the real <Screen> shows, requires, sends
 * and stores what the language defines.
 */

/** In a short run the number of forms that found-faults.test.tsx needs to find every planted fault. */
const FORMS = LONG ? 1_250 : 30;

it('a generated form agrees with its model after every sequence of actions', async () => {
  const { tried, found } = await search(FORMS);
  console.info(`${tried} sequences in ${FORMS} forms, seed ${SEED}`);
  expect(found).toBeUndefined();
  expect(tried).toBe(FORMS * EACH);
}, 3_600_000);
