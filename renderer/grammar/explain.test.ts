import { describe, expect, it } from 'vitest';
import { explainPlace } from './explain.ts';
import { button, library } from './testing.ts';

const SHELF = 'screens/shelf.screen.json';
const FILES = library({
  state: { chosen: { like: 'shelf#books[]' }, asked: { type: 'boolean', initial: false } },
  body: [
    {
      type: 'section',
      visibleWhen: 'size(data.shelf.books) > 0',
      title: 'Books of ${data.shelf.name}',
      each: 'data.shelf.books',
      as: 'book',
      key: 'book.isbn',
      body: [
        { type: 'text', text: '${book.title}' },
        button(
          [
            {
              do: 'request',
              when: '!state.asked',
              endpoint: 'book',
              with: { isbn: '${book.isbn}' },
              as: 'answer',
              catch: [{ when: "error.kind == 'network'", run: [{ do: 'notice', text: 'No line.' }] }],
            },
            { do: 'set', target: 'state.chosen', value: '${book}' },
          ],
          { visibleWhen: '!book.lent', enabledWhen: 'book.pages in [1, 2]' },
        ),
      ],
    },
    {
      type: 'form',
      id: 'ask',
      body: [
        { type: 'text-field', name: 'why', label: 'Why', rules: [{ rule: 'required', message: 'Say it.' }] },
      ],
      on: { submit: [{ do: 'back' }] },
    },
  ],
});
const TEXT = FILES.find(({ path }) => path === SHELF)?.text ?? '';

/** Explains the location of these words in the shelf. */
function explain(words: string) {
  const at = TEXT.indexOf(words);
  expect(at).toBeGreaterThan(0);
  const before = TEXT.slice(0, at).split('\n');
  return explainPlace(FILES, SHELF, before.length, (before.at(-1)?.length ?? 0) + 1);
}

describe('capiz explain: explains a location', () => {
  it('a node: its name, its conditions as sentences, its actions and what it reads', () => {
    const { element, type, seenWhen } = explain('"enabledWhen"') ?? {};
    expect(type).toBeUndefined();
    expect(seenWhen).toEqual(['size(data.shelf.books) > 0', '!book.lent']);
    expect(element).toMatchObject({
      kind: 'node',
      name: 'button "Go on"',
      place: { pointer: '/body/0/body/1' },
      does: { tap: ['request book', 'set state.chosen'] },
      reads: ['book.lent', 'book.pages'],
      writes: [],
      calls: ['book'],
    });
    expect(element?.conditions.map(({ property, sentence }) => [property, sentence])).toEqual([
      ['visibleWhen', 'the size of data.shelf.books is more than 0'],
      ['each', 'for each book of data.shelf.books'],
      ['visibleWhen', 'book.lent is not true'],
      ['enabledWhen', 'book.pages is 1 or 2'],
    ]);
  });

  it('an action: when it runs, what it writes and calls, and what happens if it fails', () => {
    expect(explain('"request"')?.element).toMatchObject({
      kind: 'action',
      name: 'request book',
      does: { 'failed: error.kind is "network"': ['notice No line.'] },
      reads: ['book.isbn', 'error.kind', 'state.asked'],
      writes: ['answer'],
      calls: ['book'],
    });
    expect(explain('"request"')?.element?.conditions.at(-1)).toMatchObject({
      property: 'when',
      sentence: 'state.asked is not true',
      place: { pointer: '/body/0/body/1/on/tap/0/when' },
    });
    expect(explain('"state.chosen"')?.element).toMatchObject({ reads: ['book'], writes: ['state.chosen'] });
  });

  it('a condition: its type, and the element that it belongs to', () => {
    const found = explain('lent"');
    expect(found).toMatchObject({ source: 'book.lent', type: 'Boolean' });
    expect(found?.element).toMatchObject({
      name: 'button "Go on"',
      condition: '/body/0/body/1/visibleWhen',
    });
    expect(explain("error.kind == 'network'")?.element?.condition).toBe(
      '/body/0/body/1/on/tap/0/catch/0/when',
    );
    expect(explain('"Go on"')?.element?.condition).toBeUndefined();
  });

  it('a node with children: only the paths that it reads itself', () => {
    expect(explain('"section"')?.element?.reads).toEqual([
      'book.isbn',
      'data.shelf.books',
      'data.shelf.name',
    ]);
  });

  it('a field, a rule of it, data, the screen, a declaration', () => {
    expect(explain('"text-field"')?.element).toMatchObject({ writes: ['form.ask.why'] });
    expect(explain('"rule": "required"')?.element).toMatchObject({ kind: 'rule', name: 'rule required' });
    expect(explain('"shelf": {')?.element).toMatchObject({
      kind: 'data',
      name: 'data shelf',
      writes: ['data.shelf'],
    });
    expect(explain('"id": "shelf"')?.element).toMatchObject({ kind: 'screen', name: 'screen shelf' });
    expect(explain('"boolean"')?.element).toMatchObject({ kind: 'screen' });
  });

  it('a named value and a named list, and calls a value in conditions by its title', () => {
    const files = library({
      state: { asked: { type: 'boolean', initial: false } },
      values: {
        some: 'size(data.shelf.books) > 0',
        mayAsk: { value: 'values.some && !state.asked', title: 'A book may be asked for' },
      },
      lists: {
        ask: {
          title: 'Asks for a book',
          inputs: { isbn: { type: 'string', required: true } },
          run: [{ do: 'request', endpoint: 'book', with: { isbn: '${inputs.isbn}' }, as: 'answer' }],
        },
      },
      body: [button([{ do: 'run', list: 'ask', with: { isbn: '12' } }], { visibleWhen: 'values.mayAsk' })],
    });
    const text = files.find(({ path }) => path === SHELF)?.text ?? '';
    const explainIn = (words: string) => {
      const before = text.slice(0, text.indexOf(words)).split('\n');
      return explainPlace(files, SHELF, before.length, (before.at(-1)?.length ?? 0) + 1)?.element;
    };
    expect(explainIn('values.some &&')).toMatchObject({
      kind: 'value',
      name: 'value mayAsk "A book may be asked for"',
      reads: ['state.asked', 'values.some'],
    });
    expect(explainIn('size(data')).toMatchObject({ name: 'value some', reads: ['data.shelf.books'] });
    expect(explainIn('"title": "Asks')).toMatchObject({
      kind: 'list',
      name: 'list ask "Asks for a book"',
      does: { run: ['request book'] },
      calls: ['book'],
    });
    expect(explainIn('"inputs"')).toMatchObject({ kind: 'list' });
    const use = explainIn('"button"');
    expect(use?.conditions.map(({ sentence }) => sentence)).toEqual(['“A book may be asked for” is true']);
    expect(use?.does).toEqual({ tap: ['run ask'] });
  });

  it('explains nothing after the end of the text', () => {
    expect(explainPlace(FILES, SHELF, 9000, 1)).toBeUndefined();
    expect(explainPlace(FILES, SHELF, 1, 500)).toBeUndefined();
    expect(explainPlace(FILES, 'screens/none.screen.json', 1, 1)).toBeUndefined();
  });
});
