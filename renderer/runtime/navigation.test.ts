import { describe, expect, it } from 'vitest';
import { act, button, dialog, play, put, say, send, show } from '../actions/testing.ts';
import type { AppPlan } from '../plan/plan.ts';
import { addressOf, isFrameable, readDestination, refusedImageHost } from './addresses.ts';
import { APP, fakeWorld, get, TEXT } from './testing.ts';

const failures = { default: [say(['text', 'Failed: {kind}', { kind: get('error.kind') }])] };
const app: AppPlan = {
  ...APP,
  carried: {
    order: { wire: ['orderId', 'order_id'], shape: TEXT },
    fine: { wire: ['fine'], shape: { type: 'money', read: 'minor' } },
  },
};

describe('go', () => {
  const go = (to: string, rest = {}) => act('go', { to, ...rest });

  it('carried parameters are added under their first wire name', async () => {
    const { tap, world } = await play({ tap: [go('book')], app, options: { params: { order_id: 'o 7' } } });
    await tap();
    expect(world.went).toEqual([{ address: '/book?orderId=o+7', replace: false }]);
  });

  it('`with` overrides a carried parameter, and an absent value is left out', () => {
    expect(addressOf(app, 'book', { order: 'new', page: 3 }, { order: 'old' })).toBe(
      '/book?orderId=new&page=3',
    );
    expect(addressOf(app, 'book', { order: undefined }, { order: 'old' })).toBe('/book');
  });

  it('writes an amount as it is read, with digits only', () => {
    for (const [minor, text] of [
      [123_456, '1234.56'],
      [5, '0.05'],
      [-70, '-0.70'],
      [Number.MAX_SAFE_INTEGER, '90071992547409.91'],
    ] as const) {
      expect(addressOf(app, 'book', {}, { fine: minor })).toBe(`/book?fine=${text}`);
    }
  });

  it('to a node of this screen, with these parameters, scrolls there and the list continues', async () => {
    const { tap, world, toasts } = await play({ tap: [go('shelf', { at: 'fines' }), say('and on')] });
    await tap();
    expect([world.shown, world.went, toasts()]).toEqual([['fines'], [], ['and on']]);
  });

  it('to a node of this screen with another parameter opens the screen again', async () => {
    const { tap, world } = await play({
      tap: [go('shelf', { at: 'fines', with: ['record', { page: 2 }] })],
    });
    await tap();
    expect([world.shown, world.went.length]).toEqual([[], 1]);
  });

  it('query is added to the address under wire names, without absent or empty values', async () => {
    const { tap, world } = await play({
      tap: [
        go('book', {
          with: ['record', { page: 2 }],
          query: ['record', { shelf: 'a&b', row: '', order_id: 'o 7' }],
        }),
      ],
      app,
    });
    await tap();
    expect([world.went, world.left]).toEqual([
      [{ address: '/book?page=2&shelf=a%26b&order_id=o+7', replace: false }],
      [],
    ]);
  });

  it('a query with session parameters reloads the page', async () => {
    const session = { sessionId: { wire: ['sessionId'], shape: TEXT } };
    const { tap, world } = await play({
      tap: [go('book', { query: ['record', { sessionId: 's 7' }] })],
      app: { ...app, session },
    });
    await tap();
    expect(world.went).toEqual([]);
    expect(world.left.map((left) => new URL(left).search)).toEqual(['?sessionId=s+7']);
  });

  it('to an unknown screen is unsupported', async () => {
    const { tap, toasts, world } = await play({ tap: [go('nowhere')], app: { failures } });
    await tap();
    expect([toasts(), world.went]).toEqual([['Failed: unsupported'], []]);
  });

  it('the first navigation wins and ends the lists of the screen', async () => {
    const { tap, world, toasts, call } = await play({
      tap: [send(), say('late')],
      app: { ...APP, screens: app.screens },
      plan: { body: [button('away', [go('book'), say('after')]), button('other', [go('shelf')])] },
    });
    await tap();
    await tap('away');
    await tap('other');
    await call().reply({});
    expect(world.went).toHaveLength(1);
    expect(toasts()).toEqual([]);
  });

  it('nothing else starts after the first navigation', async () => {
    const { tap, world, screen, toasts } = await play({ tap: [go('book')] });
    await tap();
    const { engine } = screen;
    expect(engine.navigation.go('shelf', {}, { replace: false })).toBe(false);
    const end = engine.runner.run([say('late')], {
      scope: engine.scope,
      list: 'screen:enter',
      event: 'enter',
    });
    expect(end).toEqual({ end: 'left' });
    expect([world.went.length, toasts()]).toEqual([1, []]);
  });

  it('aborts reads of the screen’s data', async () => {
    const { tap, world } = await play({
      tap: [go('book')],
      plan: { data: { shelf: { endpoint: 'shelf', with: {}, reads: [] } } },
    });
    await tap();
    expect(world.calls[0]?.signal.aborted).toBe(true);
  });

  it('aborts reads on leaving', async () => {
    const { tap, world } = await play({
      tap: [act('request', { endpoint: 'shelf' })],
      plan: { body: [button('away', [go('book')])] },
    });
    await tap();
    await tap('away');
    expect(world.calls[0]?.signal.aborted).toBe(true);
  });

  it('does not abort a request that may have an effect', async () => {
    const { tap, world } = await play({ tap: [send()], plan: { body: [button('away', [go('book')])] } });
    await tap();
    await tap('away');
    expect(world.calls[0]?.signal.aborted).toBe(false);
  });

  it('in load: the content is never rendered', async () => {
    const { world, screen } = await play({
      plan: { data: { shelf: { endpoint: 'shelf', with: {}, reads: [], load: [go('book')] } } },
    });
    await world.calls[0]?.reply({ books: 1 });
    await world.pass(1_000);
    expect(screen.surface.snapshot().phase).toBe('leaving');
  });
});

describe('leave', () => {
  const leave = (to: string) => act('leave', { to });
  const origin = 'https://page.test';
  const hosts = ['elsewhere.test', 'pay.test:8443'];
  const kindOf = (text: string) => readDestination(text, origin, hosts)?.kind;

  it('goes only to exactly allowed hosts', () => {
    for (const text of ['https://elsewhere.test/a?b=1', 'http://elsewhere.test', 'https://pay.test:8443/x'])
      expect(kindOf(text)).toBe('foreign');
  });

  it('a frame shows only pages of its list, and never one of our own origin', () => {
    const isFramed = (text: string) =>
      isFrameable(text, origin, [...hosts, 'https://help.test', 'page.test']);
    expect(
      ['https://elsewhere.test/a', 'https://help.test/', 'https://pay.test:8443/x'].map(isFramed),
    ).toEqual([true, true, true]);
    const none = [
      'https://page.test/a',
      '/a',
      'tel:1',
      'mailto:a@b.test',
      'https://pay.test',
      'data:text/html,x',
    ];
    expect(none.map(isFramed)).toEqual(none.map(() => false));
  });

  it('an image is loaded from our own origin, from inside the page, and from listed hosts over https', () => {
    const refuses = (text: string) => refusedImageHost(text, origin, [...hosts, 'https://help.test']);
    const loaded = [
      '/capiz/assets/help.svg',
      `${origin}/a.png`,
      'data:image/png;base64,AA==',
      'blob:x',
      'https://elsewhere.test/a.png',
      'https://pay.test:8443/a.png',
      'https://help.test/a.png',
    ];
    expect(loaded.map(refuses)).toEqual(loaded.map(() => undefined));
    expect(
      [
        'https://other.test/a.png?session=7',
        '//other.test/a.png',
        'http://elsewhere.test/a.png',
        'https://elsewhere.test.other.test/a.png',
        'https://elsewhere.test@other.test/a.png',
        'https://pay.test/a.png',
        '\\\\other.test/a.png',
      ].map(refuses),
    ).toEqual([
      'other.test',
      'other.test',
      'elsewhere.test',
      'elsewhere.test.other.test',
      'other.test',
      'pay.test',
      'other.test',
    ]);
    const ofOlderPlan = (text: string) => refusedImageHost(text, origin, undefined);
    expect(ofOlderPlan('https://other.test/a.png')).toBeUndefined();
    expect(ofOlderPlan('http://other.test/a.png')).toBe('other.test');
  });

  const refused = [
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'intent://elsewhere.test',
    '//elsewhere.test',
    '/elsewhere.test',
    'elsewhere.test',
    'https:elsewhere.test',
    'https:/elsewhere.test',
    'https:///elsewhere.test',
    'https://elsewhere.test\\@evil.test',
    'https://user@elsewhere.test',
    'https://user:pass@elsewhere.test',
    'https://elsewhere.test@evil.test',
    'https://evil.test/elsewhere.test',
    'https://sub.elsewhere.test',
    'https://elsewhere.test.evil.test',
    'https://elsewhere.test:444',
    'https://pay.test',
    'https://еlsewhere.test',
    ' https://elsewhere.test',
    'https://else\nwhere.test',
    'https://elsewhere.test/\u0000',
    'https://',
    'mailto:',
    'tel:',
    'tel://evil.test',
    '',
  ];
  for (const text of refused) {
    it(`refuses ${JSON.stringify(text)}`, () => expect(kindOf(text)).toBeUndefined());
  }

  it('a refused address fails with "refused", and does not navigate', async () => {
    const { tap, toasts, world } = await play({ tap: [leave('https://evil.test/')], app: { failures } });
    await tap();
    expect([toasts(), world.left, world.went]).toEqual([['Failed: refused'], [], []]);
  });

  it('a Url of our own origin works as go: carried parameters are added', async () => {
    const { tap, world } = await play({
      tap: [act('leave', { to: 'https://page.test/book?page=2', replace: true })],
      app,
      options: { params: { orderId: 'o7' } },
    });
    await tap();
    expect(world.went).toEqual([{ address: '/book?page=2&orderId=o7', replace: true }]);
    expect(world.left).toEqual([]);
  });

  it('a Url of our own origin with session parameters reloads the page', async () => {
    const address = 'https://page.test/book?page=2&userId=u2';
    const { tap, world } = await play({ tap: [act('leave', { to: address })], app });
    await tap();
    expect([world.went, world.left]).toEqual([[], [address]]);
  });

  it('carried parameters are added also when the page reloads', async () => {
    const session = { amount: { wire: ['amount'], shape: TEXT } };
    const { tap, world } = await play({
      tap: [act('leave', { to: '#/book?amount=500' })],
      app: { ...app, session },
      options: { params: { orderId: 'o7' } },
    });
    await tap();
    expect(world.left).toEqual(['https://page.test/book?amount=500&orderId=o7']);
  });

  it('a path of our own origin without a screen is refused', async () => {
    const { tap, toasts, world } = await play({
      tap: [leave('https://page.test/studio')],
      app: { failures },
    });
    await tap();
    expect([toasts(), world.went]).toEqual([['Failed: refused'], []]);
  });

  it('S5: mailto: and tel: are no navigation', async () => {
    const { tap, toasts, world } = await play({
      tap: [leave('tel:+63 2 8000'), leave('mailto:a@b.test'), say('after')],
    });
    await tap();
    expect(world.left).toEqual(['tel:+6328000', 'mailto:a@b.test']);
    expect(toasts()).toEqual(['after']);
  });

  it('S5: if the page comes back after leave, its buttons work, its lists have ended', async () => {
    const { tap, toasts, world, screen, call, isBusy } = await play({
      tap: [send(), say('late')],
      plan: {
        body: [
          button('away', [leave('https://elsewhere.test/'), say('after')]),
          button('third', [say('live')]),
        ],
      },
    });
    await tap();
    await tap('away');
    await tap('third');
    expect([toasts(), isBusy()]).toEqual([[], true]);
    screen.resume();
    await world.pass(0);
    expect(isBusy()).toBe(false);
    await call().reply({});
    await tap('third');
    expect(toasts()).toEqual(['live']);
  });
});

describe('back', () => {
  it('replaces going back, and `back` inside it goes back', async () => {
    const { screen, world, overlays, tap } = await play({
      plan: {
        on: { back: [show('stay'), act('back')] },
        overlays: {
          stay: dialog('stay', [button('go', [act('close')]), button('stay-here', [act('dismiss')])]),
        },
      },
    });
    expect(screen.handleBack()).toBe(true);
    await world.pass(0);
    expect(overlays()).toEqual(['stay']);
    await tap('stay-here');
    expect(world.backs).toBe(0);
    expect(screen.handleBack()).toBe(true);
    await world.pass(0);
    await tap('go');
    expect(world.backs).toBe(1);
  });

  it('goes back if the list fails, so that the person can leave the screen', async () => {
    const { screen, world } = await play({ plan: { on: { back: [act('teleport')] } } });
    expect(screen.handleBack()).toBe(true);
    await world.pass(0);
    expect(world.backs).toBe(1);
  });

  it('on the first entry the screen stays: its buttons work, its lists have ended', async () => {
    const { tap, world, toasts, isBusy } = await play({
      tap: [act('back'), say('after')],
      plan: { body: [button('other', [say('live')])] },
    });
    await tap();
    await tap('other');
    expect([world.backs, toasts()]).toEqual([1, []]);
    await world.pass(1_000);
    expect(isBusy()).toBe(false);
    await tap('other');
    expect(toasts()).toEqual(['live']);
  });

  describe('on the first history entry', () => {
    const exit = [act('go', { to: 'shelf', replace: true })];
    const first = () => fakeWorld({ isFirst: true });

    it('runs the application’s exit instead', async () => {
      const { tap, world, toasts } = await play({
        world: first(),
        tap: [act('back'), say('after')],
        app: { ...app, exit },
      });
      await tap();
      expect([world.backs, world.went, toasts()]).toEqual([0, [{ address: '/shelf', replace: true }], []]);
    });

    it('runs the screen’s list first, and its `back` exits', async () => {
      const { screen, world, tap } = await play({
        world: first(),
        app: { ...app, exit },
        plan: {
          on: { back: [show('stay'), act('back')] },
          overlays: { stay: dialog('stay', [button('go', [act('close')])]) },
        },
      });
      expect(screen.handleBack()).toBe(true);
      await world.pass(0);
      expect(world.went).toEqual([]);
      await tap('go');
      expect([world.backs, world.went.length]).toEqual([0, 1]);
    });

    it('a screen without a list exits when the page goes back', async () => {
      const { screen, world } = await play({ world: first(), app: { ...app, exit } });
      expect([screen.handleBack(), screen.exit()]).toEqual([false, true]);
      expect(world.went).toHaveLength(1);
    });

    it('an exit that only notifies the app leaves the screen running', async () => {
      const { tap, world, toasts, isBusy } = await play({
        world: first(),
        tap: [act('back')],
        app: { ...app, exit: [say('closing')] },
        plan: { body: [button('other', [say('live')])] },
      });
      await tap();
      expect(isBusy()).toBe(false);
      await tap('other');
      await tap();
      expect([world.backs, toasts()]).toEqual([0, ['closing', 'live', 'closing']]);
    });

    it('an exit list that goes back fails', async () => {
      const { tap, world, toasts } = await play({
        world: first(),
        tap: [act('back')],
        app: { ...app, failures, exit: [act('back')] },
      });
      await tap();
      expect([world.backs, toasts()]).toEqual([0, ['Failed: refused']]);
    });

    it('goes back as usual if the application has no exit', async () => {
      const { tap, world, screen } = await play({ world: first(), tap: [act('back')], app });
      expect(screen.exit()).toBe(false);
      await tap();
      expect(world.backs).toBe(1);
    });
  });

  it('on a later entry `back` goes back, whatever the exit is', async () => {
    const { tap, world, screen } = await play({ tap: [act('back')], app: { ...app, exit: [say('exit')] } });
    expect(screen.exit()).toBe(false);
    await tap();
    expect(world.backs).toBe(1);
  });

  it('without a list the page goes back', async () => {
    const { screen } = await play({ tap: [put('a', 1)] });
    expect(screen.handleBack()).toBe(false);
  });
});
