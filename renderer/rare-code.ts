/* One chunk of what few plans need (`uses.rare`): the page pays for the name of each chunk. */
import { actions } from './actions/index.ts';
import { more } from './actions/more/more.ts';
import './plan/more-functions.ts';
import type { Engine } from './runtime/ports/engine.ts';
import { startPages } from './runtime/pages.ts';
import { startPolling } from './runtime/polling.ts';

export * from './plan/http-contract.ts';
export { readPagesAgain } from './runtime/pages.ts';

Object.assign(actions, { more });

/**
 * Starts polling and the reading by pages.
 *
 * @returns a function that ends polling.
 */
export function start(engine: Engine): () => void {
  startPages(engine);
  return startPolling(engine);
}
