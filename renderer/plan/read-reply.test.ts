import { describe, expect, it } from 'vitest';
import type { MemberShape, ScalarShape, Shape } from './plan.ts';
import { readParameter, readReply, readStored } from './read-reply.ts';

const member = (name: string, shape: Shape, more: Partial<MemberShape> = {}): MemberShape => ({
  name,
  wire: `/${name}`,
  shape,
  ...more,
});
const record = (...members: MemberShape[]): Shape => ({ type: 'record', members });
const TEXT: Shape = { type: 'text' };
const FLAG: Shape = { type: 'boolean', read: 'flag' };

const reads = (title: string, json: unknown, shape: Shape, value: unknown) =>
  it(`${title}: is read`, () => expect(readReply(json, shape)).toEqual({ ok: true, value, drops: [] }));
const refuses = (title: string, json: unknown, shape: Shape, pointer: string, expected: string) =>
  it(`${title}: is refused`, () =>
    expect(readReply(json, shape)).toEqual({ ok: false, pointer, expected, drops: [] }));

describe('wire: a member is found by its pointer', () => {
  const shape = record(member('title', TEXT, { wire: '/book/0/ti~1tle' }), member('other', TEXT));
  reads('through records and lists', { book: [{ 'ti/tle': 'A' }] }, shape, { title: 'A' });
  reads('a path that ends early is absent', { book: 'no list' }, shape, {});
  reads('unknown members are dropped', { other: 'x', more: 1 }, shape, { other: 'x' });
  refuses(
    'the pointer of a misfit is its pointer in the reply',
    { book: [{ 'ti/tle': 1 }] },
    shape,
    '/book/0/ti~1tle',
    'text',
  );
  refuses('a reply that is no record', ['x'], shape, '', 'record');
});

describe('read: how a value on the wire is converted to its type', () => {
  const one = (read: NonNullable<ScalarShape['read']>, type: ScalarShape['type']): Shape => ({ type, read });
  const table: readonly (readonly [Shape, readonly (readonly [unknown, unknown])[], readonly unknown[]])[] = [
    [
      one('text', 'text'),
      [
        ['a', 'a'],
        [21, '21'],
        [0, '0'],
        [true, 'true'],
        ['', ''],
      ],
      [[], {}, Number.NaN],
    ],
    [
      one('integer', 'integer'),
      [
        [7, 7],
        ['7', 7],
        ['-07', -7],
      ],
      [7.5, '7.0', ' 7', '', '1e3', true, '99999999999999999', '9007199254740993', 2 ** 53, []],
    ],
    [
      one('number', 'number'),
      [
        [7.5, 7.5],
        ['-7.5', -7.5],
        ['1e3', 1000],
      ],
      ['', '.5', '7.', 'x', '1e999', false, [], '0x10', '9007199254740993'],
    ],
    [
      one('flag', 'boolean'),
      [
        [true, true],
        [1, true],
        ['1', true],
        ['true', true],
        [false, false],
        [0, false],
        ['0', false],
        ['false', false],
      ],
      ['', 2, 'yes', 'TRUE', [], {}],
    ],
    [
      one('minor', 'money'),
      [
        [123450, 123450],
        ['123450', 123450],
        ['-5', -5],
      ],
      [1234.5, '1234.50', '1,234', '', 'x', true, 2 ** 53],
    ],
    [
      one('url', 'url'),
      [
        ['https://a.example/x?y#z', 'https://a.example/x?y#z'],
        ['HTTP://a.example', 'HTTP://a.example'],
        ['/books/1', '/books/1'],
        ['#/books?page=1', '#/books?page=1'],
        ['books?page=1', 'books?page=1'],
        ['?page=1', '?page=1'],
      ],
      [
        '',
        'a.example',
        'books',
        'a.png?b=1',
        '#a',
        '?a',
        '//a.example',
        '/\\a.example',
        'javascript:alert(1)',
        'data:text/html,x',
        'https:///x',
        'https://u:p@a.example/',
        'https://a.example/ x',
        'https://a.example/\n',
        '/a\tb',
        'ftp://a.example',
        1,
      ],
    ],
    [
      one('date', 'date'),
      [
        ['2026-03-06', '2026-03-06'],
        ['soon', 'soon'],
      ],
      [20260306, true, []],
    ],
  ];
  for (const [shape, good, bad] of table) {
    const { read } = shape as ScalarShape;
    for (const [wire, value] of good)
      reads(`${read} reads ${JSON.stringify(wire)}`, { x: wire }, record(member('x', shape)), { x: value });
    for (const wire of bad) {
      it(`${read} refuses ${JSON.stringify(wire)}, and it is not absent`, () => {
        expect(readReply({ x: wire }, record(member('x', shape)))).toMatchObject({
          ok: false,
          pointer: '/x',
        });
      });
    }
  }
  refuses(
    'without read the wire must have the type',
    { x: '7' },
    record(member('x', { type: 'integer' })),
    '/x',
    'integer',
  );
  refuses(
    'a float is no Money',
    { x: 0.5 },
    record(member('x', { type: 'money' })),
    '/x',
    'whole minor units',
  );
});

describe('absent, default, required', () => {
  const MINOR: Shape = { type: 'money', read: 'minor' };
  const shape = record(member('due', MINOR, { absent: ['', '0'] }));
  reads('null is absent', { due: null }, shape, {});
  reads('missing is absent', {}, shape, {});
  reads('a listed value is absent, compared before conversion', { due: '' }, shape, {});
  reads('a number is compared with the listed values as text', { due: 0 }, shape, {});
  reads('a listed value is absent, compared after conversion', { due: '000' }, shape, {});
  reads('another value is not absent', { due: '1' }, shape, { due: 1 });
  reads(
    'an empty text that is listed is an absent list',
    { x: '' },
    record(member('x', { type: 'list', items: TEXT }, { absent: [''], default: [] })),
    { x: [] },
  );
  reads('a default replaces null', { x: null }, record(member('x', TEXT, { default: 'd' })), { x: 'd' });
  reads('a default satisfies required', {}, record(member('x', TEXT, { default: 'd', required: true })), {
    x: 'd',
  });
  refuses(
    'a default does not replace a misfit',
    { x: 1 },
    record(member('x', TEXT, { default: 'd' })),
    '/x',
    'text',
  );
  refuses(
    'a required member that is null',
    { x: null },
    record(member('x', TEXT, { required: true })),
    '/x',
    'text',
  );
  refuses(
    'a required member with a value that means absent',
    { x: '' },
    record(member('x', TEXT, { required: true, absent: [''] })),
    '/x',
    'text',
  );
});

describe('bad: absent', () => {
  const url: Shape = { type: 'url', read: 'url' };
  const twice = record(
    { ...member('target', TEXT), wire: '/to' },
    { ...member('address', url), wire: '/to', bad: 'absent' },
  );
  reads('two members can read one wire value', { to: 'https://a.example/x' }, twice, {
    target: 'https://a.example/x',
    address: 'https://a.example/x',
  });
  reads('a value that does not fit is absent', { to: 'shelf://7' }, twice, { target: 'shelf://7' });
  it('a value that does not fit is absent and reported as a member', () =>
    expect(readReply({ late: 2 }, record(member('late', FLAG, { bad: 'absent' })))).toEqual({
      ok: true,
      value: {},
      drops: [{ pointer: '/late', expected: 'boolean', isMember: true }],
    }));
  it.each(['', 2, 'yes', [], {}])('a flag that is %j is its default', (late) => {
    const shape = record(member('late', FLAG, { bad: 'absent', default: false, required: true }));
    expect(readReply({ late }, shape)).toMatchObject({ ok: true, value: { late: false } });
  });
  it('a nested misfit makes the innermost lenient member absent', () => {
    const inner = record(member('url', url, { bad: 'absent' }), member('code', TEXT));
    const shape = record(member('shop', inner, { bad: 'absent' }));
    expect(readReply({ shop: { url: 7, code: 'A' } }, shape)).toMatchObject({
      value: { shop: { code: 'A' } },
    });
    expect(readReply({ shop: { url: '/a', code: [] } }, shape)).toMatchObject({ value: {} });
  });
  refuses(
    'a value that does not fit a required member with `bad: absent`',
    { to: 'shelf://7' },
    record({ ...member('to', url, { required: true }), bad: 'absent' }),
    '/to',
    'url',
  );
});

describe('lists and maps', () => {
  const books: Shape = { type: 'list', items: record(member('title', TEXT, { required: true })), max: 3 };
  const lenient: Shape = { ...books, bad: 'drop' };
  refuses('a misfit in a list is a misfit of the reply', [{ title: 'A' }, {}], books, '/1/title', 'text');
  refuses('null in a list is a misfit', [null], books, '/0', 'record');
  refuses('more than max', [1, 2, 3, 4], books, '', 'list of at most 3');
  it('bad: drop leaves out misfits and reports them', () => {
    expect(readReply([{ title: 'A' }, {}, null, { title: 'B' }], lenient)).toEqual({
      ok: true,
      value: [{ title: 'A' }, { title: 'B' }],
      drops: [
        { pointer: '/1/title', expected: 'text' },
        { pointer: '/2', expected: 'record' },
      ],
    });
  });
  it('bad: drop keeps the first items that fit, up to max', () => {
    const read = readReply(
      ['A', 'B', 'C', 'D', 'E'].map((title) => ({ title })),
      lenient,
    );
    expect(read).toMatchObject({ ok: true, value: [{ title: 'A' }, { title: 'B' }, { title: 'C' }] });
    expect(read.drops.map((drop) => drop.pointer)).toEqual(['/3', '/4']);
  });
  it('reports the first twenty misfits', () => {
    const read = readReply(
      Array.from({ length: 500 }, () => null),
      lenient,
    );
    expect(read).toMatchObject({ ok: true, value: [] });
    expect(read.drops).toHaveLength(20);
  });
  const map: Shape = { type: 'map', items: { type: 'text', max: 2 }, max: 2 };
  reads('a map keeps its keys, null entries are absent', { a: 'x', 'b.c[0]': null }, map, { a: 'x' });
  refuses('an entry that does not fit', { 'a/b': 'xxx' }, map, '/a~1b', 'text of at most 2');
  refuses('more entries than max', { a: '', b: '', c: '' }, map, '', 'map of at most 2');
  reads('accepts values that are not known', 'new', { type: 'text', known: ['old'] }, 'new');
});

describe('hostile replies', () => {
  it('names of prototypes have no effect', () => {
    const map: Shape = { type: 'map', items: TEXT };
    const read = readReply(
      JSON.parse('{"__proto__": "x", "constructor": "y", "prototype": "z", "a": "b"}'),
      map,
    );
    expect(read).toEqual({ ok: true, value: { a: 'b' }, drops: [] });
    expect(read.ok && Object.getPrototypeOf(read.value)).toBe(Object.prototype);
    const shape = record(member('toString', TEXT), member('x', TEXT, { wire: '/__proto__/x' }));
    expect(readReply(JSON.parse('{"__proto__": {"x": "y"}}'), shape)).toEqual({
      ok: true,
      value: {},
      drops: [],
    });
  });
  it('the value shares nothing with the reply', () => {
    const json = { list: [{ a: 'x' }] };
    const read = readReply(json, record(member('list', { type: 'list', items: record(member('a', TEXT)) })));
    json.list[0] = { a: 'changed' };
    expect(read).toMatchObject({ value: { list: [{ a: 'x' }] } });
  });
  it('a misfit contains no data', () => {
    expect(
      JSON.stringify(readReply({ x: 'secret' }, record(member('x', { type: 'integer' })))),
    ).not.toContain('secret');
  });
});

describe('readStored reads the result of readReply', () => {
  const shape = record(
    member('due', { type: 'money', read: 'minor' }, { wire: '/a/due_minor', absent: ['7'], required: true }),
    member('open', { type: 'boolean', read: 'flag' }, { wire: '/b' }),
  );
  it('by member names, without read and absent', () => {
    expect(readStored({ due: 7, open: false }, shape)).toEqual({
      ok: true,
      value: { due: 7, open: false },
      drops: [],
    });
  });
  const fee = record(member('fee', { type: 'money' }, { absent: ['', '7'] }), member('code', TEXT));
  it('a listed value of the wrong type is absent', () => {
    expect(readStored({ fee: '', code: 'A' }, fee)).toEqual({ ok: true, value: { code: 'A' }, drops: [] });
    expect(readStored({ fee: null, code: 'A' }, fee)).toEqual({ ok: true, value: { code: 'A' }, drops: [] });
    expect(readStored({ fee: 7, code: 'A' }, fee)).toMatchObject({ value: { fee: 7, code: 'A' } });
    expect(readStored({ fee: '12,50', code: 'A' }, fee)).toMatchObject({ ok: false, pointer: '/fee' });
  });
  it('and refuses other values of the wrong type', () => {
    expect(readStored({ due: '7' }, shape)).toMatchObject({ ok: false, pointer: '/due' });
    expect(readStored({ a: { due_minor: 7 } }, shape)).toMatchObject({ ok: false, pointer: '/due' });
    expect(readStored({ due: 7, open: 1 }, shape)).toMatchObject({ ok: false, pointer: '/open' });
  });
});

describe('readParameter reads an address by type', () => {
  const parameter = (text: string, type: ScalarShape['type'], value: unknown) =>
    it(`${type} ${text}`, () => expect(readParameter(text, { type })).toMatchObject({ ok: true, value }));
  parameter('x', 'text', 'x');
  parameter('12', 'integer', 12);
  parameter('1250', 'money', 1250);
  parameter('0.5', 'number', 0.5);
  parameter('1', 'boolean', true);
  parameter('2026-03-06', 'date', '2026-03-06');
  parameter('/a', 'url', '/a');
  it('refuses values that do not fit', () => {
    expect(readParameter('12.50', { type: 'money' }).ok).toBe(false);
    expect(readParameter('x', { type: 'list', items: TEXT }).ok).toBe(false);
  });
});
