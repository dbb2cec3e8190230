import { createHmac } from 'node:crypto';
import type { PictureType } from './inspect-picture.ts';

/** Where pictures are served that this installation keeps itself. */
export const UPLOADS_ADDRESS = '/capiz/uploads/';

const ENDINGS: { readonly [type in PictureType]: string } = { 'image/jpeg': 'jpg', 'image/png': 'png' };
const NAME = /^[0-9a-f]{32}\.(?:jpg|png)$/;

/**
 * A name that cannot be guessed without the sender's session and does not reveal it. The same picture of the same
 * sender gets the same name, so that sending it again makes no second copy.
 *
 * @param secret - the secret of the sender.
 */
export function nameOf(type: PictureType, secret: string, bytes: Uint8Array): string {
  const digest = createHmac('sha256', secret).update(bytes).digest('hex');
  return `${digest.slice(0, 32)}.${ENDINGS[type]}`;
}

export function isStoredName(name: string): boolean {
  return NAME.test(name);
}

export function typeOf(name: string): PictureType {
  return name.endsWith(ENDINGS['image/png']) ? 'image/png' : 'image/jpeg';
}
