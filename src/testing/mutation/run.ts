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
  /** Those of which some are planted. */
  readonly documents: readonly { readonly file: string; readonly possible: number }[];
  /** Of all documents that were asked for. */
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
 * @param most - So many at most: whole documents, as long as they fit, in an order that changes with their content; of the
 *   first, where that alone has more, some chosen by their names. The same ones each time.
 */
export function listFaults(
  files: readonly ProjectFile[],
  documents: readonly string[],
  most = Number.POSITIVE_INFINITY,
): Planting {
  const readings: Reading[] = [];
  const project = elaborateProject(files, readings);
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const all = documents.map((file) => ({ file, faults: plantFaults(project, readings, file) }));
  const possible = all.reduce((sum, { faults }) => sum + faults.length, 0);
  const counts = new Map<string, number>();
  let left = most;
  for (const { file, faults } of sortByHash(all, ({ file }) => `${file}\n${texts.get(file) ?? ''}`)) {
    if (faults.length > left && left < most) continue;
    counts.set(file, Math.min(left, faults.length));
    left -= Math.min(left, faults.length);
  }
  const chosen = all.map(({ file, faults }) => ({
    file,
    faults,
    indexes: pick(faults, counts.get(file) ?? 0),
  }));
  const jobs = chosen.flatMap(({ file, indexes }) =>
    Array.from({ length: Math.ceil(indexes.length / AT_ONCE) }, (_none, at) => ({
      file,
      indexes: indexes.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
    })),
  );
  const faults = chosen.flatMap((one) => one.indexes.flatMap((index) => one.faults[index] ?? []));
  const planted = chosen
    .filter(({ indexes }) => indexes.length > 0)
    .map((one) => ({ file: one.file, possible: one.faults.length }));
  return { faults, jobs, documents: planted, possible };
}

function pick(faults: readonly Fault[], count: number): readonly number[] {
  const all = faults.map((_fault, index) => index);
  if (count >= faults.length) return all;
  const sorted = sortByHash(all, (index) => `${index} ${nameOf(faults[index] as Fault)}`);
  return sorted.slice(0, count).sort((a, b) => a - b);
}

/** An order that has nothing to do with what is sorted, and is the same each time. */
function sortByHash<T>(all: readonly T[], textOf: (one: T) => string): T[] {
  return all
    .map((one) => ({ one, hash: createHash('sha256').update(textOf(one)).digest('hex') }))
    .sort((a, b) => (a.hash < b.hash ? -1 : 1))
    .map(({ one }) => one);
}

/** What tells faults of a project apart. */
export function nameOf({ file, pointer, kind, change }: Omit<Fault, 'apply' | 'line' | 'column'>): string {
  return JSON.stringify([file, pointer, kind, change]);
}

/** What of a thread is needed here. */
export type JudgingThread = Pick<Worker, 'on' | 'off' | 'postMessage' | 'terminate'>;

/**
 * Judges each fault of a planting, in threads.
 *
 * @param start - Starts a thread that answers jobs as worker.ts does.
 * @throws Error where something differs without any fault.
 */
export async function judgeFaults(
  root: string,
  { faults, jobs }: Planting,
  start: (root: string) => JudgingThread = startThread,
): Promise<readonly JudgedFault[]> {
  const verdicts = new Map<string, Noticed>();
  const left = [...jobs];
  const size = Math.min(4, availableParallelism(), jobs.length);
  await Promise.all(
    Array.from({ length: size }, async () => {
      let thread = start(root);
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
            thread = start(root);
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
  thread: JudgingThread,
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
      thread.off('exit', leave);
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
    const leave = (code: number): void => stop(`ends its thread with ${code}`);
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
    thread.on('exit', leave);
    wait();
    thread.postMessage(job);
  });
}
