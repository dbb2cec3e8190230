import { describe, expect, it } from 'vitest';
import {
  asking,
  button,
  keyOf,
  lend,
  pay,
  type Play,
  playIntent,
  posts,
  say,
  type Setting,
  stored,
} from '../actions/testing.ts';
import type { ActionPlan, EndpointPlan, Plan } from '../plan/plan.ts';
import { endpoint, type FakeWorld, fakeWorld, get, record, settle, TEXT } from './testing.ts';

const DAY = 24 * 60 * 60_000;
/** A success ends the wish, unless it asks for a code. */
const once: EndpointPlan['once'] = { forMs: DAY, unless: { at: '/data/needCode', is: ['1', 'true'] } };
const lendOnce: EndpointPlan = { ...lend({ keyed: true }), once };
const YES = { ticket: 't1' };
const CODE = { ticket: 't1', needCode: 1 };
const ENDED = 'This is already done. Nothing was sent again.';

/** A shelf whose data the payment uses. */
const shelf: Setting = {
  plan: {
    data: { shelf: { endpoint: 'shelf', with: {}, reads: [] } },
    endpoints: { lend: lendOnce, shelf: endpoint('shelf', { books: TEXT }) },
  },
  app: { failures: { default: [say(get('error.kind')), say(['or', get('error.message'), '-'])] } },
};
const payFor = (order = 'o1', rest = {}, more: Partial<ActionPlan> = {}) =>
  pay({ per: order, fresh: ['shelf'], ...rest }, more);

/** Another tab of the same browser. */
function tabOf(world: FakeWorld): FakeWorld {
  const other = fakeWorld();
  // Two pages never get the same random id.
  other.services.random.id();
  const services = {
    ...other.services,
    storage: { ...other.services.storage, device: world.services.storage.device },
  };
  return { ...other, services, device: world.device };
}

const reads = (world: FakeWorld) => world.calls.filter(({ method }) => method === 'GET');

async function open(world: FakeWorld, tap = [payFor()], setting: Setting = shelf): Promise<Play> {
  const page = await playIntent(tap, { ...setting, world });
  await answerReads(world);
  return page;
}

const answered = new WeakSet<object>();
async function answerReads(world: FakeWorld): Promise<void> {
  for (const call of reads(world)) {
    if (answered.has(call)) continue;
    answered.add(call);
    await call.reply({ books: 'many' });
  }
}

/** Taps, and answers the request. */
async function sendYes({ tap, world }: Play, data: object = YES, id = 'act'): Promise<void> {
  await tap(id);
  await posts(world).at(-1)?.reply(data);
}

describe('S21: a success that ends the wish is remembered in all tabs', () => {
  it('a screen with older data sends nothing, shows what happened and reads again', async () => {
    const world = fakeWorld();
    const [first, second] = [await open(world), await open(tabOf(world))];
    await sendYes(first);
    await second.tap();
    expect(posts(second.world)).toHaveLength(0);
    expect(second.toasts()).toEqual(['refused', ENDED]);
    expect(reads(second.world)).toHaveLength(2);
    await answerReads(second.world);
    await sendYes(second);
    expect(keyOf(second.world, 2)).not.toBe(keyOf(first.world, 1));
    expect(second.toasts().at(-1)).toBe('done');
  });

  it('the check detects a success that only its own page remembers: the second tab pays twice', async () => {
    const sent = async (isShared: boolean) => {
      const world = fakeWorld();
      const other = isShared ? tabOf(world) : fakeWorld();
      const [first, second] = [await open(world), await open(other)];
      await sendYes(first);
      await second.tap();
      return posts(world).length + posts(other).length;
    };
    expect(await sent(true)).toBe(1);
    expect(await sent(false)).toBe(2);
  });

  it('a read that was running at the time of the success counts as older', async () => {
    const world = fakeWorld();
    const other = tabOf(world);
    const first = await open(world);
    const second = await playIntent([payFor()], { ...shelf, world: other });
    await sendYes(first);
    await answerReads(other);
    await second.tap();
    expect(posts(other)).toHaveLength(0);
  });

  it('a read that was sent before the page existed counts as older, too', async () => {
    const world = fakeWorld();
    const other = tabOf(world);
    const ahead: FakeWorld['services']['http'] = {
      send: (request, signal) =>
        other.services.http.send(request, signal).then((reply) => ({ ...reply, endings: 0 })),
    };
    await sendYes(await open(world));
    const late = { ...other, services: { ...other.services, http: ahead } };
    const second = await open(late);
    await second.tap();
    expect(posts(other)).toHaveLength(0);
  });

  it.each(['', 'null', '{}', '[]', '{"owner":', '{"owner":7,"count":1,"until":1e999}'])(
    'a damaged stored success counts as the newest: %j',
    async (damaged) => {
      const world = fakeWorld();
      const [first, second] = [await open(world), await open(tabOf(world))];
      await sendYes(first);
      const [key = ''] = [...world.device.keys()].filter((name) => name.startsWith('capiz/ended/'));
      world.device.set(key, damaged);
      await second.tap();
      expect(posts(second.world)).toHaveLength(0);
      expect(second.toasts()).toEqual(['refused', ENDED]);
      await answerReads(second.world);
      await second.tap();
      expect(posts(second.world)).toHaveLength(1);
    },
  );

  it('the same screen sends no second request until it has read again', async () => {
    const page = await open(fakeWorld());
    await sendYes(page);
    await page.tap();
    expect(posts(page.world)).toHaveLength(1);
    await answerReads(page.world);
    await page.tap();
    expect(posts(page.world)).toHaveLength(2);
  });

  it('other orders and other visitors have their own wishes', async () => {
    const world = fakeWorld();
    const more = { ...shelf, plan: { ...shelf.plan, body: [button('other', [payFor('o2'), say('done')])] } };
    const page = await open(world, [payFor()], more);
    const session = { userId: 'u2', sessionId: 's2' };
    await sendYes(page);
    await page.tap('other');
    expect(posts(world)).toHaveLength(2);
    const stranger = tabOf(world);
    const theirs = await playIntent([payFor()], { ...shelf, world: stranger, options: { session } });
    await answerReads(stranger);
    await theirs.tap();
    expect(posts(stranger)).toHaveLength(1);
  });

  it('a clock that is set back between read and success has no effect', async () => {
    const world = fakeWorld();
    const other = tabOf(world);
    other.sleep(DAY / 2);
    const second = await open(other);
    await sendYes(await open(world));
    await second.tap();
    expect(posts(second.world)).toHaveLength(0);
  });

  it('a tap before the re-read after a return refers to the old data', async () => {
    const world = fakeWorld();
    const resuming: Setting = {
      ...shelf,
      plan: {
        ...shelf.plan,
        data: { shelf: { endpoint: 'shelf', with: {}, reads: [], refresh: ['resume'] } },
      },
    };
    const second = await open(tabOf(world), [payFor()], resuming);
    await sendYes(await open(world));
    second.screen.resume();
    await second.tap();
    await answerReads(second.world);
    await settle();
    expect(posts(second.world)).toHaveLength(0);
    expect(second.toasts()).toContain(ENDED);
  });

  it('is forgotten after the contract’s time', async () => {
    const page = await open(fakeWorld());
    await sendYes(page);
    page.world.sleep(DAY - 1);
    await page.tap();
    expect(posts(page.world)).toHaveLength(1);
    await answerReads(page.world);
    page.world.sleep(1);
    await sendYes(page);
    expect(posts(page.world)).toHaveLength(2);
    expect([...page.world.device.keys()].filter((key) => key.startsWith('capiz/ended/'))).toHaveLength(1);
  });

  it('is stored without its subject', async () => {
    const page = await open(fakeWorld(), [payFor('a secret word')]);
    await sendYes(page);
    expect(JSON.stringify([...page.world.device])).not.toContain('secret');
  });

  it.each(['blocked', 'full'] as const)('storage %s: the page itself remembers', async (storage) => {
    const page = await open(fakeWorld({ storage }));
    await sendYes(page);
    await page.tap();
    expect(posts(page.world)).toHaveLength(1);
    await answerReads(page.world);
    await page.tap();
    expect(posts(page.world)).toHaveLength(2);
  });

  it('is not remembered for a contract without `once`', async () => {
    const plan: Partial<Plan> = { ...shelf.plan, endpoints: { ...shelf.plan?.endpoints, lend: lend() } };
    const page = await open(fakeWorld(), [payFor()], { ...shelf, plan });
    await sendYes(page);
    await sendYes(page);
    expect(posts(page.world)).toHaveLength(2);
  });
});

describe('the contract decides which success ends the wish', () => {
  it('a request for a code does not end the wish, and may be sent again', async () => {
    const world = fakeWorld();
    const [first, second] = [await open(world), await open(tabOf(world))];
    await sendYes(first, CODE);
    await sendYes(first, CODE);
    expect(posts(world)).toHaveLength(2);
    await sendYes(second, CODE);
    expect(posts(second.world)).toHaveLength(1);
  });

  it('a wish of two intents ends with a success of either', async () => {
    const again = payFor('o1', { intent: 'again', wish: 'lend' });
    const more = { ...shelf, plan: { ...shelf.plan, body: [button('again', [again, say('done')])] } };
    const world = fakeWorld();
    const [first, second] = [await open(world, [payFor()], more), await open(tabOf(world), [payFor()], more)];
    await sendYes(first, CODE);
    await sendYes(first, CODE, 'again');
    await sendYes(first, YES);
    await second.tap('again');
    expect(posts(second.world)).toHaveLength(0);
    await answerReads(second.world);
    await sendYes(second, YES, 'again');
    await first.tap();
    expect([posts(world).length, posts(second.world).length]).toEqual([3, 1]);
  });

  it('a call that continues a payment begun before the success sends nothing, also after newer data and a reload', async () => {
    const confirm = payFor('o1', {}, { props: { endpoint: 'confirm', with: ['record', {}] } });
    const more: Setting = {
      ...shelf,
      plan: {
        ...shelf.plan,
        endpoints: {
          ...shelf.plan?.endpoints,
          confirm: { ...lendOnce, name: 'confirm', path: '/api/confirm' },
        },
        body: [button('confirm', [confirm, say('done')])],
      },
      options: { entry: 'e1' },
    };
    const world = fakeWorld();
    const other = tabOf(world);
    const [first, second] = [await open(world, [payFor()], more), await open(other, [payFor()], more)];
    await sendYes(first, CODE);
    await sendYes(second, CODE);
    await sendYes(first, YES, 'confirm');
    // The service offers the next payment, but the code dialog still belongs to the earlier one.
    await second.tap('confirm');
    await answerReads(other);
    await second.tap('confirm');
    expect(posts(other)).toHaveLength(1);
    second.screen.save(0);
    second.screen.close();
    // Another page of the same tab: only what is stored is known.
    const reloaded = await open({ ...other, services: { ...other.services } }, [payFor()], more);
    await reloaded.tap('confirm');
    expect(posts(other)).toHaveLength(1);
    expect(reloaded.toasts()).toEqual(['refused', ENDED]);
    await answerReads(other);
    await sendYes(reloaded, CODE);
    await sendYes(reloaded, YES, 'confirm');
    expect(posts(other)).toHaveLength(3);
  });

  it('a success with an unreadable reply ends the wish and is shown as unknown', async () => {
    const needed = record({}, '/data');
    const reply = {
      ...needed,
      members: [{ name: 'ticket', wire: '/data/ticket', shape: TEXT, required: true }],
    };
    const plan = { ...shelf.plan, endpoints: { ...shelf.plan?.endpoints, lend: { ...lendOnce, reply } } };
    const page = await open(fakeWorld(), [payFor()], { ...shelf, plan: plan as Partial<Plan> });
    await sendYes(page, {});
    expect(page.toasts()).toEqual(['unknown', '-']);
    expect(stored(page.world)).toEqual([]);
    await page.tap();
    expect(posts(page.world)).toHaveLength(1);
    expect(page.toasts()).toContain(ENDED);
  });

  it('a success that was found by asking ends the wish, a refusal does not', async () => {
    const found = async (state: string) => {
      const world = fakeWorld();
      const endpoints = {
        ...{ lend: { ...lendOnce, keyed: false }, shelf: endpoint('shelf', { books: TEXT }) },
        'ask-lend': endpoint('ask-lend', { state: TEXT }, ['book']),
      };
      const setting = { ...shelf, plan: { ...shelf.plan, endpoints } };
      const [first, second] = [
        await open(world, [payFor('o1', asking)], setting),
        await open(tabOf(world), [payFor('o1', asking)], setting),
      ];
      await first.tap();
      await posts(world)[0]?.fail();
      await world.pass(2_000);
      answered.add(world.calls.at(-1) ?? {});
      await world.calls.at(-1)?.reply({ state });
      await second.tap();
      return posts(second.world).length;
    };
    expect(await found('lent')).toBe(0);
    expect(await found('refused')).toBe(1);
  });

  it('a success after its list ended is shown at the next tap, and newer data starts another wish', async () => {
    const world = fakeWorld();
    const page = await open(world);
    await page.tap();
    page.screen.close();
    await posts(world)[0]?.reply(YES);
    const back = await open(world);
    await back.tap();
    expect(posts(world)).toHaveLength(2);
  });
});

describe('the server knows other devices', () => {
  it('the server receives the wish and the time at which the page received the shown data', async () => {
    const world = fakeWorld();
    const page = await playIntent([payFor()], { ...shelf, world });
    await world.calls[0]?.answer({
      status: 200,
      body: '{"success":true,"data":{"books":"b"}}',
      receivedAt: 1234,
    });
    await page.tap();
    expect(posts(world)[0]?.headers['Capiz-Wish']).toMatch(/^[\da-z]{1,32}\/1234$/);
  });

  it('the server receives the start of the read by the clock of the page if there is no other time', async () => {
    const world = fakeWorld();
    const page = await playIntent([payFor()], { ...shelf, world });
    const began = world.now();
    world.sleep(5_000);
    await answerReads(world);
    await page.tap();
    expect(posts(world)[0]?.headers['Capiz-Wish']).toMatch(new RegExp(`/${began}$`));
  });

  it('after a refusal by the server the page sends nothing more, shows what happened, reads again and ends the wish in all tabs', async () => {
    const world = fakeWorld();
    const [page, other] = [await open(world), await open(tabOf(world))];
    await page.tap();
    await posts(world)[0]?.answer({ status: 409, body: 'It was done.', ended: true });
    expect(page.toasts()).toEqual(['refused', ENDED]);
    expect(stored(world)).toEqual([]);
    expect(reads(world)).toHaveLength(2);
    await other.tap();
    expect(posts(other.world)).toHaveLength(0);
    await answerReads(world);
    await page.tap();
    expect(keyOf(world, 3)).not.toBe(keyOf(world, 1));
  });
});

describe('a screen without data uses the time at which its history entry was opened', () => {
  const bare: Setting = { ...shelf, plan: { endpoints: { lend: lendOnce } } };
  const openAt = (world: FakeWorld, entry: string) =>
    playIntent([pay({ per: 'o1' })], { ...bare, world, options: { entry } });

  it('a reload and a return send no second request; opening the screen again does', async () => {
    const world = fakeWorld();
    const first = await openAt(world, 'e1');
    await sendYes(first);
    // As a page does when the visitor leaves.
    first.screen.save(0);
    const again = await openAt(world, 'e1');
    await again.tap();
    expect(posts(world)).toHaveLength(1);
    expect(again.toasts()).toContain(ENDED);
    await (await openAt(world, 'e2')).tap();
    expect(posts(world)).toHaveLength(2);
  });
});

describe('calls without a reply', () => {
  const empty: EndpointPlan = { ...lendOnce, empty: true, reply: record({}) };
  const critical = {
    ...shelf,
    plan: { ...shelf.plan, endpoints: { ...shelf.plan?.endpoints, lend: empty } },
  };

  it.each([200, 202, 204, 205])(
    'a critical call that is answered %d without a body succeeds',
    async (status) => {
      const page = await open(fakeWorld(), [payFor()], critical);
      await page.tap();
      await posts(page.world)[0]?.answer({ status, body: '' });
      expect(page.toasts()).toEqual(['done']);
      expect(stored(page.world)).toEqual([]);
      await page.tap();
      expect(posts(page.world)).toHaveLength(1);
    },
  );

  it.each([
    [204, ''],
    [200, ''],
    [202, ''],
    [200, '<html>'],
    [200, '{"success":tr'],
    [302, ''],
  ])('where a body is expected, %d with %j is unknown, never failed', async (status, body) => {
    const page = await open(fakeWorld());
    await page.tap();
    await posts(page.world)[0]?.answer({ status, body });
    expect(page.toasts()).toEqual(['unknown', '-']);
    expect(stored(page.world)).toHaveLength(1);
  });

  it('a refusal is definite, and an unreadable answer is unknown', async () => {
    const page = await open(fakeWorld(), [payFor()], critical);
    await page.tap();
    await posts(page.world)[0]?.answer({ status: 200, body: '{"success":false,"message":"No"}' });
    expect(page.toasts()).toEqual(['business', 'No']);
    await page.tap();
    await posts(page.world)[1]?.answer({ status: 200, body: '<html>' });
    expect(page.toasts()).toContain('unknown');
  });
});
