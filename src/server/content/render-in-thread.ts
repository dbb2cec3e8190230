import { Worker } from 'node:worker_threads';
import type { RenderContent, ScreenOfRelease, Visit } from './render-content.ts';

export interface RenderLimits {
  /** Maximum time from the call to the result, in ms. */
  readonly ms: number;
  /** Maximum number of screens that are waiting or being rendered. */
  readonly atOnce: number;
  /** Maximum heap of the thread, in MB. */
  readonly heapMb: number;
}

/** A screen takes 2 to 4 ms; what waits longer than this comes later than the page itself would show it. */
export const RENDER_LIMITS: RenderLimits = { ms: 100, atOnce: 24, heapMb: 128 };

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
 */
export function renderInThread(program: string, limits = RENDER_LIMITS): RenderContent {
  let thread = new RenderThread(program, limits);
  let endedAt: number | undefined;
  return async (screen, visit) => {
    if (thread.isOver) {
      endedAt ??= performance.now();
      if (performance.now() < endedAt + REST_MS) return '';
      thread = new RenderThread(program, limits);
      endedAt = undefined;
    }
    return thread.render(screen, visit);
  };
}

class RenderThread {
  isOver = false;
  private isReady = false;
  private readonly worker: Worker;
  private readonly limits: RenderLimits;
  private readonly waiting = new Map<number, (html: string) => void>();
  private names = new WeakMap<ScreenOfRelease, string>();
  private screens = 0;
  private lastId = 0;
  private lastResult = performance.now();

  constructor(program: string, limits: RenderLimits) {
    this.limits = limits;
    this.worker = new Worker(program, {
      env: { ...process.env, NODE_ENV: 'production' },
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMb },
    });
    this.worker.unref();
    this.worker.on('message', ({ id, html }: RenderResult) => {
      this.isReady = true;
      this.lastResult = performance.now();
      this.waiting.get(id)?.(html);
    });
    this.worker.on('error', () => this.end());
    this.worker.on('exit', () => this.end());
  }

  render(screen: ScreenOfRelease, visit: Visit): Promise<string> {
    if (!this.isReady || this.waiting.size >= this.limits.atOnce) return Promise.resolve('');
    const id = (this.lastId += 1);
    return new Promise((resolve) => {
      const began = performance.now();
      const late = setTimeout(() => {
        // Other screens were rendered meanwhile: it only waited.
        if (this.lastResult < began) this.end();
        finish('');
      }, this.limits.ms);
      const finish = (html: string): void => {
        clearTimeout(late);
        this.waiting.delete(id);
        resolve(html);
      };
      this.waiting.set(id, finish);
      this.worker.postMessage(this.jobOf(id, screen, visit));
    });
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

  private end(): void {
    if (this.isOver) return;
    this.isOver = true;
    void this.worker.terminate();
    for (const finish of [...this.waiting.values()]) finish('');
  }
}
