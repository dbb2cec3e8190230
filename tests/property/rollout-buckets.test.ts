import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bucketOf, groupOf } from '#src/shared/rollout/assign.ts';
import { reportFigures } from '#tests/reliability/figures.ts';
import { SEED } from './settings.ts';

/* Check 5 of staged rollout: even, sticky, monotone, and independent of other rollouts. */

const VISITORS = 100_000;
const ids = Array.from({ length: VISITORS }, (_, at) =>
  createHash('sha256').update(`${SEED} ${at}`).digest('base64url').slice(0, 22),
);

/** The bucket of each visitor, in their order, for a rollout's salt and share. */
type Buckets = (salt: string, percent: number) => readonly number[];

const known = new Map<string, readonly number[]>();
const ours: Buckets = (salt) => {
  const buckets = known.get(salt) ?? ids.map((id) => bucketOf(salt, id));
  known.set(salt, buckets);
  return buckets;
};

/** Faults of a way to make buckets; empty if it is correct. */
function faultsOf(buckets: Buckets): string[] {
  const faults: string[] = [];
  const groups = (salt: string, percent: number) =>
    buckets(salt, percent).map((bucket) => groupOf(bucket, percent * 100));
  const percentOf = (list: readonly boolean[]) => (list.filter(Boolean).length / VISITORS) * 100;
  for (const [percent, tolerance] of [
    [1, 0.1],
    [5, 0.2],
    [20, 0.4],
    [50, 0.5],
  ] as const) {
    for (const group of ['candidate', 'control']) {
      const share = percentOf(groups('first', percent).map((one) => one === group));
      if (Math.abs(share - percent) > tolerance) faults.push(`${group} of ${percent} % is ${share} %`);
    }
  }
  const stages = [1, 5, 20, 50, 100];
  for (const [at, percent] of stages.slice(1).entries()) {
    const [before, after] = [groups('first', stages[at] ?? 0), groups('first', percent)];
    const lost = before.filter((group, who) => group === 'candidate' && after[who] !== 'candidate').length;
    if (lost > 0) faults.push(`${lost} leave when it widens to ${percent} %`);
  }
  const [first, second] = [groups('first', 20), groups('second', 20)];
  const both = percentOf(first.map((group, who) => group === 'candidate' && second[who] === 'candidate'));
  if (Math.abs(both - 4) > 0.2) faults.push(`20 % of 20 % are ${both} %`);
  return faults;
}

describe('buckets', () => {
  it('are even, sticky, monotone and independent', () => {
    const faults = faultsOf(ours);
    reportFigures({ check: 5, visitors: VISITORS, faults: faults.length });
    expect(faults).toEqual([]);
  });

  it('are the same on every call', () => {
    const some = ids.slice(0, 2_000);
    expect(some.map((id) => bucketOf('first', id))).toEqual(ours('first', 1).slice(0, 2_000));
  });

  it.each<[string, Buckets, string]>([
    ['one salt for all rollouts', () => ours('first', 1), '20 % of 20 % are'],
    [
      'a new salt for each stage',
      (salt, percent) => ours(`${salt}${percent}`, percent),
      'leave when it widens',
    ],
    [
      'buckets rounded to multiples of 256',
      (salt, percent) => ours(salt, percent).map((bucket) => bucket - (bucket % 256)),
      'candidate of 1 % is',
    ],
  ])('would not hold with %s', (_title, buckets, fault) => {
    expect(faultsOf(buckets).join('\n')).toContain(fault);
  });
});
