import { encode } from 'uqr';

/** White modules around a QR code that ISO/IEC 18004 asks for, so that a reader finds its edge. */
const QUIET_MODULES = 4;

export interface QrDrawing {
  /** Modules across, the quiet zone included: the drawing is a square of so many units. */
  readonly size: number;
  /** Data of an SVG path that covers the dark modules. */
  readonly path: string;
}

/**
 * The QR code that holds a text, with the correction that survives a scratch (level M or better).
 *
 * @throws Error when the text is longer than a QR code can hold.
 */
export function drawQr(text: string): QrDrawing {
  const { data, size } = encode(text, { ecc: 'M', boostEcc: true, border: QUIET_MODULES });
  return { size, path: data.map(drawRow).join('') };
}

/** Each run of dark modules is one rectangle: no seams for a reader to stumble over. */
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
