import { describe, expect, it } from 'vitest';
import { APP, type FakeWorld, fakeWorld, get } from '../../runtime/testing.ts';
import type { BridgeMethodPlan } from '../../plan/plan.ts';
import type { Value } from '../../plan/expression.ts';
import { act, ask, play, put, say } from '../testing.ts';

const failures = { default: [say(['text', 'Failed: {kind}', { kind: get('error.kind') }])] };
const fallback = [
  act('leave', { to: ['text', 'tel:{phone}', { phone: get('params.phone') }] }),
  say('called'),
];
const method: BridgeMethodPlan = { handler: 'dial', timeoutMs: 5_000, fallback };
const call = act('native', { method: 'callPhone', with: ['record', { phone: '123' }] }, { as: 'answer' });

function withShell(shell: (payload: { [name: string]: Value }) => Promise<unknown>): FakeWorld {
  const world = fakeWorld();
  Object.assign(world.services.native, {
    inShell: true,
    has: (name: string) => name === 'dial',
    call: (_: string, payload: { [name: string]: Value }) => shell(payload),
  });
  return world;
}

async function playNative(
  bridge: BridgeMethodPlan,
  shell?: (payload: { [name: string]: Value }) => Promise<unknown>,
) {
  return play({
    tap: [call, put('answer', get('answer')), say('after')],
    world: shell ? withShell(shell) : fakeWorld(),
    plan: { bridge: { callPhone: bridge } },
    app: { failures },
  });
}

describe('native', () => {
  it('calls the shell’s handler with its parameters', async () => {
    const seen: unknown[] = [];
    const { tap, toasts } = await playNative(method, async (payload) => void seen.push(payload));
    await tap();
    expect(seen).toEqual([{ phone: '123' }]);
    expect(toasts()).toEqual(['after']);
  });

  it('without a shell runs the fallback with the parameters; then the list continues', async () => {
    const { tap, world, toasts } = await playNative(method);
    await tap();
    expect(world.left).toEqual(['tel:123']);
    expect(toasts()).toEqual(['called', 'after']);
  });

  it.each(['/book?page=2', '#/book?page=2', 'https://page.test/book?page=2'])(
    'a method with inPage opens %s, one of our screens, in this page without the shell',
    async (address) => {
      const asked: unknown[] = [];
      const visit = (inPage: Partial<BridgeMethodPlan>) =>
        play({
          tap: [act('native', { method: 'callPhone', with: ['record', { phone: address }] })],
          world: withShell(async (payload) => void asked.push(payload)),
          plan: { bridge: { callPhone: { ...method, ...inPage } } },
        });
      const inside = await visit({ inPage: true });
      await inside.tap();
      expect([inside.world.went.map((one) => one.address), asked]).toEqual([['/book?page=2'], []]);
      const outside = await visit({});
      await outside.tap();
      expect([outside.world.went, asked]).toEqual([[], [{ phone: address }]]);
    },
  );

  it.each(['https://elsewhere.test/book', '/nowhere', 'shelf://7'])(
    'a method with inPage passes %s, which is not one of our screens, to the shell',
    async (address) => {
      const asked: unknown[] = [];
      const { tap, world } = await play({
        tap: [act('native', { method: 'callPhone', with: ['record', { phone: address }] })],
        world: withShell(async (payload) => void asked.push(payload)),
        plan: { bridge: { callPhone: { ...method, inPage: true } } },
      });
      await tap();
      expect([world.went, asked]).toEqual([[], [{ phone: address }]]);
    },
  );

  it('without a shell and a fallback it fails with "unsupported"', async () => {
    const { tap, toasts } = await playNative({ handler: 'dial', timeoutMs: 5_000 });
    await tap();
    expect(toasts()).toEqual(['Failed: unsupported']);
  });

  it('an empty fallback does nothing and succeeds', async () => {
    const { tap, toasts } = await playNative({ ...method, fallback: [] });
    await tap();
    expect(toasts()).toEqual(['after']);
  });

  it('fails with "timeout" if the shell does not answer in time, and ignores a late answer', async () => {
    let answer = (_value: unknown) => {};
    const { tap, toasts, world } = await playNative(
      method,
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    await tap();
    await world.pass(5_000);
    answer(1);
    await world.pass(0);
    expect(toasts()).toEqual(['Failed: timeout']);
  });

  it('fails with "refused" if the shell refuses', async () => {
    const { tap, toasts } = await playNative(method, () => Promise.reject(new Error('no')));
    await tap();
    expect(toasts()).toEqual(['Failed: refused']);
  });

  it('reads the result by the method’s shape', async () => {
    const typed: BridgeMethodPlan = { ...method, result: { type: 'text' } };
    const good = await playNative(typed, async () => 'yes');
    await good.tap();
    expect(good.state('answer')).toBe('yes');
    const bad = await playNative(typed, async () => ({ evil: true }));
    await bad.tap();
    expect(bad.toasts()).toEqual(['Failed: invalid-reply']);
  });

  it('a fallback cannot read names of the calling list', async () => {
    const { tap, toasts, world } = await play({
      tap: [ask({ as: 'found' }), call],
      plan: { bridge: { callPhone: { ...method, fallback: [say(get('found.books'))] } } },
      app: { failures },
    });
    await tap();
    await world.calls[0]?.reply({ books: 1 });
    expect(toasts()).toEqual(['Failed: refused']);
  });

  it('finds the method in app.json if the list of a default failure calls it', async () => {
    const { tap, toasts } = await play({
      tap: [act('teleport')],
      app: {
        ...APP,
        failures: { unsupported: [call] },
        bridge: { callPhone: { ...method, fallback: [say('help')] } },
      },
    });
    await tap();
    expect(toasts()).toEqual(['help']);
  });
});
