import { describe, expect, it } from 'vitest';
import { act, play, type Setting, say } from '../actions/testing.ts';
import type { ActionPlan } from '../plan/plan.ts';
import { get, node } from './testing.ts';

const start = act('timer', { timer: 'resend', run: 'start' });
const stop = act('timer', { timer: 'resend', run: 'stop' });

const playTimer = (tap: readonly ActionPlan[] = [start], rest: Setting = {}) =>
  play({
    tap,
    plan: {
      timers: { resend: { seconds: 60 } },
      body: [node('text', 'left', { props: { text: get('timer.resend.left') } })],
    },
    ...rest,
  });

describe('timers are visible countdowns', () => {
  it('start sets the full time; left counts down in whole seconds', async () => {
    const { tap, screen, world } = await playTimer();
    const timer = () => screen.engine.store.get().timer['resend'];
    expect(timer()).toEqual({ left: 0, running: false });
    await tap();
    expect(timer()).toEqual({ left: 60, running: true });
    await world.pass(999);
    expect(timer()?.left).toBe(60);
    await world.pass(1);
    expect(timer()?.left).toBe(59);
    await world.pass(59_000);
    expect(timer()).toEqual({ left: 0, running: false });
  });

  it('re-renders its readers once a second', async () => {
    const { tap, find, world } = await playTimer();
    await tap();
    let draws = 0;
    find('left')?.subscribe(() => {
      draws += 1;
    });
    await world.pass(10_000);
    expect(draws).toBe(10);
  });

  it('start always sets the full time', async () => {
    const { tap, screen, world } = await playTimer();
    await tap();
    await world.pass(30_000);
    await tap();
    expect(screen.engine.store.get().timer['resend']?.left).toBe(60);
    await world.pass(31_000);
    expect(screen.engine.store.get().timer['resend']?.left).toBe(29);
  });

  it('still counts once a second when it is started again', async () => {
    const { tap, find, world } = await playTimer();
    await tap();
    await world.pass(500);
    await tap();
    let draws = 0;
    find('left')?.subscribe(() => {
      draws += 1;
    });
    await world.pass(10_000);
    expect(draws).toBe(10);
  });

  it('stop resets it to 0', async () => {
    const { tap, screen, world } = await playTimer([start, stop]);
    await tap();
    expect(screen.engine.store.get().timer['resend']).toEqual({ left: 0, running: false });
    await world.pass(2_000);
    expect(screen.engine.store.get().timer['resend']).toEqual({ left: 0, running: false });
  });

  it('resume compares with the clock after the page was asleep', async () => {
    const { tap, screen, world } = await playTimer();
    await tap();
    world.sleep(45_000);
    screen.resume();
    await world.pass(0);
    expect(screen.engine.store.get().timer['resend']?.left).toBe(15);
  });

  it('the check detects a countdown that subtracts one per tick: it does not count while the page sleeps', async () => {
    const { tap, screen, world } = await playTimer();
    await tap();
    let byTicks = 60;
    for (let tick = 0; tick < 5; tick += 1) {
      await world.pass(1_000);
      byTicks -= 1;
    }
    const left = () => screen.engine.store.get().timer['resend']?.left ?? Number.NaN;
    expect(Math.abs(byTicks - left())).toBeLessThanOrEqual(1);
    world.sleep(40_000);
    screen.resume();
    await world.pass(0);
    expect(left()).toBe(15);
    expect(Math.abs(byTicks - left())).toBeGreaterThan(1);
  });

  it('continues to its deadline after a reload', async () => {
    const first = await playTimer();
    await first.tap();
    await first.world.pass(20_000);
    first.screen.save(0);
    const { world } = first;
    const again = await playTimer([start], { world });
    expect(again.screen.engine.store.get().timer['resend']).toEqual({ left: 40, running: true });
  });
});

describe('wait', () => {
  const pause = [act('wait', { seconds: 3 }), say('after')];

  it('is an invisible pause', async () => {
    const { tap, toasts, world } = await play({ tap: pause });
    await tap();
    await world.pass(2_999);
    expect(toasts()).toEqual([]);
    await world.pass(1);
    expect(toasts()).toEqual(['after']);
  });

  it('S6: a pause that is over continues at resume, after the re-read of refresh: resume', async () => {
    const { tap, toasts, world, screen } = await play({
      tap: pause,
      plan: { data: { shelf: { endpoint: 'shelf', with: {}, reads: [], refresh: ['resume'] } } },
    });
    await world.calls[0]?.reply({ books: 1 });
    await world.pass(1_000);
    await tap();
    world.sleep(60_000);
    screen.resume();
    await world.pass(0);
    expect(world.calls).toHaveLength(2);
    expect(toasts()).toEqual([]);
    await world.calls[1]?.reply({ books: 2 });
    await world.pass(0);
    expect(toasts()).toEqual(['after']);
  });

  it('a pause also ends if the page gets no resume event', async () => {
    const { tap, toasts, world } = await play({ tap: pause });
    await tap();
    world.sleep(60_000);
    await world.pass(5_000);
    expect(toasts()).toEqual(['after']);
  });
});
