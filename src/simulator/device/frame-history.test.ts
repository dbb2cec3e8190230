// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { separateHistory } from './frame-history.ts';

let forgetEntries: () => void;

beforeEach(() => {
  window.history.replaceState('start', '', '/start');
  forgetEntries = separateHistory(window);
  return () => {
    for (const name of ['pushState', 'replaceState', 'go', 'back', 'forward', 'length'])
      Reflect.deleteProperty(window.history, name);
  };
});

const here = () => [window.location.pathname, window.history.state, window.history.length];

async function moved(traverse: () => void): Promise<unknown> {
  const event = new Promise<PopStateEvent>((resolve) =>
    window.addEventListener('popstate', resolve, { once: true }),
  );
  traverse();
  return (await event).state;
}

it('goes back and forward through its own entries', async () => {
  window.history.pushState('a', '', '/a');
  window.history.pushState('b', '', '/b');
  expect(here()).toEqual(['/b', 'b', 3]);
  expect(await moved(() => window.history.go(-2))).toBe('start');
  expect(here()).toEqual(['/start', 'start', 3]);
  expect(await moved(() => window.history.forward())).toBe('a');
  // `replaceState` keeps the entry above.
  window.history.replaceState('c', '', '/c');
  expect(here()).toEqual(['/c', 'c', 3]);
  // `pushState` removes the entries above.
  window.history.pushState('d', '', '/d');
  expect(await moved(() => window.history.back())).toBe('c');
  expect(here()).toEqual(['/c', 'c', 3]);
});

it('does nothing at either end', async () => {
  let count = 0;
  const counted = () => (count += 1);
  window.addEventListener('popstate', counted);
  window.history.back();
  window.history.forward();
  await new Promise((resolve) => setTimeout(resolve, 5));
  window.removeEventListener('popstate', counted);
  expect([count, ...here()]).toEqual([0, '/start', 'start', 1]);
});

it('forgets the entries around the current one', async () => {
  window.history.pushState('a', '', '/a');
  forgetEntries();
  expect(here()).toEqual(['/a', 'a', 1]);
});
