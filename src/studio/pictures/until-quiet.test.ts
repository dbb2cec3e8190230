import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createInputWatch } from './until-quiet.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('waits for a second without input', async () => {
  const target = new EventTarget();
  const { listen, untilQuiet } = createInputWatch();
  listen(target);
  let isQuiet = false;
  void untilQuiet().then(() => (isQuiet = true));
  await vi.advanceTimersByTimeAsync(900);
  target.dispatchEvent(new Event('keydown'));
  await vi.advanceTimersByTimeAsync(900);
  target.dispatchEvent(new Event('pointerdown'));
  await vi.advanceTimersByTimeAsync(900);
  expect(isQuiet).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  expect(isQuiet).toBe(true);
});

it('does not wait if there was no input for a second', async () => {
  const { untilQuiet } = createInputWatch();
  await vi.advanceTimersByTimeAsync(1000);
  const begun = Date.now();
  await untilQuiet();
  expect(Date.now()).toBe(begun);
});

it('stops listening when the view is closed', async () => {
  const target = new EventTarget();
  const added = vi.spyOn(target, 'addEventListener');
  const removed = vi.spyOn(target, 'removeEventListener');
  const { listen, untilQuiet } = createInputWatch();
  const end = listen(target);
  end();
  expect(removed.mock.calls.map(([type]) => type)).toEqual(added.mock.calls.map(([type]) => type));
  await vi.advanceTimersByTimeAsync(1000);
  target.dispatchEvent(new Event('keydown'));
  let isQuiet = false;
  void untilQuiet().then(() => (isQuiet = true));
  await vi.advanceTimersByTimeAsync(0);
  expect(isQuiet).toBe(true);
});
