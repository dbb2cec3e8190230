import { describe, expect, it } from 'vitest';
import { asking, button, keyOf, lend, pay, playIntent, posts, say, stored } from '../actions/testing.ts';
import type { EndpointPlan } from '../plan/plan.ts';
import { endpoint, fakeWorld, get, TEXT } from './testing.ts';

describe('key and body are stored before the first send', () => {
  it('under capiz/intent/<intent>/<per>, and sent as Idempotency-Key', async () => {
    const { tap, world } = await playIntent([pay({ per: 'o1' })]);
    await tap();
    expect(stored(world)).toEqual(['capiz/intent/lend/o1']);
    const record = JSON.parse(world.device.get('capiz/intent/lend/o1') ?? '');
    expect(record).toMatchObject({ owner: expect.any(String), key: keyOf(world), body: 'book=b1' });
  });

  it('uses the carried parameters as default per', async () => {
    const { tap, world } = await playIntent([pay()], {
      app: { carried: { order: { wire: ['order'], shape: TEXT } } },
      options: { params: { order: 'o7' } },
    });
    await tap();
    expect(decodeURIComponent(stored(world)[0] ?? '')).toBe('capiz/intent/lend/{"order":"o7"}');
  });

  it('per does not depend on the order of its members', async () => {
    const one = await playIntent([pay({ per: ['record', { a: 1, b: 2 }] })]);
    const two = await playIntent([pay({ per: ['record', { b: 2, a: 1 }] })]);
    await one.tap();
    await two.tap();
    expect(stored(one.world)).toEqual(stored(two.world));
  });

  it('stores nothing sensitive: neither headers nor the session’s query', async () => {
    const endpoints = { lend: { ...lend(), headers: ['sessionId'], sessionQuery: true as const } };
    const { tap, world } = await playIntent([pay()], { plan: { endpoints } });
    await tap();
    expect([...world.device.values()].join()).not.toContain('s1');
    expect(world.calls[0]?.headers['sessionId']).toBe('s1');
  });

  it('is the same after a reload', async () => {
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

  it('the check detects a new key per attempt: the service receives two keys', async () => {
    const keyed = { plan: { endpoints: { lend: lend({ keyed: true }) } } };
    const attempts = async (isStored: boolean) => {
      const first = await playIntent([pay({ per: 'o1' })], keyed);
      await first.tap();
      const world = fakeWorld();
      // Every page has its own random ids.
      for (let drawn = 0; drawn < 4; drawn += 1) world.services.random.id();
      if (isStored) for (const [key, text] of first.world.device) world.device.set(key, text);
      const again = await playIntent([pay({ per: 'o1' })], { world, ...keyed });
      await again.tap();
      return new Set([keyOf(first.world), keyOf(world)]).size;
    };
    expect(await attempts(true)).toBe(1);
    expect(await attempts(false)).toBe(2);
  });

  it('with blocked storage it is sent once per page life', async () => {
    const { tap, world, toasts } = await playIntent([pay()], { world: fakeWorld({ storage: 'blocked' }) });
    await tap();
    await world.calls[0]?.fail();
    await tap();
    expect(posts(world)).toHaveLength(1);
    expect(toasts()).toEqual(['Failed: unknown', 'Failed: unknown']);
  });
});

describe('an intent ends with a definite answer', () => {
  it('success: the list continues, and a new tap is a new intent', async () => {
    const { tap, world, toasts } = await playIntent([pay()]);
    await tap();
    await world.calls[0]?.reply({ ticket: 't1' });
    expect(toasts()).toEqual(['done']);
    expect(stored(world)).toEqual([]);
    await tap();
    expect(keyOf(world, 1)).not.toBe(keyOf(world, 0));
  });

  it('a refusal by the service is definite', async () => {
    const { tap, world, toasts } = await playIntent([pay()]);
    await tap();
    await world.calls[0]?.answer({ status: 200, body: '{"success":false,"message":"No"}' });
    expect(toasts()).toEqual(['Failed: business']);
    expect(stored(world)).toEqual([]);
  });

  it('a success with an invalid reply is unknown, because the next step is unknown', async () => {
    const ticket = {
      type: 'record',
      members: [{ name: 'ticket', wire: '/data/ticket', shape: TEXT, required: true }],
    };
    const { tap, world, toasts } = await playIntent([pay()], {
      plan: { endpoints: { lend: { ...lend(), reply: ticket as EndpointPlan['reply'] } } },
    });
    await tap();
    await world.calls[0]?.reply({});
    expect(toasts()).toEqual(['Failed: unknown']);
    expect(stored(world)).toHaveLength(1);
  });

  it('a request that was certainly not sent ends the intent with the kind of its failure', async () => {
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
    'a gateway that reaches no service': { answer: { status: 502, body: '' } },
    'a gateway timeout': { answer: { status: 504, body: '' } },
    'a server error': { answer: { status: 500, body: '' } },
    'an answer that does not fit': { answer: { status: 200, body: '<html>' } },
    'a reply without a success value': { answer: { status: 200, body: '{"data":{"ticket":"t1"}}' } },
    'a message without a success value': { answer: { status: 200, body: '{"message":"Try later"}' } },
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
  it('8.11 its code distinguishes a lost connection from an answer without yes or no', async () => {
    const codes: string[] = [];
    for (const how of Object.values(uncertain)) {
      const caught = [{ run: [say(get('error.code'))] }];
      const { tap, world, toasts } = await playIntent([pay({}, { catch: caught })]);
      await tap();
      if ('fail' in how) await world.calls[0]?.fail(how.fail);
      else await world.calls[0]?.answer(how.answer);
      codes.push(...toasts());
    }
    const isLost = (how: object) => 'fail' in how || /502|504/.test(JSON.stringify(how));
    const lost = Object.values(uncertain).map((how) => (isLost(how) ? 'intent/lost' : 'intent/unknown'));
    expect(codes.map((code) => (code === 'intent/unreadable' ? 'intent/unknown' : code))).toEqual(lost);
  });
});

describe('never twice', () => {
  it('a double tap sends one request', async () => {
    const { tap, world } = await playIntent([pay()]);
    await tap();
    await tap();
    expect(posts(world)).toHaveLength(1);
  });

  it('another button of the same intent sends nothing while one is being sent', async () => {
    const { tap, world, toasts } = await playIntent([pay()], { plan: { body: [button('twin', [pay()])] } });
    await tap();
    await tap('twin');
    expect(posts(world)).toHaveLength(1);
    expect(toasts()).toEqual(['Failed: unknown']);
  });

  it('two pages at the same moment send one; the other gets an unknown outcome', async () => {
    const held = new Set<string>();
    const world = fakeWorld();
    const other = fakeWorld();
    const locks = {
      take: async (name: string) => {
        if (held.has(name)) return undefined;
        held.add(name);
        return () => void held.delete(name);
      },
    };
    const page = (one: typeof world) =>
      playIntent([pay()], { world: { ...one, services: { ...one.services, locks } } });
    const [first, second] = [await page(world), await page(other)];
    await Promise.all([first.tap(), second.tap()]);
    expect(posts(world).length + posts(other).length).toBe(1);
    expect(second.toasts()).toEqual(['Failed: unknown']);
    await world.calls[0]?.reply({});
    expect([first.toasts(), [...held]]).toEqual([['done'], []]);
  });

  it('a keyed request is not retried while it is being sent', async () => {
    const { tap, world } = await playIntent([pay()], {
      plan: { body: [button('twin', [pay()])], endpoints: { lend: lend({ keyed: true }) } },
    });
    await tap();
    await tap('twin');
    expect(posts(world)).toHaveLength(1);
  });

  it('is not retried at another address', async () => {
    const path = ['choose', [['==', get('request.book'), 'b1'], '/api/lend'], [true, '/api/other']] as const;
    const { tap, world, toasts } = await playIntent([pay({ per: 'o1' })], {
      plan: {
        body: [
          button('twin', [
            { ...pay({ per: 'o1' }), props: { endpoint: 'lend', with: ['record', { book: 'b2' }] } },
          ]),
        ],
        endpoints: { lend: { ...lend({ keyed: true }), path } },
      },
    });
    await tap();
    await world.calls[0]?.fail();
    await tap('twin');
    expect(posts(world)).toHaveLength(1);
    expect(toasts()).toEqual(['Failed: unknown', 'Failed: unknown']);
  });

  it('an intent whose per cannot be computed is refused', async () => {
    const { tap, world, toasts } = await playIntent([pay({ per: get('nowhere.at') })]);
    await tap();
    expect([posts(world), toasts()]).toEqual([[], ['Failed: refused']]);
  });

  it('ignores the record of another visitor', async () => {
    const world = fakeWorld();
    const record = { owner: 'somebody', intent: 'lend', key: 'old', path: '/api/lend', body: 'book=b1' };
    const { tap } = await playIntent([pay({ per: 'o1' })], { world });
    world.device.set('capiz/intent/lend/o1', JSON.stringify(record));
    await tap();
    expect(keyOf(world)).not.toBe('old');
    expect(posts(world)).toHaveLength(1);
  });

  it('another value of `per` is another intent', async () => {
    const { tap, world } = await playIntent([pay({ per: 'o1' })], {
      plan: { body: [button('twin', [pay({ per: 'o2' })])] },
    });
    await tap();
    await tap('twin');
    expect(posts(world)).toHaveLength(2);
  });

  it('while the outcome is unknown, every action with that intent is refused as unknown', async () => {
    const { tap, world, toasts } = await playIntent([pay()]);
    await tap();
    await world.calls[0]?.fail();
    await tap();
    expect(posts(world)).toHaveLength(1);
    expect(toasts()).toEqual(['Failed: unknown', 'Failed: unknown']);
  });

  it('without ask a tap retries with the same key and body if the contract is keyed', async () => {
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

  it('an unsafe retry reports the first send’s outcome, not that nothing was sent', async () => {
    const { tap, world, toasts, screen } = await playIntent([pay({ fresh: ['shelf'] })], {
      plan: {
        data: { shelf: { endpoint: 'shelf', with: {}, reads: [] } },
        endpoints: { lend: lend({ keyed: true }), shelf: endpoint('shelf', { books: TEXT }) },
      },
    });
    await world.calls[0]?.reply({ books: 'b1' });
    await tap();
    await world.calls[1]?.fail();
    await world.pass(1_000);
    void screen.engine.data.reload();
    await world.pass(0);
    await world.calls.at(-1)?.fail();
    await tap();
    expect(posts(world)).toHaveLength(1);
    expect(toasts()).toEqual(['Failed: unknown', 'Failed: unknown']);
    expect(stored(world)).toHaveLength(1);
  });

  it('an unsent retry leaves the first send’s outcome unknown', async () => {
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

  it('an unsent retry after a reload during a send leaves the outcome unknown', async () => {
    const setting = { plan: { endpoints: { lend: lend({ keyed: true }) } } };
    const first = await playIntent([pay()], setting);
    await first.tap();
    const world = fakeWorld();
    for (const [key, text] of first.world.device) world.device.set(key, text);
    const { tap, toasts } = await playIntent([pay()], { ...setting, world });
    await tap();
    await world.calls[0]?.fail('offline', false);
    expect(toasts()).toEqual(['Failed: unknown']);
    expect(stored(world)).toHaveLength(1);
  });

  for (const status of [401, 403, 404, 429]) {
    it(`a rejected retry (${status}) leaves the first send’s outcome unknown`, async () => {
      const { tap, world, toasts } = await playIntent([pay()], {
        plan: { endpoints: { lend: lend({ keyed: true }) } },
      });
      await tap();
      await world.calls[0]?.fail();
      await tap();
      await world.calls[1]?.answer({ status, body: '' });
      expect(toasts()).toEqual(['Failed: unknown', 'Failed: unknown']);
      await tap();
      expect(keyOf(world, 2)).toBe(keyOf(world, 0));
    });
  }

  it('a refused retry has a definite outcome: the service knows the key', async () => {
    const { tap, world, toasts } = await playIntent([pay()], {
      plan: { endpoints: { lend: lend({ keyed: true }) } },
    });
    await tap();
    await world.calls[0]?.fail();
    await tap();
    await world.calls[1]?.answer({ status: 200, body: '{"success":false,"message":"No"}' });
    expect(toasts()).toEqual(['Failed: unknown', 'Failed: business']);
    expect(stored(world)).toEqual([]);
  });

  it('with ask the body is not stored, because it is never sent again', async () => {
    const { tap, world } = await playIntent([pay(asking)]);
    await tap();
    const record: unknown = JSON.parse(world.device.get(stored(world)[0] ?? '') ?? '');
    expect(record).toMatchObject({ key: keyOf(world), ask: { endpoint: 'ask-lend' } });
    expect(record).not.toHaveProperty('body');
  });

  it('calls that share an intent use their own outcome questions', async () => {
    const done = ['==', get('reply.room'), 'home'] as const;
    const other = { ...pay({ ...asking, done }), props: { endpoint: 'lease' } };
    const { tap, world } = await playIntent([pay(asking)], {
      plan: { body: [button('other', [other])], endpoints: { lease: { ...lend(), name: 'lease' } } },
    });
    await tap('other');
    await world.calls[0]?.fail();
    await world.pass(2_000);
    await world.calls[1]?.reply({ state: 'lent' });
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

  it('a reload during a send is an unknown outcome', async () => {
    const first = await playIntent([pay()]);
    await first.tap();
    const world = fakeWorld();
    for (const [key, text] of first.world.device) world.device.set(key, text);
    const { tap, toasts } = await playIntent([pay()], { world });
    await tap();
    expect(world.calls).toHaveLength(0);
    expect(toasts()).toEqual(['Failed: unknown']);
  });

  it('belongs to its owner: another visitor neither retries the request nor requests its outcome', async () => {
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

describe('a critical request after the screen is left', () => {
  it('continues, and its intent ends with the answer', async () => {
    const { tap, world, screen } = await playIntent([pay()]);
    await tap();
    screen.close();
    expect(world.calls[0]?.signal.aborted).toBe(false);
    await world.calls[0]?.reply({});
    expect(stored(world)).toEqual([]);
  });

  it('its intent stores the result: the next tap receives it, and nothing is sent again', async () => {
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

  it('the result of one call is not used for another call of the intent, which is refused as unknown', async () => {
    const other = { endpoints: { lend: lend(), renew: { ...lend(), name: 'renew', path: '/api/renew' } } };
    const first = await playIntent([pay()], { plan: other });
    await first.tap();
    first.screen.close();
    const { world } = first;
    await world.calls[0]?.reply({ ticket: 't1' });
    const again = await playIntent(
      [pay({}, { props: { endpoint: 'renew', with: ['record', { book: 'b1' }] } })],
      {
        world,
        plan: other,
      },
    );
    await again.tap();
    expect(posts(world)).toHaveLength(1);
    expect(again.toasts()).toEqual(['Failed: unknown']);
    await again.tap();
    expect(posts(world)).toHaveLength(2);
  });

  it('the result is stored only for its owner', async () => {
    const first = await playIntent([pay()]);
    await first.tap();
    first.screen.close();
    const { world } = first;
    await world.calls[0]?.reply({ ticket: 't1' });
    const again = await playIntent([pay()], {
      world,
      options: { session: { userId: 'u2', sessionId: 's2' } },
    });
    await again.tap();
    expect(posts(world)).toHaveLength(2);
  });

  it('a refusal by the service is not stored: nothing was done', async () => {
    const first = await playIntent([pay()]);
    await first.tap();
    first.screen.close();
    const { world } = first;
    await world.calls[0]?.answer({ status: 200, body: '{"success":false,"message":"No"}' });
    const again = await playIntent([pay()], { world });
    await again.tap();
    expect(posts(world)).toHaveLength(2);
  });

  it('with blocked storage another screen of the same page knows the result, too', async () => {
    const world = fakeWorld({ storage: 'blocked' });
    const first = await playIntent([pay()], { world });
    await first.tap();
    first.screen.close();
    const again = await playIntent([pay()], { world });
    await again.tap();
    expect(posts(world)).toHaveLength(1);
    expect(again.toasts()).toEqual(['Failed: unknown']);
  });

  it('S5: for 10 s after a critical send Back only shows that it is being sent', async () => {
    const { tap, world, screen, toasts } = await playIntent([pay()]);
    await tap();
    expect(screen.handleBack()).toBe(true);
    expect(toasts()).toEqual(['This is being sent. Please wait.']);
    expect(screen.surface.snapshot().toasts[0]?.tone).toBe('info');
    await world.pass(10_000);
    expect(screen.handleBack()).toBe(false);
  });

  it('Back works again as soon as there is an answer', async () => {
    const { tap, world, screen } = await playIntent([pay()]);
    await tap();
    await world.calls[0]?.reply({});
    expect(screen.handleBack()).toBe(false);
  });
});
