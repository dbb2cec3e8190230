/** Position of an image on its stage: scale, and distance between the two middles in px. */
export interface Placement {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

/** Size in px. */
export interface Stage {
  readonly width: number;
  readonly height: number;
}

/** Distance from the stage's middle in px. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export const UNZOOMED: Placement = { scale: 1, x: 0, y: 0 };

const LARGEST = 4;
/** Scale after a tap on the button or a double tap on the image. */
const CLOSER = 2.5;

/** Two fingers: the point of the image that is between them stays between them. */
export function pinch(
  { scale, x, y }: Placement,
  from: readonly [Point, Point],
  to: readonly [Point, Point],
  stage: Stage,
): Placement {
  const before = middleOf(from);
  const after = middleOf(to);
  const wanted = (scale * distanceOf(to)) / Math.max(1, distanceOf(from));
  const next = Math.min(LARGEST, Math.max(1, wanted));
  const grown = next / scale;
  return hold(
    { scale: next, x: after.x + (x - before.x) * grown, y: after.y + (y - before.y) * grown },
    stage,
  );
}

/** One finger, or an arrow key. */
export function drag({ scale, x, y }: Placement, by: Point, stage: Stage): Placement {
  return hold({ scale, x: x + by.x, y: y + by.y }, stage);
}

/** Enlarges around a point, or resets. */
export function toggle({ scale }: Placement, around: Point, stage: Stage): Placement {
  if (scale > 1) return UNZOOMED;
  return hold({ scale: CLOSER, x: around.x * (1 - CLOSER), y: around.y * (1 - CLOSER) }, stage);
}

/** Keeps the edges of the image outside the stage. */
function hold({ scale, x, y }: Placement, { width, height }: Stage): Placement {
  if (scale === 1) return UNZOOMED;
  const reach = (size: number, at: number) => {
    const room = (size * (scale - 1)) / 2;
    return Math.min(room, Math.max(-room, at));
  };
  return { scale, x: reach(width, x), y: reach(height, y) };
}

function middleOf([one, other]: readonly [Point, Point]): Point {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}

function distanceOf([one, other]: readonly [Point, Point]): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
