import { Worker } from 'node:worker_threads';
import type { ShownCounts } from '#src/testing/coverage/who-sees.ts';

/** The build writes this file next to the command line's own file. */
const WORKER = './count-worker.js';

export interface CountingStart {
  readonly root: string;
  readonly file: string;
}

/** Undefined for a project with errors. */
export type CountingAnswer = ShownCounts | undefined;

/**
 * Counts which nodes of a document the states show, in threads of their own. Reads the project from disk.
 *
 * @param tell - Not called for a project with errors.
 * @returns a function that stops it.
 */
export function startCounting(root: string, file: string, tell: (counts: ShownCounts) => void): () => void {
  const worker = new Worker(new URL(/* @vite-ignore */ WORKER, import.meta.url), {
    workerData: { root, file } satisfies CountingStart,
    // What is rendered may print; the standard output belongs to the protocol.
    stdout: true,
  });
  worker.on('message', (answer) => {
    // Only count-worker.ts sends messages.
    const counts = answer as CountingAnswer;
    if (counts !== undefined) tell(counts);
  });
  // A definition that breaks the renderer is found by `capiz test`; the editor goes on without the counts.
  worker.on('error', () => undefined);
  return () => void worker.terminate();
}
