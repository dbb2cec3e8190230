import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { type Fault, plantFaults } from '#renderer/grammar/mutation/plant.ts';
import { elaborateProject } from '#renderer/grammar/project.ts';
import type { Reading } from '#renderer/grammar/world.ts';
import type { ProjectFile } from '#src/shared/project-files.ts';
import type { WorkerStart } from '../pool.ts';
import type { Noticed } from './judge.ts';

/** Some faults of a document, by their places in the list of all of them. */
export interface FaultJob {
  readonly file: string;
  readonly indexes: readonly number[];
}

export type FaultAnswer =
  | { readonly index: number; readonly noticed: Noticed }
  | { readonly isDone: true }
  | { readonly fault: string };

export interface JudgedFault extends Omit<Fault, 'apply'> {
  readonly noticed: Noticed;
}

/** Faults that are to be planted, and how many there would be. */
export interface Planting {
  readonly faults: readonly Fault[];
  readonly jobs: readonly FaultJob[];
  readonly possible: number;
}

/** Beside the command line's own file, where the build puts it. */
const WORKER = './mutation-worker.js';
/** So many are judged in one go: documents of very different sizes are shared out. */
const AT_ONCE = 60;
/** Longer than any fault takes that ends. */
const PATIENCE_MS = 120_000;

/**
 * Lists the faults of some documents.
 *
 * @param most - So many at most, of each document its share, chosen by their names: the same ones each time.
 */
export function listFaults(
  files: readonly ProjectFile[],
  documents: readonly string[],
  most = Number.POSITIVE_INFINITY,
): Planting {
  const readings: Reading[] = [];
  const project = elaborateProject(files, readings);
  const all = documents.map((file) => plantFaults(project, readings, file));
  const possible = all.reduce((sum, { length }) => sum + length, 0);
  const share = Math.min(1, most / Math.max(1, possible));
  const chosen = all.map((faults, index) => {
    const file = documents[index] ?? '';
    const indexes = pick(faults, Math.ceil(faults.length * share));
    return { file, faults, indexes };
  });
  const jobs = chosen.flatMap(({ file, indexes }) =>
    Array.from({ length: Math.ceil(indexes.length / AT_ONCE) }, (_none, at) => ({
      file,
      indexes: indexes.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
    })),
  );
  const faults = chosen.flatMap((one) => one.indexes.flatMap((index) => one.faults[index] ?? []));
  return { faults, jobs, possible };
}

function pick(faults: readonly Fault[], count: number): number[] {
  const hashOf = (fault: Fault): string => createHash('sha256').update(nameOf(fault)).digest('hex');
  return faults
    .map((fault, index) => ({ index, hash: count < faults.length ? hashOf(fault) : '' }))
    .sort((a, b) => (a.hash < b.hash ? -1 : a.hash > b.hash ? 1 : a.index - b.index))
    .slice(0, count)
    .map(({ index }) => index)
    .sort((a, b) => a - b);
}

/** What tells faults of a project apart. */
export function nameOf({ file, pointer, kind, change }: Omit<Fault, 'apply' | 'line' | 'column'>): string {
  return JSON.stringify([file, pointer, kind, change]);
}

/** Judges each fault of a planting, in threads. @throws Error where something differs without any fault. */
export async function judgeFaults(root: string, { faults, jobs }: Planting): Promise<readonly JudgedFault[]> {
  const verdicts = new Map<string, Noticed>();
  const left = [...jobs];
  const size = Math.min(4, availableParallelism(), jobs.length);
  await Promise.all(
    Array.from({ length: size }, async () => {
      let thread = startThread(root);
      try {
        for (let job = left.shift(); job !== undefined; job = left.shift()) {
          let rest: FaultJob | undefined = job;
          while (rest !== undefined) {
            const { file } = job;
            const stopped = await askThread(thread, rest, (index, noticed) =>
              verdicts.set(`${file}#${index}`, noticed),
            );
            if (stopped === undefined) break;
            // What ends a thread, or never ends, nobody overlooks.
            verdicts.set(`${file}#${stopped.at}`, { by: 'test', where: stopped.why });
            const { indexes }: FaultJob = rest;
            const after = indexes.slice(indexes.indexOf(stopped.at) + 1);
            await thread.terminate();
            thread = startThread(root);
            rest = after.length === 0 ? undefined : { file, indexes: after };
          }
        }
      } finally {
        await thread.terminate();
      }
    }),
  );
  const names = jobs.flatMap(({ file, indexes }) => indexes.map((index) => `${file}#${index}`));
  return faults.map(({ kind, file, pointer, line, column, change }, at) => {
    const noticed = verdicts.get(names[at] ?? '') ?? { by: 'nobody' as const };
    return { kind, file, pointer, line, column, change, noticed };
  });
}

function startThread(root: string): Worker {
  return new Worker(new URL(WORKER, import.meta.url), {
    workerData: { root } satisfies Pick<WorkerStart, 'root'>,
    env: { ...process.env, TZ: 'Asia/Manila' },
  });
}

interface Stopped {
  readonly at: number;
  readonly why: string;
}

/** @returns At which fault the thread ended or went on without end; undefined where all were judged. */
function askThread(
  thread: Worker,
  job: FaultJob,
  tell: (index: number, noticed: Noticed) => void,
): Promise<Stopped | undefined> {
  return new Promise((resolve, reject) => {
    let judged = 0;
    let timer: NodeJS.Timeout | undefined;
    const end = (finish: () => void): void => {
      clearTimeout(timer);
      thread.off('message', take);
      thread.off('error', fail);
      finish();
    };
    const stop = (why: string): void => {
      const at = job.indexes[judged];
      end(() => (at === undefined ? reject(new Error(why)) : resolve({ at, why })));
    };
    const wait = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => stop('does not end'), PATIENCE_MS);
    };
    const fail = (error: Error): void => stop(`ends the run: ${error.message}`);
    const take = (answer: FaultAnswer): void => {
      wait();
      if ('fault' in answer) end(() => reject(new Error(answer.fault)));
      else if ('isDone' in answer) end(() => resolve(undefined));
      else {
        judged += 1;
        tell(answer.index, answer.noticed);
      }
    };
    thread.on('message', take);
    thread.on('error', fail);
    wait();
    thread.postMessage(job);
  });
}
