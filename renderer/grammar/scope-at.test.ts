import { describe, expect, it } from 'vitest';
import { readingsOf } from './project.ts';
import { namesAfter, scopeAt } from './scope-at.ts';
import { library } from './testing.ts';

const SHELF = 'screens/shelf.screen.json';
const FILES = library({
  state: { asked: { type: 'boolean', initial: false } },
  body: [
    {
      type: 'section',
      title: 'Books of ${data.shelf.',
      each: 'data.shelf.books',
      as: 'book',
      key: 'book.isbn',
      body: [{ type: 'text', text: '${book.title}', visibleWhen: '!boo' }],
    },
  ],
});
const { readings } = readingsOf(FILES, SHELF);

function offered(pointer: string, before: string): readonly string[] | undefined {
  const scope = scopeAt(readings, pointer);
  return scope && namesAfter(before, scope)?.names.map(({ name, type }) => `${name}: ${type}`);
}

describe('completions in an expression', () => {
  it('are the names in scope, an item only inside its list', () => {
    expect(offered('/body/0/body/0/visibleWhen', '!boo')).toContain('book: Record (shelf#books[])');
    expect(offered('/body/0/each', '')?.filter((name) => name.startsWith('book'))).toEqual([]);
  });

  it('are the members of the value before the dot, with their types', () => {
    expect(offered('/body/0/body/0/visibleWhen', 'size(book.title) > 0 && book.')).toContain('title: Text');
    expect(offered('/body/0/body/0/visibleWhen', 'data.shelf.books[0].')).toContain('title: Text');
    expect(offered('/body/0/each', 'state.')).toEqual(['asked: Boolean']);
  });

  it('are only offered between ${ and }, also if it is not closed yet', () => {
    expect(offered('/body/0/title', 'Books of ${data.shelf.')).toContain(
      'books: list of Record (shelf#books[])',
    );
    expect(offered('/body/0/title', 'Books of data.')).toBeUndefined();
    expect(offered('/body/0/title', 'Books of ${data.shelf.name} ')).toBeUndefined();
  });

  it('are none in quotes, and for values without members', () => {
    expect(offered('/body/0/body/0/visibleWhen', "book.title == 'data.")).toBeUndefined();
    expect(offered('/body/0/body/0/visibleWhen', 'book.title.')).toEqual([]);
    expect(offered('/body/0/type', '')).toBeUndefined();
  });
});
