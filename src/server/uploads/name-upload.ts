import { createHmac } from 'node:crypto';
import type { PictureType } from './inspect-picture.ts';
import { ENDINGS } from './upload-names.ts';

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
