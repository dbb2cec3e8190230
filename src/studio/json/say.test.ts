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

/** What is said in the middle of a part of the document, or behind it. */
const said = (part: string, units = Math.floor(part.length / 2)) =>
  sayAt(FILES, SHELF, TEXT, TEXT.indexOf(part) + units);

describe('what is said of a place', () => {
  it('is the help of the member whose name stands there', () => {
    expect(said('"visibleWhen"')).toEqual({
      title: 'visibleWhen: Expression',
      help: 'Not drawn where it is false.',
    });
  });

  it('is the type of the expression, at its end too', () => {
    expect(said('name}')?.title).toBe('data.shelf.name: Text');
    expect(said('data.shelf.name}', 'data.shelf.name'.length)?.title).toBe('data.shelf.name: Text');
    expect(said('size(')?.title).toBe('size(data.shelf.books): Integer');
  });

  it('is what a chosen type is', () => {
    expect(said('"text"')?.help).not.toBe('');
    expect(said('"text"')?.title).toBe('Text');
  });

  it('is what a node is, between its members', () => {
    const at = TEXT.indexOf('{', TEXT.indexOf('"body"')) + 1;
    expect(sayAt(FILES, SHELF, TEXT, at)?.title).toBe('Text');
  });

  it('is nothing where no schema speaks', () => {
    expect(sayAt(FILES, 'notes.json', '{"a": 1}', 2)).toBeUndefined();
  });
});
