import { expect, it } from 'vitest';
import { Once } from './once.ts';

const DAY_MS = 86_400_000;
const reply = { status: 200, body: '{}' };

it('a key is remembered for a day; one that was not answered yet is never forgotten', () => {
  let now = 0;
  const once = new Once(() => now);
  const answered = once.claim('answered', 'a');
  if (answered.is === 'first') answered.finish(reply);
  once.claim('waiting', 'a');
  now = DAY_MS - 1;
  expect(once.claim('answered', 'a')).toEqual({ is: 'replay', reply });
  now = DAY_MS + 1;
  expect(once.claim('answered', 'a').is).toBe('first');
  expect(once.claim('waiting', 'a').is).toBe('busy');
});

it('a request that broke down gives its key back', () => {
  const once = new Once(() => 0);
  const first = once.claim('k', 'a');
  if (first.is === 'first') first.abandon();
  expect(once.claim('k', 'b').is).toBe('first');
});
