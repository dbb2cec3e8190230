import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchWork } from './until-quiet.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('waits for a second without input', async () => {
  const target = new EventTarget();
  const untilQuiet = watchWork(target);
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
  const untilQuiet = watchWork(new EventTarget());
  await vi.advanceTimersByTimeAsync(1000);
  const begun = Date.now();
  await untilQuiet();
  expect(Date.now()).toBe(begun);
});
