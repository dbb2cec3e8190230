import { describe, expect, it } from 'vitest';
import type { Expression } from '#renderer/plan/expression.ts';
import { compileValue } from './compile-value.ts';
import type { SlotExpectation, ValueOptions } from './expectation.ts';
import { expectWords } from './testing/cases.ts';
import { library, type Sketch, toType } from './testing/library.ts';
import { typeName } from './types.ts';

const get = (path: string): Expression => ['get', ...path.split('.')];
const any = (expected?: Sketch): SlotExpectation =>
  expected === undefined ? { slot: 'any' } : { slot: 'any', expected: toType(expected) };
const choose = (...entries: unknown[]) => ({ choose: entries });
const when = (condition: string, value: unknown) => ({ when: condition, value });

type Slot =
  | SlotExpectation
  | 'text'
  | 'plain'
  | 'display'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'money'
  | 'date'
  | 'url';
const toSlot = (slot: Slot): SlotExpectation => (typeof slot === 'string' ? { slot } : slot);
const print = (slot: Slot) => (typeof slot === 'string' ? slot : slot.slot);

function reads(slot: Slot, value: unknown, lowered: Expression, type?: string, isAbsent = false): void {
  it(`${print(slot)}: ${JSON.stringify(value)}`, () => {
    const { typed, problems } = compileValue(value, toSlot(slot), library());
    expect(problems).toEqual([]);
    expect(typed?.lowered).toEqual(lowered);
    expect(typed?.absent).toBe(isAbsent);
    expect([undefined, typed && typeName(typed.type)]).toContain(type);
  });
}

type Place = readonly [code: string, pointer: string, at: number, length: number];

/** Exactly these problems: code, pointer, offset, length. */
function refuses(slot: Slot, value: unknown, places: readonly Place[], options: ValueOptions = {}): void {
  it(`${print(slot)}: ${JSON.stringify(value)} is ${places.map(([code]) => code).join(', ')}`, () => {
    const { typed, problems } = compileValue(value, toSlot(slot), library(), options);
    const found = problems.map((problem) => [problem.code, problem.pointer, problem.at, problem.length]);
    expect(found).toEqual(places);
    problems.forEach(expectWords);
    expect(typed).toBeUndefined();
  });
}

describe('Literals', () => {
  reads('integer', 3, 3, 'Integer');
  reads('number', 3, 3, 'Integer');
  reads('number', 0.5, 0.5, 'Number');
  reads('boolean', true, true, 'Boolean');
  reads('text', 'Words', ['text', 'Words'], 'Text');
  reads(any(), 3, 3, 'Integer');
  reads(any(), false, false, 'Boolean');
  reads(any(), 'words', 'words', 'Text');
  reads(any('money'), 0, 0, 'Money');
  reads(any('number'), 3, 3);
  refuses('integer', 0.5, [['value/type', '', 0, 0]]);
  refuses('integer', true, [['value/type', '', 0, 0]]);
  refuses('text', 3, [['value/type', '', 0, 0]]);
  refuses('money', 100, [['value/type', '', 0, 0]]);
  refuses(any('money'), 100, [['value/type', '', 0, 0]]);
  refuses(any('text'), 3, [['value/type', '', 0, 0]]);
  refuses(any('integer'), 1.5, [['value/type', '', 0, 0]]);
  refuses(any(), null, [['value/type', '', 0, 0]]);
  refuses('text', ['a'], [['value/type', '', 0, 0]]);
  refuses('text', { a: 'b' }, [['value/type', '', 0, 0]]);
  refuses(any(), 2 ** 53, [['expression/number-range', '', 0, 0]]);
  refuses('url', 'x', [['value/bad-address', '/0/url', 0, 1]], { at: '/0/url' });
});

describe('A problem names the expected type', () => {
  it.each<[Slot, unknown, string]>([
    ['integer', 0.5, 'Integer is expected here; this is Number.'],
    ['text', 3, 'Text is expected here; this is Integer.'],
    ['plain', 3, 'Text is expected here; this is Integer.'],
    ['display', true, 'Text is expected here; this is Boolean.'],
    ['url', 3, 'Url is expected here; this is Integer.'],
    [{ slot: 'image' }, 3, 'Url is expected here; this is Integer.'],
    [{ slot: 'word', words: ['a'] }, 3, 'A word is expected here; this is Integer.'],
    [{ slot: 'record' }, 3, 'Record is expected here; this is Integer.'],
    [{ slot: 'record', expected: toType('map') }, 3, 'map of Text is expected here; this is Integer.'],
    [any(), null, 'A value is expected here; this is null.'],
    [any('money'), null, 'Money is expected here; this is null.'],
    ['text', ['a'], 'Text is expected here; this is a list.'],
    ['text', { a: 1 }, 'Text is expected here; this is a record.'],
    [any('text'), ['a'], 'Text is expected here; this is a list.'],
    [any('text'), { a: 1 }, 'Text is expected here; this is a record.'],
    [any({ id: 'text' }), {}, 'This record requires "id".'],
    [any({ id: 'text' }), { id: 'a', x: 1 }, 'This record has no member "x".'],
    [any(), 2 ** 53, '9007199254740992 is outside ±(2^53−1).'],
    [any(), -(2 ** 53), '-9007199254740992 is outside ±(2^53−1).'],
    ['text', { choose: [{ when: true, value: 'a' }, 'b'] }, 'A condition is an expression.'],
    [any(), { choose: [{ when: 'state.open', value: 1 }, 'b'] }, 'this is Text among Integer.'],
  ])('%j: %j', (slot, value, message) => {
    expect(compileValue(value, toSlot(slot), library()).problems[0]?.message).toContain(message);
  });

  it.each<[Slot, unknown, string | undefined]>([
    ['money', 100, 'an amount of money is never a literal: read it by ${…}'],
    ['text', null, 'null is not allowed: leave the property out'],
    ['text', ['a'], undefined],
    ['text', 3, undefined],
    [any({ label: 'text' }), { label: 'a', lable: 'b' }, 'did you mean "label"?'],
  ])('%j: %j is helped by %s', (slot, value, help) => {
    expect(compileValue(value, toSlot(slot), library()).problems[0]?.help).toBe(help);
  });

  it('accepts a whole number at the limit of exact numbers', () => {
    expect(compileValue(Number.MAX_SAFE_INTEGER, { slot: 'integer' }, library()).problems).toEqual([]);
  });
});

describe('A choose of texts for people can have a context for translators', () => {
  const value = (entry: unknown, context: unknown = 'verb') => ({ choose: [entry], context });
  reads('text', value('Return'), ['choose', [true, ['text', 'Return', {}, 'verb']]], 'Text');
  reads('display', value('Return'), ['choose', [true, ['text', 'Return', {}, 'verb']]], 'Text');
  reads('text', value('By ${row.label}'), [
    'choose',
    [true, ['text', 'By {label}', { label: get('row.label') }, 'verb']],
  ]);
  refuses('plain', value('Return'), [['value/type', '/context', 0, 0]]);
  refuses(any(), value('Return'), [['value/type', '/context', 0, 0]]);
  refuses('text', value('Return', 3), [['value/type', '/context', 0, 0]]);
  reads(any(), { choose: 'a' }, ['record', { choose: 'a' }]);
  reads(any(), { choose: ['a'], other: 1 }, ['record', { choose: ['list', 'a'], other: 1 }]);

  it('a choose without entries has no value', () => {
    expect(compileValue({ choose: [] }, { slot: 'text' }, library()).typed).toBeUndefined();
  });
});

describe('A list can contain a value for each item of another list', () => {
  const each = (list: string, as: string, value: unknown) => ({ each: list, as, value });
  const books = get('data.books');
  reads(
    any(),
    [each('data.books', 'b', '${b.title}')],
    ['list', ['each', books, 'b', get('b.title')]],
    'list of Text',
  );
  reads(
    any(['text']),
    ['first', each('data.books', 'b', '${b.title}'), 'last'],
    ['list', 'first', ['each', books, 'b', get('b.title')], 'last'],
    'list of Text',
  );
  reads(
    any(),
    [each('data.books', 'b', { of: ['${b.title}'], by: 'By ${b.title}' })],
    [
      'list',
      [
        'each',
        books,
        'b',
        ['record', { of: ['list', get('b.title')], by: ['call', 'concat', 'By ', get('b.title')] }],
      ],
    ],
  );
  reads(
    any(),
    [each('data.books', 'b', choose(when('b.late', '${b.title}'), 'x'))],
    ['list', ['each', books, 'b', ['choose', [get('b.late'), get('b.title')], [true, 'x']]]],
  );
  reads(
    any(),
    [each('data.books', 'b', [each('b.tags', 't', '${t} ${b.title}')])],
    [
      'list',
      [
        'each',
        books,
        'b',
        ['list', ['each', get('b.tags'), 't', ['call', 'concat', get('t'), ' ', get('b.title')]]],
      ],
    ],
  );
  reads(any(), [each('data.books', 'b', '${b.note}')], ['list', ['each', books, 'b', get('b.note')]]);
  reads(any(), [each('[]', 'b', '${b}')], ['list', ['each', ['list'], 'b', get('b')]]);
  reads(any(), [{ each: 'a', as: 'b' }], ['list', ['record', { each: 'a', as: 'b' }]]);
  reads(
    any(),
    [{ each: 'a', as: 'b', value: 1, x: 1 }],
    ['list', ['record', { each: 'a', as: 'b', value: 1, x: 1 }]],
  );
  reads(any(), [{ each: 1, as: 'b', value: 1 }], ['list', ['record', { each: 1, as: 'b', value: 1 }]]);
  reads(any(), [{ each: 'a', as: 1, value: 1 }], ['list', ['record', { each: 'a', as: 1, value: 1 }]]);
  refuses(any(), [1, each('data.book', 'b', 1)], [['expression/type', '/1/each', 0, 9]]);
  refuses(any(), [each('data.books', 'row', 1)], [['name/taken', '/0/as', 0, 0]]);
  refuses(
    any(),
    [each('data.boks', 'size', 1)],
    [
      ['expression/unknown-member', '/0/each', 5, 4],
      ['name/taken', '/0/as', 0, 0],
    ],
  );
  refuses(any(), [each('data.books', 'b', '${b.titel}')], [['expression/unknown-member', '/0/value', 4, 5]]);
  refuses(any(['integer']), [each('data.books', 'b', '${b.title}')], [['value/type', '/0/value', 2, 7]]);

  it('has a maximum size if it has no each', () => {
    const typeOf = (value: unknown) => compileValue(value, any(), library()).typed?.type;
    expect(typeOf([1, 2])).toEqual({ kind: 'list', items: { kind: 'integer' }, max: 2 });
    expect(typeOf([1, each('data.books', 'b', 1)])).toEqual({ kind: 'list', items: { kind: 'integer' } });
    expect(typeOf([1, 'a'])).toEqual({ kind: 'list', items: { kind: 'any' }, max: 2 });
  });
});

describe('choose uses its entries in order', () => {
  reads(
    'text',
    choose('${data.book.note}', 'None'),
    ['choose', [true, get('data.book.note')], [true, ['text', 'None']]],
    'Text',
  );
  reads('text', choose(when('data.book.late', 'Late'), 'In time'), [
    'choose',
    [get('data.book.late'), ['text', 'Late']],
    [true, ['text', 'In time']],
  ]);
  reads('text', choose('${data.book.note}'), ['choose', [true, get('data.book.note')]], 'Text', true);
  reads(
    'text',
    choose(when('state.open', 'Open')),
    ['choose', [get('state.open'), ['text', 'Open']]],
    'Text',
    true,
  );
  reads(
    'text',
    choose(when('state.open', 'a'), when('!state.open', 'b')),
    [
      'choose',
      [get('state.open'), ['text', 'a']],
      [
        ['!', get('state.open')],
        ['text', 'b'],
      ],
    ],
    'Text',
    true,
  );
  reads(
    'integer',
    choose(when('state.open', 1), 2),
    ['choose', [get('state.open'), 1], [true, 2]],
    'Integer',
  );
  reads(
    'number',
    choose(when('state.open', 1), 2.5),
    ['choose', [get('state.open'), 1], [true, 2.5]],
    'Number',
  );
  reads(
    'display',
    choose('${data.book.deposit}', '${data.book.fine}'),
    [
      'choose',
      [true, ['call', 'money', get('data.book.deposit')]],
      [true, ['call', 'money', get('data.book.fine')]],
    ],
    'Text',
  );
  reads(
    'money',
    choose('${data.book.deposit}', '${data.book.fine}'),
    ['choose', [true, get('data.book.deposit')], [true, get('data.book.fine')]],
    'Money',
  );
  reads(
    { slot: 'word', words: ['a', 'b'] },
    choose(when('state.open', 'a'), 'b'),
    ['choose', [get('state.open'), 'a'], [true, 'b']],
    'Text',
  );
  reads(
    any(),
    choose('${data.book.note}', 'x'),
    ['choose', [true, get('data.book.note')], [true, 'x']],
    'Text',
  );
  reads(any(), choose({ when: 'a' }), ['choose', [true, ['record', { when: 'a' }]]]);
  reads(any(), choose({ value: 'a' }), ['choose', [true, ['record', { value: 'a' }]]]);
  refuses(any(), choose(null), [['value/type', '/choose/0', 0, 0]]);
  refuses({ slot: 'word', words: ['a', 'b'] }, choose(when('state.open', 'c'), 'b'), [
    ['value/unknown-word', '/choose/0/value', 0, 1],
  ]);
  refuses('text', choose(when('data.book.title', 'a'), 'b'), [['expression/type', '/choose/0/when', 0, 15]]);
  refuses('text', choose(when('data.book.nte == 1', 'a'), '${row.x}'), [
    ['expression/unknown-member', '/choose/0/when', 10, 3],
    ['expression/unknown-member', '/choose/1', 6, 1],
  ]);
  refuses('text', choose(when("data.book.note == 'a'", 'a'), 'b'), [
    ['expression/absent', '/choose/0/when', 10, 4],
  ]);
  refuses('text', choose({ when: true, value: 'a' }, 'b'), [['value/type', '/choose/0/when', 0, 0]]);
  refuses(any(), choose('a', 1), [
    ['value/never-chosen', '/choose/1', 0, 0],
    ['value/type', '/choose/1', 0, 0],
  ]);
  refuses('text', choose(when('state.open', '${data.book.fine}'), 'b'), [
    ['text/unformatted', '/choose/0/value', 2, 14],
  ]);

  it('warns about entries after one that is always present', () => {
    const { typed, problems } = compileValue(choose('a', 'b', 'c'), { slot: 'text' }, library());
    expect(typed).toBeDefined();
    expect(problems.map((problem) => [problem.code, problem.severity, problem.pointer])).toEqual([
      ['value/never-chosen', 'warning', '/choose/1'],
    ]);
  });
});

describe('The when of an entry proves for its value, and its negation for later entries', () => {
  const bare = (slot: Slot, value: unknown) =>
    compileValue(value, toSlot(slot), library()).problems.map(
      (problem) => `${problem.code} ${problem.pointer}`,
    );
  const present = (slot: Slot, value: unknown) =>
    compileValue(value, toSlot(slot), library()).typed?.absent === false;

  it('for its own value', () => {
    expect(present('text', choose(when('has(data.book.note)', '${data.book.note}'), 'x'))).toBe(true);
    const onlyProven = compileValue(
      choose(when('has(data.book.note)', '${data.book.note}')),
      { slot: 'text' },
      library(),
    );
    expect(onlyProven.problems).toEqual([]);
  });

  it('its negation for the next entry', () => {
    const value = choose(when('!has(data.book.note)', 'x'), when("data.book.note == 'a'", 'y'), 'z');
    expect(bare('text', value)).toEqual([]);
    expect(present('text', choose(when('!has(data.book.note)', 'x'), '${data.book.note}'))).toBe(true);
  });

  it('not its negation if the earlier value may be absent, because its when may have been true', () => {
    const value = choose(
      when('!has(data.book.note)', '${data.book.author.name}'),
      when("data.book.note == 'a'", 'y'),
      'z',
    );
    expect(bare('text', value)).toEqual(['expression/absent /choose/1/when']);
  });

  it('not outside the entry', () => {
    const value = choose(when('has(data.book.note)', 'x'), when("data.book.note == 'a'", 'y'), 'z');
    expect(bare('text', value)).toEqual(['expression/absent /choose/1/when']);
  });

  it('a broken when is not reported again in its value', () => {
    const value = choose(when('has(data.book.author.born)', '${date(data.book.author.born)}'), 'x');
    expect(bare('text', value)).toEqual(['expression/absent /choose/0/when']);
  });
});

describe('A required value needs an entry that is always present', () => {
  const required: ValueOptions = { required: true };
  refuses('text', '${data.book.note}', [['value/absent', '', 12, 4]], required);
  refuses('text', 'Note: ${data.book.note}', [['value/absent', '', 18, 4]], required);
  refuses('money', '${data.book.deposit}', [['value/absent', '/value', 12, 7]], {
    required: true,
    at: '/value',
  });
  refuses('text', choose('${data.book.note}'), [['value/absent', '', 0, 0]], required);
  refuses('text', '${data.book.?note}', [['value/absent', '', 13, 4]], required);
  refuses(any(), '${ data.books[?0] }', [['value/absent', '', 13, 1]], required);
  refuses('text', choose(when('state.open', 'a')), [['value/absent', '', 0, 0]], required);

  it.each([
    ['${data.book.note}', '"data.book.note" may be absent, but a value is required here.'],
    ['${data.books[?0].title}', '"data.books[?0].title" may be absent, but a value is required here.'],
    [choose('${data.book.note}'), 'Each entry of this "choose" may be absent, but a value is required here.'],
    ['${ data.book.?note }', '"data.book.note" may be absent, but a value is required here.'],
    ['${ data.book.tags[?0] }', '"data.book.tags[?0]" may be absent, but a value is required here.'],
  ])('names the absent value of %j', (value, message) => {
    const { problems } = compileValue(value, { slot: 'text' }, library(), required);
    expect(problems.map((problem) => problem.message)).toEqual([message]);
    expect(problems[0]?.help).toContain('"choose"');
  });

  it.each([choose('${data.book.note}', 'x'), 'x', '${data.book.title}'])('accepts %j', (value) => {
    expect(compileValue(value, { slot: 'text' }, library(), required).problems).toEqual([]);
  });
});

describe('Records and lists contain values', () => {
  reads(any(), { a: 1, b: '${data.book.title}' }, ['record', { a: 1, b: get('data.book.title') }], 'Record');
  reads(any(), [1, '${index}'], ['list', 1, get('index')], 'list of Integer');
  reads(any(), [], ['list'], 'list of anything');
  reads(any(), { a: { b: ['x'] } }, ['record', { a: ['record', { b: ['list', 'x'] }] }]);
  reads(any(), { a: '${data.book.note}' }, ['record', { a: get('data.book.note') }], 'Record');
  reads({ slot: 'record' }, { a: choose('${data.book.note}', 'x') }, [
    'record',
    { a: ['choose', [true, get('data.book.note')], [true, 'x']] },
  ]);
  reads(
    any('map'),
    { a: 'x', b: '${row.label}' },
    ['record', { a: 'x', b: get('row.label') }],
    'map of Text',
  );
  reads(any(['integer']), [1, '${index}'], ['list', 1, get('index')], 'list of Integer');
  reads(any({ id: 'integer', 'note?': 'text' }), { id: '${index}', note: '${data.book.note}' }, [
    'record',
    { id: get('index'), note: get('data.book.note') },
  ]);
  reads(any({ id: 'integer', 'note?': 'text' }), { id: 1 }, ['record', { id: 1 }]);
  reads({ slot: 'any', expected: { kind: 'any' } }, [1], ['list', 1], 'list of Integer');
  reads({ slot: 'any', expected: { kind: 'any' } }, { a: 1 }, ['record', { a: 1 }], 'Record');
  reads({ slot: 'record', expected: toType({ a: 'integer' }) }, { a: 1 }, ['record', { a: 1 }], 'Record');
  reads({ slot: 'record', expected: toType('map') }, { a: 'x' }, ['record', { a: 'x' }], 'map of Text');
  refuses(any(), { a: '${row.x}', b: ['${index}', '${row.y}'] }, [
    ['expression/unknown-member', '/a', 6, 1],
    ['expression/unknown-member', '/b/1', 6, 1],
  ]);
  refuses(any(), ['${data.book.note}'], [['value/absent', '/0', 12, 4]]);
  refuses(any({ id: 'integer' }), { id: '${row.label}' }, [['value/type', '/id', 2, 9]]);
  refuses(any({ id: 'integer' }), { id: 1, idd: 2 }, [['value/unknown-member', '/idd', 0, 0]]);
  refuses(any({ id: 'integer', name: 'text' }), { id: 1 }, [['value/missing-member', '', 0, 0]]);
  refuses(any({ note: 'text' }), { note: '${data.book.note}' }, [['value/absent', '/note', 12, 4]]);
  refuses(any(['integer']), [1, 'a'], [['value/type', '/1', 0, 1]]);
  refuses(any('integer'), [1], [['value/type', '', 0, 0]]);
  refuses(any(['integer']), { a: 1 }, [['value/type', '', 0, 0]]);
  refuses(any('map'), { a: 1 }, [['value/type', '/a', 0, 0]]);
  refuses(any(), { 'a/b': { '~': null } }, [['value/type', '/a~1b/~0', 0, 0]]);
  refuses(any(), JSON.parse('{ "__proto__": 1 }'), [['expression/forbidden-name', '/__proto__', 0, 0]]);
  refuses({ slot: 'record' }, 3, [['value/type', '', 0, 0]]);

  it('the type has a member that may be absent, so it can be left out', () => {
    const { typed } = compileValue({ a: '${data.book.note}', b: 1 }, any(), library());
    const members = typed?.type.kind === 'record' ? [...typed.type.members] : [];
    expect(members.map(([name, { absent }]) => [name, absent])).toEqual([
      ['a', true],
      ['b', false],
    ]);
  });
});
