import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { DrawnState } from './drawn.ts';

export interface WorkerStart {
  readonly root: string;
  /** Whether to collect coverage. */
  readonly covers: boolean;
}

/** A screen to render. */
export interface Job {
  readonly screen: string;
  /** Names of states; default: all. */
  readonly names?: readonly string[];
  /** Names of scripts; default: all. */
  readonly scripts?: readonly string[];
  /** Default: all languages of the project. */
  readonly languages?: readonly string[];
  /** Whether to keep copies of the pages: in all languages, or only in each state's first language. */
  readonly keepsPages?: 'all' | 'first';
  /** A thread reads the project again if it last read another version. */
  readonly version?: number;
}

export type Answer =
  /** `hits`: the coverage of this job, if collected. */
  { readonly drawn: readonly DrawnState[]; readonly hits?: readonly string[] } | { readonly fault: string };

/** Threads that render screens; each has its own DOM. */
export interface Pool {
  /**
   * Runs every job once, in any order; the results are in the order of the jobs.
   *
   * @param tell - Called with the coverage of each job, if collected.
   */
  run(
    jobs: readonly Job[],
    tell?: (job: Job, hits: ReadonlySet<string>) => void,
  ): Promise<readonly (readonly DrawnState[])[]>;
  /** The coverage of all jobs so far, if collected. */
  readonly hits: ReadonlySet<string>;
  close(): Promise<void>;
}

/** The build writes this file next to the command line's own file. */
const WORKER = './testing-worker.js';

export interface PoolOptions {
  readonly size?: number;
  /** Whether to collect coverage. */
  readonly covers?: boolean;
}

/** @param root - The project. */
export function createPool(
  root: string,
  { size = Math.min(4, availableParallelism()), covers = false }: PoolOptions = {},
): Pool {
  const workers: Worker[] = [];
  const hits = new Set<string>();
  const start = (): Worker => {
    const worker = new Worker(new URL(WORKER, import.meta.url), {
      workerData: { root, covers } satisfies WorkerStart,
      env: { ...process.env, TZ: 'Asia/Manila' },
    });
    workers.push(worker);
    return worker;
  };

  return {
    hits,
    async run(jobs, tell) {
      const answers: (readonly DrawnState[])[] = [];
      const left = jobs.map((job, index) => ({ job, index }));
      while (workers.length < Math.min(size, jobs.length)) start();
      await Promise.all(
        workers.map(async (worker) => {
          for (let next = left.shift(); next !== undefined; next = left.shift())
            answers[next.index] = await ask(worker, next.job, (seen) => {
              for (const hit of seen) hits.add(hit);
              tell?.(next.job, seen);
            });
        }),
      );
      return answers;
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

function ask(
  worker: Worker,
  job: Job,
  tell: (hits: ReadonlySet<string>) => void,
): Promise<readonly DrawnState[]> {
  return new Promise((resolve, reject) => {
    const take = (answer: Answer): void => {
      worker.off('error', reject);
      if ('drawn' in answer) {
        tell(new Set(answer.hits));
        resolve(answer.drawn);
      } else reject(new Error(answer.fault));
    };
    worker.once('message', take);
    worker.once('error', reject);
    worker.postMessage(job);
  });
}
