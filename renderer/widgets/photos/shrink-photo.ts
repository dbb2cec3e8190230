/** Enough for a screen or a page on it to be read; a camera's picture has ten times the bytes. */
const LONGEST_PX = 1600;
const QUALITY = 0.82;

/**
 * A photo as JPEG of at most 1600 px, drawn anew: what the camera noted in it (where, when, whose) is not
 * in it any more, and it stands upright.
 *
 * @throws What the browser throws for a file that it cannot show.
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
  if (context === null) throw new Error('This page cannot draw.');
  // JPEG has no transparency: what shines through is white, not black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  // A web view keeps a canvas for long; an empty one costs nothing.
  canvas.width = 0;
  canvas.height = 0;
  if (made === null) throw new Error('The photo could not be drawn.');
  return made;
}
