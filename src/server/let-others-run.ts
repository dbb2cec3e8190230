import { setImmediate as nextTurn } from 'node:timers/promises';

/** Maximum time that a long task runs before pending requests are handled, in ms. */
const LONGEST_MS = 10;

let since = performance.now();

/**
 * Call it between the steps of a long task on the main thread, for example the statements of a transaction: SQLite
 * answers synchronously, so without it no request is handled until the last step is done.
 */
export async function letOthersRun(): Promise<void> {
  if (performance.now() - since < LONGEST_MS) return;
  await nextTurn();
  since = performance.now();
}
