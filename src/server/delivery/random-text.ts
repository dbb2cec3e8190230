import { randomFillSync } from 'node:crypto';

/** Made so many at a time: asking the system costs more than what one document needs of it. */
const supply = Buffer.alloc(4_096);
let taken = supply.length;

/** Random bytes that nobody can foresee, as base64url: of 16 bytes 22 characters. @param bytes - 4,096 at most. */
export function randomText(bytes: number): string {
  if (taken + bytes > supply.length) {
    randomFillSync(supply);
    taken = 0;
  }
  taken += bytes;
  return supply.toString('base64url', taken - bytes, taken);
}
