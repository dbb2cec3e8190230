import { describe, expect, it } from 'vitest';
import { act, asking, keyOf, pay, playIntent, posts, type Setting, stored } from '../actions/testing.ts';
import { endpoint, fakeWorld, TEXT } from './testing.ts';

describe('requests the outcome after 2, 5 and 15 s and on each return', () => {
  const unknown = async (rest: Setting = {}) => {
    const played = await playIntent([pay(asking)], rest);
    await played.tap();
    await played.world.calls[0]?.fail();
    const asks = () => played.world.calls.filter((call) => call.url.startsWith('/api/ask-lend'));
    return { ...played, asks };
  };

  it('at 2, 5 and 15 s', async () => {
    const { world, asks } = await unknown();
    const times: number[] = [];
    for (let second = 1; second <= 30; second += 1) {
      const before = asks().length;
      await world.pass(1_000);
      if (asks().length > before) times.push(second);
      await asks().at(-1)?.fail();
    }
    expect(times).toEqual([2, 5, 15]);
  });

  it('done: true ends the intent', async () => {
    const { world, asks } = await unknown();
    await world.pass(2_000);
    expect(asks()[0]?.url).toBe('/api/ask-lend?book=b1');
    await asks()[0]?.reply({ state: 'lent' });
    expect(stored(world)).toEqual([]);
  });

  it('done: false ends the intent, and a tap starts a new one', async () => {
    const { world, asks, tap } = await unknown();
    await world.pass(2_000);
    await asks()[0]?.reply({ state: 'free' });
    await tap();
    expect(posts(world)).toHaveLength(2);
    expect(posts(world)[1]?.headers['Idempotency-Key']).not.toBe(keyOf(world, 0));
  });

  it('done: absent leaves it unknown', async () => {
    const { world, asks, tap } = await unknown();
    await world.pass(2_000);
    await asks()[0]?.reply({});
    expect(stored(world)).toHaveLength(1);
    await tap();
    expect(posts(world)).toHaveLength(1);
  });

  it('on each return', async () => {
    const { world, asks, screen } = await unknown();
    await world.pass(20_000);
    for (const call of asks()) await call.fail();
    const before = asks().length;
    screen.resume();
    await world.pass(0);
    expect(asks()).toHaveLength(before + 1);
  });

  it('a refused tap requests the outcome once more', async () => {
    const { world, asks, tap } = await unknown();
    await world.pass(20_000);
    for (const call of asks()) await call.fail();
    const before = asks().length;
    await tap();
    expect(asks()).toHaveLength(before + 1);
    expect(posts(world)).toHaveLength(1);
  });

  it('never requests the outcome twice at once, nor while the call is being sent', async () => {
    const { world, asks, screen } = await unknown();
    screen.resume();
    await world.pass(2_000);
    expect(asks()).toHaveLength(1);
    const sending = await playIntent([pay(asking)]);
    await sending.tap();
    sending.screen.resume();
    await sending.world.pass(0);
    expect(sending.world.calls).toHaveLength(1);
  });

  it('requests the outcome only by a safe contract', async () => {
    const { world } = await unknown({
      plan: { endpoints: { 'ask-lend': { ...endpoint('ask-lend', { state: TEXT }), safe: false } } },
    });
    await world.pass(20_000);
    expect(world.calls).toHaveLength(1);
  });

  it('an answer about an older intent changes nothing', async () => {
    const { world, asks } = await unknown();
    await world.pass(2_000);
    const [place = ''] = stored(world);
    world.device.set(place, (world.device.get(place) ?? '').replace(keyOf(world) ?? '', 'another'));
    await asks()[0]?.reply({ state: 'lent' });
    expect(stored(world)).toEqual([place]);
  });

  it('removes the notice when the outcome is known', async () => {
    const words = act('notice', { text: 'We are checking', look: 'inline' });
    const { tap, world, notices } = await playIntent([pay(asking, { catch: [{ run: [words] }] })]);
    await tap();
    await world.calls[0]?.fail();
    expect(notices()).toEqual(['We are checking']);
    await world.pass(2_000);
    await world.calls[1]?.reply({ state: 'free' });
    expect(notices()).toEqual([]);
  });

  it('requests the outcome at once after a reload', async () => {
    const { world: old } = await unknown();
    const world = fakeWorld();
    for (const [key, text] of old.device) world.device.set(key, text);
    await playIntent([pay(asking)], { world });
    expect(world.calls.map((call) => call.url)).toEqual(['/api/ask-lend?book=b1']);
  });

  it('reads the screen’s data again when the outcome is known', async () => {
    const { world, asks } = await unknown({
      plan: {
        data: { shelf: { endpoint: 'shelf', with: {}, reads: [] } },
        endpoints: { shelf: endpoint('shelf', { state: TEXT }) },
      },
    });
    const reads = () => world.calls.filter((call) => call.url.startsWith('/api/shelf')).length;
    await world.calls.find((call) => call.url.startsWith('/api/shelf'))?.reply({ state: 'x' });
    await posts(world)[0]?.fail();
    await world.pass(2_000);
    const before = reads();
    await asks()[0]?.reply({ state: 'lent' });
    await world.pass(0);
    expect(reads()).toBe(before + 1);
  });
});
