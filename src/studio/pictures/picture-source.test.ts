import { expect, it } from 'vitest';
import { createTurns } from './picture-source.ts';

it('gives a limited number of turns at a time, and each ends once', async () => {
  const take = createTurns(2);
  const [first] = [await take(), await take()];
  const begun: string[] = [];
  const third = take().then((end) => {
    begun.push('third');
    return end;
  });
  void take().then(() => begun.push('fourth'));
  await Promise.resolve();
  expect(begun).toEqual([]);
  first();
  first();
  await third;
  await new Promise((done) => setTimeout(done, 0));
  expect(begun).toEqual(['third']);
  (await third)();
  await new Promise((done) => setTimeout(done, 0));
  expect(begun).toEqual(['third', 'fourth']);
});
