import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { type AbortAfter, abortAfter } from './abort-after.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Number of signals that have aborted. The listeners are all that refers to them, as with a call that is waiting. */
function listen(make: () => AbortAfter): { readonly aborted: number } {
  const state = { aborted: 0 };
  for (let one = 0; one < 10; one += 1)
    make().signal.addEventListener('abort', () => (state.aborted += 1), { once: true });
  return state;
}

describe('a signal', () => {
  it('aborts after its time although garbage was collected', async () => {
    const state = listen(() => abortAfter(50, new AbortController().signal));
    await new Promise((done) => setTimeout(done, 10));
    collectGarbage();
    await expect.poll(() => state.aborted).toBe(10);
  });

  it('aborts with each other signal although garbage was collected', async () => {
    const others = [new AbortController(), new AbortController()] as const;
    const state = listen(() => abortAfter(60_000, others[0].signal, others[1].signal));
    await new Promise((done) => setTimeout(done));
    collectGarbage();
    expect(state.aborted).toBe(0);
    others[1].abort();
    others[0].abort();
    expect(state.aborted).toBe(10);
  });

  it('does not abort after its end', async () => {
    const other = new AbortController();
    const { signal, end } = abortAfter(5, other.signal);
    end();
    other.abort();
    await new Promise((done) => setTimeout(done, 20));
    expect(signal.aborted).toBe(false);
  });

  it('is aborted from the start if another one is', () => {
    expect(abortAfter(60_000, AbortSignal.abort()).signal.aborted).toBe(true);
  });
});
