import { findFaultOfDrawing } from './check-drawing.ts';

/**
 * Types of files that may ship with screens: images and fonts. None runs code or loads anything from elsewhere.
 */
export type AssetType =
  | 'image/jpeg'
  | 'image/png'
  | 'image/gif'
  | 'image/webp'
  | 'image/avif'
  | 'image/svg+xml'
  | 'font/woff2';

/** File name extensions of each type. */
const ENDINGS: { readonly [type in AssetType]: readonly string[] } = {
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'image/gif': ['.gif'],
  'image/webp': ['.webp'],
  'image/avif': ['.avif'],
  'image/svg+xml': ['.svg'],
  'font/woff2': ['.woff2'],
};

/** Detects the type by content, not by the name. */
function typeOfAsset(bytes: Uint8Array): AssetType | undefined {
  const head = textOf(bytes.subarray(0, 64));
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (/^GIF8[79]a/.test(head)) return 'image/gif';
  if (/^RIFF[^]{4}WEBPVP8[ LX]/.test(head)) return 'image/webp';
  if (/^[^]{4}ftypavi[fs]/.test(head)) return 'image/avif';
  if (head.startsWith('wOF2')) return 'font/woff2';
  return isDrawing(bytes) ? 'image/svg+xml' : undefined;
}

/** What may precede the first element of an SVG: the XML declaration, a comment, a document type. */
const BEFORE_FIRST = /^\s*(?:<\?xml[^>]*>|<!--[^]*?-->|<!DOCTYPE[^>]*>)/i;

/** Whether the first element is `svg`. */
function isDrawing(bytes: Uint8Array): boolean {
  let text = textOf(bytes.subarray(0, 4096)).replace(/^\xef\xbb\xbf/, '');
  // One by one: a single expression for all of them would take exponential time for many comments.
  for (let before = BEFORE_FIRST.exec(text); before !== null; before = BEFORE_FIRST.exec(text)) {
    text = text.slice(before[0].length);
  }
  return /^\s*<svg[\s>]/i.test(text);
}

export interface CheckedAsset {
  /** Absent for all other types of files. */
  readonly type?: AssetType;
  /** Why the file cannot ship with screens; absent if it can. */
  readonly fault?: string;
}

/** Detects the type of a file, and whether it may ship with screens. */
export function checkAsset(bytes: Uint8Array): CheckedAsset {
  const type = typeOfAsset(bytes);
  if (type === undefined) {
    return { fault: 'it is neither a picture (JPEG, PNG, WebP, AVIF, GIF, SVG) nor a font (WOFF2)' };
  }
  const fault = type === 'image/svg+xml' ? findFaultOfDrawing(bytes) : undefined;
  return { type, ...(fault !== undefined && { fault }) };
}

/** As `checkAsset`, and checks that the name has an extension of its type. @returns the fault. */
export function findFaultOfAsset(path: string, bytes: Uint8Array): string | undefined {
  const { type, fault } = checkAsset(bytes);
  if (type === undefined || ENDINGS[type].some((ending) => path.toLowerCase().endsWith(ending))) return fault;
  return `its content is ${type}, so its name has to end with ${ENDINGS[type].join(' or ')}`;
}

/** The bytes as a string, one character per byte. */
function textOf(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
