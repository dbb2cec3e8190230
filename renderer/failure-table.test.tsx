// @vitest-environment jsdom
import { act as settleReact, cleanup, render, screen as page } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import {
  act,
  button,
  lend,
  pay,
  play,
  playIntent,
  posts,
  put,
  say,
  type Setting,
} from './actions/testing.ts';
import { endpoint, fakeWorld, get, node, settle, TEXT, text } from './runtime/testing.ts';
import type { Expression } from './plan/expression.ts';
import type { NodePlan } from './plan/plan.ts';
import { Screen } from './screen.tsx';

/* Every row of the failure table, on a real engine and a real screen. Details have separate tests. */

window.scrollTo = () => undefined;
afterEach(cleanup);

/** `state.word` is no number, so this product cannot be computed. */
const broken: Expression = ['*', get('state.word'), 2];
const word = { state: { word: { shape: TEXT, initial: 'Emma' } } };
const failures = {
  default: [say(['text', 'Failed: {kind}', { kind: get('error.kind') }])],
};
const amount = (value: Expression): NodePlan =>
  node('amount', 'fine', { critical: true, props: { label: 'Fine', value } });

async function drawn(setting: Setting, isCritical = false) {
  const make = isCritical ? () => playIntent(setting.tap ?? [pay()], setting) : () => play(setting);
  const played = await make();
  // React also logs caught errors to the console.
  render(<Screen live={played.screen} />, { onCaughtError: () => undefined });
  await settleReact(settle);
  const faults = () => played.world.faults.map(({ code }) => code);
  const tap = (id?: string) => settleReact(() => played.tap(id));
  return { ...played, tap, faults, count: (code: string) => faults().filter((each) => each === code).length };
}

const note = (id: string, value: Expression, rest = {}) =>
  text(id, value, { props: { text: value, style: 'body', tone: 'neutral' }, ...rest });

describe('unknown widget, or its code cannot be loaded', () => {
  it('renders the fallback of the widget, else leaves the widget out and reports it', async () => {
    const instead = note('instead', 'Instead');
    const { count } = await drawn({
      plan: {
        body: [node('hologram', 'a'), node('hologram', 'b', { fallback: instead }), note('rest', 'Rest')],
      },
    });
    expect(page.getByText('Instead')).toBeDefined();
    expect(page.getByText('Rest')).toBeDefined();
    expect(count('widget/unknown')).toBe(2);
  });

  it('shows the safe screen if the widget is critical, and sends no critical action', async () => {
    const { tap, world, toasts } = await drawn(
      { plan: { body: [node('hologram', 'a', { critical: true })] } },
      true,
    );
    expect(page.getByRole('heading', { name: /cannot be shown safely/ })).toBeDefined();
    await tap();
    expect([posts(world), toasts()]).toEqual([[], ['Failed: refused']]);
  });
});

describe('unknown action, function, endpoint, method: at run time the action fails with unsupported', () => {
  it.each([
    ['action', act('teleport')],
    ['function', say(['call', 'translate', 'a'])],
    ['function in a when', say('a', { when: ['call', 'isHoliday'] })],
    ['operation', say(['??', 'a'] as unknown as Expression)],
    ['endpoint', act('request', { endpoint: 'nowhere' })],
    ['method', act('native', { method: 'fly' })],
    ['overlay', act('open', { overlay: 'nowhere' })],
  ])('%s', async (_what, action) => {
    const { tap, toasts } = await drawn({ tap: [action, say('after')], app: { failures } });
    await tap();
    expect(toasts()).toEqual(['Failed: unsupported']);
  });
});

describe('a condition cannot be computed', () => {
  it('hides the node and reports it', async () => {
    const { count } = await drawn({
      plan: { ...word, body: [note('a', 'Hidden', { visible: ['>', broken, 1] }), note('b', 'Shown')] },
    });
    expect(page.queryByText('Hidden')).toBeNull();
    expect(page.getByText('Shown')).toBeDefined();
    expect(count('condition/failed')).toBe(1);
  });

  it.each([
    ['its own condition', [pay({}, { when: ['>', broken, 1] })], {}],
    [
      'the condition of a stop before it',
      [act('stop', { text: 'No' }, { when: ['>', broken, 1] }), pay()],
      {},
    ],
  ])('a critical action refuses if it cannot compute %s', async (_whose, tap, plan) => {
    const { tap: press, world, toasts } = await drawn({ tap, plan: { ...word, ...plan } }, true);
    await press();
    expect([posts(world), toasts()]).toEqual([[], ['Failed: refused']]);
  });
});

describe('a text cannot be computed', () => {
  const words: Expression = ['text', 'Twice {n}', { n: broken }];

  it('is replaced by the default of its choose', async () => {
    await drawn({ plan: { ...word, body: [note('a', ['choose', [true, words], [true, 'Default']])] } });
    expect(page.getByText('Default')).toBeDefined();
  });

  it('without a default is shown as an em dash, and is reported', async () => {
    const { faults } = await drawn({ plan: { ...word, body: [note('a', words)] } });
    expect(page.getByText('—')).toBeDefined();
    expect(faults()).toHaveLength(1);
  });

  it('in an amount: hides the amount and refuses critical actions of the screen', async () => {
    const { tap, world, toasts } = await drawn({ plan: { ...word, body: [amount(broken)] } }, true);
    expect(page.queryByText('Fine')).toBeNull();
    await tap();
    expect([posts(world), toasts()]).toEqual([[], ['Failed: refused']]);
  });
});

const shelf = {
  data: { shelf: { endpoint: 'shelf', with: {}, refresh: ['resume' as const], reads: [] } },
  endpoints: { lend: lend(), shelf: endpoint('shelf', { books: { type: 'integer' } }) },
};

describe('reply does not fit its contract', () => {
  it('fails with invalid-reply, and shows no part of the reply', async () => {
    const { call, screen } = await drawn({
      plan: { ...shelf, body: [note('a', ['text', 'Books: {n}', { n: get('data.shelf.books') }])] },
    });
    await settleReact(() => call().reply({ books: 'many' }));
    expect(screen.surface.snapshot().error?.kind).toBe('invalid-reply');
    expect(page.queryByText(/Books/)).toBeNull();
  });
});

describe('network, timeout, offline, server error, business error', () => {
  it.each([
    ['network', 'network'],
    ['timeout', 'timeout'],
    ['offline', 'offline'],
  ] as const)('%s of a read: inline error with Retry, which reads again', async (kind, how) => {
    const { call, world } = await drawn({ plan: shelf });
    await settleReact(() => call().fail(how));
    await settleReact(() => world.pass(1_000));
    page.getByRole('button', { name: 'Try again' }).click();
    await settleReact(settle);
    expect([kind, world.calls.length]).toEqual([kind, 2]);
  });

  it('runs the case of the catch for that failure', async () => {
    const { tap, call, toasts } = await drawn({
      tap: [act('request', { endpoint: 'shelf' }, { catch: [{ run: [say('Caught')] }] })],
      app: { failures },
    });
    await tap();
    await settleReact(() => call().answer({ status: 200, body: '{"success":false,"message":"No"}' }));
    expect(toasts()).toEqual(['Caught']);
  });

  it('shows for a critical action that its outcome is unknown', async () => {
    const { tap, call, toasts } = await drawn({}, true);
    await tap();
    await settleReact(() => call().fail('timeout'));
    expect(toasts()).toEqual(['Failed: unknown']);
  });
});

describe('a widget throws', () => {
  // The rows of this node are not a list, so its widget throws.
  const throwing = (rest = {}) => node('rows', 'bad', { props: { look: 'rows' }, ...rest });

  it('shows an error box in place of the widget, keeps the other nodes, and reports once', async () => {
    const { tap, count, state } = await drawn({
      tap: [put('word', 'Ulysses')],
      plan: { ...word, body: [throwing(), note('a', get('state.word'))] },
    });
    expect(page.getByText('This part could not be shown.')).toBeDefined();
    await tap();
    expect([state('word'), page.getByText('Ulysses').textContent, count('widget/threw')]).toEqual([
      'Ulysses',
      'Ulysses',
      1,
    ]);
  });

  it('locks the submits of the screen if the widget is critical', async () => {
    const { tap, world, toasts } = await drawn({ plan: { body: [throwing({ critical: true })] } }, true);
    await tap();
    expect([posts(world), toasts()]).toEqual([[], ['Failed: refused']]);
  });

  it('does not lock the submits if the widget is not critical', async () => {
    const { tap, world } = await drawn({ plan: { body: [throwing()] } }, true);
    await tap();
    expect(posts(world)).toHaveLength(1);
  });
});

describe('stale after resume', () => {
  const setting = {
    tap: [pay({ fresh: ['shelf'] })],
    plan: { ...shelf, body: [button('other', [say('Live')])] },
  };

  it('reads again first; critical actions refuse until then', async () => {
    const { tap, world, screen } = await drawn(setting, true);
    await settleReact(() => world.calls[0]?.reply({ books: 1 }) ?? Promise.resolve());
    await settleReact(() => world.pass(1_000));
    screen.resume();
    await tap();
    await tap('other');
    expect(posts(world)).toHaveLength(0);
    await settleReact(() => world.calls.at(-1)?.reply({ books: 1 }) ?? Promise.resolve());
    expect(posts(world)).toHaveLength(1);
  });

  it('stays stale after a failed read: critical actions still refuse', async () => {
    const { tap, world, screen, toasts } = await drawn(setting, true);
    await settleReact(() => world.calls[0]?.reply({ books: 1 }) ?? Promise.resolve());
    await settleReact(() => world.pass(1_000));
    screen.resume();
    await settleReact(() => world.calls.at(-1)?.fail() ?? Promise.resolve());
    await tap();
    expect([posts(world), toasts()]).toEqual([[], ['Failed: refused']]);
  });
});

describe('storage full or blocked', () => {
  it.each(['full', 'blocked'] as const)('%s: everything works', async (storage) => {
    const { tap, world, state } = await drawn(
      { world: fakeWorld({ storage }), tap: [put('word', 'Ulysses'), pay()], plan: word },
      true,
    );
    await tap();
    expect([state('word'), posts(world).length]).toEqual(['Ulysses', 1]);
  });
});
