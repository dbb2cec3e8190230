import { describe, expect, it } from 'vitest';
import {
  act,
  ask,
  button,
  dialog,
  fork,
  lend,
  pay,
  play,
  posts,
  put,
  type Setting,
  say,
  send,
  show,
} from '../actions/testing.ts';
import type { ActionPlan, OverlayPlan } from '../plan/plan.ts';
import { type FakeWorld, fakeWorld, get } from './testing.ts';

const close = act('close');
const question = (id: string): { readonly [id: string]: OverlayPlan } => ({
  [id]: dialog(id, [button(`${id}-yes`, [close])]),
});

type Played = Awaited<ReturnType<typeof play>>;

async function reload(setting: Setting, before: (played: Played) => Promise<void>) {
  const first = await play(setting);
  await before(first);
  first.screen.save(0);
  const world: FakeWorld = fakeWorld();
  for (const [key, text] of first.world.session) world.session.set(key, text);
  return play({ ...setting, world });
}

describe('open overlays and their waiting lists survive a reload', () => {
  const base = (tap: Setting['tap'], overlays: { readonly [id: string]: OverlayPlan }): Setting => ({
    tap: tap ?? [],
    plan: { overlays, state: { n: { shape: { type: 'integer' } } } },
  });

  it('the list continues when the restored overlay is closed', async () => {
    const setting = base([put('n', 1), show('sure'), say('after')], question('sure'));
    const { overlays, tap, toasts, isBusy } = await reload(setting, (played) => played.tap());
    expect(overlays()).toEqual(['sure']);
    expect(isBusy()).toBe(false);
    await tap('sure-yes');
    expect(toasts()).toEqual(['after']);
    expect(isBusy()).toBe(false);
  });

  it('a list continues from inside a case, with its names', async () => {
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

  it('a list that waited inside a catch ends as a failed list does', async () => {
    const list = [send({ catch: [{ run: [show('sure'), say(get('error.kind'))] }] }), say('end')];
    const { tap, toasts } = await reload(base(list, question('sure')), async (played) => {
      await played.tap();
      await played.call().fail('timeout');
    });
    await tap('sure-yes');
    expect(toasts()).toEqual(['timeout']);
  });

  it('stacked overlays are restored, each with its list', async () => {
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

  it('a list in a pause continues at its time', async () => {
    const setting = base([act('wait', { seconds: 30 }), say('after')], {});
    const { world, toasts } = await reload(setting, (played) => played.tap());
    await world.pass(29_000);
    expect(toasts()).toEqual([]);
    await world.pass(1_000);
    expect(toasts()).toEqual(['after']);
  });

  it('a list continues after the data of its node was read', async () => {
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

  it('a list that waits for a call is not stored: it is unknown whether the call was answered', async () => {
    const { toasts, isBusy } = await reload(base([send(), say('after')], {}), (played) => played.tap());
    expect(toasts()).toEqual([]);
    expect(isBusy()).toBe(false);
  });

  it('overlays that were stored twice, before the data was read, are not lost', async () => {
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

describe('S20: unsafe requests are not sent without a person after a reload', () => {
  const failures = {
    default: [say(['text', '{kind} {code}', { kind: get('error.kind'), code: get('error.code') }])],
  };
  const list = (...before: readonly ActionPlan[]) => [...before, send(), say('sent')];
  const restored = (
    tap: readonly ActionPlan[],
    first: (played: Played) => Promise<void>,
    overlay = question('sure'),
  ) => reload({ tap, plan: { overlays: overlay }, app: { failures } }, first);
  const tapped = (played: Played) => played.tap();
  const refused = 'refused request/not-begun';

  it('a pause that ends sends nothing, and the person is informed', async () => {
    const { world, toasts } = await restored(list(act('wait', { seconds: 30 })), tapped);
    await world.pass(30_000);
    expect([posts(world), toasts()]).toEqual([[], [refused]]);
  });

  it('an overlay that closes by itself sends nothing', async () => {
    const timed = { sure: dialog('sure', [], { props: { seconds: 5 } }) };
    const { world, toasts, overlays } = await restored(list(show('sure')), tapped, timed);
    await world.pass(5_000);
    expect([overlays(), posts(world), toasts()]).toEqual([[], [], [refused]]);
  });

  it('a dismissed overlay sends nothing', async () => {
    const { world, toasts, screen } = await restored(list(show('sure', { optional: true })), tapped);
    screen.dismissOverlay();
    await world.pass(0);
    expect([posts(world), toasts()]).toEqual([[], [refused]]);
  });

  it('an overlay that a restored list closes sends nothing', async () => {
    const later = { sure: dialog('sure', [button('sure-yes', [act('wait', { seconds: 9 }), close])]) };
    const both = async (played: Played) => {
      await played.tap();
      await played.tap('sure-yes');
    };
    const { world, toasts, overlays } = await restored(list(show('sure')), both, later);
    await world.pass(9_000);
    expect([overlays(), posts(world), toasts()]).toEqual([[], [], [refused]]);
  });

  it('a request in the background is not sent either; the list continues', async () => {
    const tap = [act('wait', { seconds: 30 }), send({ background: true }), say('after')];
    const { world, toasts } = await restored(tap, tapped);
    await world.pass(30_000);
    expect([posts(world), toasts()]).toEqual([[], ['after']]);
  });

  it('a list may send again after the person closed its overlay by a tap', async () => {
    const { world, tap } = await restored(list(show('sure')), tapped);
    await tap('sure-yes');
    expect(posts(world)).toHaveLength(1);
  });

  it('safe requests are sent', async () => {
    const { world } = await restored([act('wait', { seconds: 30 }), ask()], tapped);
    await world.pass(30_000);
    expect(world.calls.map(({ method }) => method)).toEqual(['GET']);
  });
});

describe('S20: critical and keyed requests are not sent by a list that the engine started, whatever the plan is', () => {
  const keyed = { endpoints: { lend: lend({ keyed: true }) } };
  const enter = (call: ActionPlan, more: Setting['plan'] = {}) =>
    play({ plan: { on: { enter: [call] }, ...more } });

  it.each([
    ['a critical call on enter', pay(), {}],
    ['a critical call in the background on enter', pay({}, { background: true }), {}],
    ['a keyed call that declares nothing, on enter', send(), keyed],
  ])('%s', async (_, call, more) => {
    const { world } = await enter(call, more);
    await world.pass(0);
    expect(posts(world)).toEqual([]);
  });

  it('a critical call in the fallback of a bridge method in the background', async () => {
    const greet = { handler: 'greet', timeoutMs: 1_000, fallback: [pay()] };
    const call = act('native', { method: 'greet' }, { background: true });
    const { world } = await enter(call, { bridge: { greet } });
    await world.pass(0);
    expect(posts(world)).toEqual([]);
  });

  it('a critical call in the lists of load, back and close', async () => {
    const { world, screen, tap } = await play({
      tap: [show('sure', { optional: true })],
      plan: {
        on: { back: [pay()] },
        data: { shelf: { endpoint: 'shelf', with: {}, reads: [], load: [pay()] } },
        overlays: { sure: dialog('sure', [], { on: { close: [pay()] } }) },
      },
    });
    await world.calls[0]?.reply({ books: 1 });
    await world.pass(1_000);
    await tap();
    screen.dismissOverlay();
    await world.pass(0);
    screen.handleBack();
    await world.pass(0);
    expect(posts(world)).toEqual([]);
  });

  it('a request that is neither critical nor keyed is sent, because older releases count on enter', async () => {
    const { world } = await enter(send({ background: true }));
    await world.pass(0);
    expect(posts(world)).toHaveLength(1);
  });

  describe('while the screen’s data is being read', () => {
    const withData = (overlays: { readonly [id: string]: OverlayPlan }) => ({
      tap: [show('sure'), say('after')],
      plan: {
        overlays,
        data: { shelf: { endpoint: 'shelf', with: {}, reads: [] } },
        body: [button('other', [show('info'), say('other')])],
      },
    });

    const leaveOpen = async (first: Played): Promise<void> => {
      await first.call().reply({ books: 1 });
      await first.tap();
    };

    it('a list that a person starts is not mistaken for a stored one: each continues when its own overlay is closed', async () => {
      const setting = withData({ ...question('sure'), ...question('info') });
      const { tap, overlays, toasts, call } = await reload(setting, leaveOpen);
      await tap('other');
      expect(overlays()).toEqual(['info']);
      await call().reply({ books: 1 });
      expect(overlays()).toEqual(['info', 'sure']);
      await tap('info-yes');
      expect(toasts()).toEqual(['other']);
      await tap('sure-yes');
      expect(toasts()).toEqual(['other', 'after']);
    });

    it('a list that a person starts again replaces the stored one', async () => {
      const setting = withData(question('sure'));
      const { tap, overlays, toasts, call } = await reload(setting, leaveOpen);
      await tap();
      await call().reply({ books: 1 });
      expect(overlays()).toEqual(['sure']);
      await tap('sure-yes');
      expect([overlays(), toasts()]).toEqual([[], ['after']]);
    });
  });
});
