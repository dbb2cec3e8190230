import { describe, expect, it } from 'vitest';
import { createReadLimits, type ReadResult } from './read-limits.ts';

function open() {
  let now = 0;
  const limits = createReadLimits(() => now);
  return {
    limits,
    after: (ms: number) => {
      now += ms;
    },
    read: (...results: readonly ReadResult[]) => {
      for (const result of results) limits.begin()?.(result);
    },
    mayRead: () => {
      const isRead = limits.begin();
      isRead?.('left');
      return isRead !== undefined;
    },
  };
}

const FIVE_FAILURES = Array.from({ length: 5 }, () => 'incomplete' as const);

describe('createReadLimits', () => {
  it('pauses for ten seconds after five failures in a row', () => {
    const { read, mayRead, after } = open();
    read(...FIVE_FAILURES.slice(1), 'complete', ...FIVE_FAILURES.slice(1));
    expect(mayRead()).toBe(true);
    read('incomplete');
    expect(mayRead()).toBe(false);
    after(9_999);
    expect(mayRead()).toBe(false);
    after(1);
    expect(mayRead()).toBe(true);
  });

  it('lets one document at a time try after a pause, until one succeeds', () => {
    const { read, mayRead, after, limits } = open();
    read(...FIVE_FAILURES);
    after(10_000);
    const isRead = limits.begin();
    expect(mayRead()).toBe(false);
    isRead?.('complete');
    expect([limits.begin(), limits.begin()]).not.toContain(undefined);
  });

  it('does not count borrowers who disconnect as failures of the service', () => {
    const { read, mayRead } = open();
    read(...FIVE_FAILURES.slice(1), ...Array.from({ length: 20 }, () => 'left' as const));
    expect(mayRead()).toBe(true);
    read('incomplete');
    expect(mayRead()).toBe(false);
  });

  it('reads for at most a hundred documents at the same time', () => {
    const { limits } = open();
    const reads = Array.from({ length: 100 }, () => limits.begin());
    expect(reads).not.toContain(undefined);
    expect(limits.begin()).toBeUndefined();
    reads[0]?.('left');
    expect(limits.begin()).toBeDefined();
  });
});
