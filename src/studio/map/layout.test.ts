import { expect, it } from 'vitest';
import type { ScreenGraph } from '#renderer/grammar/screen-graph.ts';
import { BOX, layOut } from './layout.ts';

function graph(ids: string, ways: readonly string[]): ScreenGraph {
  return {
    screens: ids.split('').map((id) => ({
      id,
      paths: id === 'r' ? ['/r'] : [],
      isUnreachable: false,
      isEnd: false,
    })),
    edges: ways.map((way) => ({
      from: way.charAt(0),
      to: way.charAt(1),
      by: `Go to ${way}`,
      replaces: false,
    })),
  };
}
const layers = (map: ReturnType<typeof layOut>) =>
  Object.fromEntries(map.boxes.map(({ id, layer }) => [id, layer]));

it('places a screen by its number of steps from an entry screen', () => {
  const map = layOut(graph('abcd', ['ab', 'bc', 'ac', 'cd', 'aa']));
  expect(layers(map)).toEqual({ a: 0, b: 1, c: 1, d: 2 });
});

it('starts a cycle at the screen with an address, and places all screens', () => {
  expect(layers(layOut(graph('pqr', ['pq', 'qr', 'rp'])))).toEqual({ r: 0, p: 1, q: 2 });
  expect(layers(layOut(graph('pq', ['pq', 'qp'])))).toEqual({ p: 0, q: 1 });
});

it('places all screens inside the map without overlaps', () => {
  const { boxes, width, height } = layOut(graph('abcdefg', ['ab', 'ac', 'ad', 'be', 'ce', 'ef']));
  for (const box of boxes) {
    expect(box.x + BOX.width).toBeLessThan(width);
    expect(box.y + BOX.height).toBeLessThan(height);
    const others = boxes.filter(
      ({ id, x, y }) => id !== box.id && x === box.x && Math.abs(y - box.y) < BOX.height,
    );
    expect(others).toEqual([]);
  }
});

it('draws edges between the same screens as one line with all labels', () => {
  const { edges, screens } = graph('ab', ['ab', 'ab', 'ba']);
  const map = layOut({
    screens,
    edges: edges.map((edge, at) => ({ ...edge, by: `Way ${at}`, replaces: at === 2 })),
  });
  expect(map.lines.map(({ from, to, by, replaces }) => ({ from, to, by, replaces }))).toEqual([
    { from: 'a', to: 'b', by: 'Way 0, Way 1', replaces: false },
    { from: 'b', to: 'a', by: 'Way 2', replaces: true },
  ]);
});

it('lays out an empty graph', () => expect(layOut({ screens: [], edges: [] }).boxes).toEqual([]));
