import { setImmediate as nextTurn } from 'node:timers/promises';

/** Longest time that work in pieces runs before requests that wait are handled, milliseconds. */
const LONGEST_MS = 10;

let since = performance.now();

/**
 * Called between the pieces of long work on the main thread, for example the statements of a transaction: SQLite answers
 * at once, so without it no request is handled until the last piece is done.
 */
export async function letOthersRun(): Promise<void> {
  if (performance.now() - since < LONGEST_MS) return;
  await nextTurn();
  since = performance.now();
}
