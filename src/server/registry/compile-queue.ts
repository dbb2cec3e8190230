import { RegistryRefusal } from './failures.ts';

interface Job {
  readonly begin: () => Promise<void>;
}

/** The caller of a compile. */
export interface CompileAsker {
  /** The person. Each person runs one compile at a time, and that person's next one does not delay others. */
  readonly who: string;
  /** Aborted when no caller waits for the compile any more. */
  readonly signal?: AbortSignal;
}

export interface QueueLimits {
  /** How many compiles run at the same time, each for another person. */
  readonly atOnce: number;
  /** How many more compiles of one person may be queued. */
  readonly waiting: number;
}

export type CompileQueue = <T>(asker: CompileAsker, run: () => Promise<T>) => Promise<T>;

/** People take turns: the second compile of a person waits for the first, but never delays other people. */
export function createCompileQueue({ atOnce, waiting }: QueueLimits): CompileQueue {
  /** Queued compiles by person. */
  const lines = new Map<string, Job[]>();
  const running = new Set<string>();
  /** The number of each person's last turn: the person with the smallest number is next. */
  const turns = new Map<string, number>();
  let turn = 0;

  function findNext(): string | undefined {
    const [first] = [...lines.keys()]
      .filter((who) => !running.has(who))
      .sort((a, b) => (turns.get(a) ?? 0) - (turns.get(b) ?? 0));
    return first;
  }

  function next(): void {
    while (running.size < atOnce) {
      const who = findNext();
      const jobs = who === undefined ? undefined : lines.get(who);
      const job = jobs?.shift();
      if (who === undefined || job === undefined) return;
      if (jobs?.length === 0) lines.delete(who);
      running.add(who);
      turns.set(who, (turn += 1));
      void job.begin().finally(() => {
        running.delete(who);
        next();
      });
    }
  }

  return (asker, run) =>
    new Promise((done, fail) => {
      const { who, signal } = asker;
      const jobs = lines.get(who) ?? [];
      if (jobs.length >= waiting) {
        fail(new RegistryRefusal('delayed', `${jobs.length} compiles of ${who} are waiting: retry later.`));
        return;
      }
      const job: Job = { begin: () => run().then(done, fail) };
      const leave = (): void => {
        const at = jobs.indexOf(job);
        if (at < 0) return;
        jobs.splice(at, 1);
        if (jobs.length === 0) lines.delete(who);
        fail(nobodyWaits());
      };
      if (signal?.aborted) {
        fail(nobodyWaits());
        return;
      }
      signal?.addEventListener('abort', leave, { once: true });
      jobs.push(job);
      lines.set(who, jobs);
      next();
    });
}

export function nobodyWaits(): RegistryRefusal {
  return new RegistryRefusal('invalid', 'The caller disconnected, so it was not compiled.');
}
