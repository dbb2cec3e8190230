import { Worker } from 'node:worker_threads';
import { RegistryRefusal } from '../registry/failures.ts';
import { FairQueue } from './fair-queue.ts';

/** Long enough to need no rules about character classes. */
export const SHORTEST_PASSWORD = 12;
export const LONGEST_PASSWORD = 200;

/**
 * Maximum number of passwords that may wait on this server: from all public networks together, which is a second or
 * two of work for the thread, and from one public network, so that it does not fill the queue for all others. The
 * next password is refused immediately.
 */
export const MOST_PUBLIC = 40;
export const MOST_OF_ONE = 20;
/**
 * Maximum number of passwords that wait on this server. Passwords from this machine and private networks have no
 * other limit; each holds a connection and some kB of memory.
 */
export const MOST_WAITING = 5_000;
/** An idle thread ends after this time and frees its memory. */
const IDLE_MS = 10_000;

/** The tasks of the thread, available during the caller's turn. */
export interface PasswordThread {
  /** @returns the hash together with its parameters. */
  hash(password: string): Promise<string>;
  /**
   * Takes the same time for an unknown account or one without a password.
   *
   * @returns `isOld`: the hash is of an older kind and should be replaced.
   */
  check(
    password: string,
    written: string | null,
  ): Promise<{ readonly isRight: boolean; readonly isOld: boolean }>;
  /** @returns why the password is too weak; undefined for a good one. */
  findFault(password: string, name: string): Promise<string | undefined>;
}

const queue = new FairQueue(MOST_WAITING);
let publicWaiting = 0;

const refusal = () =>
  new RegistryRefusal('delayed', 'Too many people sign in at this moment: try again in a minute.');

/**
 * Waits for this caller's turn: the server checks one password at a time.
 * @param lane - Lanes take turns, so that one of them does not delay the others.
 * @throws RegistryRefusal `delayed` if more than `MOST_WAITING` wait, or the caller has left.
 */
export function takeTurn<T>(
  lane: string,
  run: (thread: PasswordThread) => Promise<T>,
  gone?: AbortSignal,
): Promise<T> {
  return queue.run(lane, () => run(thread), { refusal, gone });
}

/**
 * Like `takeTurn`, for a caller from a public network.
 * @throws RegistryRefusal `delayed`, immediately, if too many of them wait.
 */
export async function takePublicTurn<T>(
  network: string,
  run: (thread: PasswordThread) => Promise<T>,
  gone?: AbortSignal,
): Promise<T> {
  const lane = `network ${network}`;
  if (publicWaiting >= MOST_PUBLIC || queue.count(lane) >= MOST_OF_ONE) throw refusal();
  publicWaiting += 1;
  let isWaiting = true;
  const end = (): void => {
    if (isWaiting) publicWaiting -= 1;
    isWaiting = false;
  };
  try {
    return await takeTurn(
      lane,
      (its) => {
        end();
        return run(its);
      },
      gone,
    );
  } finally {
    end();
  }
}

/** The thread's result; without `value` if the task failed. */
interface Answer {
  readonly value?: unknown;
}

let worker: Worker | undefined;
let idle: NodeJS.Timeout | undefined;
/** Resolves the running task. */
let settle: ((answer: Answer) => void) | undefined;

function open(): Worker {
  // The file is beside this one, both in the sources and in the build.
  const opened = new Worker(new URL('./password-thread.js', import.meta.url));
  opened.on('message', (answer: Answer) => settle?.(answer));
  opened.on('error', () => close(opened));
  opened.on('exit', () => close(opened));
  return opened;
}

function close(one: Worker): void {
  if (worker !== one) return;
  worker = undefined;
  void one.terminate();
  settle?.({});
}

/** Runs a task for the caller whose turn it is. */
async function ask<T>(task: string, given: { readonly [name: string]: unknown }): Promise<T> {
  clearTimeout(idle);
  const asked = (worker ??= open());
  // The process stays alive for a result, not for an idle thread.
  asked.ref();
  const { value } = await new Promise<Answer>((resolve) => {
    settle = resolve;
    asked.postMessage({ task, given });
  });
  settle = undefined;
  asked.unref();
  idle = setTimeout(() => close(asked), IDLE_MS);
  idle.unref();
  if (value === undefined) throw new Error('The password thread failed.');
  return value as T;
}

const thread: PasswordThread = {
  hash: (password) => ask('hash', { password: plain(password) }),
  check: (password, written) => ask('check', { password: plain(password), written }),
  async findFault(password, name) {
    if (Array.from(password).length < SHORTEST_PASSWORD)
      return `A password needs ${SHORTEST_PASSWORD} characters or more.`;
    const text = password.normalize('NFKC');
    if (Math.max(password.length, text.length) > LONGEST_PASSWORD)
      return `A password has ${LONGEST_PASSWORD} characters at most.`;
    const own = name.split('@')[0] ?? name;
    if (own.length > 3 && text.toLowerCase().includes(own))
      return 'A password must not contain your own name.';
    const words = [name, ...name.split(/[^a-z0-9]+/), 'capiz'].filter((word) => word.length > 2);
    return (await ask<boolean>('isGuessable', { password: text, words }))
      ? 'This password is easy to guess: common words, names, neighbouring keys or repetition. Combine a few words that only you would put together.'
      : undefined;
  },
};

/** Normalises a password, because keyboards encode the same characters differently. */
function plain(password: string): string {
  return password.normalize('NFKC').slice(0, LONGEST_PASSWORD);
}
