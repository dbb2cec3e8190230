import { describe, expect, it } from 'vitest';
import { Once } from './once.ts';

const DAY_MS = 86_400_000;
const reply = { status: 200, body: '{}' };

it('a key is stored for a day; an unanswered one is never deleted', () => {
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

it('a failed request releases its key', () => {
  const once = new Once(() => 0);
  const first = once.claim('k', 'a');
  if (first.is === 'first') first.abandon();
  expect(once.claim('k', 'b').is).toBe('first');
});

it('while the first request runs, repeats wait; another request with the key is refused, then and later', () => {
  const once = new Once(() => 0);
  const first = once.claim('k', 'a');
  expect(first.is).toBe('first');
  expect(once.claim('k', 'a')).toEqual({ is: 'busy' });
  expect(once.claim('k', 'b')).toEqual({ is: 'other' });
  if (first.is === 'first') first.finish(reply);
  expect(once.claim('k', 'a')).toEqual({ is: 'replay', reply });
  expect(once.claim('k', 'b')).toEqual({ is: 'other' });
});

describe('limits of stored keys', () => {
  const MOST = 50_000;
  /** Claims this number of keys, and answers all except the open ones. */
  function fill(once: Once, count: number, isOpen: (at: number) => boolean = () => false): void {
    for (let at = 0; at < count; at += 1) {
      const claim = once.claim(`k${at}`, 'a');
      if (claim.is === 'first' && !isOpen(at)) claim.finish(reply);
    }
  }

  it('exactly a day, to the millisecond', () => {
    let now = 0;
    const once = new Once(() => now);
    fill(once, 1);
    now = DAY_MS;
    expect(once.claim('k0', 'a').is).toBe('replay');
  });

  it('the newest replaces only the oldest', () => {
    const once = new Once(() => 0);
    fill(once, MOST);
    expect(once.claim('k1', 'a').is).toBe('replay');
    expect(once.claim('k0', 'a').is).toBe('first');
  });

  it('all keys are known below the limit', () => {
    const once = new Once(() => 0);
    fill(once, MOST - 1);
    expect(once.claim('k0', 'a').is).toBe('replay');
  });

  it('an unanswered key stays, however many follow', () => {
    const once = new Once(() => 0);
    fill(once, MOST + 1, (at) => at === 0);
    expect(once.claim('k0', 'a').is).toBe('busy');
  });

  it('an unanswered key is skipped, and the next oldest is deleted', () => {
    const once = new Once(() => 0);
    fill(once, MOST, (at) => at === 0);
    expect(once.claim('k2', 'a').is).toBe('replay');
    expect(once.claim('k1', 'a').is).toBe('first');
  });

  it('an old unanswered key does not prevent the deletion of others', () => {
    let now = 0;
    const once = new Once(() => now);
    fill(once, 2, (at) => at === 0);
    now = DAY_MS + 1;
    expect(once.claim('k1', 'a').is).toBe('first');
  });
});
