import { describe, expect, it } from 'vitest';
import type { Value } from '#renderer/plan/expression.ts';
import { dumpScreen, visitScreen } from '#tests/engine.ts';

const RESULTS = [
  ['complaint-start', 'complaintSent', 'Your complaint was sent'],
  ['order', 'accountSaved', 'Your payment account was saved'],
  ['pay-way', 'accountSaved', 'Your payment account was saved'],
  ['download', 'registered', 'You are registered'],
] as const;

async function shownBy(screen: string, kept: { readonly [name: string]: Value }, params = {}) {
  const { live, world } = await visitScreen(screen, { kept, params });
  const shown = dumpScreen(live);
  live.close();
  return { shown, stored: world.session.get(`capiz:${Object.keys(kept)[0]}`) };
}

describe.each(RESULTS)('%s shows the result of the previous screen', (screen, name, words) => {
  it('4.61 by a banner that stays, and stores nothing for the next visit', async () => {
    const { shown, stored } = await shownBy(screen, { [name]: true });
    expect(shown).toContain(words);
    expect(stored).not.toBe('true');
  });

  it('4.61 only if this visit stored it: no parameter of a link makes the banner', async () => {
    const { shown } = await shownBy(screen, { [name]: false }, { [name]: 'true', sent: '1', saved: '1' });
    expect(shown).not.toContain(words);
  });
});
