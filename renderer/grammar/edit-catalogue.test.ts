import { expect, it } from 'vitest';
import { editCatalogue } from './edit-catalogue.ts';

const CATALOGUE = `{
  "language": "fil-PH",
  "messages": {
    // of the first
    "Back": "Bumalik", // behind the first
    // of the second
    "Next": "Susunod" // behind the second
  }
}
`;
const withEntries = (...lines: readonly string[]) =>
  `{\n  "language": "fil-PH",\n  "messages": {\n${lines.join('\n')}\n  }\n}\n`;

it.each([
  ['Back', ['    ', '    // of the second', '    "Next": "Susunod" // behind the second']],
  ['Next', ['    // of the first', '    "Back": "Bumalik" // behind the first', '    ', '    ']],
])('removes the entry of %s with its own comments, and no others', (source, lines) => {
  const left = editCatalogue(CATALOGUE, [{ source, written: undefined }]);
  const words = (text: string) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
  expect(words(left)).toEqual(words(withEntries(...lines)));
});

it('removes the first entry, and keeps a comment above the next one', () => {
  const text = withEntries('    "Back": "Bumalik",', '  // above', '    "Next": "Susunod"');
  expect(editCatalogue(text, [{ source: 'Back', written: undefined }])).toContain('// above\n    "Next"');
});

it('inserts an entry without parting others from their comments', () => {
  const between = editCatalogue(CATALOGUE, [{ source: 'Last', written: 'Huli' }]);
  expect(between).toContain('// behind the first\n    "Last": "Huli",\n    // of the second\n    "Next"');
  const end = editCatalogue(CATALOGUE, [{ source: 'Pay', written: 'Magbayad' }]);
  expect(end).toContain('"Next": "Susunod", // behind the second\n    "Pay": "Magbayad"\n');
  const first = editCatalogue(CATALOGUE, [{ source: 'Add', written: 'Idagdag' }]);
  expect(first).toContain('"Add": "Idagdag",\n    // of the first\n    "Back"');
});
