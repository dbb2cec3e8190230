import { describe, expect, it } from 'vitest';
import { library } from '#renderer/grammar/testing.ts';
import { sayAt } from './say.ts';

const SHELF = 'screens/shelf.screen.json';
const FILES = library({
  body: [
    { type: 'text', style: 'heading', text: 'Books of ${data.shelf.name}' },
    { type: 'text', text: 'Many', visibleWhen: 'size(data.shelf.books) > 1' },
  ],
});
const TEXT = FILES.find(({ path }) => path === SHELF)?.text ?? '';

/** The description at an offset in the first occurrence of `part` in the document; default: at its middle. */
const said = (part: string, units = Math.floor(part.length / 2)) =>
  sayAt(FILES, SHELF, TEXT, TEXT.indexOf(part) + units);

describe('sayAt', () => {
  it('gives the help of the member at the caret', () => {
    expect(said('"visibleWhen"')).toEqual({
      title: 'visibleWhen: Expression',
      help: 'Condition: rendered only if this is true.',
    });
  });

  it('gives the type of an expression, also at its end', () => {
    expect(said('name}')?.title).toBe('data.shelf.name: Text');
    expect(said('data.shelf.name}', 'data.shelf.name'.length)?.title).toBe('data.shelf.name: Text');
    expect(said('size(')?.title).toBe('size(data.shelf.books): Integer');
  });

  it('gives title and help of the chosen type', () => {
    expect(said('"text"')?.help).not.toBe('');
    expect(said('"text"')?.title).toBe('Text');
  });

  it("gives the node's type between its members", () => {
    const at = TEXT.indexOf('{', TEXT.indexOf('"body"')) + 1;
    expect(sayAt(FILES, SHELF, TEXT, at)?.title).toBe('Text');
  });

  it('gives nothing for a document without a schema', () => {
    expect(sayAt(FILES, 'notes.json', '{"a": 1}', 2)).toBeUndefined();
  });
});
