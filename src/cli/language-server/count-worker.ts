/** A thread that renders the states of a project to count what they show. Started by count-thread.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import { countShown } from '#src/testing/coverage/who-sees.ts';
import { UnsoundProject } from '#src/testing/project.ts';
import type { CountingStart, CountingAnswer } from './count-thread.ts';

// Only count-thread.ts starts this thread.
const { root, file } = workerData as CountingStart;

async function count(): Promise<CountingAnswer> {
  try {
    return await countShown(root, file);
  } catch (error) {
    // With errors nothing can be rendered; the problems say why.
    if (error instanceof UnsoundProject) return undefined;
    throw error;
  }
}

parentPort?.postMessage(await count());
