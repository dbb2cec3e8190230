import { describe, expect, it } from 'vitest';
import { contractOf, type LibraryOptions, nodeOf, planOf, problemsOf } from '../testing.ts';

const IN_ENGLISH: LibraryOptions = {
  app: { languages: { default: 'fil', list: ['fil', 'source'], service: 'en' } },
};

/** Languages of a text node, by property. */
function spokenOf(text: unknown, options = IN_ENGLISH) {
  const plan = planOf({ body: [{ type: 'text', id: 'words', text }] }, options);
  return nodeOf(plan, 'words').props?.['spoken'];
}

const TEXT_IN_ENGLISH = ['record', { text: 'en' }];

describe("texts of a service are marked with the service's language", () => {
  it.each([
    ['a member of a reply', '${data.shelf.name}'],
    ['members with a separator between them', '${data.shelf.name} · ${data.shelf.name}'],
    ['a member beside an amount', '${data.shelf.name}: ${money(data.shelf.fine)}'],
    ['a member that is replaced by a dash if it is absent', "${data.shelf.?note.orValue('—')}"],
    [
      'one of two members',
      {
        choose: [{ when: 'has(data.shelf.note)', value: '${data.shelf.note}' }, '${data.shelf.name}'],
      },
    ],
  ])('%s', (_, text) => {
    expect(spokenOf(text)).toEqual(TEXT_IN_ENGLISH);
  });

  it.each([
    ['words of the author', 'Your shelf'],
    ['a member among words of the author', 'Shelf ${data.shelf.name}'],
    [
      'a member that is replaced by words of the author if it is absent',
      "${data.shelf.?note.orValue('None')}",
    ],
    ['an amount alone', '${money(data.shelf.fine)}'],
    ['a value of the session', '${session.branch}'],
  ])('but not %s', (_, text) => {
    expect(spokenOf(text)).toBeUndefined();
  });

  it('but not if app.json does not name the language', () => {
    expect(spokenOf('${data.shelf.name}', {})).toBeUndefined();
  });

  it('but not texts that people typed', () => {
    const shelf = structuredClone(contractOf('shelf')) as { reply: { properties: { name: object } } };
    shelf.reply.properties.name = { ...shelf.reply.properties.name, typed: true };
    expect(spokenOf('${data.shelf.name}', { ...IN_ENGLISH, endpoints: { shelf } })).toBeUndefined();
  });

  it('accepts the mark "typed" only on texts of a reply', () => {
    const shelf = structuredClone(contractOf('shelf')) as { reply: { properties: { fine: object } } };
    shelf.reply.properties.fine = { ...shelf.reply.properties.fine, typed: true };
    const state = { found: { type: 'string', initial: '', typed: true } };
    expect(problemsOf({}, { endpoints: { shelf } })).toContain(
      'type/contradiction schemas/api/shelf.endpoint.json#/reply/properties/fine/typed',
    );
    expect(problemsOf({ state })).toContain('type/contradiction /state/found/typed');
  });

  it('marks a choice only while the text of the service is chosen', () => {
    const text = { choose: [{ when: 'has(data.shelf.note)', value: '${data.shelf.note}' }, 'None'] };
    expect(spokenOf(text)).toEqual([
      'record',
      { text: ['choose', [['has', ['get', 'data', 'shelf', 'note']], 'en'], [true, '']] },
    ]);
  });

  it('marks a choice only if the text is present', () => {
    const note = ['get', 'data', 'shelf', 'note'];
    expect(spokenOf({ choose: ['${data.shelf.note}', 'None'] })).toEqual([
      'record',
      { text: ['choose', [true, ['choose', [['or', ['has', note], false], 'en']]], [true, '']] },
    ]);
  });

  it('marks a text that may be a date only if it is no date', () => {
    const name = ['get', 'data', 'shelf', 'name'];
    expect(spokenOf('${dateTime(data.shelf.name)}')).toEqual([
      'record',
      { text: ['choose', [['==', ['call', 'dateTime', name], name], 'en'], [true, '']] },
    ]);
  });

  it('marks each property of a row on its own', () => {
    const rows = [{ each: 'data.shelf.books', as: 'book', label: 'Title', value: '${book.title}' }];
    const plan = planOf({ body: [{ type: 'rows', id: 'books', rows }] }, IN_ENGLISH);
    expect(nodeOf(plan, 'books').lists?.['rows']?.[0]?.props['spoken']).toEqual(['record', { value: 'en' }]);
  });

  it('marks items that come from one of two lists', () => {
    const { reply, ...contract } = contractOf('shelf') as { reply: object };
    const books = { type: 'array', maxItems: 9, items: contractOf('book')['reply'] };
    const shelf = { ...contract, reply: { ...reply, required: [], properties: { books, more: books } } };
    const body = [
      {
        ...{ type: 'text', id: 'words', text: '${book.title}', as: 'book' },
        each: 'data.shelf.?books.orValue(data.shelf.?more.orValue([]))',
      },
    ];
    const plan = planOf({ body }, { ...IN_ENGLISH, endpoints: { shelf } });
    expect(nodeOf(plan, 'words').props?.['spoken']).toEqual(TEXT_IN_ENGLISH);
  });

  it('marks members of a reply that is passed to a part', () => {
    const card = {
      params: { book: { like: 'shelf#books[]', required: true }, name: { type: 'string', required: true } },
      body: [
        { type: 'text', id: 'title', text: '${params.book.title}' },
        { type: 'text', id: 'name', text: '${params.name}' },
      ],
    };
    const use = { type: 'part', id: 'card', part: 'card', with: { book: '${book}', name: 'Mine' } };
    const body = [{ ...use, each: 'data.shelf.books', as: 'book', key: 'book.isbn' }];
    const plan = planOf({ body }, { ...IN_ENGLISH, parts: { card } });
    expect(nodeOf(plan, 'card/title').props?.['spoken']).toEqual(TEXT_IN_ENGLISH);
    expect(nodeOf(plan, 'card/name').props?.['spoken']).toBeUndefined();
  });

  it('marks notices that show the message of an error', () => {
    const sorry = { do: 'notice', text: '${error.message}' };
    const tap = [
      {
        do: 'request',
        endpoint: 'fine-state',
        as: 'fine',
        catch: [{ when: 'has(error.message)', run: [sorry] }],
      },
    ];
    const plan = planOf({ body: [{ type: 'button', id: 'ask', text: 'Ask', on: { tap } }] }, IN_ENGLISH);
    expect(JSON.stringify(nodeOf(plan, 'ask'))).toContain('"spoken":["record",{"text":"en"}]');
  });
});
