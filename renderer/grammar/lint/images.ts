import { isJson } from '../json.ts';
import type { WrittenDocument } from './document.ts';

/** Warns about images with a `zoom` that has no effect. */
export function lintImages(document: WrittenDocument): void {
  for (const { raw, type, pointer } of document.nodes) {
    if (type !== 'image' || raw['zoom'] !== true) continue;
    const isTapped = isJson(raw['on']) && raw['on']['tap'] !== undefined;
    if (!isTapped && raw['look'] !== 'qr') continue;
    document.report(
      'image/not-enlarged',
      `${pointer}/zoom`,
      isTapped
        ? 'A tap on this image runs the actions of "tap" and does not enlarge it.'
        : 'A QR code is not enlarged.',
      'key',
      isTapped ? 'remove "zoom", or "tap"' : 'remove "zoom"',
    );
  }
}
