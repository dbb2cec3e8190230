import { expect, it } from 'vitest';
import { FairQueue } from './fair-queue.ts';

/** A queue whose first caller runs until `open`. */
function given(most: number) {
  const queue = new FairQueue(most);
  const ran: string[] = [];
  let open = (): void => {};
  const held = new Promise<void>((resolve) => (open = resolve));
  const enter = (lane: string, title: string, gone?: AbortSignal) =>
    queue
      .run(lane, async () => void ran.push(title), { refusal: () => new Error('refused'), gone })
      .catch(() => void ran.push(`${title} refused`));
  const first = queue.run('first', () => held, { refusal: () => new Error('refused') });
  return { queue, ran, enter, open, first };
}

it('lanes take turns: a long one does not delay a short one', async () => {
  const { ran, enter, open, first } = given(100);
  const all = ['a', 'b', 'c', 'd'].map((title) => enter('long', title));
  all.push(enter('short', 'x'));
  open();
  await Promise.all([first, ...all]);
  expect(ran.indexOf('x')).toBeLessThan(2);
});

it('within a lane the newest and the oldest take turns', async () => {
  const { ran, enter, open, first } = given(100);
  const all = ['a', 'b', 'c', 'd'].map((title) => enter('one', title));
  open();
  await Promise.all([first, ...all]);
  expect(ran).toEqual(['d', 'a', 'c', 'b']);
});

it('if too many callers wait, only the oldest of the longest lane is refused', async () => {
  const { queue, ran, enter, open, first } = given(3);
  const all = ['a', 'b', 'c'].map((title) => enter('long', title));
  all.push(enter('short', 'x'));
  await Promise.resolve();
  expect(queue.count()).toBe(3);
  open();
  await Promise.all([first, ...all]);
  expect(ran.filter((one) => one.endsWith('refused'))).toEqual(['a refused']);
  expect(ran).toContain('x');
  expect(queue.count()).toBe(0);
});

it('a caller who has left does not run, and frees its place', async () => {
  const { queue, ran, enter, open, first } = given(100);
  const gone = new AbortController();
  const all = [
    enter('one', 'left', gone.signal),
    enter('one', 'stays'),
    enter('one', 'was gone', AbortSignal.abort()),
  ];
  gone.abort();
  await Promise.resolve();
  expect(queue.count('one')).toBe(1);
  open();
  await Promise.all([first, ...all]);
  expect([...ran].sort()).toEqual(['left refused', 'stays', 'was gone refused']);
});

it('a caller that fails passes the turn on', async () => {
  const queue = new FairQueue(10);
  const refusal = () => new Error('refused');
  const failed = queue.run('a', () => Promise.reject(new Error('failed')), { refusal });
  const next = queue.run('b', () => Promise.resolve('next'), { refusal });
  await expect(failed).rejects.toThrow('failed');
  expect(await next).toBe('next');
});
