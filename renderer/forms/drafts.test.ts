import { describe, expect, it } from 'vitest';
import { act, button, dialog, play, say, send, show } from '../actions/testing.ts';
import type { LiveNode } from '../runtime/live.ts';
import { type FakeWorld, fakeWorld, get, node, settle } from '../runtime/testing.ts';
import type { Value } from '../plan/expression.ts';
import type { ActionPlan, AppPlan, NodePlan, ParamPlan } from '../plan/plan.ts';
import { createForms } from './edit-forms.ts';

// In a page, the code of drafts loads after the form; the last tests cover that.

const TEXT_PARAM: ParamPlan = { shape: { type: 'text' }, wire: [] };
const DAY_MS = 24 * 3_600_000;

function field(name: string, type = 'text-field', props: NodePlan['props'] = {}): NodePlan {
  return node(type, `field-${name}`, { props: { name, label: `Label of ${name}`, ...props } });
}

interface Around {
  readonly world?: FakeWorld;
  readonly submit?: readonly ActionPlan[];
  readonly form?: Partial<NodePlan>;
  readonly session?: { readonly [name: string]: string };
  readonly params?: { readonly [name: string]: string };
  readonly app?: Partial<AppPlan>;
  readonly tap?: readonly ActionPlan[];
}

/** A visit of a screen with one form; another visit in the same world is a reload. */
async function visit(fields: readonly NodePlan[], around: Around = {}) {
  const { world = fakeWorld(), submit = [], form, session, params } = around;
  const played = await play({
    world,
    tap: around.tap ?? [act('submit', { form: 'rate' })],
    plan: {
      params: {
        orderId: { ...TEXT_PARAM, wire: ['orderId'] },
        lang: { ...TEXT_PARAM, wire: ['lang'], default: '' },
      },
      overlays: { sure: dialog('sure', [button('yes', [act('close')])]) },
      body: [
        node('form', 'rate', { slots: { body: fields }, on: { submit }, ...form }),
        button('again', [act('reset', { target: ['list', ['get', 'form', 'rate']] })]),
      ],
    },
    app: { failures: { default: [say(get('error.kind'))], invalid: [] }, ...around.app },
    options: { createForms, ...(session && { session }), ...(params && { params }) },
  });
  const { screen, find } = played;
  const value = (name: string) => find(`field-${name}`)?.snapshot().value;
  return {
    ...played,
    world,
    value,
    async write(name: string, fresh: Value | undefined) {
      screen.write(find(`field-${name}`) as LiveNode, fresh);
      await world.pass(250);
    },
    news: () => find('rate')?.snapshot().draft,
  };
}

const stored = (world: FakeWorld) => [...world.device.keys()].filter((key) => key.startsWith('capiz/draft/'));

describe('S13: a draft', () => {
  const fields = [field('words'), field('more')];

  it('restores the typed text, reports that, and starts over on request', async () => {
    const first = await visit(fields);
    expect(first.news()).toBeUndefined();
    await first.write('words', 'Mabuhay');
    const { news, value } = await visit(fields, { world: first.world });
    expect(value('words')).toBe('Mabuhay');
    expect(news()).toMatchObject({ isKept: true, again: [], lost: [] });
    news()?.startOver();
    expect([value('words'), news(), stored(first.world)]).toEqual([undefined, undefined, []]);
  });

  it('is stored within 250 ms of the first key, and at once when the page is hidden or photos are picked', async () => {
    const { screen, find, world } = await visit(fields);
    screen.write(find('field-words') as LiveNode, 'M');
    expect(stored(world)).toEqual([]);
    screen.save(0);
    expect(stored(world)).toEqual(['capiz/draft/shelf/rate']);
    screen.write(find('field-words') as LiveNode, 'Ma');
    await world.pass(100);
    screen.write(find('field-words') as LiveNode, 'Mab');
    await world.pass(150);
    expect(world.device.get('capiz/draft/shelf/rate')).toContain('Mab');
  });

  it('keeps a cleared field empty, and a value of every kind unchanged', async () => {
    const kinds: readonly (readonly [string, Value])[] = [
      ['check', true],
      ['rating', 3],
      ['day', '1990-02-28'],
      ['choice', { id: 'b', shelf: { name: 'First' } }],
      ['city', 'Cebu'],
    ];
    const all = [field('words'), ...kinds.map(([kind]) => field(`a-${kind}`, kind))];
    const first = await visit(all);
    for (const [kind, value] of kinds) await first.write(`a-${kind}`, value);
    await first.write('words', 'x');
    await first.write('words', undefined);
    const { value } = await visit(all, { world: first.world });
    for (const [kind, is] of kinds) expect(value(`a-${kind}`)).toEqual(is);
    expect(value('words')).toBeUndefined();
  });

  it.each(['constructor', 'prototype', '__proto__'])(
    'restores a field of an earlier release called %s',
    async (name) => {
      const all = [field(name), field('words')];
      const first = await visit(all);
      await first.write(name, 'Mabuhay');
      const { value, news } = await visit(all, { world: first.world });
      expect([value(name), news()?.lost]).toEqual(['Mabuhay', []]);
    },
  );

  it('belongs to one order: another order has its own draft, and another language has the same one', async () => {
    const first = await visit(fields, { params: { orderId: 'A1', lang: 'fil' } });
    await first.write('words', 'for A1');
    const { world } = first;
    const second = await visit(fields, { world, params: { orderId: 'B2', lang: 'fil' } });
    expect(second.value('words')).toBeUndefined();
    const third = await visit(fields, { world, params: { orderId: 'A1' } });
    expect(third.value('words')).toBe('for A1');
    expect(stored(world).join()).not.toMatch(/A1|B2/);
  });

  it('draft: false stores nothing', async () => {
    const { write, world } = await visit(fields, { form: { props: { draft: false } } });
    await write('words', 'Mabuhay');
    expect(stored(world)).toEqual([]);
  });

  it('a hidden field has its value restored, so it feeds conditions', async () => {
    const hidden = node('text-field', 'field-more', {
      props: { name: 'more', label: 'More' },
      visible: ['!=', get('form.rate.words'), 'no'],
    });
    const first = await visit([field('words'), hidden]);
    await first.write('more', 'kept');
    await first.write('words', 'no');
    const second = await visit([field('words'), hidden], { world: first.world });
    expect(second.screen.engine.forms.read(['form', 'rate', 'more'])).toBe('kept');
    await second.write('words', 'yes');
    expect(second.value('more')).toBe('kept');
  });
});

describe('the tap that opens a picker', () => {
  it('stores the typed text at once: a phone may end the page as soon as the camera is open', async () => {
    const photos = node('photos', 'photos', {
      props: { label: 'Photos', name: 'photos', upload: 'store-photo', max: 3 },
    });
    const { world, screen, find } = await visit([field('words'), photos]);
    screen.write(find('field-words') as LiveNode, 'Mabuhay');
    expect(stored(world)).toEqual([]);
    find('photos')?.snapshot().uploads?.opening();
    expect(world.device.get(stored(world)[0] ?? '')).toContain('Mabuhay');
  });
});

describe('the end of a draft', () => {
  const fields = [field('words')];
  const written = async (around: Around) => {
    const played = await visit(fields, around);
    await played.write('words', 'Mabuhay');
    return played;
  };

  it('ends when on.submit succeeds, and later actions cannot restore it', async () => {
    const { tap, call, world, screen } = await written({ submit: [send()] });
    await tap();
    expect(stored(world)).toHaveLength(1);
    await call().reply({ ticket: 't' });
    expect(stored(world)).toEqual([]);
    screen.save(0);
    await world.pass(1000);
    expect(stored(world)).toEqual([]);
  });

  it('5.26 ends when the form is sent, except for edits during sending, which survive a reload', async () => {
    const around: Around = { submit: [send(), show('sure')] };
    const all = [field('words'), field('more'), field('rest')];
    const { write, tap, call, world, screen } = await visit(all, around);
    await write('words', 'Mabuhay');
    await write('more', 'x');
    await tap();
    await write('more', 'xy');
    await call().reply({ ticket: 't' });
    await write('rest', 'z');
    await tap('yes');
    screen.save(0);
    const { value } = await visit(all, { ...around, world });
    expect([value('words'), value('more'), value('rest')]).toEqual([undefined, 'xy', 'z']);
  });

  it('ends when the last request has succeeded, because later actions may close the page', async () => {
    const { tap, call, world } = await written({ submit: [send(), show('sure'), say('bye')] });
    await tap();
    await call().reply({ ticket: 't' });
    expect(stored(world)).toEqual([]);
  });

  it('ends when the submit list goes to another screen', async () => {
    const { tap, world } = await written({ submit: [act('go', { to: 'test' })] });
    await tap();
    expect(stored(world)).toEqual([]);
  });

  it('does not end when sending fails, or while an overlay can still be dismissed, or when a rule is broken', async () => {
    const failed = await written({ submit: [send()] });
    await failed.tap();
    await failed.call().fail('timeout');
    expect(stored(failed.world)).toHaveLength(1);

    const asked = await written({ submit: [show('sure'), say('thanks')] });
    await asked.tap();
    asked.screen.dismissOverlay();
    await settle();
    expect(stored(asked.world)).toHaveLength(1);
    await asked.tap();
    await asked.tap('yes');
    expect(stored(asked.world)).toEqual([]);
  });

  it('does not end when the person leaves the page while the form is being sent', async () => {
    const { tap, world, screen } = await written({ submit: [send()] });
    await tap();
    screen.close();
    expect(stored(world)).toHaveLength(1);
  });

  it('ends when the form is reset', async () => {
    const { tap, world } = await written({});
    await tap('again');
    expect(stored(world)).toEqual([]);
  });

  it('ends when another person comes, or the same person for another visit', async () => {
    const session = { userId: 'reader-77', sessionId: 's1' };
    for (const next of [
      { userId: 'reader-78', sessionId: 's2' },
      { userId: 'reader-77', sessionId: 's2' },
    ]) {
      const { world } = await written({ session, app: { required: ['sessionId'] } });
      const other = await visit(fields, { world, session: next, app: { required: ['sessionId'] } });
      expect([other.value('words'), stored(world)]).toEqual([undefined, []]);
    }
  });

  it('ends when the tab of another person wrote it: it is restored for nobody', async () => {
    const old = await visit(fields, { session: { userId: 'reader-77' } });
    const { world } = old;
    await visit(fields, { world, session: { userId: 'reader-78' } });
    await old.write('words', 'Mabuhay');
    const { value } = await visit(fields, { world, session: { userId: 'reader-78' } });
    expect([value('words'), stored(world)]).toEqual([undefined, []]);
  });

  it('ends after 24 hours, also while the page stays open, and also in other forms', async () => {
    const { world, screen } = await written({});
    world.device.set('capiz/draft/else/form', world.device.get('capiz/draft/shelf/rate') ?? '');
    world.sleep(DAY_MS - 1000);
    expect((await visit(fields, { world })).value('words')).toBe('Mabuhay');
    world.sleep(2000);
    screen.save(0);
    expect(stored(world)).toEqual([]);
    expect((await visit(fields, { world })).value('words')).toBeUndefined();
  });
});

describe('a form that changed since it was filled in', () => {
  it('restores matching values by name and kind; the others are shown as lost until they are entered again', async () => {
    const first = await visit([
      field('name'),
      field('nick'),
      field('code'),
      field('likes'),
      field('pick', 'choice'),
    ]);
    const { world } = first;
    for (const name of ['name', 'nick', 'code', 'likes']) await first.write(name, `my ${name}`);
    await first.write('pick', 'a');
    const changed = [
      field('name'),
      field('code', 'text-field', { accept: 'digits' }),
      field('likes', 'check'),
      field('fresh'),
    ];
    const second = await visit(changed, { world });
    expect(['name', 'code', 'likes', 'fresh'].map(second.value)).toEqual([
      'my name',
      undefined,
      undefined,
      undefined,
    ]);
    const lost = [
      { place: 'nick', label: 'Label of nick', words: 'my nick' },
      { place: 'code', label: 'Label of code', words: 'my code' },
      { place: 'likes', label: 'Label of likes', words: 'my likes' },
      { place: 'pick', label: 'Label of pick' },
    ];
    const byLabel = (a: { label: string }, b: { label: string }) => (a.label < b.label ? -1 : 1);
    expect([...(second.news()?.lost ?? [])].sort(byLabel)).toEqual([...lost].sort(byLabel));
    // A value that was entered again is no longer lost; the other lost values are still shown after the next reload.
    await second.write('code', '77');
    const third = await visit(changed, { world });
    expect(
      third
        .news()
        ?.lost.map(({ label }) => label)
        .sort(),
    ).toEqual(['Label of likes', 'Label of nick', 'Label of pick']);
    expect(third.value('code')).toBe('77');
    // The former form is published again.
    const fourth = await visit([field('name'), field('nick')], { world });
    expect(fourth.value('nick')).toBe('my nick');
  });

  it('drops a text that is too long now, instead of cutting it', async () => {
    const first = await visit([field('words')]);
    await first.write('words', 'Mabuhay');
    const { news, value } = await visit([field('words', 'text-field', { max: 3 })], { world: first.world });
    expect([value('words'), news()?.lost]).toEqual([
      undefined,
      [{ place: 'words', label: 'Label of words', words: 'Mabuhay' }],
    ]);
  });

  it('stores a label with links without their brackets', async () => {
    const label = 'I accept [the rules](rules)';
    const terms: NodePlan = { ...field('terms', 'check', { label }), slots: { words: [] } };
    const first = await visit([terms]);
    await first.write('terms', true);
    const { news } = await visit([field('name')], { world: first.world });
    expect(news()?.lost).toEqual([{ place: 'terms', label: 'I accept the rules' }]);
  });

  it('drops a number of another kind: 5 pieces are not 5 centavos', async () => {
    const count = (number: string) => field('count', 'number-field', { number });
    const first = await visit([count('integer')]);
    await first.write('count', 5);
    expect((await visit([count('integer')], { world: first.world })).value('count')).toBe(5);
    const { news, value } = await visit([count('money')], { world: first.world });
    expect([value('count'), news()?.lost]).toEqual([
      undefined,
      [{ place: 'count', label: 'Label of count' }],
    ]);
  });

  it('drops a stored number if a field of another package writes an amount since', async () => {
    const price = (more: Partial<NodePlan> = {}) => ({ ...field('price', 'price'), ...more });
    const first = await visit([price()]);
    await first.write('price', 5);
    expect((await visit([price()], { world: first.world })).value('price')).toBe(5);
    const { value } = await visit([price({ writes: 'money' })], { world: first.world });
    expect(value('price')).toBeUndefined();
  });

  it('drops a choice whose option was removed', async () => {
    const choice = (...values: readonly string[]) =>
      node('choice', 'field-pick', {
        props: { name: 'pick', label: 'Pick' },
        lists: { options: values.map((value) => ({ props: { value, text: value } })) },
      });
    const first = await visit([choice('a', 'b')]);
    await first.write('pick', 'b');
    expect((await visit([choice('b', 'c')], { world: first.world })).value('pick')).toBe('b');
    const { news, value } = await visit([choice('a', 'c')], { world: first.world });
    expect([value('pick'), news()?.lost]).toEqual([undefined, [{ place: 'pick', label: 'Pick' }]]);
  });
});

describe('sensitive values', () => {
  const fields = [
    field('account', 'text-field', { purpose: 'account' }),
    field('otp', 'text-field', { purpose: 'one-time-code' }),
    field('pin', 'text-field', { sensitive: true }),
    field('unsure', 'text-field', { sensitive: get('data.nothing.there') }),
    field('proof', 'photos', { upload: 'store-photo' }),
    // Any widget that uploads, also one of another package.
    field('video', 'rating', { upload: 'store-video' }),
    field('words', 'text-field', { sensitive: false }),
  ];
  const SECRET = '4929000011112222';

  it('are in no storage; the draft remembers that the field was filled in, and asks for the value again', async () => {
    const first = await visit(fields);
    const { world } = first;
    for (const name of ['account', 'otp', 'pin', 'unsure']) await first.write(name, SECRET);
    await first.write('proof', ['https://pictures.test/1']);
    await first.write('video', ['https://pictures.test/2']);
    await first.write('words', 'Mabuhay');
    expect(JSON.stringify([...world.device, ...world.session])).not.toMatch(/4929|pictures\.test/);
    const { news, value, write } = await visit(fields, { world });
    expect(['account', 'otp', 'pin', 'unsure', 'proof', 'video', 'words'].map(value)).toEqual([
      ...Array<undefined>(6).fill(undefined),
      'Mabuhay',
    ]);
    expect([...(news()?.again ?? [])].sort()).toEqual(
      ['account', 'otp', 'pin', 'proof', 'unsure', 'video'].map((name) => `Label of ${name}`),
    );
    await write('pin', '1');
    expect(news()?.again).not.toContain('Label of pin');
  });

  it('the check detects a sensitive value that is stored like other text', async () => {
    const { write, world } = await visit([field('account')]);
    await write('account', SECRET);
    expect(JSON.stringify([...world.device, ...world.session])).toContain(SECRET);
  });

  it('are not restored if a new release made them sensitive, and are removed at the next change', async () => {
    const first = await visit([field('words'), field('more')]);
    await first.write('words', SECRET);
    const second = await visit([field('words', 'text-field', { sensitive: true }), field('more')], {
      world: first.world,
    });
    expect([second.value('words'), second.news()?.again]).toEqual([undefined, ['Label of words']]);
    await second.write('more', 'x');
    expect(JSON.stringify([...first.world.device])).not.toContain(SECRET);
  });
});

describe('storage', () => {
  const fields = [field('words')];

  it.each(['blocked', 'full'] as const)(
    '%s: the form works, and the fault is reported once',
    async (storage) => {
      const { write, value, world, tap, call } = await visit(fields, {
        world: fakeWorld({ storage }),
        submit: [send()],
      });
      await write('words', 'Mabuhay');
      await write('words', 'Mabuhay!');
      expect(value('words')).toBe('Mabuhay!');
      await tap();
      await call().reply({ ticket: 't' });
      expect(world.faults.filter(({ code }) => code === 'draft/not-stored')).toHaveLength(1);
    },
  );

  it('ignores damaged or hostile drafts', async () => {
    const at = Date.UTC(2026, 2, 5, 10);
    const owner = JSON.stringify({ owner: '?', at, answers: { words: ['text-field', 'x', 'theirs'] } });
    const good = await visit(fields);
    await good.write('words', 'Mabuhay');
    const real = good.world.device.get('capiz/draft/shelf/rate') ?? '';
    const hostile = real.replace('"words":', '"__proto__":["text-field","x","bad"],"constructor":7,"words":');
    for (const [text, expected] of [
      ['{', undefined],
      ['null', undefined],
      ['{"answers":[]}', undefined],
      [owner, undefined],
      [hostile, 'Mabuhay'],
    ] as const) {
      good.world.device.set('capiz/draft/shelf/rate', text);
      expect((await visit(fields, { world: good.world })).value('words')).toBe(expected);
    }
    expect(Object.prototype).not.toHaveProperty('bad');
  });

  it('two tabs: the last write wins, and each tab continues', async () => {
    const one = await visit(fields);
    const two = await visit(fields, { world: one.world });
    await one.write('words', 'one');
    await two.write('words', 'two');
    expect(one.value('words')).toBe('one');
    expect((await visit(fields, { world: one.world })).value('words')).toBe('two');
  });
});

describe('S14: a form is sent once', () => {
  const fields = [field('words')];

  it('Return and taps on two buttons send the form once; afterwards it can be sent again', async () => {
    const { tap, world, screen, find, toasts, call, isBusy } = await visit(fields, {
      tap: [act('submit', { form: 'rate' }), say('after')],
      submit: [send()],
    });
    screen.emit(find('rate') as LiveNode, 'submit');
    await tap();
    await tap();
    expect([world.calls.length, isBusy('rate')]).toEqual([1, true]);
    await call().fail('timeout');
    expect(toasts()).toEqual(['timeout']);
    await tap();
    screen.emit(find('rate') as LiveNode, 'submit');
    await settle();
    expect(world.calls).toHaveLength(2);
    await call().reply({ ticket: 't' });
    expect(toasts()).toEqual(['timeout', 'after']);
  });
});
