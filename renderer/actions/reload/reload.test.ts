import { describe, expect, it } from 'vitest';
import { endpoint, TEXT } from '../../runtime/testing.ts';
import { act, play, say } from '../testing.ts';

const plan = {
  data: {
    one: { endpoint: 'one', with: {}, reads: [] },
    two: { endpoint: 'two', with: {}, reads: [] },
  },
  endpoints: { one: endpoint('one', { a: TEXT }), two: endpoint('two', { a: TEXT }) },
};

async function loaded(props: Parameters<typeof act>[1]) {
  const played = await play({ tap: [act('reload', props), say('after')], plan });
  for (const call of [...played.world.calls]) await call.reply({ a: 'x' });
  await played.world.pass(1_000);
  await played.tap();
  return { ...played, urls: played.world.calls.slice(2).map((call) => call.url) };
}

describe('reload reads data again', () => {
  it('reads all resources if it names none', async () => {
    expect((await loaded({})).urls).toEqual(['/api/one', '/api/two']);
  });

  it('reads the named resources, and the list continues afterwards', async () => {
    const { urls, toasts, call, world } = await loaded({ data: ['list', 'two'] });
    expect(urls).toEqual(['/api/two']);
    expect(toasts()).toEqual([]);
    await call().reply({ a: 'y' });
    await world.pass(0);
    expect(toasts()).toEqual(['after']);
  });
});
