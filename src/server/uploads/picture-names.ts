import type { PictureType } from './inspect-picture.ts';

/** Where pictures are served that this installation keeps itself. */
export const UPLOADS_ADDRESS = '/capiz/uploads/';

const ENDINGS: { readonly [type in PictureType]: string } = { 'image/jpeg': 'jpg', 'image/png': 'png' };
const NAME = /^[0-9a-f]{32}\.(?:jpg|png)$/;

/** A name that nobody can guess, and that says nothing of whose picture it is. */
export function nameOf(type: PictureType): string {
  return `${Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('hex')}.${ENDINGS[type]}`;
}

export function isStoredName(name: string): boolean {
  return NAME.test(name);
}

export function typeOf(name: string): PictureType {
  return name.endsWith(ENDINGS['image/png']) ? 'image/png' : 'image/jpeg';
}
