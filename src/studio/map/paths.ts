import type { ScreenEdge } from '#renderer/grammar/screen-graph.ts';
import type { MapBox } from './layout.ts';

/** The fewest ways that lead from one screen to another, in their order; undefined where none do. */
export function shortestPath(
  boxes: readonly MapBox[],
  from: string,
  to: string,
): readonly ScreenEdge[] | undefined {
  const out = new Map(boxes.map((box) => [box.id, box.out]));
  const led = new Map<string, readonly ScreenEdge[]>([[from, []]]);
  // Those that are reached stand in the order in which they are.
  for (const [id, path] of led) {
    if (id === to) return path;
    for (const way of out.get(id) ?? []) if (!led.has(way.to)) led.set(way.to, [...path, way]);
  }
  return undefined;
}
