import { expect, it } from 'vitest';
import { library } from '#renderer/grammar/testing.ts';
import { readTitles } from './titles.ts';

it('parses a document once, also if the titles are read at each press of a key', () => {
  let reads = 0;
  const files = library({ title: 'Shelf', body: [] }).map(({ path, text }) => ({
    path,
    get text() {
      reads += 1;
      return text;
    },
  }));
  expect(readTitles(files).of('shelf')).toBe('Shelf');
  const first = reads;
  expect(readTitles(files).of('shelf')).toBe('Shelf');
  expect(first).toBeGreaterThan(0);
  expect(reads).toBe(first);
});
