import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Change, countReaders } from '#renderer/runtime/count-readers.testing.ts';
import { enter, explore } from './explore.ts';
import { LONG, RUNS, SEED } from './settings.ts';

/*
 * "A change re-renders exactly its readers": for every value of state, data, stored values and device, of every screen, in the
 * situations that fixtures and taps lead to. Every value is changed where it first occurs, and a sample of the others in each
 * situation: two, in the long check so many that RUNS are changed.
 */
const situations = await explore();
const sampleSize = LONG ? Math.ceil(RUNS / situations.length) : 2;

const met = new Set<string>();

/** Values that are new for this screen, and a sample of the others. */
function choose(screen: string, changes: readonly Change[]): readonly Change[] {
  const isNew = (change: Change) => !met.has(nameOf(screen, change));
  const old = changes.filter((change) => !isNew(change));
  const fresh = changes.filter(isNew);
  for (const change of fresh) met.add(nameOf(screen, change));
  const length = Math.min(sampleSize, old.length);
  const subset = fc.shuffledSubarray(old, { minLength: length, maxLength: length });
  return [...fresh, ...fc.sample(subset, { seed: SEED + met.size, numRuns: 1 }).flat()];
}

function nameOf(screen: string, { path, value }: Change): string {
  return [screen, value === undefined ? 'taken away' : 'changed', ...path].join(' ');
}

it('a change re-renders exactly its readers', async () => {
  let count = 0;
  const wrong: string[] = [];
  for (const situation of situations) {
    const { values, faults } = await countReaders(
      async (onComputed) => (await enter(situation, { probes: { onComputed } })).live,
      (changes) => choose(situation.screen, changes),
    );
    count += values;
    wrong.push(...faults.map((fault) => `${situation.title}: ${fault}`));
  }
  console.info(`${count} changes, ${met.size} values, ${situations.length} situations, seed ${SEED}`);
  expect(wrong).toEqual([]);
  expect(met.size).toBeGreaterThan(400);
  for (const screen of ['order', 'repay', 'rollover', 'repay-code-stored']) {
    expect(situations.filter((one) => one.screen === screen).length).toBeGreaterThan(3);
  }
}, 240_000);
