import type { Say } from '../../plan/words.ts';

interface FileLimits {
  /** File extensions and media types; undefined: any. */
  readonly accept: readonly string[] | undefined;
  readonly maxBytes: number;
}

/** Control, format and separator characters, which reorder, hide or break the text around a name. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const MAX_SHOWN = 60;
const END_SHOWN = 16;

/** A file name for display: without invisible characters, shortened in the middle. */
export function shownName(name: string): string {
  const signs = Array.from(name.replace(INVISIBLE, '').trim());
  if (signs.length <= MAX_SHOWN) return signs.join('');
  return `${signs.slice(0, MAX_SHOWN - END_SHOWN).join('')}…${signs.slice(-END_SHOWN).join('')}`;
}

/** The name for the service: only the extension, because the person's own words may be private. */
export function sentName(name: string): string {
  const ending = /\.([a-z0-9]{1,8})$/i.exec(name)?.[1];
  return ending === undefined ? 'file' : `file.${ending.toLowerCase()}`;
}

/** Message if the file must not be sent; else undefined. */
export function findFileFault(
  { name, size, type }: Pick<File, 'name' | 'size' | 'type'>,
  { accept, maxBytes }: FileLimits,
  say: Say,
): string | undefined {
  if (accept !== undefined && !accept.some((kind) => isKind(kind, name, type))) {
    return say('You cannot send this type of file here.');
  }
  if (size === 0) return say('This file is empty.');
  return size > maxBytes ? say('This file is larger than {size}.', { size: writeSize(maxBytes) }) : undefined;
}

/** Matches an extension, a media type, or a group such as `image/*`. */
function isKind(kind: string, name: string, type: string): boolean {
  if (kind.startsWith('.')) return name.toLowerCase().endsWith(kind);
  return kind.endsWith('/*') ? type.startsWith(kind.slice(0, -1)) : type === kind;
}

/** `640 kB`, `1.2 MB`, with a factor of 1000 as on phones. */
export function writeSize(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} kB`;
  return `${(bytes / 1_000_000).toFixed(1).replace(/\.0$/, '')} MB`;
}
