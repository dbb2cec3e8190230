const FIRST_PRIMES = firstPrimes(64);
/** The first 32 bits of the fractions of cube roots (FIPS 180-4, 4.2.2); a double has 15 bits more than that takes. */
const ROUND = Int32Array.from(FIRST_PRIMES, (prime) => fractionOf(Math.cbrt(prime)));
/** The same of the square roots of the first eight (5.3.3). */
const INITIAL = Int32Array.from(FIRST_PRIMES.slice(0, 8), (prime) => fractionOf(Math.sqrt(prime)));

const BLOCK = 64;
const ENCODER = new TextEncoder();

/**
 * The first 32 bits of the SHA-256 of a text in UTF-8, as a whole number.
 *
 * Our own, because it must answer at once and alike in server, page and command line: `crypto.subtle` answers
 * later, and has no answer on an address without https; Node's own is not in the page.
 */
export function sha256Start(text: string): number {
  const bytes = pad(ENCODER.encode(text));
  const state = Int32Array.from(INITIAL);
  const words = new Int32Array(BLOCK);
  for (let at = 0; at < bytes.byteLength; at += BLOCK) digest(bytes, at, words, state);
  return (state[0] ?? 0) >>> 0;
}

/** The text, one bit, zeros, and its length in bits: a whole number of blocks. */
function pad(text: Uint8Array): DataView {
  const length = Math.ceil((text.length + 9) / BLOCK) * BLOCK;
  const bytes = new Uint8Array(length);
  bytes.set(text);
  bytes[text.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(length - 8, Math.floor(text.length / 2 ** 29));
  view.setUint32(length - 4, text.length << 3);
  return view;
}

function digest(bytes: DataView, from: number, words: Int32Array, state: Int32Array): void {
  const word = (at: number) => words[at] ?? 0;
  for (let at = 0; at < 16; at += 1) words[at] = bytes.getInt32(from + at * 4);
  for (let at = 16; at < BLOCK; at += 1) {
    const early = word(at - 15);
    const late = word(at - 2);
    const first = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const second = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words[at] = word(at - 16) + first + word(at - 7) + second;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let at = 0; at < BLOCK; at += 1) {
    const chosen = (e & f) ^ (~e & g);
    const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + chosen + (ROUND[at] ?? 0) + word(at)) | 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  const added = [a, b, c, d, e, f, g, h];
  for (let at = 0; at < added.length; at += 1) state[at] = (state[at] ?? 0) + (added[at] ?? 0);
}

function turn(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

function fractionOf(root: number): number {
  return ((root % 1) * 2 ** 32) | 0;
}

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let next = 2; primes.length < count; next += 1) {
    if (primes.every((prime) => next % prime !== 0)) primes.push(next);
  }
  return primes;
}
