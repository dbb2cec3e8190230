import { limits } from './limits.generated.ts';

export type ParsedReply =
  | { readonly ok: true; readonly json: unknown }
  | { readonly ok: false; readonly reason: ReplyFault };

/** `number`: beyond ±(2^53−1), where JSON.parse would round it. `empty`: only white space. */
export type ReplyFault = 'empty' | 'bytes' | 'depth' | 'duplicate-key' | 'number' | 'not-json';

const MAX_NUMBER = Number.MAX_SAFE_INTEGER;

/**
 * Parses the text of a reply. One pass without recursion rejects excessive size and depth, duplicate keys,
 * and numbers that JSON.parse would round.
 */
export function parseReply(
  text: string,
  limit: { readonly bytes: number; readonly depth: number } = {
    bytes: limits.replyBytes,
    depth: limits.replyDepth,
  },
): ParsedReply {
  const reason = isLongerThan(text, limit.bytes) ? 'bytes' : scan(text, limit.depth);
  if (reason !== undefined) return { ok: false, reason };
  try {
    return { ok: true, json: JSON.parse(text) };
  } catch {
    return { ok: false, reason: text.trim() === '' ? 'empty' : 'not-json' };
  }
}

function isLongerThan(text: string, bytes: number): boolean {
  if (text.length * 3 <= bytes) return false;
  let count = 0;
  for (let index = 0; index < text.length && count <= bytes; index++) {
    const unit = text.charCodeAt(index);
    // Each half of a surrogate pair counts for two of its four bytes.
    count += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 2 : 3;
  }
  return count > bytes;
}

/** The keys of an open object, or undefined for an open array. */
interface Container {
  readonly keys: Set<string> | undefined;
  isKeyNext: boolean;
}

const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** Finds the faults that JSON.parse would accept; JSON.parse reports invalid JSON. */
function scan(text: string, maxDepth: number): ReplyFault | undefined {
  const open: Container[] = [];
  let index = 0;
  while (index < text.length) {
    const character = text[index] as string;
    const inner = open[open.length - 1];
    if (character === '"') {
      const end = findStringEnd(text, index);
      if (inner?.keys !== undefined && inner.isKeyNext) {
        inner.isKeyNext = false;
        const key = decodeString(text.slice(index, end));
        if (key === undefined) return 'not-json';
        if (inner.keys.has(key)) return 'duplicate-key';
        inner.keys.add(key);
      }
      index = end;
      continue;
    }
    if (character === '-' || (character >= '0' && character <= '9')) {
      NUMBER.lastIndex = index;
      const match = NUMBER.exec(text);
      if (match === null) return 'not-json';
      if (Math.abs(Number(match[0])) > MAX_NUMBER) return 'number';
      index = NUMBER.lastIndex;
      continue;
    }
    if (character === '{' || character === '[') {
      if (open.length === maxDepth) return 'depth';
      open.push({ keys: character === '{' ? new Set() : undefined, isKeyNext: true });
    } else if (character === '}' || character === ']') {
      open.pop();
    } else if (character === ',' && inner !== undefined) {
      inner.isKeyNext = true;
    }
    index++;
  }
  return undefined;
}

/** Index after the closing quote, or the end of the text. */
function findStringEnd(text: string, start: number): number {
  let end = start;
  do end = text.indexOf('"', end + 1);
  while (end > 0 && isEscaped(text, end));
  return end < 0 ? text.length : end + 1;
}

/** Whether a quote has an odd number of backslashes before it. */
function isEscaped(text: string, index: number): boolean {
  let before = index;
  while (text[before - 1] === '\\') before -= 1;
  return (index - before) % 2 === 1;
}

function decodeString(quoted: string): string | undefined {
  if (!quoted.includes('\\')) return quoted.slice(1, -1);
  try {
    return String(JSON.parse(quoted));
  } catch {
    return undefined;
  }
}
