import { createHmac } from 'node:crypto';
import { kindOf, type UploadType } from '#src/shared/uploads/upload-names.ts';

/**
 * A name that cannot be guessed without the sender's session and does not reveal it. The same file of the same
 * sender gets the same name, so that sending it again makes no second copy. It is not in `upload-names.ts`, which
 * browsers load too, because it needs Node.
 * @param secret - Of the sender.
 */
export function nameOf(type: UploadType, secret: string, bytes: Uint8Array): string {
  const digest = createHmac('sha256', secret).update(bytes).digest('hex');
  return `${digest.slice(0, 32)}.${kindOf(type).endings[0]}`;
}
