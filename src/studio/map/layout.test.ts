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

it('a screen stands as many steps from the left as it is from where people come in', () => {
  const map = layOut(graph('abcd', ['ab', 'bc', 'ac', 'cd', 'aa']));
  expect(layers(map)).toEqual({ a: 0, b: 1, c: 1, d: 2 });
});

it('screens that only lead to each other begin at the one with an address, and all are drawn', () => {
  expect(layers(layOut(graph('pqr', ['pq', 'qr', 'rp'])))).toEqual({ r: 0, p: 1, q: 2 });
  expect(layers(layOut(graph('pq', ['pq', 'qp'])))).toEqual({ p: 0, q: 1 });
});

it('no two screens stand on each other, and all of them on the map', () => {
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

it('ways between the same two screens are one line with the words of all', () => {
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

it('nothing is a map too', () => expect(layOut({ screens: [], edges: [] }).boxes).toEqual([]));
