import type { UploadType } from '#src/shared/uploads/upload-names.ts';

/** The type of a file by its content; its name is ignored. */
export type Inspected =
  | { readonly is: 'picture'; readonly type: ImageType; readonly width: number; readonly height: number }
  | { readonly is: 'refused'; readonly code: RefusedCode; readonly message: string };

export type ImageType = Extract<UploadType, `image/${string}`>;

/** Codes of the loan service: too large, and not an accepted image. */
export type RefusedCode = '4130' | '4150';

export const IMAGE_LIMITS = {
  bytes: 4 * 1024 * 1024,
  /** The page shrinks its own photos to 1600 pixels on the longer side. */
  pixels: 8_000_000,
  side: 10_000,
  /** A progressive JPEG with more scans only wastes time. */
  scans: 64,
  frames: 1,
} as const;

/** How to recognise other types, for the error message. */
const OTHERS: readonly (readonly [name: string, begins: (bytes: Buffer) => boolean])[] = [
  ['GIF', (bytes) => bytes.subarray(0, 3).toString('latin1') === 'GIF'],
  ['WebP', (bytes) => bytes.subarray(8, 12).toString('latin1') === 'WEBP'],
  ['AVIF', (bytes) => /^ftypavi[fs]$/.test(bytes.subarray(4, 12).toString('latin1'))],
  ['HEIC', (bytes) => /^ftyp(hei[cxms]|hev[cx]|mif1|msf1)$/.test(bytes.subarray(4, 12).toString('latin1'))],
  ['TIFF', (bytes) => ['49492a00', '4d4d002a'].includes(bytes.subarray(0, 4).toString('hex'))],
  ['BMP', (bytes) => bytes.subarray(0, 2).toString('latin1') === 'BM'],
  ['PDF', (bytes) => bytes.subarray(0, 5).toString('latin1') === '%PDF-'],
  ['SVG', (bytes) => /<svg[\s>]/i.test(bytes.subarray(0, 4096).toString('latin1'))],
];

/**
 * Checks the structure of a file without decoding it: only a whole, still JPEG or PNG within the limits is
 * accepted. Data after its end is ignored; re-encoding removes it.
 */
export function inspectImage(file: Uint8Array): Inspected {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.length > IMAGE_LIMITS.bytes) return tooLarge;
  const type = imageTypeOf(bytes);
  if (type === undefined) {
    const other = OTHERS.find(([, begins]) => begins(bytes));
    return other === undefined
      ? notImage
      : refuse('4150', `A ${other[0]} file cannot be used. Send a JPEG or PNG picture.`);
  }
  const size = type === 'image/jpeg' ? walkJpeg(bytes) : walkPng(bytes);
  if (size === 'broken') return refuse('4150', 'This picture is damaged.');
  if (size === 'moving') return refuse('4150', 'An animated picture cannot be used.');
  const { width, height } = size;
  if (width < 1 || height < 1) return refuse('4150', 'This picture is damaged.');
  if (Math.max(width, height) > IMAGE_LIMITS.side || width * height > IMAGE_LIMITS.pixels) return tooLarge;
  return { is: 'picture', type, width, height };
}

export function refuse(code: RefusedCode, message: string): Inspected & { is: 'refused' } {
  return { is: 'refused', code, message };
}
export const tooLarge = refuse('4130', 'The picture is too large.');
export const notImage = refuse('4150', 'This is not a picture.');

type Walked = { readonly width: number; readonly height: number } | 'broken' | 'moving';

const JPEG_BEGINNING = 'ffd8ff';
const PNG_BEGINNING = '89504e470d0a1a0a';

/** The type by the first bytes; `inspectImage` checks the rest. */
export function imageTypeOf(file: Uint8Array): ImageType | undefined {
  const beginning = Buffer.from(file.subarray(0, 8)).toString('hex');
  if (beginning.startsWith(JPEG_BEGINNING)) return 'image/jpeg';
  return beginning === PNG_BEGINNING ? 'image/png' : undefined;
}

const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;
/** A frame marker, whose segment contains the size; C4, C8 and CC are tables. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const isInScan = (marker: number) => marker === 0 || (marker >= 0xd0 && marker <= 0xd7);

function walkJpeg(bytes: Buffer): Walked {
  let size: Exclude<Walked, string> | undefined;
  let scans = 0;
  let at = 2;
  for (;;) {
    if (bytes[at] !== 0xff) return 'broken';
    while (bytes[at] === 0xff) at += 1;
    const marker = bytes[at];
    at += 1;
    if (marker === undefined || isInScan(marker)) return 'broken';
    if (marker === END_OF_IMAGE) return size !== undefined && scans > 0 ? size : 'broken';
    if (at + 2 > bytes.length) return 'broken';
    const length = bytes.readUInt16BE(at);
    if (length < 2 || at + length > bytes.length) return 'broken';
    if (isFrame(marker)) {
      if (size !== undefined || length < 8) return 'broken';
      size = { height: bytes.readUInt16BE(at + 3), width: bytes.readUInt16BE(at + 5) };
    }
    at += length;
    if (marker !== START_OF_SCAN) continue;
    scans += 1;
    if (size === undefined || scans > IMAGE_LIMITS.scans) return 'broken';
    for (;;) {
      at = bytes.indexOf(0xff, at);
      if (at < 0) return 'broken';
      const next = bytes[at + 1];
      if (next === undefined) return 'broken';
      if (!isInScan(next)) break;
      at += 2;
    }
  }
}

function walkPng(bytes: Buffer): Walked {
  let size: Exclude<Walked, string> | undefined;
  let hasContent = false;
  let at = 8;
  for (;;) {
    if (at + 12 > bytes.length) return 'broken';
    const length = bytes.readUInt32BE(at);
    const type = bytes.subarray(at + 4, at + 8).toString('latin1');
    if (at + 12 + length > bytes.length) return 'broken';
    if ((size === undefined) !== (type === 'IHDR')) return 'broken';
    if (type === 'IHDR') {
      if (length !== 13) return 'broken';
      size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
    } else if (type === 'acTL') return 'moving';
    else if (type === 'IDAT') hasContent = true;
    else if (type === 'IEND') return hasContent && size !== undefined ? size : 'broken';
    at += 12 + length;
  }
}
