import { encodeCanvas } from './encode-canvas.ts';
import {
  areaOf,
  type Drawing,
  IMAGE_PX,
  type Ink,
  INK_COLOR,
  LONGEST_NAME_PX,
  NAME_FONT,
  namePx,
  PAPER_COLOR,
  pathOf,
  PEN_PX,
} from './ink.ts';

/**
 * Makes a PNG of a signature, dark on white, at most as large as `IMAGE_PX`.
 *
 * @throws Error if the browser cannot encode it.
 */
export function drawInk(ink: Ink): Promise<Blob> {
  const canvas = document.createElement('canvas');
  if (typeof ink === 'string') writeName(canvas, ink.trim());
  else drawLines(canvas, ink);
  return encodeCanvas(canvas, 'image/png');
}

/** A white canvas of a size. */
function begin(canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D {
  canvas.width = Math.max(1, Math.round(width));
  canvas.height = Math.max(1, Math.round(height));
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This page has no canvas.');
  context.fillStyle = PAPER_COLOR;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = INK_COLOR;
  context.strokeStyle = INK_COLOR;
  return context;
}

function drawLines(canvas: HTMLCanvasElement, drawing: Drawing): void {
  const { x, y, width, height } = areaOf(drawing);
  const scale = Math.min(IMAGE_PX.width / width, IMAGE_PX.height / height);
  const context = begin(canvas, width * scale, height * scale);
  context.setTransform(scale, 0, 0, scale, -x * scale, -y * scale);
  context.lineWidth = PEN_PX;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  for (const line of drawing.lines) context.stroke(new Path2D(pathOf(line)));
}

function writeName(canvas: HTMLCanvasElement, name: string): void {
  const { width, height } = IMAGE_PX;
  const context = begin(canvas, width, height);
  context.font = `${namePx(name)}px ${NAME_FONT}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(name, width / 2, height / 2, LONGEST_NAME_PX);
}
