import { limits } from '../plan/limits.generated.ts';

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_RECORD = 0x7b;
const CLOSE_RECORD = 0x7d;

/** Thrown if the text needs the full parser. */
const UNUSUAL = Symbol('unusual');

/**
 * Reads plain JSON without any problem in one pass. Most documents are like this, and the full parser, which
 * records locations, is several times slower.
 *
 * @param isForbidden Names that a record may not have.
 * @returns Undefined for everything else: comments, trailing commas, errors, duplicate or forbidden names,
 *   numbers that lose digits, and too deep nesting.
 */
export function readStrict(
  text: string,
  isForbidden: (name: string) => boolean,
): { readonly value: unknown } | undefined {
  let at = 0;
  try {
    const value = readValue(0);
    skipSpace();
    return at === text.length ? { value } : undefined;
  } catch (error) {
    if (error === UNUSUAL) return undefined;
    throw error;
  }

  function skipSpace(): number {
    for (;;) {
      const unit = text.charCodeAt(at);
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return unit;
      at += 1;
    }
  }

  function readValue(depth: number): unknown {
    switch (skipSpace()) {
      case OPEN_RECORD:
        return readRecord(depth + 1);
      case OPEN_LIST:
        return readList(depth + 1);
      case QUOTE:
        return readString();
      case 0x74:
        return readWord('true', true);
      case 0x66:
        return readWord('false', false);
      case 0x6e:
        return readWord('null', null);
      default:
        return readNumber();
    }
  }

  function readRecord(depth: number): unknown {
    if (depth > limits.depth) throw UNUSUAL;
    const record: { [name: string]: unknown } = Object.create(null);
    at += 1;
    if (skipSpace() === CLOSE_RECORD) {
      at += 1;
      return record;
    }
    for (;;) {
      if (skipSpace() !== QUOTE) throw UNUSUAL;
      const name = readString();
      if (isForbidden(name) || name in record) throw UNUSUAL;
      if (skipSpace() !== COLON) throw UNUSUAL;
      at += 1;
      record[name] = readValue(depth);
      const next = skipSpace();
      at += 1;
      if (next === CLOSE_RECORD) return record;
      if (next !== COMMA) throw UNUSUAL;
    }
  }

  function readList(depth: number): unknown {
    if (depth > limits.depth) throw UNUSUAL;
    const list: unknown[] = [];
    at += 1;
    if (skipSpace() === CLOSE_LIST) {
      at += 1;
      return list;
    }
    for (;;) {
      list.push(readValue(depth));
      const next = skipSpace();
      at += 1;
      if (next === CLOSE_LIST) return list;
      if (next !== COMMA) throw UNUSUAL;
    }
  }

  function readString(): string {
    const begin = at;
    let isEscaped = false;
    for (at += 1; ; at += 1) {
      const unit = text.charCodeAt(at);
      if (unit === QUOTE) break;
      // Also the end of the text, where the code is NaN.
      if (!(unit >= 0x20)) throw UNUSUAL;
      if (unit === BACKSLASH) {
        isEscaped = true;
        at += 1;
      }
    }
    at += 1;
    if (!isEscaped) return text.slice(begin + 1, at - 1);
    try {
      return String(JSON.parse(text.slice(begin, at)));
    } catch {
      throw UNUSUAL;
    }
  }

  function readWord<T>(word: string, value: T): T {
    if (!text.startsWith(word, at)) throw UNUSUAL;
    at += word.length;
    return value;
  }

  function readNumber(): number {
    NUMBER.lastIndex = at;
    const written = NUMBER.exec(text)?.[0];
    if (written === undefined) throw UNUSUAL;
    const number = Number(written);
    if (Number.isInteger(number) ? !Number.isSafeInteger(number) : !Number.isFinite(number)) throw UNUSUAL;
    at += written.length;
    return number;
  }
}
