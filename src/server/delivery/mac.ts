import { hash } from 'node:crypto';

/** Of SHA-256, in bytes. */
const BLOCK = 64;
const DIGEST = 32;

/**
 * HMAC-SHA-256 (RFC 2104) by one key, for short texts, its first bytes as base64url. A third of what `createHmac` takes, which
 * makes an object of the platform for each; a digest as a buffer would have memory of its own outside of the heap.
 *
 * @param bytes - So many of its 32.
 */
export function createMac(key: Buffer, bytes: number): (text: string) => string {
  const padded = Buffer.alloc(BLOCK);
  (key.length > BLOCK ? hash('sha256', key, 'buffer') : key).copy(padded);
  const pad = (byte: number, more: number) =>
    Buffer.concat([padded.map((one) => one ^ byte), Buffer.alloc(more)]);
  const outer = pad(0x5c, DIGEST);
  const digest = Buffer.alloc(DIGEST);
  let inner = pad(0x36, 512);
  return (text) => {
    const length = BLOCK + Buffer.byteLength(text);
    if (length > inner.length) inner = Buffer.concat([inner], 2 * length);
    inner.write(text, BLOCK);
    outer.write(hash('sha256', inner.subarray(0, length), 'binary'), BLOCK, 'binary');
    digest.write(hash('sha256', outer, 'binary'), 'binary');
    return digest.toString('base64url', 0, bytes);
  };
}
