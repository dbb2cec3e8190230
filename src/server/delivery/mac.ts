import { hash } from 'node:crypto';

/** Of SHA-256, in bytes. */
const BLOCK = 64;
const DIGEST = 32;

/**
 * HMAC-SHA-256 (RFC 2104) by one key, for short texts: half of what `createHmac` takes, which makes an object of the platform
 * for each.
 */
export function createMac(key: Buffer): (text: string) => Buffer {
  const padded = Buffer.alloc(BLOCK);
  (key.length > BLOCK ? hash('sha256', key, 'buffer') : key).copy(padded);
  const pad = (byte: number, more: number) =>
    Buffer.concat([padded.map((one) => one ^ byte), Buffer.alloc(more)]);
  const outer = pad(0x5c, DIGEST);
  let inner = pad(0x36, 512);
  return (text) => {
    const length = BLOCK + Buffer.byteLength(text);
    if (length > inner.length) inner = Buffer.concat([inner], 2 * length);
    inner.write(text, BLOCK);
    outer.write(hash('sha256', inner.subarray(0, length), 'binary'), BLOCK, 'binary');
    return hash('sha256', outer, 'buffer');
  };
}
