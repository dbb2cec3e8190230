import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { crc32, deflateSync } from 'node:zlib';
import encodeJpeg, { init } from '@jsquash/jpeg/encode.js';

/** Parts of image files, to build valid and invalid ones. */

const require = createRequire(import.meta.url);

export interface JpegOptions {
  readonly progressive?: boolean;
  /** 1 is grey, 3 is the default. */
  readonly color_space?: 1 | 3;
}

/** A JPEG whose left half is red and whose right half is blue. */
export async function drawJpeg(width: number, height: number, options: JpegOptions = {}): Promise<Buffer> {
  await init(
    new WebAssembly.Module(readFileSync(require.resolve('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm'))),
  );
  const data = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < width * height; at += 1) {
    const isLeft = at % width < width / 2;
    data.set([isLeft ? 220 : 20, 20, isLeft ? 20 : 220, 255], at * 4);
  }
  const picture = { data, width, height, colorSpace: 'srgb' } as ImageData;
  return Buffer.from(await encodeJpeg(picture, { quality: 90, progressive: false, ...options }));
}

/** A JPEG segment with its marker and length. */
export function segment(marker: number, content: Buffer | string): Buffer {
  const bytes = Buffer.from(content);
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(bytes.length + 2, 2);
  return Buffer.concat([head, bytes]);
}

/** Inserts segments after a JPEG's header. */
export function insert(jpeg: Buffer, ...segments: readonly Buffer[]): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
}

export interface ExifOptions {
  readonly orientation?: number;
  readonly isLittle?: boolean;
  /** The value of the maker's name and of the thumbnail. */
  readonly says: string;
}

/** EXIF data with orientation, maker and GPS position, in either byte order. */
export function exif({ orientation = 1, isLittle = true, says }: ExifOptions): Buffer {
  const short = (value: number) => bytesOf(2, value);
  const long = (value: number) => bytesOf(4, value);
  function bytesOf(size: 2 | 4, value: number): Buffer {
    const bytes = Buffer.alloc(size);
    if (isLittle) bytes.writeUIntLE(value, 0, size);
    else bytes.writeUIntBE(value, 0, size);
    return bytes;
  }
  const maker = Buffer.from(`${says}\0`);
  const entries = 3;
  const makerAt = 8 + 2 + entries * 12 + 4;
  const gpsAt = makerAt + maker.length;
  const degreesAt = gpsAt + 2 + 2 * 12 + 4;
  const entry = (tag: number, type: number, count: number, value: Buffer) =>
    Buffer.concat([
      short(tag),
      short(type),
      long(count),
      Buffer.concat([value, Buffer.alloc(4)]).subarray(0, 4),
    ]);
  const degrees = Buffer.concat([14, 1, 35, 1, 59, 1].map(long));
  return Buffer.concat([
    Buffer.from(isLittle ? 'II' : 'MM'),
    short(42),
    long(8),
    short(entries),
    entry(0x010f, 2, maker.length, long(makerAt)),
    entry(0x0112, 3, 1, short(orientation)),
    entry(0x8825, 4, 1, long(gpsAt)),
    long(0),
    maker,
    short(2),
    entry(1, 2, 2, Buffer.from('N\0')),
    entry(2, 5, 3, long(degreesAt)),
    long(0),
    degrees,
    Buffer.from(says),
  ]);
}

export const PNG_BEGINNING = Buffer.from('89504e470d0a1a0a', 'hex');

export function chunk(type: string, content: Buffer | string = ''): Buffer {
  const bytes = Buffer.from(content);
  const body = Buffer.concat([Buffer.from(type, 'latin1'), bytes]);
  const ends = [Buffer.alloc(4), Buffer.alloc(4)] as const;
  ends[0].writeUInt32BE(bytes.length);
  ends[1].writeUInt32BE(crc32(body));
  return Buffer.concat([ends[0], body, ends[1]]);
}

export interface PngOptions {
  /** Bits per channel: 8 or 16. */
  readonly depth?: number;
  /** 0 grey, 2 RGB, 3 palette, 6 RGB with alpha. */
  readonly colour?: 0 | 2 | 3 | 6;
  /** Chunks before and after the image's own. */
  readonly before?: readonly Buffer[];
  readonly after?: readonly Buffer[];
  /** Replaces the pixel data. */
  readonly content?: Buffer;
}

const CHANNELS = { 0: 1, 2: 3, 3: 1, 6: 4 } as const;

export function drawPng(width: number, height: number, options: PngOptions = {}): Buffer {
  const { depth = 8, colour = 2, before = [], after = [], content } = options;
  const row = 1 + width * CHANNELS[colour] * (depth / 8);
  const raw = content ?? Buffer.alloc(row * height, 0);
  if (content === undefined) {
    for (let at = 0; at < raw.length; at += 1) if (at % row !== 0) raw[at] = colour === 3 ? at % 2 : at % 251;
  }
  const palette = colour === 3 ? [chunk('PLTE', Buffer.from([255, 0, 0, 0, 0, 255]))] : [];
  return Buffer.concat([
    PNG_BEGINNING,
    header(width, height, depth, colour),
    ...palette,
    ...before,
    chunk('IDAT', deflateSync(raw)),
    ...after,
    chunk('IEND'),
  ]);
}

export function header(width: number, height: number, depth = 8, colour = 2): Buffer {
  const bytes = Buffer.alloc(13);
  bytes.writeUInt32BE(width, 0);
  bytes.writeUInt32BE(height, 4);
  bytes[8] = depth;
  bytes[9] = colour;
  return chunk('IHDR', bytes);
}

/** A ZIP archive of uncompressed texts, with its directory. */
export function packArchive(entries: { readonly [name: string]: string }): Uint8Array<ArrayBuffer> {
  const packed: Buffer[] = [];
  const listed: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(entries)) {
    const [path, content] = [Buffer.from(name), Buffer.from(text)];
    // Version, flags, method, time, checksum, both sizes, length of the name: equal in entry and directory.
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(content.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(path.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    listed.push(Buffer.from('504b01021400', 'hex'), common, place, path);
    const entry = Buffer.concat([Buffer.from('504b0304', 'hex'), common, path, content]);
    packed.push(entry);
    at += entry.length;
  }
  const list = Buffer.concat(listed);
  const end = Buffer.alloc(22);
  end.write('504b0506', 'hex');
  end.writeUInt16LE(Object.keys(entries).length, 8);
  end.writeUInt16LE(Object.keys(entries).length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(at, 16);
  return new Uint8Array(Buffer.concat([...packed, list, end]));
}
