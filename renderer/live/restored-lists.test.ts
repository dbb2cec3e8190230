import { describe, expect, it } from 'vitest';
import {
  act,
  ask,
  button,
  dialog,
  fork,
  play,
  put,
  type Setting,
  say,
  send,
  show,
} from '../actions/testing.ts';
import type { OverlayPlan } from '../plan/plan.ts';
import { type FakeWorld, fakeWorld, get } from './testing.ts';

const close = act('close');
const question = (id: string): { readonly [id: string]: OverlayPlan } => ({
  [id]: dialog(id, [button(`${id}-yes`, [close])]),
});

describe('Open overlays and the lists waiting on them survive a reload', () => {
  async function reload(
    setting: Setting,
    before: (played: Awaited<ReturnType<typeof play>>) => Promise<void>,
  ) {
    const first = await play(setting);
    await before(first);
    first.screen.save(0);
    const world: FakeWorld = fakeWorld();
    for (const [key, text] of first.world.session) world.session.set(key, text);
    return play({ ...setting, world });
  }
  const base = (tap: Setting['tap'], overlays: { readonly [id: string]: OverlayPlan }): Setting => ({
    tap: tap ?? [],
    plan: { overlays, state: { n: { shape: { type: 'integer' } } } },
  });

  it('the list goes on when the restored overlay is closed', async () => {
    const setting = base([put('n', 1), show('sure'), say('after')], question('sure'));
    const { overlays, tap, toasts, isBusy } = await reload(setting, (played) => played.tap());
    expect(overlays()).toEqual(['sure']);
    expect(isBusy()).toBe(true);
    await tap('sure-yes');
    expect(toasts()).toEqual(['after']);
    expect(isBusy()).toBe(false);
  });

  it('from inside a case, with the names it knew', async () => {
    const list = [
      ask({ as: 'found' }),
      fork({ run: [show('sure'), say(['text', '{n}', { n: get('found.books') }])] }),
      say('end'),
    ];
    const { tap, toasts } = await reload(base(list, question('sure')), async (played) => {
      await played.tap();
      await played.call().reply({ books: 7 });
    });
    await tap('sure-yes');
    expect(toasts()).toEqual(['7', 'end']);
  });

  it('from inside a catch: it ends as a failed list does', async () => {
    const list = [send({ catch: [{ run: [show('sure'), say(get('error.kind'))] }] }), say('end')];
    const { tap, toasts } = await reload(base(list, question('sure')), async (played) => {
      await played.tap();
      await played.call().fail('timeout');
    });
    await tap('sure-yes');
    expect(toasts()).toEqual(['timeout']);
  });

  it('stacked overlays, each with its list', async () => {
    const outer = {
      outer: dialog('outer', [button('more', [show('sure'), say('inner')]), button('outer-yes', [close])]),
    };
    const setting = base([show('outer'), say('opener')], { ...outer, ...question('sure') });
    const { overlays, tap, toasts } = await reload(setting, async (played) => {
      await played.tap();
      await played.tap('more');
    });
    expect(overlays()).toEqual(['outer', 'sure']);
    await tap('sure-yes');
    await tap('outer-yes');
    expect(toasts()).toEqual(['inner', 'opener']);
  });

  it('a list in a pause goes on at its time', async () => {
    const setting = base([act('wait', { seconds: 30 }), say('after')], {});
    const { world, toasts } = await reload(setting, (played) => played.tap());
    await world.pass(29_000);
    expect(toasts()).toEqual([]);
    await world.pass(1_000);
    expect(toasts()).toEqual(['after']);
  });

  it('once the data that their nodes stand on is there', async () => {
    const setting: Setting = {
      ...base([show('sure')], question('sure')),
      plan: {
        overlays: question('sure'),
        data: { shelf: { endpoint: 'shelf', with: {}, reads: [] } },
      },
    };
    const { overlays, world } = await reload(setting, (played) => played.tap());
    expect(overlays()).toEqual([]);
    await world.calls[0]?.reply({ books: 1 });
    await world.pass(1_000);
    expect(overlays()).toEqual(['sure']);
  });

  it('a list that waits for a call is not kept: whether it was answered is not known', async () => {
    const { toasts, isBusy } = await reload(base([send(), say('after')], {}), (played) => played.tap());
    expect(toasts()).toEqual([]);
    expect(isBusy()).toBe(false);
  });

  it('what was saved twice, before the data came back, is not lost', async () => {
    const setting: Setting = {
      tap: [show('sure'), say('after')],
      plan: { overlays: question('sure'), data: { shelf: { endpoint: 'shelf', with: {}, reads: [] } } },
    };
    const second = await reload(setting, (played) => played.tap());
    second.screen.save(0);
    const world = fakeWorld();
    for (const [key, text] of second.world.session) world.session.set(key, text);
    const third = await play({ ...setting, world });
    await third.world.calls[0]?.reply({ books: 1 });
    await third.world.pass(1_000);
    expect(third.overlays()).toEqual(['sure']);
  });
});
