import { describe, expect, it } from 'vitest';
import { createReadLimits } from './read-limits.ts';

function start() {
  const clock = { ms: 5_000 };
  const limits = createReadLimits(() => clock.ms);
  const begin = () => {
    const end = limits.begin();
    if (end === undefined) throw new Error('Nothing may be read now.');
    return end;
  };
  return {
    clock,
    begin,
    mayRead: () => limits.begin() !== undefined,
    fail: (times: number) => {
      for (let one = 0; one < times; one += 1) begin()('failed');
    },
  };
}

describe('reads for documents', () => {
  it('are at most 100 at once', () => {
    const { begin, mayRead } = start();
    const [first] = Array.from({ length: 100 }, begin);
    expect(mayRead()).toBe(false);
    first?.('complete');
    expect([mayRead(), mayRead()]).toEqual([true, false]);
  });

  it('pause for 10 s after five failures in a row', () => {
    const { clock, mayRead, fail } = start();
    fail(5);
    expect(mayRead()).toBe(false);
    clock.ms += 9_999;
    expect(mayRead()).toBe(false);
    clock.ms += 1;
    expect(mayRead()).toBe(true);
  });

  it('do not pause if a success is between the failures', () => {
    const { begin, mayRead, fail } = start();
    fail(4);
    begin()('complete');
    fail(4);
    expect(mayRead()).toBe(true);
  });

  it('are tried one at a time after a pause, until one succeeds', () => {
    const { clock, begin, mayRead, fail } = start();
    fail(5);
    clock.ms += 10_000;
    const end = begin();
    expect(mayRead()).toBe(false);
    end('complete');
    expect([mayRead(), mayRead()]).toEqual([true, true]);
  });

  it('pause again if the try fails', () => {
    const { clock, begin, mayRead, fail } = start();
    fail(5);
    clock.ms += 10_000;
    begin()('failed');
    clock.ms += 9_999;
    expect(mayRead()).toBe(false);
    clock.ms += 1;
    expect(mayRead()).toBe(true);
  });

  it('of a borrower who left are neither a failure nor a success', () => {
    const { clock, begin, mayRead, fail } = start();
    fail(4);
    begin()('left');
    const held = begin();
    fail(1);
    expect(mayRead()).toBe(false);
    held('left');
    clock.ms += 10_000;
    begin()('left');
    begin()('failed');
    expect(mayRead()).toBe(false);
  });
});
