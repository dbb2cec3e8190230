import { Worker } from 'node:worker_threads';
import type { AddedWidget } from '#src/extensions/define.ts';
import type { CompiledExample, GalleryContents, OpenedState, WrittenNode } from './answers.ts';

export interface WorkerStart {
  readonly root: string;
  /** It waits for a changed schema. */
  readonly isSpare: boolean;
}

/** A widget without its code. */
export type ListedWidget = Pick<AddedWidget, 'name' | 'schema'>;

export type Request =
  /** `known`: the language of the thread that is in use. */
  | { readonly kind: 'adopt'; readonly known: string | undefined }
  | { readonly kind: 'list'; readonly widgets: readonly ListedWidget[] }
  | { readonly kind: 'contents'; readonly configFault: string | undefined }
  | { readonly kind: 'example'; readonly node: WrittenNode }
  | { readonly kind: 'state'; readonly screen: string; readonly state: string }
  | { readonly kind: 'forget' };

export type Adopted =
  | {
      /** What the project's widgets and actions add to the language: their schemas as text, without examples. */
      readonly language: string;
      readonly widgets: readonly ListedWidget[];
    }
  | { readonly fault: string };

export interface Reply {
  readonly id: number;
  readonly result?: unknown;
  readonly fault?: string;
}

/** The build writes this file next to the command's own file. */
const WORKER = './gallery-worker.js';

class Thread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  #last = 0;

  constructor(root: string, isSpare: boolean) {
    this.#worker = new Worker(new URL(/* @vite-ignore */ WORKER, import.meta.url), {
      workerData: { root, isSpare } satisfies WorkerStart,
    });
    // Only worker.ts sends messages.
    this.#worker.on('message', (message) => {
      const reply = message as Reply;
      this.#waiting.get(reply.id)?.(reply);
      this.#waiting.delete(reply.id);
    });
    this.#worker.on('error', ({ message }) => this.#failAll(message));
    this.#worker.on('exit', () => this.#failAll('The thread has ended.'));
  }

  /** @throws Error with the message of the thread. */
  async ask(request: Request): Promise<unknown> {
    const id = (this.#last += 1);
    const { result, fault } = await new Promise<Reply>((done) => {
      this.#waiting.set(id, done);
      this.#worker.postMessage({ id, request });
    });
    if (fault !== undefined) throw new Error(fault);
    return result;
  }

  close(): Promise<unknown> {
    return this.#worker.terminate();
  }

  #failAll(fault: string): void {
    for (const [id, done] of this.#waiting) done({ id, fault });
    this.#waiting.clear();
  }
}

/**
 * Answers about a project from a thread with the project's language. A second thread has loaded its code already, so that
 * a changed schema is read quickly.
 */
export class Threads {
  readonly #root: string;
  #current: Thread;
  #spare: Thread;
  #language: string | undefined;
  #configFault: string | undefined;
  #adopting: Promise<void>;

  constructor(root: string) {
    this.#root = root;
    this.#current = new Thread(root, false);
    this.#adopting = this.#adoptFirst();
    this.#spare = this.#current;
    void this.#adopting.then(() => {
      this.#spare = new Thread(root, true);
    });
  }

  /** Reads capiz.config.mjs again. */
  adopt(): Promise<void> {
    this.#adopting = this.#adopting.then(() => this.#adoptAgain());
    return this.#adopting;
  }

  /** Reads the definitions and fixtures again for the next answer. */
  async forget(): Promise<void> {
    await this.#adopting;
    await this.#current.ask({ kind: 'forget' });
  }

  async contents(): Promise<GalleryContents> {
    await this.#adopting;
    const answer = await this.#current.ask({ kind: 'contents', configFault: this.#configFault });
    return answer as GalleryContents;
  }

  async example(node: WrittenNode): Promise<CompiledExample> {
    await this.#adopting;
    return (await this.#current.ask({ kind: 'example', node })) as CompiledExample;
  }

  async state(screen: string, state: string): Promise<OpenedState> {
    await this.#adopting;
    return (await this.#current.ask({ kind: 'state', screen, state })) as OpenedState;
  }

  async close(): Promise<void> {
    await Promise.all([this.#current.close(), this.#spare.close()]);
  }

  async #adoptFirst(): Promise<void> {
    const adopted = (await this.#current.ask({ kind: 'adopt', known: undefined })) as Adopted;
    if ('fault' in adopted) this.#configFault = adopted.fault;
    else this.#language = adopted.language;
  }

  async #adoptAgain(): Promise<void> {
    const next = this.#spare;
    const adopted = (await next.ask({ kind: 'adopt', known: this.#language })) as Adopted;
    this.#spare = new Thread(this.#root, true);
    this.#configFault = 'fault' in adopted ? adopted.fault : undefined;
    if ('fault' in adopted || adopted.language === this.#language) {
      void next.close();
      if (!('fault' in adopted)) await this.#current.ask({ kind: 'list', widgets: adopted.widgets });
      return;
    }
    void this.#current.close();
    this.#current = next;
    this.#language = adopted.language;
  }
}
