import { expect, it } from 'vitest';
import { STRATEGIES, type Strategy } from '#src/shared/rollout/strategy.ts';
import { describeCourse } from './gradual.tsx';

const HOUR = 60 * 60_000;

it('says what happens after the first share, and when', () => {
  const strategy = (...shares: readonly number[]): Strategy => ({
    stages: shares.map((share) => ({ basisPoints: share * 100, bakeMs: HOUR })),
    leastViews: 0,
    thresholds: {},
  });
  expect(describeCourse(strategy(5))).toBe(
    'Starts with 5 % of borrowers. After 1 hour everybody gets it, unless it is stopped. ' +
      'Each step also waits until 200 screens were reported.',
  );
  expect(describeCourse(strategy(5, 20))).toContain(
    ' After 1 hour 20 % get it and after 1 more hour everybody, unless it is stopped.',
  );
  expect(Object.values(STRATEGIES).map(describeCourse)).toEqual([
    'Starts with 1 % of borrowers. After 1 hour 5 % get it, after 3 more hours 20 %, after 8 more hours 50 % ' +
      'and after 12 more hours everybody, unless it is stopped. Each step also waits until 500 screens were reported.',
    'Starts with 5 % of borrowers. After 15 minutes 20 % get it, after 30 more minutes 50 % and after 45 more minutes ' +
      'everybody, unless it is stopped. Each step also waits until 500 screens were reported.',
  ]);
});
