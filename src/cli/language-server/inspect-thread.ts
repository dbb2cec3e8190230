import { Worker } from 'node:worker_threads';
import type { InspectionResult, StartInspector } from './inspection.ts';

/** The build writes this file next to the command line's own file. */
const WORKER = './inspect-worker.js';

export const startInspector: StartInspector = (root, tell) => {
  const worker = new Worker(new URL(/* @vite-ignore */ WORKER, import.meta.url), { workerData: { root } });
  // Only inspect-worker.ts sends these messages.
  worker.on('message', (result) => tell(result as InspectionResult));
  return {
    inspect: (request) => worker.postMessage(request),
    close: () => void worker.terminate(),
  };
};
