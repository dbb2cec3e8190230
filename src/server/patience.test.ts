import { afterEach, expect, it, vi } from 'vitest';
import { beginPatience } from './patience.ts';

afterEach(() => void vi.restoreAllMocks());

it('stays over, even if its timer fired slightly early', async () => {
  vi.spyOn(performance, 'now').mockReturnValue(0);
  const patience = beginPatience(0, 10, new AbortController().signal, undefined);
  expect(patience.whyNot()).toBeUndefined();
  expect(await patience.over).toBe('late');
  expect(patience.whyNot()).toBe('late');
});

it('reports the first reason only', async () => {
  const [gone, ending] = [new AbortController(), new AbortController()];
  const patience = beginPatience(performance.now(), 60_000, gone.signal, ending.signal);
  ending.abort();
  gone.abort();
  expect([await patience.over, patience.whyNot()]).toEqual(['ending', 'ending']);
});
