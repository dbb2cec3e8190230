/** How a picture lies on its stage: enlarged by `scale`, its middle `x` and `y` px from the stage's. */
export interface Placement {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

/** In px. */
export interface Stage {
  readonly width: number;
  readonly height: number;
}

/** In px from the stage's middle. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export const WHOLE: Placement = { scale: 1, x: 0, y: 0 };

const LARGEST = 4;
/** What one tap on the button or two on the picture enlarge it to. */
const CLOSER = 2.5;

/** Two fingers: what lay beneath the middle of them stays beneath it. */
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

/** Closer around a point, or back to the whole picture. */
export function toggle({ scale }: Placement, around: Point, stage: Stage): Placement {
  if (scale > 1) return WHOLE;
  return hold({ scale: CLOSER, x: around.x * (1 - CLOSER), y: around.y * (1 - CLOSER) }, stage);
}

/** No edge of the picture's frame comes inside the stage. */
function hold({ scale, x, y }: Placement, { width, height }: Stage): Placement {
  if (scale === 1) return WHOLE;
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
