import { parentPort, workerData } from 'node:worker_threads';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { compileFiles } from './compile.ts';

/** The worker thread that `compileInThread` starts, for one project. */
parentPort?.postMessage(compileFiles(workerData as readonly SourceFile[]));
