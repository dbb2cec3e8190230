// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { LONG, SEED } from '../settings.ts';
import { EACH, search } from './search.ts';

/*
 * For any form and any sequence of typing, toggling, hiding, failing and reloading: what the language says
 * should be shown, required, sent and stored is what the real <Screen> shows, requires, sends and stores.
 */

/** In a short run as many as found-faults.test.tsx needs at most to find a planted fault. */
const FORMS = LONG ? 1_250 : 30;

it('a generated form is what its model says, whatever is done to it', async () => {
  const { tried, found } = await search(FORMS);
  console.info(`${tried} sequences in ${FORMS} forms, seed ${SEED}`);
  expect(found).toBeUndefined();
  expect(tried).toBe(FORMS * EACH);
}, 3_600_000);
