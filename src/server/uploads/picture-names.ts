import type { PictureType } from './inspect-picture.ts';

/** Where pictures are served that this installation keeps itself. */
export const UPLOADS_ADDRESS = '/capiz/uploads/';

/** The studio's rehearsal reads names of pictures in a browser; what makes them needs Node, and stands apart. */
export const ENDINGS: { readonly [type in PictureType]: string } = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
};
const NAME = /^[0-9a-f]{32}\.(?:jpg|png)$/;

export function isStoredName(name: string): boolean {
  return NAME.test(name);
}

export function typeOf(name: string): PictureType {
  return name.endsWith(ENDINGS['image/png']) ? 'image/png' : 'image/jpeg';
}
