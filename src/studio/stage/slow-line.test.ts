import { expect, it } from 'vitest';
import { overSlowLine } from './slow-line.ts';

/** Waits for nothing, and remembers how long it would have. */
function line() {
  const waited: number[] = [];
  return { waited, wait: async (ms: number) => void waited.push(Math.round(ms)) };
}

it('a call is under way half a second, and the longer the more goes to and fro', async () => {
  const { waited, wait } = line();
  const reply = await overSlowLine(
    () => new Response('y'.repeat(180_000)),
    { body: 'x'.repeat(8_438) },
    wait,
  );
  expect(waited).toEqual([663, 1000]);
  expect(await reply.text()).toHaveLength(180_000);
});

it('a photo takes as long as it is large', async () => {
  const { waited, wait } = line();
  const body = new FormData();
  body.append('photo', new File(['x'.repeat(84_375)], 'card.jpg'));
  await overSlowLine(() => new Response(''), { body }, wait);
  expect(waited).toEqual([1563, 0]);
});

it('a line that breaks off is one without a reply', async () => {
  const broken = new ReadableStream({ start: (stream) => stream.error(new Error('Broke off.')) });
  await expect(overSlowLine(() => new Response(broken), {}, line().wait)).rejects.toThrow('Broke off.');
});

it('who leaves does not wait for it', async () => {
  const leaving = new AbortController();
  const never = () => new Promise<void>(() => undefined);
  const call = overSlowLine(() => new Response(''), { signal: leaving.signal }, never);
  leaving.abort();
  await expect(call).rejects.toThrow('Ended by the caller.');
  await expect(overSlowLine(() => new Response(''), { signal: leaving.signal }, never)).rejects.toThrow(
    'Ended by the caller.',
  );
});
