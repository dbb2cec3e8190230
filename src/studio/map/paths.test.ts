import { describe, expect, it } from 'vitest';
import type { ScreenEdge, ScreenGraph } from '#renderer/grammar/screen-graph.ts';
import { shortestPath } from './paths.ts';
import { readScreens } from './screens-map.ts';

const way = (from: string, to: string): ScreenEdge => ({ from, to, by: `to ${to}`, replaces: false });
const graph: ScreenGraph = {
  screens: ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, paths: [], isUnreachable: false, isEnd: false })),
  edges: [way('a', 'b'), way('b', 'c'), way('c', 'd'), way('a', 'c'), way('d', 'a')],
};
const screens = readScreens(graph, (id) => id);
const said = (from: string, to: string) => shortestPath(screens, from, to)?.map(({ by }) => by);

describe('shortestPath', () => {
  it('finds the shortest path', () => {
    expect(said('a', 'd')).toEqual(['to c', 'to d']);
    expect(said('b', 'a')).toEqual(['to c', 'to d', 'to a']);
  });

  it('finds no path to an unreachable screen, and an empty path to the same screen', () => {
    expect(said('a', 'e')).toBeUndefined();
    expect(said('e', 'a')).toBeUndefined();
    expect(said('a', 'a')).toEqual([]);
  });
});
