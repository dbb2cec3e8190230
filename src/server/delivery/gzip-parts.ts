import { constants, crc32, deflateRawSync } from 'node:zlib';

type Bytes = Uint8Array<ArrayBuffer>;

/** Magic number, method 8 (deflate), no flags, no time, unknown system: RFC 1952. */
const HEADER = Uint8Array.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/**
 * The beginning of many responses, compressed once. The end of each response is compressed separately, and together
 * they are one gzip file: deflate ends the beginning at a byte, and the checksum continues.
 */
export interface GzipBeginning {
  readonly bytes: Bytes;
  readonly length: number;
  readonly checksum: number;
}

export function gzipBeginning(text: Bytes): GzipBeginning {
  const deflated = deflateRawSync(text, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  return { bytes: Buffer.concat([HEADER, deflated]), length: text.length, checksum: crc32(text) };
}

export function gzipEnd(beginning: GzipBeginning, text: Bytes): Bytes {
  const trailer = new DataView(new ArrayBuffer(8));
  // `crc32` of no bytes is 0, whatever came before.
  trailer.setUint32(0, text.length === 0 ? beginning.checksum : crc32(text, beginning.checksum), true);
  trailer.setUint32(4, beginning.length + text.length, true);
  return Buffer.concat([deflateRawSync(text), new Uint8Array(trailer.buffer)]);
}
