import { expect, it } from 'vitest';
import { library } from '#renderer/grammar/testing.ts';
import { listPaths } from './paths.ts';

it('offers named values first, with their kind and title', () => {
  const files = library({
    values: {
      mayAsk: { value: 'size(data.shelf.books) > 0', title: 'A book may be asked for' },
      count: 'size(data.shelf.books)',
    },
    body: [{ type: 'text', text: 'Shelf', visibleWhen: 'values.mayAsk && values.count > 1' }],
  });
  const titles = new Map([['mayAsk', 'A book may be asked for']]);
  expect(listPaths(files, 'screens/shelf.screen.json', titles).slice(0, 2)).toEqual([
    { path: 'values.mayAsk', kind: 'boolean', known: [], title: 'A book may be asked for' },
    { path: 'values.count', kind: 'number', known: [] },
  ]);
});
