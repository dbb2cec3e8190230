import { Worker } from 'node:worker_threads';
import type { SourceFile } from '#renderer/grammar/world.ts';
import type { Compilation, Compile } from './compilation.ts';
import { createCompileQueue, nobodyWaits, type QueueLimits } from './compile-queue.ts';
import { RegistryRefusal } from './failures.ts';

export interface CompileLimits extends QueueLimits {
  /** Maximum duration of one compile, in ms; a whole product takes about a second. */
  readonly ms: number;
  /** Maximum heap of a compile's thread; a whole product takes about a quarter of it. */
  readonly heapMb: number;
}

export const COMPILE_LIMITS: CompileLimits = { atOnce: 2, waiting: 8, ms: 30_000, heapMb: 384 };

/** Heap for new objects, in addition to `heapMb`. */
const YOUNG_MB = 32;

/**
 * Compiles in a separate thread, about a second for a whole product, so that the server keeps answering borrowers.
 * The compile is stopped when its caller disconnects, and at its limits of time and memory.
 * @param program - Path of the built `compile-thread.ts`.
 * @returns a function whose promise rejects if the thread ends without a result.
 */
export function compileInThread(program: string, limits = COMPILE_LIMITS): Compile {
  const queue = createCompileQueue(limits);
  return (files, asker = { who: 'this server' }) =>
    queue(asker, () => compileOnce(program, files, limits, asker.signal));
}

function compileOnce(
  program: string,
  files: readonly SourceFile[],
  { ms, heapMb }: CompileLimits,
  signal: AbortSignal | undefined,
): Promise<Compilation> {
  return new Promise((done, fail) => {
    const thread = new Worker(program, {
      workerData: files,
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_MB },
    });
    const stop = (why: Error): void => {
      fail(why);
      void thread.terminate();
    };
    const leave = (): void => stop(nobodyWaits());
    signal?.addEventListener('abort', leave, { once: true });
    const late = setTimeout(() => stop(tooMuch(`longer than ${ms / 1_000} s`)), ms);
    thread.once('message', (compilation: Compilation) => done(compilation));
    thread.once('error', (error: NodeJS.ErrnoException) => {
      fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch(`more than ${heapMb} MB`) : error);
    });
    thread.once('exit', (code) => {
      clearTimeout(late);
      signal?.removeEventListener('abort', leave);
      fail(new Error(`The thread that compiles ended with ${code}.`));
    });
  });
}

function tooMuch(what: string): RegistryRefusal {
  return new RegistryRefusal('problems', `Compiling the definitions took ${what}, so it was ended.`);
}
