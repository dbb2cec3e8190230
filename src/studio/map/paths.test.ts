import { describe, expect, it } from 'vitest';
import type { ScreenEdge, ScreenGraph } from '#renderer/grammar/screen-graph.ts';
import { layOut } from './layout.ts';
import { shortestPath } from './paths.ts';

const way = (from: string, to: string): ScreenEdge => ({ from, to, by: `to ${to}`, replaces: false });
const graph: ScreenGraph = {
  screens: ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, paths: [], isUnreachable: false, isEnd: false })),
  edges: [way('a', 'b'), way('b', 'c'), way('c', 'd'), way('a', 'c'), way('d', 'a')],
};
const { boxes } = layOut(graph);
const said = (from: string, to: string) => shortestPath(boxes, from, to)?.map(({ by }) => by);

describe('the way from one screen to another', () => {
  it('is the shortest of all', () => {
    expect(said('a', 'd')).toEqual(['to c', 'to d']);
    expect(said('b', 'a')).toEqual(['to c', 'to d', 'to a']);
  });

  it('is none to where nothing leads, and of no length to where one is', () => {
    expect(said('a', 'e')).toBeUndefined();
    expect(said('e', 'a')).toBeUndefined();
    expect(said('a', 'a')).toEqual([]);
  });
});
