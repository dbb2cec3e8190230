import { encodeCanvas } from './encode-canvas.ts';

/** Enough to read a screen or a page in the photo; a camera's original has ten times the bytes. */
const LONGEST_PX = 1600;
const QUALITY = 0.82;

/**
 * Re-encodes a photo as JPEG of at most 1600 px. This removes the metadata (place, time, owner) and applies the
 * rotation.
 *
 * @throws The browser's error for a file that it cannot decode.
 */
export async function shrinkPhoto(file: Blob): Promise<Blob> {
  const address = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    return await draw(image);
  } finally {
    URL.revokeObjectURL(address);
  }
}

async function draw(image: HTMLImageElement): Promise<Blob> {
  const { naturalWidth, naturalHeight } = image;
  const scale = Math.min(1, LONGEST_PX / Math.max(naturalWidth, naturalHeight));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(naturalWidth * scale));
  canvas.height = Math.max(1, Math.round(naturalHeight * scale));
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This page has no canvas.');
  // JPEG has no transparency: transparent areas become white, not black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return encodeCanvas(canvas, 'image/jpeg', QUALITY);
}
