import type { ScreenEdge } from '#renderer/grammar/screen-graph.ts';
import type { MapScreen } from './screens-map.ts';

/** The shortest path from one screen to another; undefined if there is none. */
export function shortestPath(
  screens: readonly MapScreen[],
  from: string,
  to: string,
): readonly ScreenEdge[] | undefined {
  const out = new Map(screens.map((screen) => [screen.id, screen.out]));
  const led = new Map<string, readonly ScreenEdge[]>([[from, []]]);
  // A Map iterates in insertion order, also over entries that are added during the iteration: this is a
  // breadth-first search.
  for (const [id, path] of led) {
    if (id === to) return path;
    for (const way of out.get(id) ?? []) if (!led.has(way.to)) led.set(way.to, [...path, way]);
  }
  return undefined;
}
