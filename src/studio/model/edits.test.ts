import { describe, expect, it } from 'vitest';
import { editCatalogue, emptyCatalogue } from '#renderer/grammar/edit-catalogue.ts';
import { parseDocument } from '#renderer/grammar/parse.ts';
import { type Edited, moveItem, placeItem, removeItem, setAt } from './edits.ts';

const PATH = 'screens/a.screen.json';

/** Texts with comments, one node a line. */
function screenOf(lines: readonly string[]): string {
  return ['{ "grammar": 5, "id": "a", "title": "A", "body": [', ...lines, '] }'].join('\n');
}

const NODES = [
  '// above one',
  '{ "type": "text", "text": "one" }, // behind one',
  '// above two',
  '{ "type": "text", "text": "two" }, // behind two',
  '// above three',
  '{ "type": "text", "text": "three" } // behind three',
];

/** The nodes as they are written: each word, with the comments around it. */
function orderOf({ text }: Pick<Edited, 'text'>): readonly string[] {
  const found = text.matchAll(/(?:\/\/ )?\b(?:above |behind )?(?:one|two|three)\b/g);
  return [...found].map(([word]) => word.replace('// ', ''));
}

function withComments(...words: readonly string[]): readonly string[] {
  return words.flatMap((word) => [`above ${word}`, word, `behind ${word}`]);
}

describe('comments of an item', () => {
  const file = { path: PATH, text: screenOf(NODES) };

  it.each([
    ['down', 0, 1, ['two', 'one', 'three']],
    ['down to the end', 1, 1, ['one', 'three', 'two']],
    ['up', 2, -1, ['one', 'three', 'two']],
  ] as const)('move with it %s', (_way, at, by, words) => {
    const moved = moveItem(file, `/body/${at}`, by);
    expect(orderOf(moved)).toEqual(withComments(...words));
    expect(moved.pointer).toBe(`/body/${at + by}`);
  });

  it('move with it to another place', () => {
    expect(orderOf(placeItem(file, '/body/2', '/body', 0))).toEqual(withComments('three', 'one', 'two'));
    expect(orderOf(placeItem(file, '/body/0', '/body', 3))).toEqual(withComments('two', 'three', 'one'));
  });

  it.each([
    [0, ['two', 'three']],
    [1, ['one', 'three']],
    [2, ['one', 'two']],
  ] as const)('are removed with item %i, and those of the others stay', (at, words) => {
    const { text } = removeItem(file, `/body/${at}`);
    expect(orderOf({ text })).toEqual(withComments(...words));
    expect(parseDocument(text, PATH).problems).toEqual([]);
  });
});

it('keeps the line ends of a document', () => {
  const text = screenOf(NODES).replaceAll('\n', '\r\n');
  const edited = setAt({ path: PATH, text }, '/routes', ['/a']).text;
  expect(edited).toContain('"/a"');
  expect(edited.replaceAll('\r\n', '')).not.toContain('\n');
  const catalogue = emptyCatalogue('fil-PH').replaceAll('\n', '\r\n');
  const translated = editCatalogue(catalogue, [{ source: 'Pay', written: 'Magbayad' }]);
  expect(translated).toContain('Magbayad');
  expect(translated.replaceAll('\r\n', '')).not.toContain('\n');
});
