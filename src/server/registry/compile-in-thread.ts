import { Worker } from 'node:worker_threads';
import type { Compilation, Compile } from './compile.ts';

/**
 * Compiles in a thread of its own, about a second for a whole product: the server goes on answering borrowers.
 *
 * @param program - Path of the built `compile-thread.ts`.
 * @returns what rejects where the thread ends without an answer.
 */
export function compileInThread(program: string): Compile {
  return (files) =>
    new Promise((done, fail) => {
      const thread = new Worker(program, { workerData: files });
      thread.once('message', (compilation: Compilation) => done(compilation));
      thread.once('error', fail);
      thread.once('exit', (code) => fail(new Error(`The thread that compiles ended with ${code}.`)));
    });
}
