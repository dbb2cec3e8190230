import { describe, expect, it } from 'vitest';
import {
  act,
  button,
  dialog,
  fork,
  critically,
  pay,
  play,
  playIntent,
  posts,
  put,
  say,
  show,
  stored,
  type Setting,
} from '../actions/testing.ts';
import type { ActionPlan, CriticalPlan } from '../plan/plan.ts';
import { endpoint, get, node, TEXT } from './testing.ts';

describe('preconditions are evaluated again right before sending', () => {
  /** The list waits for another call between the tap and the critical one; `meanwhile` runs then. */
  async function guarded(
    options: {
      tap?: readonly ActionPlan[];
      setting?: Setting;
      critical?: Partial<CriticalPlan>;
      more?: Partial<ActionPlan>;
    },
    meanwhile: (played: Awaited<ReturnType<typeof play>>) => void | Promise<void>,
  ) {
    const list = options.tap ?? [pay(options.critical, options.more)];
    const played = await playIntent([act('request', { endpoint: 'ask-lend' }), ...list], options.setting);
    await played.tap();
    await meanwhile(played);
    await played.world.calls.find((call) => call.url.startsWith('/api/ask-lend'))?.reply({ state: 'x' });
    await played.world.pass(0);
    return { sent: posts(played.world).length, toasts: played.toasts() };
  }
  const write =
    (name: string, value: string | number | boolean | undefined) =>
    (played: Awaited<ReturnType<typeof play>>) =>
      played.screen.engine.store.change((draft) => {
        draft.state[name] = value;
      });
  const initial = (name: string, value: string | number | boolean): Setting => ({
    plan: { state: { [name]: { shape: { type: 'boolean' }, initial: value } } },
  });
  const refused = { sent: 0, toasts: ['Failed: refused'] };

  it('sends if all hold', async () => {
    expect((await guarded({ critical: { amounts: [get('state.fine')] } }, write('other', 1))).sent).toBe(1);
  });

  it('refuses if the when of an enclosing case is false now', async () => {
    const tap = [fork({ when: get('state.ok'), run: [act('request', { endpoint: 'ask-lend' }), pay()] })];
    const played = await play(critically(tap, initial('ok', true)));
    await played.tap();
    write('ok', false)(played);
    await played.world.calls[0]?.reply({ state: 'x' });
    expect({ sent: posts(played.world).length, toasts: played.toasts() }).toEqual(refused);
  });

  it('refuses if the when of a surrounding action is false now', async () => {
    const inner = fork({ run: [act('request', { endpoint: 'ask-lend' }), pay()] });
    const played = await play(critically([{ ...inner, when: get('state.ok') }], initial('ok', true)));
    await played.tap();
    write('ok', false)(played);
    await played.world.calls[0]?.reply({ state: 'x' });
    expect({ sent: posts(played.world).length, toasts: played.toasts() }).toEqual(refused);
  });

  it('refuses if a stop that was passed would end the list now', async () => {
    const tap = [
      act('stop', {}, { when: get('state.closed') }),
      act('request', { endpoint: 'ask-lend' }),
      pay(),
    ];
    const played = await play(critically(tap, initial('closed', false)));
    await played.tap();
    write('closed', true)(played);
    await played.world.calls[0]?.reply({ state: 'x' });
    expect({ sent: posts(played.world).length, toasts: played.toasts() }).toEqual(refused);
  });

  it('a condition that the list itself changed is no precondition', async () => {
    const tap = [act('stop', {}, { when: get('state.closed') }), put('closed', true), pay()];
    const played = await play(critically(tap, initial('closed', false)));
    await played.tap();
    expect(posts(played.world)).toHaveLength(1);
  });

  it('a condition over device alone is no precondition', async () => {
    const tap = [
      act('stop', {}, { when: get('device.dark') }),
      act('request', { endpoint: 'ask-lend' }),
      pay(),
    ];
    const played = await play(critically(tap));
    await played.tap();
    played.screen.setDevice({ dark: true });
    await played.world.calls[0]?.reply({ state: 'x' });
    expect(posts(played.world)).toHaveLength(1);
  });

  it('F3: refuses an action whose `when` cannot be computed', async () => {
    expect(await guarded({ more: { when: get('nowhere.at') } }, () => {})).toEqual(refused);
  });

  it('refuses an action whose `when` is pending', async () => {
    const rest: Setting = {
      plan: {
        data: { shelf: { endpoint: 'shelf', with: {}, reads: [] } },
        endpoints: { shelf: endpoint('shelf', { state: TEXT }) },
      },
    };
    const more = { when: ['==', get('data.shelf.state'), 'x'] as const };
    expect(await guarded({ setting: rest, more }, () => {})).toEqual(refused);
  });

  it('refuses if the node, or a node around it, is hidden or disabled now', async () => {
    const inner = button('inner', [act('request', { endpoint: 'ask-lend' }), pay()]);
    const played = await play(
      critically([], {
        plan: {
          state: { open: { shape: { type: 'boolean' }, initial: true } },
          body: [node('section', 'outer', { visible: get('state.open'), slots: { body: [inner] } })],
        },
      }),
    );
    await played.tap('inner');
    write('open', false)(played);
    await played.world.calls[0]?.reply({ state: 'x' });
    expect({ sent: posts(played.world).length, toasts: played.toasts() }).toEqual(refused);
  });

  it('does not refuse because its own list closed an overlay', async () => {
    const played = await play(
      critically([show('sure')], {
        plan: { overlays: { sure: dialog('sure', [button('yes', [act('close'), pay()])]) } },
      }),
    );
    await played.tap();
    await played.tap('yes');
    expect(posts(played.world)).toHaveLength(1);
  });

  it('refuses stale data that preconditions or amounts read', async () => {
    const rest: Setting = {
      plan: {
        data: { shelf: { endpoint: 'shelf', with: {}, reads: [] } },
        endpoints: { shelf: endpoint('shelf', { state: TEXT }) },
      },
    };
    const result = await guarded({ setting: rest, critical: { fresh: ['shelf'] } }, async (played) => {
      await played.world.calls[0]?.reply({ state: 'x' });
      await played.world.pass(1_000);
      void played.screen.engine.data.reload();
      await played.world.pass(0);
      await played.world.calls.at(-1)?.fail();
    });
    expect(result).toEqual(refused);
  });

  it('a Money that differs from its value at the tap is changed', async () => {
    const rest: Setting = { plan: { state: { fine: { shape: { type: 'money' }, initial: 500 } } } };
    const result = await guarded(
      { setting: rest, critical: { amounts: [get('state.fine')] } },
      write('fine', 600),
    );
    expect(result).toEqual({ sent: 0, toasts: ['Failed: changed'] });
  });

  it('F4: refuses an amount that cannot be computed', async () => {
    expect(await guarded({ critical: { amounts: [get('nowhere.at')] } }, () => {})).toEqual(refused);
  });

  it('refuses while an amount on the screen is not shown', async () => {
    const amount = node('amount', 'fine', { props: { value: get('state.fine') } });
    expect(await guarded({ setting: { plan: { body: [amount] } } }, () => {})).toEqual(refused);
  });

  it('refuses an amount that is absent at the tap or now', async () => {
    const fine = { state: { fine: { shape: { type: 'money' as const } } } };
    const critical = { amounts: [['or', get('state.fine'), get('data.shelf.fine')] as const] };
    const rest: Setting = {
      plan: {
        ...fine,
        data: { shelf: { endpoint: 'shelf', with: {}, reads: [] } },
        endpoints: { shelf: endpoint('shelf', { fine: { type: 'integer' } }) },
      },
    };
    expect(await guarded({ setting: rest, critical }, () => {})).toEqual(refused);
    expect(await guarded({ setting: rest, critical }, write('fine', 500))).toEqual(refused);
    const known = { plan: { ...rest.plan, state: { fine: { ...fine.state.fine, initial: 500 } } } };
    expect(await guarded({ setting: known, critical }, write('fine', undefined))).toEqual(refused);
  });

  it('sends if a when is still true', async () => {
    const more = { when: get('state.ok') };
    expect((await guarded({ setting: initial('ok', true), more }, () => {})).sent).toBe(1);
  });

  it('gives each reason its own code', async () => {
    const words = say(['text', '{kind} {code}', { kind: get('error.kind'), code: get('error.code') }]);
    const app = { failures: { default: [words] } };
    const told = async (options: Parameters<typeof guarded>[0], meanwhile: Parameters<typeof guarded>[1]) =>
      (await guarded({ ...options, setting: { ...options.setting, app } }, meanwhile)).toasts;
    const data = { shelf: { endpoint: 'shelf', with: {}, reads: [] } };
    const reading = { plan: { data, endpoints: { shelf: endpoint('shelf', { state: TEXT }) } } };
    const amount = node('amount', 'fine', { props: { value: get('state.fine') } });
    const fine = { critical: { amounts: [get('state.fine')] } };
    const nothing = () => {};
    expect([
      await told({ critical: { fresh: ['shelf'] }, setting: reading }, nothing),
      await told({ critical: { amounts: [get('nowhere.at')] } }, nothing),
      await told({ setting: { plan: { body: [amount] } } }, nothing),
      await told({ ...fine, setting: initial('fine', 500) }, write('fine', 600)),
      await told({ critical: { per: get('nowhere.at') } }, nothing),
    ]).toEqual([
      ['refused intent/stale'],
      ['refused intent/amount'],
      ['refused intent/amount'],
      ['changed intent/amount'],
      ['refused intent/per'],
    ]);

    const tap = [fork({ when: get('state.ok'), run: [act('request', { endpoint: 'ask-lend' }), pay()] })];
    const guard = await play(critically(tap, { ...initial('ok', true), app }));
    await guard.tap();
    write('ok', false)(guard);
    await guard.world.calls[0]?.reply({ state: 'x' });
    expect(guard.toasts()).toEqual(['refused intent/guard']);

    const twice = await playIntent([pay()], { app, plan: { body: [button('twin', [pay()])] } });
    await twice.tap();
    await twice.tap('twin');
    await twice.world.calls[0]?.fail();
    await twice.tap();
    const codes = ['being-sent', 'lost', 'unknown'].map((code) => `unknown intent/${code}`);
    expect(twice.toasts()).toEqual(codes);
  });

  it('stores nothing for a refused call', async () => {
    const { tap, world } = await playIntent([pay({}, { when: get('nowhere.at') })]);
    await tap();
    expect(stored(world)).toEqual([]);
  });
});

describe('a tap right after a return', () => {
  const plan = {
    data: { shelf: { endpoint: 'shelf', with: {}, refresh: ['resume' as const], reads: [] } },
    state: { open: { shape: { type: 'boolean' as const }, initial: true } },
  };
  async function returned(after: number) {
    const played = await playIntent([pay({ amounts: [get('data.shelf.fine')], fresh: ['shelf'] })], {
      plan: { ...plan, endpoints: { shelf: endpoint('shelf', { fine: { type: 'integer' } }) } },
    });
    await played.call().reply({ fine: 100 });
    await played.world.pass(1_000);
    played.screen.resume();
    await played.tap();
    expect(posts(played.world)).toHaveLength(0);
    await played.world.calls.at(-1)?.reply({ fine: after });
    await played.world.pass(1_000);
    return { sent: posts(played.world).length, toasts: played.toasts() };
  }

  it('waits for the re-read and continues with the same amount', async () => {
    expect(await returned(100)).toEqual({ sent: 1, toasts: [] });
  });

  it('a Money is compared with its value at the tap, not after the return', async () => {
    expect(await returned(250)).toEqual({ sent: 0, toasts: ['Failed: changed'] });
  });
});
