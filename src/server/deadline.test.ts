import { afterEach, expect, it, vi } from 'vitest';
import { startDeadline } from './deadline.ts';

afterEach(() => void vi.restoreAllMocks());

it('a deadline has passed when its timer fires, even slightly early', async () => {
  vi.spyOn(performance, 'now').mockReturnValue(0);
  const deadline = startDeadline(0, 10, new AbortController().signal, undefined);
  expect(deadline.whyNot()).toBeUndefined();
  expect(await deadline.over).toBe('late');
  expect(deadline.whyNot()).toBe('late');
});

it('a deadline reports only the first reason for its end', async () => {
  const [gone, ending] = [new AbortController(), new AbortController()];
  const deadline = startDeadline(performance.now(), 60_000, gone.signal, ending.signal);
  ending.abort();
  gone.abort();
  expect([await deadline.over, deadline.whyNot()]).toEqual(['ending', 'ending']);
});
