import type { PictureType } from './inspect-picture.ts';

/** Where pictures are served that this installation keeps itself. */
export const UPLOADS_ADDRESS = '/capiz/uploads/';

/** A browser reads names too, in the studio. Making a name needs Node, so `nameOf` is in another file. */
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
