import jsQR from 'jsqr';
import { describe, expect, it } from 'vitest';
import { drawQr, type QrDrawing } from './qr-drawing.ts';

const PIXELS_A_MODULE = 4;

/** Whether each module is dark, from the path alone, as a browser fills it. */
function fill({ size, path }: QrDrawing): boolean[][] {
  const grid = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    for (let at = Number(x); at < Number(x) + Number(width); at += 1) {
      const row = grid[Number(y)];
      if (row !== undefined) row[at] = true;
    }
  return grid;
}

/** The text that a QR code scanner reads. */
function read(drawing: QrDrawing): string | undefined {
  const grid = fill(drawing);
  const side = drawing.size * PIXELS_A_MODULE;
  const pixels = new Uint8ClampedArray(side * side * 4);
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1) {
      const isDark = grid[Math.floor(y / PIXELS_A_MODULE)]?.[Math.floor(x / PIXELS_A_MODULE)] === true;
      pixels.set([...Array.from({ length: 3 }, () => (isDark ? 0 : 255)), 255], (y * side + x) * 4);
    }
  return jsQR(pixels, side, side)?.data;
}

describe('QR drawing: encodes exactly the text', () => {
  it.each([
    '803277140956',
    '0012 3456',
    'PH-8032/77',
    'Salamat, ₱3,412.50',
    'https://pay.example/c?a=1&b=ñ',
    '7'.repeat(300),
  ])('%s', (text) => {
    expect(read(drawQr(text))).toBe(text);
  });

  it('has a quiet zone of four modules', () => {
    const { size, path } = drawQr('803277140956');
    const grid = fill({ size, path });
    const isQuiet = (at: number) => at < 4 || at >= size - 4;
    const dark = grid.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [[x, y]] : [])));
    expect(dark.length).toBeGreaterThan(100);
    expect(dark.filter(([x = 0, y = 0]) => isQuiet(x) || isQuiet(y))).toEqual([]);
    // The finder pattern begins here: the quiet zone is not larger than required.
    expect(grid[4]?.[4]).toBe(true);
  });

  it('refuses a text that is too long for a QR code', () => {
    expect(() => drawQr('x'.repeat(4000))).toThrow('Data too long');
  });
});
