import { encode } from 'uqr';

/** Quiet zone around a QR code (ISO/IEC 18004), in modules. */
const QUIET_MODULES = 4;

export interface QrDrawing {
  /** Width in modules, including the quiet zone; the drawing is a square. */
  readonly size: number;
  /** Data of an SVG path that covers the dark modules. */
  readonly path: string;
}

/**
 * The QR code of a text, with error correction level M or better.
 *
 * @throws Error if the text is too long for a QR code.
 */
export function drawQr(text: string): QrDrawing {
  const { data, size } = encode(text, { ecc: 'M', boostEcc: true, border: QUIET_MODULES });
  return { size, path: data.map(drawRow).join('') };
}

/** One rectangle per run of dark modules, because seams disturb scanners. */
function drawRow(row: readonly boolean[], y: number): string {
  let path = '';
  for (let x = 0; x < row.length; x += 1) {
    if (row[x] !== true) continue;
    const start = x;
    while (row[x + 1] === true) x += 1;
    const width = x + 1 - start;
    path += `M${start} ${y}h${width}v1h-${width}z`;
  }
  return path;
}
