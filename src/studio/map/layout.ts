import type { ScreenEdge, ScreenGraph } from '#renderer/grammar/screen-graph.ts';

/** A screen on the map. Lengths are CSS pixels. */
export interface MapBox {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  /** Number of steps from an entry screen, from 0. */
  readonly layer: number;
  readonly isUnreachable: boolean;
  readonly isEnd: boolean;
  /** Edges from and to this screen. */
  readonly out: readonly ScreenEdge[];
  readonly in: readonly ScreenEdge[];
}

export interface MapLine {
  readonly from: string;
  readonly to: string;
  /** Labels of all buttons, links and events that lead from `from` to `to`. */
  readonly by: string;
  /** An SVG path. */
  readonly path: string;
  readonly replaces: boolean;
}

export interface FlowMap {
  readonly boxes: readonly MapBox[];
  readonly lines: readonly MapLine[];
  readonly width: number;
  readonly height: number;
}

export const BOX = { width: 168, height: 36 } as const;
const GAP = { x: 72, y: 14 } as const;
const EDGE = 16;

/**
 * Lays out the screens in columns by the number of steps from an entry screen. Entry screens have no incoming edge; in a
 * cycle without one, the first screen with an address is the entry.
 */
export function layOut({ screens, edges }: ScreenGraph): FlowMap {
  const ways = edges.filter(({ from, to }) => from !== to);
  const layers = layersOf(
    screens.map(({ id }) => id),
    screens.filter(({ paths }) => paths.length > 0).map(({ id }) => id),
    ways,
  );
  const columns = order(layers, ways);
  const tallest = Math.max(0, ...columns.map(({ length }) => length));
  const places = new Map(
    columns.flatMap((column, layer) =>
      column.map((id, row) => [
        id,
        {
          layer,
          x: EDGE + layer * (BOX.width + GAP.x),
          y: EDGE + (row + (tallest - column.length) / 2) * (BOX.height + GAP.y),
        },
      ]),
    ),
  );
  const boxes = screens.map(
    ({ id, isUnreachable, isEnd }): MapBox => ({
      id,
      ...(places.get(id) ?? { layer: 0, x: EDGE, y: EDGE }),
      isUnreachable,
      isEnd,
      out: ways.filter(({ from }) => from === id),
      in: ways.filter(({ to }) => to === id),
    }),
  );
  return {
    boxes,
    lines: linesOf(ways, new Map(boxes.map((box) => [box.id, box]))),
    width: 2 * EDGE + columns.length * (BOX.width + GAP.x) - GAP.x,
    height: 2 * EDGE + tallest * (BOX.height + GAP.y) - GAP.y,
  };
}

function layersOf(
  ids: readonly string[],
  addressed: readonly string[],
  ways: readonly ScreenEdge[],
): ReadonlyMap<string, number> {
  const led = new Set(ways.map(({ to }) => to));
  const layers = new Map<string, number>();
  const walk = (starts: readonly string[]): void => {
    let front = starts.filter((id) => !layers.has(id));
    for (let layer = 0; front.length > 0; layer += 1) {
      for (const id of front) layers.set(id, layer);
      const next = ways.filter(({ from, to }) => front.includes(from) && !layers.has(to));
      front = [...new Set(next.map(({ to }) => to))];
    }
  };
  walk(ids.filter((id) => !led.has(id)));
  for (const id of [...addressed, ...ids]) walk([id]);
  return layers;
}

/** Sorts the screens of each column. A screen is placed near the rows of its predecessors, so that few lines cross. */
function order(layers: ReadonlyMap<string, number>, ways: readonly ScreenEdge[]): readonly string[][] {
  const columns: string[][] = [];
  for (const [id, layer] of layers) (columns[layer] ??= []).push(id);
  const rows = new Map<string, number>();
  for (const [layer, column] of columns.entries()) {
    const weightOf = (id: string): number => {
      const before = ways.flatMap(({ from, to }) => (to === id ? (rows.get(from) ?? []) : []));
      // In the first column, screens that lead to other screens come first.
      if (layer === 0) return ways.some(({ from }) => from === id) ? 0 : 1;
      return before.length === 0 ? 0 : before.reduce((sum, row) => sum + row, 0) / before.length;
    };
    const weights = new Map(column.map((id) => [id, weightOf(id)]));
    column.sort((a, b) => (weights.get(a) ?? 0) - (weights.get(b) ?? 0));
    for (const [row, id] of column.entries()) rows.set(id, row);
  }
  return columns;
}

function linesOf(ways: readonly ScreenEdge[], boxes: ReadonlyMap<string, MapBox>): readonly MapLine[] {
  const pairs = new Map<string, ScreenEdge[]>();
  for (const way of ways) {
    const key = JSON.stringify([way.from, way.to]);
    pairs.set(key, [...(pairs.get(key) ?? []), way]);
  }
  return [...pairs.values()].flatMap((between) => {
    const [first] = between;
    const [from, to] = [boxes.get(first?.from ?? ''), boxes.get(first?.to ?? '')];
    if (from === undefined || to === undefined) return [];
    return [
      {
        from: from.id,
        to: to.id,
        by: between.map(({ by }) => by).join(', '),
        path: curve(from, to),
        replaces: between.every(({ replaces }) => replaces),
      },
    ];
  });
}

/**
 * An SVG path: to the right between columns, an arc within a column, and from the left side of the box for a path
 * back.
 */
function curve(from: MapBox, to: MapBox): string {
  const isBack = from.layer > to.layer;
  const x = isBack ? from.x : from.x + BOX.width;
  const otherX = from.layer < to.layer ? to.x : to.x + BOX.width;
  const [y, otherY] = [from.y + BOX.height / 2, to.y + BOX.height / 2];
  const bend = from.layer === to.layer ? GAP.x / 2 : (otherX - x) / 2;
  const otherBend = from.layer === to.layer ? -bend : bend;
  return `M ${x} ${y} C ${x + bend} ${y}, ${otherX - otherBend} ${otherY}, ${otherX} ${otherY}`;
}
