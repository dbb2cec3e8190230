/** SHA-256 constants (FIPS 180-4): fractions of the roots of the first primes, 32 bits each. */
function fractionsOf(root: (prime: number) => number, count: number): number[] {
  const fractions: number[] = [];
  for (let one = 2; fractions.length < count; one++) {
    let isPrime = true;
    for (let other = 2; other * other <= one; other++) if (one % other === 0) isPrime = false;
    if (isPrime) fractions.push(((root(one) % 1) * 2 ** 32) | 0);
  }
  return fractions;
}

/**
 * SHA-256 for insecure contexts, where browsers have no Web Crypto. Not @noble/hashes: as a static import it adds 2 kB (gzip) to
 * each first load; as a dynamic one it adds a request to it, and Vite's loader for it is a syntax error in the classic worker.
 */
export function sha256(bytes: Uint8Array): ArrayBuffer {
  const constants = fractionsOf(Math.cbrt, 64);
  const state = fractionsOf(Math.sqrt, 8);
  const padded = new DataView(new ArrayBuffer(((bytes.length + 72) >> 6) << 6));
  new Uint8Array(padded.buffer).set(bytes);
  padded.setUint8(bytes.length, 0x80);
  padded.setUint32(padded.byteLength - 8, Math.floor(bytes.length / 2 ** 29));
  padded.setUint32(padded.byteLength - 4, bytes.length << 3);
  const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by));
  const words = new Int32Array(64);
  for (let block = 0; block < padded.byteLength; block += 64) {
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
    for (let at = 0; at < 64; at++) {
      if (at < 16) words[at] = padded.getInt32(block + at * 4);
      else {
        const [early = 0, late = 0] = [words[at - 15], words[at - 2]];
        const first = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
        const second = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
        words[at] = (words[at - 16] ?? 0) + first + (words[at - 7] ?? 0) + second;
      }
      const high = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const one = (h + high + ((e & f) ^ (~e & g)) + (constants[at] ?? 0) + (words[at] ?? 0)) | 0;
      const low = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
      const two = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    for (const [at, word] of [a, b, c, d, e, f, g, h].entries()) state[at] = ((state[at] ?? 0) + word) | 0;
  }
  const hash = new DataView(new ArrayBuffer(32));
  for (const [at, word] of state.entries()) hash.setInt32(at * 4, word);
  return hash.buffer;
}
