/** A location in a file. */
export interface Place {
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
  /** In UTF-16 units, at most to the end of the line. */
  readonly length: number;
  readonly pointer: string;
}

/** Offsets of a value, and of its name if it is a member. */
export interface Span {
  readonly offset: number;
  readonly length: number;
  readonly key?: { readonly offset: number; readonly length: number };
}

/** Converts offsets of a text to lines and columns. */
export class Lines {
  readonly #starts: number[] = [0];
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit === 10 || (unit === 13 && text.charCodeAt(i + 1) !== 10)) this.#starts.push(i + 1);
    }
  }

  place(file: string, pointer: string, offset: number, length: number): Place {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    const next = this.#starts[low + 1];
    const end = next === undefined ? this.#text.length : next - 1;
    return {
      file,
      line: low + 1,
      column: offset - (this.#starts[low] ?? 0) + 1,
      length: Math.max(1, Math.min(length, end - offset)),
      pointer,
    };
  }
}

/**
 * Converts an index in a string's value to an offset in the source, where the string may contain escapes.
 *
 * @param source The whole text.
 * @param token Offset of the opening quote.
 * @param units Number of UTF-16 units of the value to skip.
 */
export function offsetInString(source: string, token: number, units: number): number {
  let offset = token + 1;
  for (let passed = 0; passed < units; passed++) {
    if (source[offset] === '"') break;
    if (source[offset] !== '\\') offset += 1;
    else offset += source[offset + 1] === 'u' ? 6 : 2;
  }
  return offset;
}
