import { expect, it } from 'vitest';
import { overSlowLine } from './slow-line.ts';

/** A `wait` that returns at once and records its delays. */
function line() {
  const waited: number[] = [];
  return { waited, wait: async (ms: number) => void waited.push(Math.round(ms)) };
}

it('delays a call by half a second, and longer for larger bodies', async () => {
  const { waited, wait } = line();
  const reply = await overSlowLine(
    () => new Response('y'.repeat(180_000)),
    { body: 'x'.repeat(8_438) },
    wait,
  );
  expect(waited).toEqual([663, 1000]);
  expect(await reply.text()).toHaveLength(180_000);
});

it('delays a photo by its size', async () => {
  const { waited, wait } = line();
  const body = new FormData();
  body.append('photo', new File(['x'.repeat(84_375)], 'card.jpg'));
  await overSlowLine(() => new Response(''), { body }, wait);
  expect(waited).toEqual([1563, 0]);
});

it('rejects if the response breaks off', async () => {
  const broken = new ReadableStream({ start: (stream) => stream.error(new Error('Broke off.')) });
  await expect(overSlowLine(() => new Response(broken), {}, line().wait)).rejects.toThrow('Broke off.');
});

it('stops waiting when the caller aborts', async () => {
  const leaving = new AbortController();
  const never = () => new Promise<void>(() => undefined);
  const call = overSlowLine(() => new Response(''), { signal: leaving.signal }, never);
  leaving.abort();
  await expect(call).rejects.toThrow('Ended by the caller.');
  await expect(overSlowLine(() => new Response(''), { signal: leaving.signal }, never)).rejects.toThrow(
    'Ended by the caller.',
  );
});
