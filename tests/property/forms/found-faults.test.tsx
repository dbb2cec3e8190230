// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { FAULTS } from './faults.ts';
import { disagree } from './play.ts';
import { search } from './search.ts';

/** More forms than any fault needs: a fault that is found by chance does not count. */
const FORMS = 30;

it.each(Object.entries(FAULTS))(
  'detects that %s',
  async (name, fault) => {
    const { tried, found } = await search(FORMS, fault);
    expect(found).toBeDefined();
    // The planted fault is the cause: without it form and model agree.
    if (found) expect(await disagree(found.spec, found.actions)).toBeUndefined();
    const actions = found?.actions.map((action) => action.do).join(', ');
    console.info(`${name}: found at sequence ${tried}, by ${actions}: ${found?.words}`);
  },
  600_000,
);
