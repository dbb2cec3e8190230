import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  act,
  asking,
  button,
  keyOf,
  lend,
  pay,
  playIntent,
  posts,
  say,
  type Setting,
  stored,
} from '../actions/testing.ts';
import { endpoint, fakeWorld, get, TEXT } from './testing.ts';

const KEYED: Setting = { plan: { endpoints: { lend: lend({ keyed: true }) } } };

interface StoredRecord {
  readonly [member: string]: unknown;
}

/** The stored record after a send with an unknown outcome. */
async function leave(rest: Parameters<typeof pay>[0] = {}, setting: Setting = {}) {
  const { tap, world } = await playIntent([pay({ per: 'o1', ...rest })], setting);
  await tap();
  await world.calls[0]?.fail();
  const [place = ''] = stored(world);
  const record = JSON.parse(world.device.get(place) ?? '') as StoredRecord;
  /** The same device after a restart, with another text as the record. */
  function reopen(text: string) {
    const again = fakeWorld();
    for (const [key, kept] of world.device) again.device.set(key, kept);
    again.device.set(place, text);
    return again;
  }
  return { place, record, reopen };
}

describe('the storage key of an intent', () => {
  it('is its name and the members of its per, in alphabetical order', async () => {
    const inner = ['record', { z: 1, y: ['list', 1] }] as const;
    const { place } = await leave({ per: ['record', { b: 2, a: 'x', c: inner }] });
    expect(decodeURIComponent(place)).toBe('capiz/intent/lend/{"a":"x","b":2,"c":{"y":[1],"z":1}}');
  });
  it('is only its name if there is no per', async () => {
    const { place } = await leave({ per: get('state.none') });
    expect(place).toBe('capiz/intent/lend/');
  });
});

describe('a stored record that cannot be read', () => {
  async function find(write: (record: StoredRecord) => string, setting: Setting = {}) {
    const { record, reopen } = await leave({}, setting);
    const world = reopen(write(record));
    const { tap, toasts } = await playIntent([pay({ per: 'o1' })], { ...setting, world });
    await tap();
    return { sent: posts(world).length, toasts: toasts(), faults: world.faults.map(({ code }) => code) };
  }
  const held = { sent: 0, toasts: ['Failed: unknown'] };

  it('blocks a send like a readable one', async () => {
    expect(await find((record) => JSON.stringify(record))).toMatchObject(held);
  });
  it('belongs to its owner, so it does not block another person', async () => {
    expect(await find((record) => JSON.stringify({ ...record, owner: 'x' }))).toMatchObject({ sent: 1 });
  });
  it('stays readable with members that a newer release added', async () => {
    const found = await find((record) => JSON.stringify({ ...record, version: 9 }));
    expect(found).toMatchObject(held);
    expect(found.faults).not.toContain('intent/damaged');
  });
  it.each(['owner', 'intent', 'key', 'path'])(
    'blocks a send without %s, or with a number in its place',
    async (member) => {
      expect(await find((record) => JSON.stringify({ ...record, [member]: undefined }))).toMatchObject(held);
      expect(await find((record) => JSON.stringify({ ...record, [member]: 7 }))).toMatchObject(held);
    },
  );
  it.each(['', 'null', '7', '"text"', '[]', '{}', '{"owner"', 'undefined', '1e999', '{"__proto__":{}}'])(
    'sends nothing and reports it: %j',
    async (text) => {
      const found = await find(() => text, KEYED);
      expect(found).toMatchObject(held);
      expect(found.faults).toContain('intent/damaged');
    },
  );

  it('1.18 shows in words what to do, and reports which call it was', async () => {
    const { reopen } = await leave({}, KEYED);
    const world = reopen('{"owner"');
    const told = { catch: [{ run: [say(get('error.message'))] }] };
    const { tap, toasts } = await playIntent([pay({ per: 'o1' }, told)], { ...KEYED, world });
    await tap();
    expect(toasts()[0]).toMatch(/^It is not known whether this was sent before\. .*Contact us/);
    expect(world.faults).toContainEqual(expect.objectContaining({ code: 'intent/damaged', detail: 'lend' }));
  });

  it('1.18 sends nothing but the stored request, whatever is damaged', async () => {
    const { record, place, reopen } = await leave({}, KEYED);
    const other = fc.oneof(
      fc.jsonValue().filter((value) => typeof value !== 'string'),
      fc.constantFrom(1e308, -0, { __proto__: null }, [[[]]]),
    );
    const damaged = fc.oneof(
      fc.nat(JSON.stringify(record).length - 1).map((end) => JSON.stringify(record).slice(0, end)),
      fc
        .tuple(fc.constantFrom(...Object.keys(record)), other)
        .map(([member, value]) => JSON.stringify({ ...record, [member]: value })),
      fc.jsonValue().map((value) => JSON.stringify(value)),
      fc.json({ maxDepth: 4 }).map((text) => `{"__proto__":${text},"owner":${text}}`),
      fc.nat(20_000).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
      fc.nat(20_000).map((depth) => {
        const deep = '['.repeat(depth) + ']'.repeat(depth);
        return JSON.stringify({ ...record, ask: 0 }).replace(
          '"ask":0',
          `"ask":{"endpoint":"a","request":{"a":${deep}}}`,
        );
      }),
    );
    await fc.assert(
      fc.asyncProperty(damaged, async (text) => {
        const world = reopen(text);
        const { tap } = await playIntent([pay({ per: 'o1' })], { ...KEYED, world });
        await tap();
        const [sent, ...others] = posts(world);
        expect(others).toEqual([]);
        // A record with one damaged optional member must not be sent again either.
        if (sent !== undefined) expect([keyOf(world), sent.body]).toEqual([record['key'], record['body']]);
        expect(world.device.has(place)).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  it('1.18 is replaced by a record with an outcome question, if the call has one', async () => {
    const { place, reopen } = await leave(asking);
    const world = reopen('{"owner"');
    const { tap, toasts } = await playIntent([pay({ per: 'o1', ...asking })], { world });
    await tap();
    expect([posts(world).length, toasts()]).toEqual([0, ['Failed: unknown']]);
    await world.calls[0]?.reply({ state: 'lent' });
    expect(world.device.has(place)).toBe(false);
  });
});

describe('a retry sends what was stored, not the current values', () => {
  it('has the body and the key of the first send', async () => {
    const other = {
      ...pay({ per: 'o1' }),
      props: { endpoint: 'lend', with: ['record', { book: 'b2' }] },
    } as const;
    const { tap, world } = await playIntent([pay({ per: 'o1' })], {
      plan: { ...KEYED.plan, body: [button('twin', [other])] },
    });
    await tap();
    await world.calls[0]?.fail();
    await tap('twin');
    expect(posts(world).map(({ body }) => body)).toEqual(['book=b1', 'book=b1']);
    expect(keyOf(world, 1)).toBe(keyOf(world, 0));
  });

  it('has the body and the key of the first send after a reload, too', async () => {
    const { record, reopen } = await leave({}, KEYED);
    const world = reopen(JSON.stringify({ ...record, body: 'book=earlier' }));
    const { tap } = await playIntent([pay({ per: 'o1' })], { ...KEYED, world });
    await tap();
    expect(posts(world).map(({ body }) => body)).toEqual(['book=earlier']);
    expect(keyOf(world)).toBe(record['key']);
  });

  it('shows that the amount changed, and sends nothing', async () => {
    const amounts = [get('state.fine')];
    const list = [act('request', { endpoint: 'ask-lend' }), pay({ per: 'o1', amounts })];
    const { tap, world, toasts, screen } = await playIntent(list, {
      plan: { ...KEYED.plan, state: { fine: { shape: { type: 'money' }, initial: 500 } } },
    });
    await tap();
    await world.calls[0]?.reply({ state: 'x' });
    await world.calls[1]?.fail();
    await tap();
    screen.engine.store.change((draft) => {
      draft.state['fine'] = 600;
    });
    await world.calls[2]?.reply({ state: 'x' });
    expect(toasts()).toEqual(['Failed: unknown', 'Failed: changed']);
    expect(posts(world)).toHaveLength(1);
    expect(stored(world)).toHaveLength(1);
  });

  it('ends with an explicit refusal: the service knows the key', async () => {
    const { tap, world, toasts } = await playIntent([pay()], KEYED);
    await tap();
    await world.calls[0]?.fail();
    await tap();
    await world.calls[1]?.answer({ status: 422, body: '{"message":"No"}' });
    expect(toasts()).toEqual(['Failed: unknown', 'Failed: business']);
    expect(stored(world)).toEqual([]);
  });
});

describe('the first answer ends an intent', () => {
  it.each([400, 401, 404, 422, 499])('with a refusal (%d): nothing was done', async (status) => {
    const { tap, world, toasts } = await playIntent([pay()]);
    await tap();
    await world.calls[0]?.answer({ status, body: '' });
    expect(stored(world)).toEqual([]);
    expect(toasts()).not.toEqual(['Failed: unknown']);
  });
  it.each([500, 503, 408, 425, 429])(
    'unless its status is %d: then the outcome stays unknown',
    async (status) => {
      const { tap, world, toasts } = await playIntent([pay()]);
      await tap();
      await world.calls[0]?.answer({ status, body: '' });
      expect(stored(world)).toHaveLength(1);
      expect(toasts()).toEqual(['Failed: unknown']);
    },
  );
  it('gives its result to the waiting list; the next tap sends a new request', async () => {
    const { tap, world, toasts } = await playIntent([pay({}, { as: 'lent' }), say(get('lent.ticket'))]);
    await tap();
    await world.calls[0]?.reply({ ticket: 't1' });
    await tap();
    expect(posts(world)).toHaveLength(2);
    await world.calls[1]?.reply({ ticket: 't2' });
    expect(toasts()).toEqual(['t1', 'done', 't2', 'done']);
  });
});

describe('reports', () => {
  const codes = (world: ReturnType<typeof fakeWorld>) => world.faults.map(({ code }) => code);
  it('an unknown outcome', async () => {
    const { tap, world } = await playIntent([pay()]);
    await tap();
    await world.calls[0]?.fail('timeout');
    expect(world.faults).toMatchObject([{ code: 'intent/unknown', detail: 'timeout' }]);
  });
  it('a failed write or removal', async () => {
    const { tap, world } = await playIntent([pay()], { world: fakeWorld({ storage: 'blocked' }) });
    await tap();
    expect(codes(world)).toContain('intent/not-stored');
    await world.calls[0]?.reply({});
    expect(codes(world)).toContain('intent/not-removed');
  });
});

describe('an outcome question', () => {
  it('contains only values that can be computed', async () => {
    const { record } = await leave({
      ...asking,
      with: { book: 'b1', none: get('state.none'), bad: get('nowhere.at') },
    });
    expect(record['ask']).toEqual({ endpoint: 'ask-lend', request: { book: 'b1' } });
  });

  it('uses the texts of its own intent, whichever call comes first', async () => {
    const other = pay({ ...asking, intent: 'renew', done: ['==', get('reply.room'), 'home'] });
    const { tap, world } = await playIntent([other], { plan: { body: [button('twin', [pay(asking)])] } });
    await tap('twin');
    await world.calls[0]?.fail();
    await world.pass(2_000);
    await world.calls[1]?.reply({ state: 'lent' });
    expect(stored(world)).toEqual([]);
  });

  it('also works for records of an earlier release, without an endpoint', async () => {
    const { record, reopen } = await leave(asking);
    const { endpoint: _, ...older } = record;
    const world = reopen(JSON.stringify(older));
    await playIntent([pay({ per: 'o1', ...asking })], { world });
    await world.calls[0]?.reply({ state: 'lent' });
    expect(stored(world)).toEqual([]);
  });

  it('works for a call in a list after a read', async () => {
    const { record, reopen } = await leave(asking);
    const world = reopen(JSON.stringify(record));
    const shelf = { endpoint: 'shelf', with: {}, reads: [], load: [pay({ per: 'o1', ...asking })] };
    await playIntent([], {
      world,
      plan: { data: { shelf }, endpoints: { shelf: endpoint('shelf', { state: TEXT }) } },
    });
    await world.calls.find(({ url }) => url.startsWith('/api/ask-lend'))?.reply({ state: 'lent' });
    expect(stored(world)).toEqual([]);
  });
});
