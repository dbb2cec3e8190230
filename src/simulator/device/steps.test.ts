import { describe, expect, it } from 'vitest';
import { createUntil } from './steps.ts';

/** A clock with known timers that counts the polls. */
function stand(timers: readonly number[], knows: boolean) {
  let now = 0;
  const looks: number[] = [];
  const until = createUntil(
    async (ms) => {
      now += ms;
      return Promise.resolve();
    },
    () => now,
    knows ? () => timers.find((at) => at > now) : undefined,
  );
  return {
    looks,
    until: (at: number) =>
      until('a thing', () => {
        looks.push(now);
        return now >= at && now;
      }),
  };
}

describe('createUntil', () => {
  it.each([[[]], [[1_000, 1_010, 5_000]], [[30]]])(
    'ends at the same time whether or not the next timer is known: %j',
    async (timers) => {
      for (const at of [0, 40, ...timers]) {
        const expected = await stand(timers, false).until(at);
        expect(await stand(timers, true).until(at)).toBe(expected);
      }
    },
  );

  it('polls less often if the next timer is known, and names the awaited condition in the error', async () => {
    const known = stand([4_000], true);
    await expect(known.until(60_000)).rejects.toThrow('Waited in vain for a thing');
    expect(known.looks.length).toBeLessThan(30);
    const unknown = stand([4_000], false);
    await expect(unknown.until(60_000)).rejects.toThrow('Waited in vain for a thing');
    expect(unknown.looks.length).toBe(252);
  });
});
