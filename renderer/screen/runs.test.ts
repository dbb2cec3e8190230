import { describe, expect, it } from 'vitest';
import type { LiveNode } from '../runtime/live.ts';
import { intoRuns, type Run } from './runs.ts';
import { fakeNode } from './testing.ts';

const nodes = Array.from({ length: 200 }, (_, at) => fakeNode('text', { id: `n${at}` }));

const slice = (from: number, to?: number): LiveNode[] => nodes.slice(from, to);
const all = (runs: readonly Run[]): LiveNode[] => runs.flatMap((run) => run.items);
const runOf = (runs: readonly Run[], node: LiveNode | undefined) =>
  runs.find((run) => run.items.some((item) => item === node))?.id;

describe('a long list is rendered in runs', () => {
  it('contain every node once, in order, in short runs', () => {
    const runs = intoRuns(nodes, []);
    expect(all(runs)).toEqual(nodes);
    expect(Math.max(...runs.map((run) => run.items.length))).toBeLessThanOrEqual(40);
    expect(new Set(runs.map(({ id }) => id)).size).toBe(runs.length);
  });

  it('keep every node in its run when earlier nodes are added or removed', () => {
    const before = intoRuns(slice(10, 190), []);
    for (const list of [slice(0, 190), slice(20, 190), [...slice(10, 60), ...slice(61, 200)]]) {
      const after = intoRuns(list, before);
      expect(all(after)).toEqual(list);
      for (const node of list.filter((one) => runOf(before, one) !== undefined)) {
        expect(runOf(after, node)).toBe(runOf(before, node));
      }
    }
  });

  it('return the same array for a run without changes', () => {
    const before = intoRuns(nodes, []);
    const after = intoRuns([...slice(0, 100), ...slice(101)], before);
    expect(after.filter((run, at) => run === before[at])).toHaveLength(before.length - 1);
  });

  it('split a run whose nodes are separated now, with unique ids', () => {
    const before = intoRuns(nodes, []);
    const list = [...slice(0, 20), ...slice(60, 80), ...slice(20, 60)];
    const after = intoRuns(list, before);
    expect(all(after)).toEqual(list);
    expect(new Set(after.map(({ id }) => id)).size).toBe(after.length);
  });
});
