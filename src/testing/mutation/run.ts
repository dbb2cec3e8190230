import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { type Fault, plantFaults } from '#renderer/grammar/mutation/plant.ts';
import { analyzeProject } from '#renderer/grammar/project.ts';
import type { Reading } from '#renderer/grammar/world.ts';
import type { ProjectFile } from '#src/shared/project-files.ts';
import type { WorkerStart } from '../pool.ts';
import type { Noticed } from './fault-tester.ts';

/** Some faults of a document, by their indices in its list of faults. */
export interface FaultJob {
  readonly file: string;
  readonly indexes: readonly number[];
}

export type FaultAnswer =
  | { readonly index: number; readonly noticed: Noticed }
  | { readonly isDone: true }
  | { readonly fault: string };

export interface TestedFault extends Omit<Fault, 'apply'> {
  readonly noticed: Noticed;
}

/** The faults to plant, and the number of all possible faults. */
export interface Planting {
  readonly faults: readonly Fault[];
  readonly jobs: readonly FaultJob[];
  /** Documents of which faults are planted. */
  readonly documents: readonly { readonly file: string; readonly possible: number }[];
  /** Number of possible faults in all documents of the command line. */
  readonly possible: number;
}

/** The build writes this file next to the command line's own file. */
const WORKER = './mutation-worker.js';
/** Faults in one job, so that documents of different sizes are shared out evenly. */
const AT_ONCE = 60;
/** Timeout for one fault, in ms. */
const PATIENCE_MS = 120_000;

/**
 * Lists the faults of some documents.
 *
 * @param most - Maximum number of faults. Whole documents are taken while they fit, ordered by a hash of their
 * content. If the first document alone has more faults, a selection of its faults is taken, ordered by a hash of
 * their names.
 */
export function listFaults(
  files: readonly ProjectFile[],
  documents: readonly string[],
  most = Number.POSITIVE_INFINITY,
): Planting {
  const readings: Reading[] = [];
  const project = analyzeProject(files, readings);
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

/** A deterministic pseudo-random order. */
function sortByHash<T>(all: readonly T[], textOf: (one: T) => string): T[] {
  return all
    .map((one) => ({ one, hash: createHash('sha256').update(textOf(one)).digest('hex') }))
    .sort((a, b) => (a.hash < b.hash ? -1 : 1))
    .map(({ one }) => one);
}

/** Identifies a fault in a project. */
export function nameOf({ file, pointer, kind, change }: Omit<Fault, 'apply' | 'line' | 'column'>): string {
  return JSON.stringify([file, pointer, kind, change]);
}

/** The used part of a thread's interface. */
export type TesterThread = Pick<Worker, 'on' | 'off' | 'postMessage' | 'terminate'>;

/**
 * Tests each fault of a planting, in threads.
 *
 * @param start - Starts a thread that answers jobs like worker.ts.
 * @throws Error if a screen differs from its snapshots without a fault.
 */
export async function testFaults(
  root: string,
  { faults, jobs }: Planting,
  start: (root: string) => TesterThread = startThread,
): Promise<readonly TestedFault[]> {
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
            // A fault that crashes or hangs the test is noticed.
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

/** @returns The fault at which the thread crashed or hung; undefined if all have verdicts. */
function askThread(
  thread: TesterThread,
  job: FaultJob,
  tell: (index: number, noticed: Noticed) => void,
): Promise<Stopped | undefined> {
  return new Promise((resolve, reject) => {
    let tested = 0;
    let timer: NodeJS.Timeout | undefined;
    const end = (finish: () => void): void => {
      clearTimeout(timer);
      thread.off('message', take);
      thread.off('error', fail);
      thread.off('exit', leave);
      finish();
    };
    const stop = (why: string): void => {
      const at = job.indexes[tested];
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
        tested += 1;
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
