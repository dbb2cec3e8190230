import type { Say } from '../../plan/words.ts';

interface FileLimits {
  /** Endings and media types; undefined: anything. */
  readonly accept: readonly string[] | undefined;
  readonly maxBytes: number;
}

/** What turns, hides or breaks the words around it: a name is shown as one plain run. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const MOST_SHOWN = 60;
const END_SHOWN = 16;

/** A file's name as it can be shown: nothing in it turns the words around it, and its end is seen. */
export function shownName(name: string): string {
  const signs = Array.from(name.replace(UNSEEN, '').trim());
  if (signs.length <= MOST_SHOWN) return signs.join('');
  return `${signs.slice(0, MOST_SHOWN - END_SHOWN).join('')}…${signs.slice(-END_SHOWN).join('')}`;
}

/** What the service is told that a file is called: its ending, and nothing that its owner wrote. */
export function sentName(name: string): string {
  const ending = /\.([a-z0-9]{1,8})$/i.exec(name)?.[1];
  return ending === undefined ? 'file' : `file.${ending.toLowerCase()}`;
}

/** Why a file is not sent, in plain words; undefined of one that is. */
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

/** An ending, a media type, or all media types of a kind. */
function isKind(kind: string, name: string, type: string): boolean {
  if (kind.startsWith('.')) return name.toLowerCase().endsWith(kind);
  return kind.endsWith('/*') ? type.startsWith(kind.slice(0, -1)) : type === kind;
}

/** `640 kB`, `1.2 MB`; thousands are 1000, as phones count them. */
export function writeSize(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} kB`;
  return `${(bytes / 1_000_000).toFixed(1).replace(/\.0$/, '')} MB`;
}
