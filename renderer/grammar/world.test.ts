import { describe, expect, it } from 'vitest';
import { contractOf, library, type LibraryOptions, problemsOf } from './testing.ts';
import { documentKind, readWorld } from './world.ts';

type Json = { readonly [name: string]: unknown };

function refuses(title: string, state: Json, problem: string): void {
  it(`refuses ${title}`, () => {
    expect(problemsOf({ state: { x: state } })).toEqual([problem]);
  });
}

describe('5: types are declared', () => {
  const { world } = readWorld(
    library({
      state: {
        text: { type: 'string', known: ['a', 'b'] },
        integer: { type: 'integer' },
        number: { type: 'number' },
        money: { type: 'integer', 'x-unit': 'minor' },
        date: { type: 'string', format: 'date' },
        url: { type: 'string', format: 'uri' },
        flag: { type: 'boolean' },
        list: { type: 'array', items: { type: 'string' }, maxItems: 3 },
        map: { type: 'object', additionalProperties: { type: 'string' } },
        read: { read: 'minor' },
        place: { like: 'shelf#books[].title' },
      },
    }),
  );
  const typeOf = (name: string): unknown => world.screens.get('shelf')?.state.get(name)?.declared?.type;

  it('reads declarations by type with items, properties and values', () => {
    expect(typeOf('text')).toEqual({ kind: 'text', known: ['a', 'b'] });
    for (const kind of ['integer', 'number', 'money', 'date', 'url']) expect(typeOf(kind)).toEqual({ kind });
    expect(typeOf('flag')).toEqual({ kind: 'boolean' });
    expect(typeOf('list')).toEqual({ kind: 'list', items: { kind: 'text' }, max: 3 });
    expect(typeOf('map')).toEqual({ kind: 'map', items: { kind: 'text' } });
  });
  it('reads declarations by "read" and by "like"', () => {
    expect(typeOf('read')).toEqual({ kind: 'money' });
    expect(typeOf('place')).toEqual({ kind: 'text' });
  });
  it('a member is present if it is required or has a default', () => {
    const reply = world.contracts.get('shelf')?.reply.type;
    const absent = (name: string): unknown =>
      reply?.kind === 'record' ? reply.members.get(name)?.absent : undefined;
    expect([absent('name'), absent('books'), absent('note')]).toEqual([false, false, true]);
  });
  it('a record has its origin', () => {
    const reply = world.contracts.get('shelf')?.reply.type;
    const books = reply?.kind === 'record' ? reply.members.get('books')?.type : undefined;
    expect(books?.kind === 'list' ? books.items : undefined).toMatchObject({ origin: 'shelf#books[]' });
  });

  refuses('a declaration without a type', { initial: 1 }, 'type/incomplete /state/x');
  refuses('a list without items', { type: 'array' }, 'type/incomplete /state/x');
  refuses('a "read" of another type', { type: 'boolean', read: 'date' }, 'type/contradiction /state/x/read');
  refuses(
    'minor units of a text',
    { type: 'string', 'x-unit': 'minor' },
    'type/contradiction /state/x/x-unit',
  );
  refuses('a format of a number', { type: 'integer', format: 'date' }, 'type/contradiction /state/x/format');
  refuses('known values of a flag', { type: 'boolean', known: ['a'] }, 'type/contradiction /state/x/known');
  refuses(
    'a required member that is not declared',
    { type: 'object', required: ['b'], properties: { a: { type: 'string' } } },
    'type/required-unknown /state/x/required/0',
  );
  refuses(
    'an initial value of another type',
    { type: 'integer', initial: 1.5 },
    'type/constant /state/x/initial',
  );
  refuses(
    'an initial list with one bad item',
    { type: 'array', items: { type: 'string' }, initial: ['a', 1] },
    'type/constant /state/x/initial/1',
  );
  refuses(
    'an initial record that lacks a member',
    { type: 'object', required: ['a'], properties: { a: { type: 'string' } }, initial: {} },
    'type/constant /state/x/initial',
  );
  refuses(
    'a path that the contract does not have',
    { like: 'shelf#bookz' },
    'type/unknown-place /state/x/like',
  );
  refuses('items of a value that is no list', { like: 'shelf#name[]' }, 'type/unknown-place /state/x/like');
  refuses('an unknown contract', { like: 'shelves#books' }, 'endpoint/unknown /state/x/like');
  refuses('a definition of another contract', { like: '#book' }, 'type/unknown-place /state/x/like');
});

describe('5: contracts', () => {
  const shelf = contractOf('shelf');
  const refusesContract = (title: string, more: Json, problem: string): void => {
    it(`refuses ${title}`, () => {
      const options: LibraryOptions = {
        endpoints: { extra: { ...contractOf('book'), name: 'extra', path: '/api/extra', ...more } },
      };
      expect(problemsOf({}, options)).toEqual([problem.replace('#', 'schemas/api/extra.endpoint.json#')]);
    });
  };
  refusesContract(
    'a required member of a request that is not declared',
    { request: { type: 'object', required: ['b'], properties: {} } },
    'type/required-unknown #/request/required/0',
  );
  refusesContract(
    'spreading a value that is no map',
    { request: { type: 'object', properties: { a: { type: 'string', wire: 'spread' } } } },
    'type/contradiction #/request/properties/a/wire',
  );
  refusesContract(
    'a type that contains itself',
    {
      reply: { type: 'object', properties: { a: { like: '#tree' } } },
      definitions: { tree: { type: 'array', items: { like: '#tree' } } },
    },
    'type/circular #/definitions/tree/items/like',
  );
  refusesContract(
    'a type that needs the reply that it is part of',
    { reply: { type: 'object', properties: { a: { like: 'extra#b' }, b: { type: 'string' } } } },
    'type/circular #/reply/properties/a/like',
  );

  it('lowers requests: names on the wire, spread, none, and the value of absent members', () => {
    const request = {
      type: 'object',
      properties: {
        a: { type: 'string', wire: 'b_c', absent: 'null' },
        items: { type: 'object', additionalProperties: { type: 'string' }, wire: 'spread' },
        source: { type: 'string', wire: 'none' },
      },
    };
    const { world } = readWorld(library({}, { endpoints: { extra: { ...shelf, name: 'extra', request } } }));
    expect(world.contracts.get('extra')?.requestPlan).toEqual([
      { name: 'a', wire: 'b_c', absent: 'null' },
      { name: 'items', wire: 'spread', spread: true },
      { name: 'source', wire: 'none', none: true },
    ]);
  });
  it('a reply that is an image is a Url', () => {
    const { world } = readWorld(
      library({}, { endpoints: { extra: { ...shelf, name: 'extra', reply: 'image' } } }),
    );
    expect(world.contracts.get('extra')?.reply).toEqual({ type: { kind: 'url' }, shape: { type: 'url' } });
  });
});

describe('1: parameters of an address are scalars', () => {
  it('refuses a list', () => {
    const params = {
      cardId: { carried: true, required: true },
      isbns: { type: 'array', items: { type: 'string' } },
    };
    expect(problemsOf({ params })).toEqual(['param/not-scalar /params/isbns']);
  });
});

describe('1: documents are recognized by their paths', () => {
  it.each([
    ['screens/shelf.screen.json', { kind: 'screen', name: 'shelf' }],
    ['screens/parts/card.part.json', { kind: 'part', name: 'card' }],
    ['screens/app.json', { kind: 'app', name: 'app' }],
    ['screens/messages/en-PH.json', { kind: 'messages', name: 'en-PH' }],
    ['schemas/api/shelf.endpoint.json', { kind: 'endpoint', name: 'shelf' }],
    ['screens/theme/base.tokens.json', { kind: 'tokens', name: 'base' }],
    ['screens/theme/tokens.resolver.json', undefined],
  ])('%s', (path, expected) => {
    expect(documentKind(path)).toEqual(expected);
  });
});
