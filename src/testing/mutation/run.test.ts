import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readProjectFiles } from '#src/shared/project-files.ts';
import type { FaultJob } from './run.ts';
import { testFaults, type TesterThread, listFaults, nameOf, type Planting } from './run.ts';

const SHELF = 'screens/shelf.screen.json';
const FINE = 'screens/parts/fine.part.json';
const files = readProjectFiles('fixtures/bad/world');

describe('listFaults chooses the faults to plant', () => {
  const whole = listFaults(files, [SHELF, FINE]);
  const numbers = ({ documents }: Planting) => documents.map(({ possible }) => possible);

  it('all faults of every document', () => {
    expect(whole.faults.length).toBe(whole.possible);
    expect(new Set(whole.faults.map(nameOf)).size).toBe(whole.possible);
    expect(whole.documents.map(({ file }) => file)).toEqual([SHELF, FINE]);
  });

  it('--most takes a whole document if it fits, and the same documents each time', () => {
    const [shelf = 0, fine = 0] = numbers(whole);
    const most = listFaults(files, [SHELF, FINE], Math.max(shelf, fine));
    expect(most.documents).toHaveLength(1);
    expect(most.faults).toHaveLength(most.documents[0]?.possible ?? 0);
    expect(listFaults(files, [SHELF, FINE], Math.max(shelf, fine)).faults.map(nameOf)).toEqual(
      most.faults.map(nameOf),
    );
  });

  it('--most takes different faults of a document that does not fit', () => {
    const few = listFaults(files, [SHELF], 5);
    expect(new Set(few.faults.map(nameOf)).size).toBe(5);
    expect(few).toMatchObject({ possible: numbers(whole)[0], documents: [{ file: SHELF }] });
    expect(few.jobs.flatMap(({ indexes }) => indexes)).toHaveLength(5);
  });
});

/** A thread with a scripted reaction to each fault. */
class Thread extends EventEmitter implements Pick<TesterThread, 'postMessage' | 'terminate'> {
  isTerminated = false;
  readonly #at: (index: number) => 'test' | 'hang' | 'throw' | 'leave' | 'differs';

  constructor(at: Thread['at']) {
    super();
    this.#at = at;
  }

  get at() {
    return this.#at;
  }

  postMessage({ indexes }: FaultJob): void {
    queueMicrotask(() => {
      for (const index of indexes) {
        const does = this.#at(index);
        if (does === 'hang') return;
        if (does === 'throw') return void this.emit('error', new Error('out of memory'));
        if (does === 'leave') return void this.emit('exit', 7);
        if (does === 'differs') return void this.emit('message', { fault: 'shelf/content differs' });
        this.emit('message', { index, noticed: { by: 'nobody' } });
      }
      this.emit('message', { isDone: true });
    });
  }

  async terminate(): Promise<number> {
    this.isTerminated = true;
    return Promise.resolve(0);
  }
}

describe('testFaults continues after a thread that hangs or crashes at a fault', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const planting = listFaults(files, [SHELF], 4);
  const [first = -1, second = -1, third = -1, fourth = -1] = planting.jobs[0]?.indexes ?? [];
  const threads: Thread[] = [];
  const play = async (at: Thread['at']) => {
    threads.length = 0;
    const testing = testFaults('.', planting, () => {
      const thread = new Thread(at);
      threads.push(thread);
      return thread as unknown as TesterThread;
    });
    const settled = testing.then(
      (tested) => tested.map(({ noticed }) => noticed),
      (error: unknown) => String(error),
    );
    await vi.advanceTimersByTimeAsync(600_000);
    return settled;
  };
  const nobody = { by: 'nobody' };

  it.each(['hang', 'throw', 'leave'] as const)(
    '%s: the fault counts as noticed, and another thread tests the other faults',
    async (does) => {
      const why = {
        hang: 'does not end',
        throw: 'ends the run: out of memory',
        leave: 'ends its thread with 7',
      };
      const noticed = await play((index) => (index === second ? does : 'test'));
      expect(noticed).toEqual([nobody, { by: 'test', where: why[does] }, nobody, nobody]);
      expect(threads.map(({ isTerminated }) => isTerminated)).toEqual([true, true]);
    },
  );

  it('at the first fault, at the last fault, and at two faults in a row', async () => {
    const ends = (...indexes: readonly number[]) =>
      play((index) => (indexes.includes(index) ? 'throw' : 'test'));
    const byOf = async (...indexes: readonly number[]) =>
      (await ends(...indexes)) as readonly { readonly by: string }[];
    expect((await byOf(first)).map(({ by }) => by)).toEqual(['test', 'nobody', 'nobody', 'nobody']);
    expect((await byOf(fourth)).map(({ by }) => by)).toEqual(['nobody', 'nobody', 'nobody', 'test']);
    expect((await byOf(second, third)).map(({ by }) => by)).toEqual(['nobody', 'test', 'test', 'nobody']);
  });

  it('counts nothing if a screen differs without a fault', async () => {
    expect(await play((index) => (index === third ? 'differs' : 'test'))).toContain('shelf/content differs');
  });
});
