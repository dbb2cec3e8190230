import { expect, it } from 'vitest';
import { planReplacements, replaceIn, searchDocument } from './search.ts';

const file = {
  path: 'screens/shelf.screen.json',
  text: `{
  // A comment about books stays.
  "Books": "All books, {count}",
  "list": ["books.$first", 12],
  "shelf": { "books": true, "Book": 1 }
}
`,
};
const found = (words: string, isExact = false) =>
  searchDocument(file, words, { isExact }).map(({ pointer, part, line }) => `${part} ${pointer} ${line}`);

it('finds names and values, case-insensitive, each with its line', () => {
  expect(found('BOOKS')).toEqual(['key /Books 3', 'value /Books 3', 'value /list/0 4', 'key /shelf/books 5']);
  expect(found('books', true)).toEqual(['key /Books 3', 'key /shelf/books 5']);
  expect(found('12')).toEqual(['value /list/1 4']);
});

it.each([['{count}'], ['books.$first'], ['$']])('treats %s as text, not as a pattern', (words) => {
  expect(found(words)).toHaveLength(1);
});
it('finds nothing for an empty text', () => expect(found('')).toEqual([]));

it('lists replacements before they are made, and changes nothing else', () => {
  const plan = planReplacements(file, 'books', '$& "papers"');
  expect(plan.map(({ after }) => after)).toEqual([
    '$& "papers"',
    'All $& "papers", {count}',
    '$& "papers".$first',
    '$& "papers"',
  ]);
  expect(replaceIn(file, plan)).toBe(`{
  // A comment about books stays.
  "$& \\"papers\\"": "All $& \\"papers\\", {count}",
  "list": ["$& \\"papers\\".$first", 12],
  "shelf": { "$& \\"papers\\"": true, "Book": 1 }
}
`);
});

it('does not replace a name that its record already has, or a number', () => {
  expect(planReplacements(file, 'books', 'Book').at(-1)).toMatchObject({ hindrance: 'taken' });
  expect(planReplacements(file, '12', '13')).toMatchObject([{ after: '12', hindrance: 'no-text' }]);
  const twins = { path: 'a.json', text: '{ "ab": 1, "AB": 2 }' };
  expect(replaceIn(twins, planReplacements(twins, 'ab', 'c'))).toBe('{ "c": 1, "AB": 2 }');
});
