import { describe, expect, it } from 'vitest';
import { compileProject } from './compile.ts';
import { type Renaming, renameInProject } from './rename.ts';
import { library } from './testing.ts';
import type { SourceFile } from './world.ts';

const SHELF = 'screens/shelf.screen.json';

const FORM = {
  routes: ['/a'],
  body: [
    {
      type: 'form',
      id: 'visit',
      body: [
        {
          type: 'group',
          name: 'address',
          body: [
            { type: 'text-field', name: 'town', label: 'Town' },
            { type: 'text-field', name: 'name', label: 'Name', visibleWhen: 'has(form.visit.address.town)' },
          ],
        },
        {
          type: 'repeat',
          name: 'guests',
          title: 'A guest',
          label: 'Guests',
          add: 'Add a guest',
          remove: 'Remove',
          max: 5,
          as: 'guest',
          body: [
            { type: 'text-field', name: 'name', label: 'Name of the guest' },
            { type: 'text', text: "Welcome ${guest.?name.orValue('you')}" },
          ],
        },
        {
          type: 'text',
          visibleWhen: "form.visit.guests.exists(one, has(one.name) && one.name == 'Ana')",
          text: "Ana comes. ${form.visit.address.?town.orValue('-')}",
        },
      ],
    },
  ],
};

const READS = {
  routes: ['/a'],
  data: { shelf: { endpoint: 'shelf', with: { cardId: 'a' } } },
  body: [
    {
      type: 'item',
      each: 'data.shelf.books',
      as: 'book',
      key: 'book.isbn',
      title: '${book.title}',
      visibleWhen: 'data.shelf.books.exists(other, other.title != book.title)',
    },
  ],
};

function rename(files: readonly SourceFile[], renaming: Renaming): ReadonlyMap<string, string> {
  const errors = compileProject(files).problems.filter(({ severity }) => severity === 'error');
  expect(errors).toEqual([]);
  const renamed = renameInProject(files, renaming);
  if (typeof renamed === 'string') throw new Error(renamed);
  return new Map(renamed.files.map(({ path, text }) => [path, text]));
}

describe('a field in a group', () => {
  const renaming = { kind: 'field', file: SHELF, form: 'visit', groups: ['address'] } as const;

  it('is renamed wherever its group is read, and no field of another group is', () => {
    const text = rename(library(FORM), { ...renaming, from: 'town', to: 'city' }).get(SHELF) ?? '';
    expect(text).toContain('has(form.visit.address.city)');
    expect(text).toContain('form.visit.address.?city.orValue');
    expect(text).not.toContain('town');
  });

  it('is renamed in each record of a repeating group', () => {
    const guests = { ...renaming, groups: ['guests'], from: 'name', to: 'called' };
    const text = rename(library(FORM), guests).get(SHELF) ?? '';
    expect(text).toContain('guest.?called.orValue');
    expect(text).toContain('has(one.called) && one.called ==');
    // The field `name` of the other group keeps its name.
    expect(text.match(/"name":\s*"name"/g)).toHaveLength(1);
  });

  it('is reported if it does not exist', () => {
    expect(renameInProject(library(FORM), { ...renaming, from: 'street', to: 'road' })).toBe(
      `No field "address.street" is in the form "visit" of ${SHELF} itself.`,
    );
  });
});

describe('a screen', () => {
  it('is renamed in every member of app.json that names screens', () => {
    const app = {
      special: { unknown: 'shelf', signedOut: 'book' },
      review: { alone: { shelf: ['words'], book: ['words'] } },
    };
    const files = rename(library({ routes: ['/a'] }, { app }), {
      kind: 'screen',
      from: 'shelf',
      to: 'board',
    });
    expect(JSON.parse(files.get('screens/app.json') ?? '')).toMatchObject({
      special: { unknown: 'board', signedOut: 'book' },
      review: { alone: { board: ['words'], book: ['words'] } },
    });
  });
});

describe('an exception of the flow', () => {
  const reason = 'The museum that shows the picture knows the value.';
  /** A screen whose image sends a value to another host, and the exception that allows it. */
  function telling(value: string, from: string): SourceFile[] {
    const app = {
      hosts: { leave: [], frame: [], image: ['museum.test'] },
      flows: [{ from, to: 'shelf image.src https://museum.test', reason }],
    };
    const picture = { type: 'image', alt: 'A book', src: `https://museum.test/\${${value}}.png` };
    return library({ ...FORM, body: [...FORM.body, picture] }, { app });
  }
  it.each<readonly [string, string, string, Renaming, object]>([
    [
      'a screen',
      "params.?query.orValue('')",
      'shelf.params.query',
      { kind: 'screen', from: 'shelf', to: 'board' },
      { from: 'board.params.query', to: 'board image.src https://museum.test' },
    ],
    [
      'a field',
      "form.visit.address.?town.orValue('')",
      'shelf.form.visit.address.town',
      { kind: 'field', file: SHELF, form: 'visit', groups: ['address'], from: 'town', to: 'city' },
      { from: 'shelf.form.visit.address.city' },
    ],
    [
      'a member of a reply',
      "data.shelf.books[?0].?title.orValue('')",
      'shelf#books[].title',
      { kind: 'reply', endpoint: 'shelf', from: 'books[].title', to: 'heading' },
      { from: 'shelf#books[].heading' },
    ],
  ])('is updated after renaming %s', (_what, value, from, renaming, flow) => {
    const files = rename(telling(value, from), renaming);
    expect(JSON.parse(files.get('screens/app.json') ?? '')).toMatchObject({ flows: [flow] });
  });
});

describe('a member of a reply', () => {
  it('is renamed in every expression and borrowed type, and keeps its name on the wire', () => {
    const files = rename(library(READS), {
      kind: 'reply',
      endpoint: 'shelf',
      from: 'books[].title',
      to: 'heading',
    });
    const text = files.get(SHELF) ?? '';
    expect(text).toContain('${book.heading}');
    expect(text).toContain('other.heading != book.heading');
    const contract = JSON.parse(files.get('schemas/api/shelf.endpoint.json') ?? '') as {
      readonly reply: { readonly properties: { readonly books: { readonly items: object } } };
    };
    expect(contract.reply.properties.books.items).toMatchObject({
      required: expect.arrayContaining(['heading']) as unknown,
      properties: { heading: { wire: 'title' } },
    });
  });
});

describe('a member of a request', () => {
  it('is renamed wherever a request sends it', () => {
    const files = rename(library(READS), {
      kind: 'request',
      endpoint: 'shelf',
      from: 'cardId',
      to: 'number',
    });
    expect(files.get(SHELF)).toMatch(/"with":\s*\{\s*"number":\s*"a"/);
    expect(files.get('schemas/api/shelf.endpoint.json')).toMatch(/"wire":\s*"cardId"/);
  });

  it.each([
    [{ kind: 'request', endpoint: 'shelves', from: 'a', to: 'b' }, 'There is no endpoint "shelves".'],
    [{ kind: 'request', endpoint: 'shelf', from: 'a', to: 'b' }, 'The request of "shelf" has no member "a".'],
    [
      { kind: 'reply', endpoint: 'shelf', from: 'a.b', to: 'c' },
      'The reply of "shelf" has no "a.b" of its own.',
    ],
  ] as const)('refuses %j', (renaming, message) => {
    expect(renameInProject(library(READS), renaming)).toBe(message);
  });
});

describe('a field of a part, of the form around it', () => {
  const PART = 'screens/parts/address.part.json';
  const address = {
    form: 'around',
    body: [
      { type: 'text-field', name: 'town', label: 'Town' },
      { type: 'text', text: 'Seen', visibleWhen: 'has(form.around.town)' },
    ],
  };
  const screen = {
    routes: ['/a'],
    body: [
      {
        type: 'form',
        id: 'visit',
        body: [
          { type: 'part', part: 'address', id: 'at' },
          { type: 'text', text: 'Sent', visibleWhen: 'has(form.visit.town)' },
        ],
      },
    ],
  };

  it('is renamed in the part and in the forms that use it', () => {
    const files = rename(library(screen, { parts: { address } }), {
      ...{ kind: 'field', file: PART, form: 'around', groups: [] },
      ...{ from: 'town', to: 'city' },
    });
    expect(files.get(PART)).toContain('has(form.around.city)');
    expect(files.get(PART)).toContain('"city"');
    expect(files.get(SHELF)).toContain('has(form.visit.city)');
  });
});
