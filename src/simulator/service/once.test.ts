import { describe, expect, it } from 'vitest';
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

it('while the first is busy, the same waits; another request of the key is refused, then and later', () => {
  const once = new Once(() => 0);
  const first = once.claim('k', 'a');
  expect(first.is).toBe('first');
  expect(once.claim('k', 'a')).toEqual({ is: 'busy' });
  expect(once.claim('k', 'b')).toEqual({ is: 'other' });
  if (first.is === 'first') first.finish(reply);
  expect(once.claim('k', 'a')).toEqual({ is: 'replay', reply });
  expect(once.claim('k', 'b')).toEqual({ is: 'other' });
});

describe('what is kept has a bound', () => {
  const MOST = 50_000;
  /** So many keys, each answered but those that are held open. */
  function fill(once: Once, count: number, isOpen: (at: number) => boolean = () => false): void {
    for (let at = 0; at < count; at += 1) {
      const claim = once.claim(`k${at}`, 'a');
      if (claim.is === 'first' && !isOpen(at)) claim.finish(reply);
    }
  }

  it('a day to the millisecond', () => {
    let now = 0;
    const once = new Once(() => now);
    fill(once, 1);
    now = DAY_MS;
    expect(once.claim('k0', 'a').is).toBe('replay');
  });

  it('the oldest makes room for the newest, and no other', () => {
    const once = new Once(() => 0);
    fill(once, MOST);
    expect(once.claim('k1', 'a').is).toBe('replay');
    expect(once.claim('k0', 'a').is).toBe('first');
  });

  it('until then all are known', () => {
    const once = new Once(() => 0);
    fill(once, MOST - 1);
    expect(once.claim('k0', 'a').is).toBe('replay');
  });

  it('one that is not answered yet stays, however many came after it', () => {
    const once = new Once(() => 0);
    fill(once, MOST + 1, (at) => at === 0);
    expect(once.claim('k0', 'a').is).toBe('busy');
  });

  it('one that is not answered yet leaves the next oldest to make room', () => {
    const once = new Once(() => 0);
    fill(once, MOST, (at) => at === 0);
    expect(once.claim('k2', 'a').is).toBe('replay');
    expect(once.claim('k1', 'a').is).toBe('first');
  });

  it('an old one that is not answered keeps no other from being forgotten', () => {
    let now = 0;
    const once = new Once(() => now);
    fill(once, 2, (at) => at === 0);
    now = DAY_MS + 1;
    expect(once.claim('k1', 'a').is).toBe('first');
  });
});
