import { describe, expect, it } from 'vitest';
import { act, ask, fork, lend, play, put, say, send } from '../actions/testing.ts';
import type { AppPlan } from '../plan/plan.ts';
import { ERROR_KINDS, type ErrorKind } from '../plan/problem.ts';
import { ActionFailure } from './action.ts';
import { endpoint, get, TEXT } from './testing.ts';

const failures: AppPlan['failures'] = {
  business: [say(['choose', [true, get('error.message')]])],
  dismissed: [],
  default: [say(['text', 'Failed: {kind}', { kind: get('error.kind') }])],
};
const app = { failures };

/** A test action that fails with this kind at once. */
const failing = (kind: ErrorKind) => ({
  fail: {
    name: 'fail',
    run() {
      throw new ActionFailure({ kind });
    },
  },
});

describe('a list runs its actions in sequence', () => {
  it('runs one action after the other', async () => {
    const { tap, toasts } = await play({ tap: [say('one'), say('two')] });
    await tap();
    expect(toasts()).toEqual(['one', 'two']);
  });

  it('starts the next action after a skipped one', async () => {
    const { tap, toasts } = await play({ tap: [say('one', { when: ['==', 1, 2] }), say('two')] });
    await tap();
    expect(toasts()).toEqual(['two']);
  });

  it('computes an action when it starts: it reads what the one before wrote', async () => {
    const { tap, state } = await play({ tap: [put('a', 'new'), put('b', get('state.a'))] });
    await tap();
    expect(state('b')).toBe('new');
  });

  it('runs nothing after a failure', async () => {
    const { tap, toasts, call } = await play({ tap: [send(), say('after')], app });
    await tap();
    await call().answer({ status: 200, body: '{"success":false,"message":"No such book"}' });
    expect(toasts()).toEqual(['No such book']);
  });

  it('computes `when` first, so that a false `when` skips an action with a property that cannot be computed', async () => {
    const { tap, toasts } = await play({ tap: [say(get('nowhere.name'), { when: false }), say('two')], app });
    await tap();
    expect(toasts()).toEqual(['two']);
  });
});

describe('S1: a list runs to its next asynchronous action without interruption', () => {
  it('writes are visible to the next action at once and rendered once', async () => {
    const { screen, tap, find } = await play({
      tap: [put('a', 1), put('a', 2), put('a', 3), ask(), put('a', 4)],
      plan: { body: [{ id: 'shown', type: 'text', reads: ['state.a'], props: { text: get('state.a') } }] },
    });
    const shown = find('shown');
    const seen: unknown[] = [];
    shown?.subscribe(() => seen.push(shown.snapshot().props['text']));
    await tap();
    expect(seen).toEqual([3]);
    expect(screen.engine.store.get().state['a']).toBe(3);
  });
});

describe('S2: a name of `as` exists from the next action to the end of its list', () => {
  const answer = { books: 3 };

  it('exists in nested cases, too', async () => {
    const { tap, state, call } = await play({
      tap: [ask({ as: 'found' }), fork({ run: [put('n', get('found.books'))] })],
    });
    await tap();
    await call().reply(answer);
    expect(state('n')).toBe(3);
  });

  it('does not exist after the `choose` that contains it', async () => {
    const { tap, call, toasts } = await play({
      tap: [fork({ run: [ask({ as: 'found' })] }), put('n', get('found.books'))],
      app,
    });
    await tap();
    await call().reply(answer);
    expect(toasts()).toEqual(['Failed: refused']);
  });

  it('may be absent after an action with `when`', async () => {
    const { tap, state } = await play({
      tap: [ask({ as: 'found', when: false }), put('has', ['has', get('found')])],
    });
    await tap();
    expect(state('has')).toBe(false);
  });

  it('may be absent after an optional action', async () => {
    const { tap, state, call } = await play({
      tap: [ask({ as: 'found', optional: true }), put('has', ['has', get('found')])],
    });
    await tap();
    await call().fail();
    expect(state('has')).toBe(false);
  });
});

describe('S3: catch', () => {
  it('can read error and the names from before the failed action', async () => {
    const { tap, toasts, world } = await play({
      tap: [
        ask({ as: 'found' }),
        send({
          as: 'sent',
          catch: [{ run: [say(['text', '{n} {kind}', { n: get('found.books'), kind: get('error.kind') }])] }],
        }),
      ],
    });
    await tap();
    await world.calls[0]?.reply({ books: 7 });
    await world.calls[1]?.fail('timeout');
    expect(toasts()).toEqual(['7 timeout']);
  });

  it('cannot read the name of the failed action itself', async () => {
    const { tap, toasts, call } = await play({
      tap: [send({ as: 'sent', catch: [{ run: [say(get('sent.ticket'))] }] })],
      app,
    });
    await tap();
    await call().fail();
    expect(toasts()).toEqual(['Failed: refused']);
  });

  it('takes the first matching case', async () => {
    const is = (kind: string) => ['==', get('error.kind'), kind] as const;
    const { tap, toasts, call } = await play({
      tap: [
        send({
          catch: [
            { when: is('timeout'), run: [say('slow')] },
            { when: is('network'), run: [say('gone')] },
            { run: [say('else')] },
          ],
        }),
      ],
    });
    await tap();
    await call().fail('network');
    expect(toasts()).toEqual(['gone']);
  });

  it('a failure inside catch runs the default and ends the list', async () => {
    const { tap, toasts, call } = await play({
      tap: [
        send({ catch: [{ run: [act('fail', {}, { catch: [{ run: [say('inner')] }] }), say('after')] }] }),
        say('end'),
      ],
      app,
      options: { actions: { ...(await import('../actions/index.ts')).actions, ...failing('server') } },
    });
    await tap();
    await call().fail();
    expect(toasts()).toEqual(['Failed: server']);
  });

  it('a failure inside catch is shown once', async () => {
    const { tap, toasts, call } = await play({
      tap: [send({ catch: [{ run: [act('stop', { text: 'No more' })] }] }), say('end')],
    });
    await tap();
    await call().fail();
    expect(toasts()).toEqual(['No more']);
  });

  it('the catch of `choose` handles a failure that no action inside it handles', async () => {
    const { tap, toasts, call } = await play({
      tap: [{ ...fork({ run: [send(), say('after')] }), catch: [{ run: [say('outer')] }] }, say('end')],
      app,
    });
    await tap();
    await call().fail();
    expect(toasts()).toEqual(['outer']);
  });

  it('a failure that was handled inside choose is not handled again, and no later action runs', async () => {
    const { tap, toasts, call } = await play({
      tap: [
        { ...fork({ run: [send({ catch: [{ run: [say('inner')] }] })] }), catch: [{ run: [say('outer')] }] },
        say('end'),
      ],
      app,
    });
    await tap();
    await call().fail();
    expect(toasts()).toEqual(['inner']);
  });
});

describe('The default failure of app.json', () => {
  for (const kind of ERROR_KINDS.filter((each) => each !== 'dismissed' && each !== 'business')) {
    it(`is shown for ${kind}`, async () => {
      const { actions } = await import('../actions/index.ts');
      const { tap, toasts } = await play({
        tap: [act('fail'), say('after')],
        app,
        options: { actions: { ...actions, ...failing(kind) } },
      });
      await tap();
      expect(toasts()).toEqual([`Failed: ${kind}`]);
    });
  }

  it('a default for the kind takes precedence over the general default', async () => {
    const { tap, toasts, call } = await play({ tap: [send()], app });
    await tap();
    await call().answer({ status: 422, body: '{"message":"Too many books"}' });
    expect(toasts()).toEqual(['Too many books']);
  });

  it('the failure "dismissed" is silent, even if there is only a general default', async () => {
    const { actions } = await import('../actions/index.ts');
    const { tap, toasts } = await play({
      tap: [act('fail'), say('after')],
      app: { failures: { default: [say('Failed')] } },
      options: { actions: { ...actions, ...failing('dismissed') } },
    });
    await tap();
    expect(toasts()).toEqual([]);
  });

  it('a default failure list that fails ends, and is reported', async () => {
    const { actions } = await import('../actions/index.ts');
    const { tap, toasts, world } = await play({
      tap: [act('fail')],
      app: { failures: { default: [act('fail'), say('after')] } },
      options: { actions: { ...actions, ...failing('server') } },
    });
    await tap();
    expect(toasts()).toEqual([]);
    expect(world.faults.map((fault) => fault.code)).toContain('action/default-failed');
  });
});

describe('optional, background, stop', () => {
  it('optional: a failure counts as skipped, is reported and not shown', async () => {
    const { tap, toasts, call, world } = await play({ tap: [send({ optional: true }), say('after')], app });
    await tap();
    await call().fail();
    expect(toasts()).toEqual(['after']);
    expect(world.faults.map((fault) => fault.code)).toContain('action/optional');
  });

  it('background: the list does not wait, and a failure is only reported', async () => {
    const { tap, toasts, call, world, isBusy } = await play({
      tap: [send({ background: true }), say('after')],
      app,
    });
    await tap();
    expect(toasts()).toEqual(['after']);
    expect(isBusy()).toBe(false);
    await call().fail();
    expect(toasts()).toEqual(['after']);
    expect(world.faults.map((fault) => fault.code)).toContain('action/background');
  });

  it('background: the call outlives the screen', async () => {
    const { tap, call, screen } = await play({ tap: [ask({ background: true })] });
    await tap();
    screen.close();
    expect(call().signal.aborted).toBe(false);
  });

  it('stop ends the list, also from inside a case', async () => {
    const { tap, toasts } = await play({
      tap: [say('one'), fork({ run: [act('stop'), say('two')] }), say('three')],
    });
    await tap();
    expect(toasts()).toEqual(['one']);
  });

  it('stop with text is a visible failure', async () => {
    const { tap, toasts } = await play({
      tap: [act('stop', { text: 'Not today' }), say('after')],
      app: { failures: { refused: [say(get('error.message'))] } },
    });
    await tap();
    expect(toasts()).toEqual(['Not today']);
  });

  it('stop with text is visible even if app.json has no default failure', async () => {
    const { tap, toasts, notices } = await play({ tap: [act('stop', { text: 'Not today' })] });
    await tap();
    expect(toasts()).toEqual(['Not today']);
    expect(notices()).toEqual(['Not today']);
  });
});

describe('absent, pending, uncomputable', () => {
  it('E3: a required property that is absent at run time fails with changed', async () => {
    const { tap, toasts } = await play({ tap: [say(get('state.gone'))], app });
    await tap();
    expect(toasts()).toEqual(['Failed: changed']);
  });

  it('an action whose `when` cannot be computed fails', async () => {
    const { tap, toasts } = await play({ tap: [say('one', { when: get('nowhere.name') })], app });
    await tap();
    expect(toasts()).toEqual(['Failed: refused']);
  });

  it('a request waits for a pending value', async () => {
    const { tap, world } = await play({
      tap: [act('request', { endpoint: 'lend', with: ['record', { book: get('data.shelf.name') }] })],
      plan: {
        data: { shelf: { endpoint: 'shelf', with: {}, reads: [] } },
        endpoints: { lend: lend(), shelf: endpoint('shelf', { name: TEXT }) },
      },
    });
    await tap();
    expect(world.calls).toHaveLength(1);
    await world.calls[0]?.reply({ name: 'b7' });
    await world.pass(1_000);
    expect(world.calls[1]?.body).toContain('book=b7');
  });

  it('an action waits for its pending `when`', async () => {
    const { tap, toasts, world } = await play({
      tap: [say('many', { when: ['>', get('data.shelf.books'), 1] })],
      plan: { data: { shelf: { endpoint: 'shelf', with: {}, reads: [] } } },
    });
    await tap();
    expect(toasts()).toEqual([]);
    await world.calls[0]?.reply({ books: 2 });
    await world.pass(1_000);
    expect(toasts()).toEqual(['many']);
  });

  it('F2: an unknown action is unsupported', async () => {
    const { tap, toasts } = await play({ tap: [act('teleport')], app });
    await tap();
    expect(toasts()).toEqual(['Failed: unsupported']);
  });
});

describe('while a node’s list runs the node is busy and its events are ignored', () => {
  it('a second tap does nothing; afterwards it works again', async () => {
    const { tap, world, isBusy } = await play({ tap: [send()] });
    await tap();
    await tap();
    expect(isBusy()).toBe(true);
    expect(world.calls).toHaveLength(1);
    await world.calls[0]?.reply({});
    expect(isBusy()).toBe(false);
    await tap();
    expect(world.calls).toHaveLength(2);
  });

  it('S7: a running event fires again: load cancels its running list and starts it again', async () => {
    const { world, toasts, screen } = await play({
      plan: {
        data: {
          shelf: { endpoint: 'shelf', with: {}, reads: [], load: [say('loaded'), send(), say('sent')] },
        },
      },
    });
    await world.calls[0]?.reply({ books: 1 });
    await world.pass(1_000);
    expect(world.calls).toHaveLength(2);
    void screen.engine.data.reload();
    await world.pass(0);
    await world.calls[2]?.reply({ books: 2 });
    await world.pass(1_000);
    await world.calls[1]?.reply({});
    expect(toasts()).not.toContain('sent');
    await world.calls[3]?.reply({});
    expect(toasts()).toContain('sent');
  });
});
