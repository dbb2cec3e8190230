import { Worker } from 'node:worker_threads';
import type { RenderContent, ScreenOfRelease, Visit } from './render-content.ts';

export interface RenderLimits {
  /** How long a document waits for its screen, in ms. */
  readonly ms: number;
  /** How long the thread may take for one screen before it is ended, in ms. */
  readonly longestMs: number;
  /** Maximum number of screens that are waiting or being rendered. */
  readonly atOnce: number;
  /** Maximum heap of the thread, in MB. */
  readonly heapMb: number;
}

/** A screen takes 2 to 4 ms. */
export const RENDER_LIMITS: RenderLimits = { ms: 250, longestMs: 2_000, atOnce: 32, heapMb: 128 };

/** What the thread gets. */
export interface RenderJob {
  readonly id: number;
  /** Name of the screen, which the thread stores. */
  readonly name: string;
  /** Absent if the thread has a screen of this name. */
  readonly screen?: ScreenOfRelease;
  readonly visit: Visit;
  /** The thread forgets all screens before this one. */
  readonly isFirst: boolean;
}

export interface RenderResult {
  /** Of the job; 0 if the thread is ready for its first one. */
  readonly id: number;
  readonly html: string;
}

/** Screens that the thread stores: those of several releases, in each language and with each header. */
const MOST_SCREENS = 300;
/** Wait before a new thread is started, in ms, so that a screen that ends its thread does not use a processor. */
const REST_MS = 1_000;

/**
 * Renders in one separate thread, so that the server answers everybody else meanwhile. What is over a limit is not
 * rendered. A thread that takes too long for one screen is ended, and a later screen starts another.
 * @param program - Path of the built `render-thread.ts`.
 * @param onEnd - Called with the reason when a thread ends.
 */
export function renderInThread(
  program: string,
  onEnd: (why: string) => void = () => {},
  limits = RENDER_LIMITS,
): RenderContent {
  let thread = new RenderThread(program, limits, onEnd);
  return async (screen, visit) => {
    if (thread.endedAt !== undefined) {
      if (performance.now() < thread.endedAt + REST_MS) return '';
      thread = new RenderThread(program, limits, onEnd);
    }
    return thread.render(screen, visit);
  };
}

class RenderThread {
  /** By `performance.now()`. */
  endedAt: number | undefined;
  private isReady = false;
  private readonly worker: Worker;
  private readonly limits: RenderLimits;
  private readonly onEnd: (why: string) => void;
  /** The jobs that the thread has not finished, in order. */
  private readonly jobs = new Map<number, (html: string) => void>();
  private watch: NodeJS.Timeout | undefined;
  private names = new WeakMap<ScreenOfRelease, string>();
  private screens = 0;
  private lastId = 0;

  constructor(program: string, limits: RenderLimits, onEnd: (why: string) => void) {
    this.limits = limits;
    this.onEnd = onEnd;
    this.worker = new Worker(program, {
      env: { ...process.env, NODE_ENV: 'production' },
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMb },
    });
    this.worker.unref();
    this.worker.on('message', (result: RenderResult) => this.take(result));
    this.worker.on('error', ({ name }) => this.end(name));
    this.worker.on('exit', (code) => this.end(`exit ${code}`));
  }

  render(screen: ScreenOfRelease, visit: Visit): Promise<string> {
    if (!this.isReady || this.jobs.size >= this.limits.atOnce) return Promise.resolve('');
    const id = (this.lastId += 1);
    return new Promise((resolve) => {
      const late = setTimeout(() => resolve(''), this.limits.ms);
      this.jobs.set(id, (html) => {
        clearTimeout(late);
        resolve(html);
      });
      this.worker.postMessage(this.jobOf(id, screen, visit));
      if (this.jobs.size === 1) this.watchNext();
    });
  }

  private take({ id, html }: RenderResult): void {
    this.isReady = true;
    this.jobs.get(id)?.(html);
    this.jobs.delete(id);
    this.watchNext();
  }

  /** The thread renders one screen after the other: the time of each begins when the one before is finished. */
  private watchNext(): void {
    clearTimeout(this.watch);
    if (this.jobs.size > 0)
      this.watch = setTimeout(() => this.end('too slow'), this.limits.longestMs).unref();
  }

  private jobOf(id: number, screen: ScreenOfRelease, visit: Visit): RenderJob {
    const found = this.names.get(screen);
    if (found !== undefined) return { id, name: found, visit, isFirst: false };
    const isFirst = this.screens >= MOST_SCREENS;
    if (isFirst) {
      this.names = new WeakMap();
      this.screens = 0;
    }
    const name = String((this.screens += 1));
    this.names.set(screen, name);
    return { id, name, screen, visit, isFirst };
  }

  private end(why: string): void {
    if (this.endedAt !== undefined) return;
    this.endedAt = performance.now();
    this.onEnd(why);
    clearTimeout(this.watch);
    void this.worker.terminate();
    for (const finish of this.jobs.values()) finish('');
    this.jobs.clear();
  }
}
