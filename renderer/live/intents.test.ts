import { describe, expect, it } from 'vitest';
import { act, button, dialog, fork, lend, play, put, type Setting, say, show } from '../actions/testing.ts';
import type { ActionPlan, CriticalPlan } from '../plan/plan.ts';
import { endpoint, type FakeWorld, fakeWorld, get, node, TEXT } from './testing.ts';

const kinds = { default: [say(['text', 'Failed: {kind}', { kind: get('error.kind') }])] };

function critical(rest: Partial<CriticalPlan> = {}): CriticalPlan {
  return { intent: 'lend', amounts: [], fresh: [], ...rest };
}

function pay(rest: Partial<CriticalPlan> = {}, more: Partial<ActionPlan> = {}): ActionPlan {
  return act(
    'request',
    { endpoint: 'lend', with: ['record', { book: 'b1' }] },
    { critical: critical(rest), ...more },
  );
}

const asking = {
  ask: 'ask-lend',
  with: { book: 'b1' },
  done: ['==', get('reply.state'), 'lent'] as const,
};

function setting(tap: readonly ActionPlan[], rest: Setting = {}): Setting {
  return {
    tap: [...tap, say('done')],
    ...rest,
    app: { failures: kinds, ...rest.app },
    plan: {
      ...rest.plan,
      endpoints: {
        lend: lend(),
        'ask-lend': endpoint('ask-lend', { state: TEXT }, ['book']),
        ...rest.plan?.endpoints,
      },
    },
  };
}

const playIntent = (tap: readonly ActionPlan[], rest: Setting = {}) => play(setting(tap, rest));

const keyOf = (world: FakeWorld, at = 0) => world.calls[at]?.headers['Idempotency-Key'];
const stored = (world: FakeWorld) =>
  [...world.device.keys()].filter((key) => key.startsWith('capiz/intent/'));
const posts = (world: FakeWorld) => world.calls.filter((call) => call.method === 'POST');

describe('Its key and body are stored before the first send', () => {
  it('under capiz/intent/<intent>/<per>, and sent as Idempotency-Key', async () => {
    const { tap, world } = await playIntent([pay({ per: 'o1' })]);
    await tap();
    expect(stored(world)).toEqual(['capiz/intent/lend/o1']);
    const record = JSON.parse(world.device.get('capiz/intent/lend/o1') ?? '');
    expect(record).toMatchObject({ owner: expect.any(String), key: keyOf(world), body: 'book=b1' });
  });

  it('per is the carried parameters by default', async () => {
    const { tap, world } = await playIntent([pay()], {
      app: { failures: kinds, carried: { order: { wire: ['order'], shape: TEXT } } },
      options: { params: { order: 'o7' } },
    });
    await tap();
    expect(decodeURIComponent(stored(world)[0] ?? '')).toBe('capiz/intent/lend/{"order":"o7"}');
  });

  it('per is the same however its members are written', async () => {
    const one = await playIntent([pay({ per: ['record', { a: 1, b: 2 }] })]);
    const two = await playIntent([pay({ per: ['record', { b: 2, a: 1 }] })]);
    await one.tap();
    await two.tap();
    expect(stored(one.world)).toEqual(stored(two.world));
  });

  it('nothing sensitive: neither headers nor the query of the session', async () => {
    const endpoints = { lend: { ...lend(), headers: ['sessionId'], sessionQuery: true as const } };
    const { tap, world } = await playIntent([pay()], { plan: { endpoints } });
    await tap();
    expect([...world.device.values()].join()).not.toContain('s1');
    expect(world.calls[0]?.headers['sessionId']).toBe('s1');
  });

  it('the same after reload', async () => {
    const first = await playIntent([pay({ per: 'o1' })], {
      plan: { endpoints: { lend: lend({ keyed: true }) } },
    });
    await first.tap();
    const world = Object.assign(fakeWorld(), {});
    for (const [key, text] of first.world.device) world.device.set(key, text);
    const second = await playIntent([pay({ per: 'o1' })], {
      world,
      plan: { endpoints: { lend: lend({ keyed: true }) } },
    });
    await second.tap();
    expect(keyOf(world)).toBe(keyOf(first.world));
    expect(world.calls[0]?.body).toBe(first.world.calls[0]?.body);
  });

  it('storage blocked: still once per page life', async () => {
    const { tap, world, toasts } = await playIntent([pay()], { world: fakeWorld({ storage: 'blocked' }) });
    await tap();
    await world.calls[0]?.fail();
    await tap();
    expect(posts(world)).toHaveLength(1);
    expect(toasts()).toEqual(['Failed: unknown', 'Failed: unknown']);
  });
});

describe('It ends with a definite answer', () => {
  it('success: the list goes on, and a new tap is a new intent', async () => {
    const { tap, world, toasts } = await playIntent([pay()]);
    await tap();
    await world.calls[0]?.reply({ ticket: 't1' });
    expect(toasts()).toEqual(['done']);
    expect(stored(world)).toEqual([]);
    await tap();
    expect(keyOf(world, 1)).not.toBe(keyOf(world, 0));
  });

  it('a no of the service is definite', async () => {
    const { tap, world, toasts } = await playIntent([pay()]);
    await tap();
    await world.calls[0]?.answer({ status: 200, body: '{"success":false,"message":"No"}' });
    expect(toasts()).toEqual(['Failed: business']);
    expect(stored(world)).toEqual([]);
  });

  it('certain that nothing was sent: the intent is over, and says so by its own kind', async () => {
    const { tap, world, toasts } = await playIntent([pay()]);
    await tap();
    await world.calls[0]?.fail('offline', false);
    expect(toasts()).toEqual(['Failed: offline']);
    expect(stored(world)).toEqual([]);
  });

  const uncertain = {
    'a lost connection': { fail: 'network' as const },
    'a timeout': { fail: 'timeout' as const },
    'going offline after it was sent': { fail: 'offline' as const },
    'a server error': { answer: { status: 502, body: '' } },
    'an answer that does not fit': { answer: { status: 200, body: '<html>' } },
    'a conflict: an earlier send may be under way': {
      answer: { status: 409, body: '{"message":"In progress"}' },
    },
  };
  for (const [title, how] of Object.entries(uncertain)) {
    it(`${title} yields unknown, never its own kind`, async () => {
      const { tap, world, toasts } = await playIntent([pay()]);
      await tap();
      if ('fail' in how) await world.calls[0]?.fail(how.fail);
      else await world.calls[0]?.answer(how.answer);
      expect(toasts()).toEqual(['Failed: unknown']);
      expect(stored(world)).toHaveLength(1);
    });
  }
});

describe('Never twice', () => {
  it('a double tap sends one', async () => {
    const { tap, world } = await playIntent([pay()]);
    await tap();
    await tap();
    expect(posts(world)).toHaveLength(1);
  });

  it('another button of the same intent sends none while one is being sent', async () => {
    const { tap, world, toasts } = await playIntent([pay()], { plan: { body: [button('twin', [pay()])] } });
    await tap();
    await tap('twin');
    expect(posts(world)).toHaveLength(1);
    expect(toasts()).toEqual(['Failed: unknown']);
  });

  it('another per is another intent', async () => {
    const { tap, world } = await playIntent([pay({ per: 'o1' })], {
      plan: { body: [button('twin', [pay({ per: 'o2' })])] },
    });
    await tap();
    await tap('twin');
    expect(posts(world)).toHaveLength(2);
  });

  it('while it is unknown every action with that intent is refused with the truth', async () => {
    const { tap, world, toasts } = await playIntent([pay()]);
    await tap();
    await world.calls[0]?.fail();
    await tap();
    expect(posts(world)).toHaveLength(1);
    expect(toasts()).toEqual(['Failed: unknown', 'Failed: unknown']);
  });

  it('without ask a tap sends the same key and body again if the contract is keyed', async () => {
    const { tap, world, toasts } = await playIntent([pay()], {
      plan: { endpoints: { lend: lend({ keyed: true }) } },
    });
    await tap();
    await world.calls[0]?.fail();
    await tap();
    expect(keyOf(world, 1)).toBe(keyOf(world, 0));
    expect(world.calls[1]?.body).toBe(world.calls[0]?.body);
    await world.calls[1]?.reply({});
    expect(toasts()).toEqual(['Failed: unknown', 'done']);
    expect(stored(world)).toEqual([]);
  });

  it('a repetition that was not sent says nothing about the first send', async () => {
    const { tap, world, toasts } = await playIntent([pay()], {
      plan: { endpoints: { lend: lend({ keyed: true }) } },
    });
    await tap();
    await world.calls[0]?.fail();
    await tap();
    await world.calls[1]?.fail('offline', false);
    expect(toasts()).toEqual(['Failed: unknown', 'Failed: unknown']);
    expect(stored(world)).toHaveLength(1);
  });

  it('with ask nothing is sent again, keyed or not', async () => {
    const { tap, world } = await playIntent([pay(asking)], {
      plan: { endpoints: { lend: lend({ keyed: true }) } },
    });
    await tap();
    await world.calls[0]?.fail();
    await tap();
    expect(posts(world)).toHaveLength(1);
  });

  it('a reload in the middle of a send is an unknown outcome', async () => {
    const first = await playIntent([pay()]);
    await first.tap();
    const world = fakeWorld();
    for (const [key, text] of first.world.device) world.device.set(key, text);
    const { tap, toasts } = await playIntent([pay()], { world });
    await tap();
    expect(world.calls).toHaveLength(0);
    expect(toasts()).toEqual(['Failed: unknown']);
  });

  it('is bound to its owner: another visitor neither repeats nor asks', async () => {
    const first = await playIntent([pay(asking)]);
    await first.tap();
    const world = fakeWorld();
    for (const [key, text] of first.world.device) world.device.set(key, text);
    const { tap } = await playIntent([pay(asking)], {
      world,
      options: { session: { userId: 'u2', sessionId: 's2' } },
    });
    expect(world.calls).toHaveLength(0);
    await tap();
    expect(keyOf(world)).toBeDefined();
  });
});

describe('ask is called at 2, 5 and 15 s and on each return', () => {
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

  it('done true ends the intent', async () => {
    const { world, asks } = await unknown();
    await world.pass(2_000);
    expect(asks()[0]?.url).toBe('/api/ask-lend?book=b1');
    await asks()[0]?.reply({ state: 'lent' });
    expect(stored(world)).toEqual([]);
  });

  it('done false ends the intent, and a tap begins a new one', async () => {
    const { world, asks, tap } = await unknown();
    await world.pass(2_000);
    await asks()[0]?.reply({ state: 'free' });
    await tap();
    expect(posts(world)).toHaveLength(2);
    expect(posts(world)[1]?.headers['Idempotency-Key']).not.toBe(keyOf(world, 0));
  });

  it('done absent is not known yet', async () => {
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

  it('after a reload at once', async () => {
    const { world: old } = await unknown();
    const world = fakeWorld();
    for (const [key, text] of old.device) world.device.set(key, text);
    await playIntent([pay(asking)], { world });
    expect(world.calls.map((call) => call.url)).toEqual(['/api/ask-lend?book=b1']);
  });

  it('once it is known the screen’s data is read again', async () => {
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

describe('Guards are computed again right before sending', () => {
  /** The list waits for another call between the tap and the critical one; `meanwhile` happens there. */
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

  it('all hold: it is sent', async () => {
    expect((await guarded({ critical: { amounts: [get('state.fine')] } }, write('other', 1))).sent).toBe(1);
  });

  it('the when of an enclosing case that holds no more', async () => {
    const tap = [fork({ when: get('state.ok'), run: [act('request', { endpoint: 'ask-lend' }), pay()] })];
    const played = await play(setting(tap, initial('ok', true)));
    await played.tap();
    write('ok', false)(played);
    await played.world.calls[0]?.reply({ state: 'x' });
    expect({ sent: posts(played.world).length, toasts: played.toasts() }).toEqual(refused);
  });

  it('a stop that was passed and would end the list now', async () => {
    const tap = [
      act('stop', {}, { when: get('state.closed') }),
      act('request', { endpoint: 'ask-lend' }),
      pay(),
    ];
    const played = await play(setting(tap, initial('closed', false)));
    await played.tap();
    write('closed', true)(played);
    await played.world.calls[0]?.reply({ state: 'x' });
    expect({ sent: posts(played.world).length, toasts: played.toasts() }).toEqual(refused);
  });

  it('a condition that the list itself changed guards nothing', async () => {
    const tap = [act('stop', {}, { when: get('state.closed') }), put('closed', true), pay()];
    const played = await play(setting(tap, initial('closed', false)));
    await played.tap();
    expect(posts(played.world)).toHaveLength(1);
  });

  it('a condition over device alone is none', async () => {
    const tap = [
      act('stop', {}, { when: get('device.dark') }),
      act('request', { endpoint: 'ask-lend' }),
      pay(),
    ];
    const played = await play(setting(tap));
    await played.tap();
    played.screen.setDevice({ dark: true });
    await played.world.calls[0]?.reply({ state: 'x' });
    expect(posts(played.world)).toHaveLength(1);
  });

  it('a when that cannot be computed', async () => {
    expect(await guarded({ more: { when: get('nowhere.at') } }, () => {})).toEqual(refused);
  });

  it('a when that is pending', async () => {
    const rest: Setting = {
      plan: {
        data: { shelf: { endpoint: 'shelf', with: {}, reads: [] } },
        endpoints: { shelf: endpoint('shelf', { state: TEXT }) },
      },
    };
    const more = { when: ['==', get('data.shelf.state'), 'x'] as const };
    expect(await guarded({ setting: rest, more }, () => {})).toEqual(refused);
  });

  it('the node that is no longer visible or enabled, or stands in one that is not', async () => {
    const inner = button('inner', [act('request', { endpoint: 'ask-lend' }), pay()]);
    const played = await play(
      setting([], {
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

  it('an overlay that its own list closed is no reason to refuse', async () => {
    const played = await play(
      setting([show('sure')], {
        plan: { overlays: { sure: dialog('sure', [button('yes', [act('close'), pay()])]) } },
      }),
    );
    await played.tap();
    await played.tap('yes');
    expect(posts(played.world)).toHaveLength(1);
  });

  it('stale data that guards or amounts read', async () => {
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

  it('an amount that cannot be computed', async () => {
    expect(await guarded({ critical: { amounts: [get('nowhere.at')] } }, () => {})).toEqual(refused);
  });

  it('an amount on the screen that is not shown', async () => {
    const amount = node('amount', 'fine', { props: { value: get('state.fine') } });
    expect(await guarded({ setting: { plan: { body: [amount] } } }, () => {})).toEqual(refused);
  });

  it('nothing is stored for what was refused', async () => {
    const { tap, world } = await playIntent([pay({}, { when: get('nowhere.at') })]);
    await tap();
    expect(stored(world)).toEqual([]);
  });
});

describe('A critical request and leaving', () => {
  it('runs on when the screen is left, and its intent ends with the answer', async () => {
    const { tap, world, screen } = await playIntent([pay()]);
    await tap();
    screen.close();
    expect(world.calls[0]?.signal.aborted).toBe(false);
    await world.calls[0]?.reply({});
    expect(stored(world)).toEqual([]);
  });

  it('its intent keeps the result: the next tap has it, and nothing is sent again', async () => {
    const list = [pay({}, { as: 'lent' }), say(get('lent.ticket'))];
    const first = await playIntent(list);
    await first.tap();
    first.screen.close();
    const { world } = first;
    await world.calls[0]?.reply({ ticket: 't1' });
    const again = await playIntent(list, { world });
    await again.tap();
    expect(posts(world)).toHaveLength(1);
    expect(again.toasts()).toEqual(['t1', 'done']);
    await again.tap();
    expect(posts(world)).toHaveLength(2);
  });

  it('a no of the service is not kept: nothing was done', async () => {
    const first = await playIntent([pay()]);
    await first.tap();
    first.screen.close();
    const { world } = first;
    await world.calls[0]?.answer({ status: 200, body: '{"success":false,"message":"No"}' });
    const again = await playIntent([pay()], { world });
    await again.tap();
    expect(posts(world)).toHaveLength(2);
  });

  it('storage blocked: another screen of the same page knows of it, too', async () => {
    const world = fakeWorld({ storage: 'blocked' });
    const first = await playIntent([pay()], { world });
    await first.tap();
    first.screen.close();
    const again = await playIntent([pay()], { world });
    await again.tap();
    expect(posts(world)).toHaveLength(1);
    expect(again.toasts()).toEqual(['Failed: unknown']);
  });

  it('15.6: for 10 s after a critical send Back only says that it is being sent', async () => {
    const { tap, world, screen, toasts } = await playIntent([pay()]);
    await tap();
    expect(screen.handleBack()).toBe(true);
    expect(toasts()).toEqual(['This is being sent. Please wait.']);
    await world.pass(10_000);
    expect(screen.handleBack()).toBe(false);
  });

  it('Back is free again as soon as there is an answer', async () => {
    const { tap, world, screen } = await playIntent([pay()]);
    await tap();
    await world.calls[0]?.reply({});
    expect(screen.handleBack()).toBe(false);
  });
});
