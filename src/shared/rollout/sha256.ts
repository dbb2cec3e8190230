const FIRST_PRIMES = firstPrimes(64);
/** The first 32 bits of the fractions of cube roots (FIPS 180-4, 4.2.2); a double has 15 bits more than that takes. */
const ROUND = Int32Array.from(FIRST_PRIMES, (prime) => fractionOf(Math.cbrt(prime)));
/** The same of the square roots of the first eight (5.3.3). */
const INITIAL = Int32Array.from(FIRST_PRIMES.slice(0, 8), (prime) => fractionOf(Math.sqrt(prime)));

const BLOCK = 64;
/** The one bit and the length after a text. */
const ENDING = 9;
const ENCODER = new TextEncoder();
const WORDS = new Int32Array(BLOCK);
const STATE = new Int32Array(8);
/** Whole blocks; longer where a text needs it. Memory of a call's own took nine tenths of its time. */
let bytes = new Uint8Array(4 * BLOCK);
let view = new DataView(bytes.buffer);

/**
 * The first 32 bits of the SHA-256 of a text in UTF-8, as a whole number.
 *
 * Our own, because it must answer at once and alike in server, page and command line: `crypto.subtle` answers
 * later, and has no answer on an address without https; Node's own is not in the page.
 */
export function sha256Start(text: string): number {
  const end = pad(text);
  STATE.set(INITIAL);
  for (let at = 0; at < end; at += BLOCK) digest(at);
  return (STATE[0] ?? 0) >>> 0;
}

/** The text, one bit, zeros, and its length in bits: a whole number of blocks. @returns their end. */
function pad(text: string): number {
  // No character has more than three bytes.
  const most = 3 * text.length + ENDING;
  if (most > bytes.length) {
    bytes = new Uint8Array(Math.ceil(most / BLOCK) * BLOCK);
    view = new DataView(bytes.buffer);
  }
  const { written: length } = ENCODER.encodeInto(text, bytes);
  const end = Math.ceil((length + ENDING) / BLOCK) * BLOCK;
  bytes.fill(0, length, end);
  bytes[length] = 0x80;
  view.setUint32(end - 8, Math.floor(length / 2 ** 29));
  view.setUint32(end - 4, length << 3);
  return end;
}

function digest(from: number): void {
  for (let at = 0; at < 16; at += 1) WORDS[at] = view.getInt32(from + at * 4);
  for (let at = 16; at < BLOCK; at += 1) {
    const early = WORDS[at - 15] ?? 0;
    const late = WORDS[at - 2] ?? 0;
    const first = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const second = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    WORDS[at] = (WORDS[at - 16] ?? 0) + first + (WORDS[at - 7] ?? 0) + second;
  }
  let a = STATE[0] ?? 0;
  let b = STATE[1] ?? 0;
  let c = STATE[2] ?? 0;
  let d = STATE[3] ?? 0;
  let e = STATE[4] ?? 0;
  let f = STATE[5] ?? 0;
  let g = STATE[6] ?? 0;
  let h = STATE[7] ?? 0;
  for (let at = 0; at < BLOCK; at += 1) {
    const chosen = (e & f) ^ (~e & g);
    const first =
      (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + chosen + (ROUND[at] ?? 0) + (WORDS[at] ?? 0)) | 0;
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
  // One by one: a list of them takes as long as the rounds.
  STATE[0] = (STATE[0] ?? 0) + a;
  STATE[1] = (STATE[1] ?? 0) + b;
  STATE[2] = (STATE[2] ?? 0) + c;
  STATE[3] = (STATE[3] ?? 0) + d;
  STATE[4] = (STATE[4] ?? 0) + e;
  STATE[5] = (STATE[5] ?? 0) + f;
  STATE[6] = (STATE[6] ?? 0) + g;
  STATE[7] = (STATE[7] ?? 0) + h;
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
