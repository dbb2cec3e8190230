import { describe, expect, it } from 'vitest';
import { pay, playIntent, put } from '../actions/testing.ts';
import { fakeWorld, TEXT } from './testing.ts';

describe('15.10: storage', () => {
  const session = { userId: 'reader-77', sessionId: 'secret-88' };
  const setting = {
    app: {
      kept: { last: { shape: TEXT, for: 'device' as const }, seen: { shape: TEXT, for: 'session' as const } },
    },
    plan: { state: { word: { shape: TEXT, initial: 'Emma' } } },
  };
  const keep = (name: string) => ({
    do: 'set',
    props: { target: ['get', 'kept', name] as const, value: 'Ulysses' },
  });
  const list = [keep('last'), keep('seen'), put('word', 'Ulysses'), pay({ per: 'o1' })];

  async function used() {
    const played = await playIntent(list, { ...setting, options: { session, entry: 'e1' } });
    await played.tap();
    played.screen.save(0);
    return played;
  }

  it('contains capiz:<kept>, capiz/intent/<intent>/<per>, capiz/visit/<entry> and the owner; nothing else', async () => {
    const { world } = await used();
    expect([...world.device.keys()].sort()).toEqual(['capiz/intent/lend/o1', 'capiz/owner', 'capiz:last']);
    expect([...world.session.keys()].sort()).toEqual(['capiz/owner', 'capiz/visit/e1', 'capiz:seen']);
  });

  it('belongs to a userId: another user finds nothing, and the data of the former user is deleted', async () => {
    const { world } = await used();
    const other = await playIntent(list, {
      ...setting,
      world,
      options: { session: { userId: 'reader-78', sessionId: 's' }, entry: 'e1' },
    });
    expect([...world.device.keys(), ...world.session.keys()]).toEqual(['capiz/owner', 'capiz/owner']);
    expect(other.state('word')).toBe('Emma');
  });

  it('contains nothing sensitive: the visitor is not readable', async () => {
    const { world } = await used();
    expect(JSON.stringify([...world.device, ...world.session])).not.toMatch(/reader-77|secret-88/);
  });

  it('leaves keys of other code unchanged', async () => {
    const world = fakeWorld();
    world.device.set('other', 'not ours');
    await playIntent(list, { ...setting, world });
    expect(world.device.get('other')).toBe('not ours');
  });
});

describe('15.9: order between background calls is not promised', () => {
  it('each ends on its own, in whatever order the answers come', async () => {
    const call = (book: string) => ({
      do: 'request',
      props: { endpoint: 'lend', with: ['record', { book }] as const },
      background: true as const,
    });
    const { tap, world, toasts, isBusy } = await playIntent([call('b1'), call('b2')]);
    await tap();
    expect([world.calls.map(({ body }) => body), toasts(), isBusy()]).toEqual([
      ['book=b1', 'book=b2'],
      ['done'],
      false,
    ]);
    await world.calls[1]?.reply({});
    await world.calls[0]?.fail();
    expect(toasts()).toEqual(['done']);
  });
});
