/**
 * Encodes a canvas, and empties it.
 *
 * @throws Error if the browser cannot encode it.
 */
export async function encodeCanvas(
  canvas: HTMLCanvasElement,
  type: 'image/jpeg' | 'image/png',
  quality?: number,
): Promise<Blob> {
  const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
  // Web views keep a canvas for long; an empty one needs no memory.
  canvas.width = 0;
  canvas.height = 0;
  if (made === null) throw new Error('The image could not be encoded.');
  return made;
}
