import { afterEach, expect, it, vi } from 'vitest';
import { beginPatience } from './patience.ts';

afterEach(() => void vi.restoreAllMocks());

it('that is over stays so, also where its timer came a moment before its time', async () => {
  vi.spyOn(performance, 'now').mockReturnValue(0);
  const patience = beginPatience(0, 10, new AbortController().signal, undefined);
  expect(patience.whyNot()).toBeUndefined();
  expect(await patience.over).toBe('late');
  expect(patience.whyNot()).toBe('late');
});

it('tells the first reason, whatever comes after it', async () => {
  const [gone, ending] = [new AbortController(), new AbortController()];
  const patience = beginPatience(performance.now(), 60_000, gone.signal, ending.signal);
  ending.abort();
  gone.abort();
  expect([await patience.over, patience.whyNot()]).toEqual(['ending', 'ending']);
});
