/** A point, in px of the box in which the drawing began. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** What the pen drew between touching the box and leaving it. */
export type Line = readonly Point[];

export interface Drawing {
  /** Size of the box in which the first line was drawn. */
  readonly width: number;
  readonly height: number;
  readonly lines: readonly Line[];
}

/** What a person signed with: lines, or a typed name. */
export type Ink = Drawing | string;

/** Dark on white in every theme, because a service prints it. */
export const INK_COLOR = '#0b1730';
export const PAPER_COLOR = '#fff';
/** Width of a line, in px of the box. */
export const PEN_PX = 2.5;
/** A typed name is drawn as handwriting where the device has such a font. */
export const NAME_FONT = '"Snell Roundhand", "Segoe Script", "Dancing Script", cursive';
/** Largest size of the image. A typed name is laid out in it. */
export const IMAGE_PX = { width: 600, height: 200 } as const;
/** Longest line of a typed name; a longer one is condensed. */
export const LONGEST_NAME_PX = IMAGE_PX.width * 0.95;
const NAME_PX = 72;

/** Shorter ones are touches by mistake. In px. */
const SHORTEST_PX = 20;

/** Whether this is a signature, and not an empty box or a touch by mistake. */
export function isSigned(ink: Ink): boolean {
  if (typeof ink === 'string') return ink.trim() !== '';
  return ink.lines.reduce((sum, line) => sum + lengthOf(line), 0) >= SHORTEST_PX;
}

function lengthOf(line: Line): number {
  return line.reduce((sum, { x, y }, at) => {
    const { x: fromX, y: fromY } = line[at - 1] ?? { x, y };
    return sum + Math.hypot(x - fromX, y - fromY);
  }, 0);
}

/** The SVG path of a line: a curve through the middles between its points, so that it has no corners. */
export function pathOf([first, ...others]: Line): string {
  if (first === undefined) return '';
  const start = `M${write(first)}`;
  const last = others.at(-1);
  // A dot: a line without length is not drawn.
  if (last === undefined) return `${start}h.01`;
  const curves = others.slice(0, -1).map((point, at) => {
    const next = others[at + 1] ?? point;
    return `Q${write(point)} ${write({ x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 })}`;
  });
  return `${start}${curves.join('')}L${write(last)}`;
}

function write({ x, y }: Point): string {
  return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
}

/** The box of a drawing, and what was drawn outside of it after the page was rotated. */
export function areaOf({ width, height, lines }: Drawing): Point & { width: number; height: number } {
  const points = lines.flat();
  const all = [{ x: 0, y: 0 }, { x: width, y: height }, ...points];
  const [left, right] = spanOf(all.map(({ x }) => x));
  const [top, bottom] = spanOf(all.map(({ y }) => y));
  return { x: left, y: top, width: right - left, height: bottom - top };
}

function spanOf(numbers: readonly number[]): readonly [least: number, most: number] {
  return [
    numbers.reduce((one, other) => Math.min(one, other)),
    numbers.reduce((one, other) => Math.max(one, other)),
  ];
}

/** Size of a typed name's letters, so that long names fit. */
export function namePx(name: string): number {
  return Math.min(NAME_PX, Math.floor((1.5 * IMAGE_PX.width) / name.length));
}
