import { Graph, layout, type EdgeLabel, type GraphLabel, type NodeLabel } from '@dagrejs/dagre';
import type { MapLink } from './screens-map.ts';

/** A position in the drawing, in CSS pixels at a zoom of 100 %. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Places {
  /** The top left corner of each screen. */
  readonly screens: ReadonlyMap<string, Point>;
  /** The points of the line of each link, by the key of the link. */
  readonly routes: ReadonlyMap<string, readonly Point[]>;
  /** Where the screens without links begin; undefined if there are none. */
  readonly unlinked: Point | undefined;
}

export const BOX = { width: 176, height: 52 } as const;
/** Columns are as far apart as the label of a link is wide. */
const GAP = { column: 160, row: 16, line: 10 } as const;
/** Vertical distance between the other screens and those without links, in CSS pixels. */
const HEADING = 56;
/** Minimum number of columns of the screens without links. */
const MIN_COLUMNS = 4;

/**
 * Places screens in columns from left to right, in the order in which a borrower reaches them.
 *
 * @param screens - Ids of all screens. Each link is between two of them.
 */
export function placeScreens(screens: readonly string[], links: readonly MapLink[]): Places {
  const linked = new Set(links.flatMap(({ from, to }) => [from, to]));
  // A link that replaces its screen usually leads back.
  const reached = new Set(links.flatMap(({ to, replaces }) => (replaces ? [] : [to])));
  const starts = screens.filter((id) => linked.has(id) && !reached.has(id));
  const others = screens.filter((id) => reached.has(id));
  const graph = new Graph<GraphLabel, NodeLabel, EdgeLabel>();
  graph.setGraph({ rankdir: 'LR', ranksep: GAP.column, nodesep: GAP.row, edgesep: GAP.line });
  // dagre breaks cycles by a search that begins at the first nodes, so the links of these nodes lead to the right.
  for (const id of [...starts, ...others]) graph.setNode(id, { ...BOX });
  for (const { from, to } of links) graph.setEdge(from, to, {});
  layout(graph);

  const placed = new Map<string, Point>();
  for (const id of graph.nodes()) {
    const { x = 0, y = 0 } = graph.node(id);
    placed.set(id, { x: x - BOX.width / 2, y: y - BOX.height / 2 });
  }
  const routes = new Map(
    links.map(({ key, from, to }) => {
      const between = graph.edge(from, to).points ?? [];
      return [key, routeOf(placed.get(from), placed.get(to), between)] as const;
    }),
  );
  const unlinked = screens.filter((id) => !placed.has(id));
  const corner = { x: 0, y: bottomOf(placed) + HEADING };
  const columns = Math.max(MIN_COLUMNS, Math.ceil(Math.sqrt(unlinked.length)));
  for (const [at, id] of unlinked.entries()) {
    placed.set(id, {
      x: (at % columns) * (BOX.width + GAP.row),
      y: corner.y + HEADING / 2 + Math.floor(at / columns) * (BOX.height + GAP.row),
    });
  }
  return { screens: placed, routes, unlinked: unlinked.length === 0 ? undefined : corner };
}

function bottomOf(placed: ReadonlyMap<string, Point>): number {
  return Math.max(-HEADING, ...[...placed.values()].map(({ y }) => y + BOX.height));
}

/** Vertical distance of an arrow from the middle of its box, in CSS pixels. Arrows to the left are below those to the right. */
const ARROW_OFFSET = 10;

/**
 * The points of the line between two boxes.
 *
 * @param between - Points from dagre: one in each column that the line passes, and one between each two columns.
 */
function routeOf(
  from: Point = { x: 0, y: 0 },
  to: Point = from,
  between: readonly Point[] = [],
): readonly Point[] {
  const isBack = to.x < from.x;
  const [left, right] = [0, BOX.width];
  const y = BOX.height / 2 + (isBack ? ARROW_OFFSET : -ARROW_OFFSET);
  const passed = between.filter((_point, at) => at > 0 && at < between.length - 1 && at % 2 === 0);
  return [
    { x: from.x + (isBack ? left : right), y: from.y + y },
    // The line is horizontal where it passes the boxes of a column.
    ...passed.flatMap((point) => {
      const ends = [-1, 1].map((side) => ({ x: point.x + (side * BOX.width) / 2, y: point.y }));
      return isBack ? ends.reverse() : ends;
    }),
    { x: to.x + (isBack ? right : left), y: to.y + y },
  ];
}
