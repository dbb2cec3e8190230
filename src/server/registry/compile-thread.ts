import { parentPort, workerData } from 'node:worker_threads';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { compileFiles } from './compile.ts';

/** A thread of its own for one project, as `compileInThread` starts it. */
parentPort?.postMessage(compileFiles(workerData as readonly SourceFile[]));
