import { describe, expect, it } from 'vitest';
import type { Expression } from '#renderer/plan/expression.ts';
import { elaborateValue } from './elaborate-value.ts';
import type { SlotExpectation, ValueOptions } from './expectation.ts';
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
    const { typed, problems } = elaborateValue(value, toSlot(slot), library());
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
    const { typed, problems } = elaborateValue(value, toSlot(slot), library(), options);
    const found = problems.map((problem) => [problem.code, problem.pointer, problem.at, problem.length]);
    expect(found).toEqual(places);
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

describe('choose takes its entries in order', () => {
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

  it('warns of entries behind one that is always present', () => {
    const { typed, problems } = elaborateValue(choose('a', 'b', 'c'), { slot: 'text' }, library());
    expect(typed).toBeDefined();
    expect(problems.map((problem) => [problem.code, problem.severity, problem.pointer])).toEqual([
      ['value/never-chosen', 'warning', '/choose/1'],
    ]);
  });
});

describe('An entry’s when proves for its value, and negated for later siblings', () => {
  const bare = (slot: Slot, value: unknown) =>
    elaborateValue(value, toSlot(slot), library()).problems.map(
      (problem) => `${problem.code} ${problem.pointer}`,
    );
  const present = (slot: Slot, value: unknown) =>
    elaborateValue(value, toSlot(slot), library()).typed?.absent === false;

  it('for its own value', () => {
    expect(present('text', choose(when('has(data.book.note)', '${data.book.note}'), 'x'))).toBe(true);
    const onlyProven = elaborateValue(
      choose(when('has(data.book.note)', '${data.book.note}')),
      { slot: 'text' },
      library(),
    );
    expect(onlyProven.problems).toEqual([]);
  });

  it('negated for the next', () => {
    const value = choose(when('!has(data.book.note)', 'x'), when("data.book.note == 'a'", 'y'), 'z');
    expect(bare('text', value)).toEqual([]);
    expect(present('text', choose(when('!has(data.book.note)', 'x'), '${data.book.note}'))).toBe(true);
  });

  it('not negated where the earlier value may be absent itself, for then its when may have held', () => {
    const value = choose(
      when('!has(data.book.note)', '${data.book.author.name}'),
      when("data.book.note == 'a'", 'y'),
      'z',
    );
    expect(bare('text', value)).toEqual(['expression/absent /choose/1/when']);
  });

  it('not outside of it', () => {
    const value = choose(when('has(data.book.note)', 'x'), when("data.book.note == 'a'", 'y'), 'z');
    expect(bare('text', value)).toEqual(['expression/absent /choose/1/when']);
  });

  it('a broken when does not make its value wrong, too', () => {
    const value = choose(when('has(data.book.author.born)', '${date(data.book.author.born)}'), 'x');
    expect(bare('text', value)).toEqual(['expression/absent /choose/0/when']);
  });
});

describe('A required value is refused until an entry is always present', () => {
  const required: ValueOptions = { required: true };
  refuses('text', '${data.book.note}', [['value/absent', '', 12, 4]], required);
  refuses('text', 'Note: ${data.book.note}', [['value/absent', '', 18, 4]], required);
  refuses('money', '${data.book.deposit}', [['value/absent', '/value', 12, 7]], {
    required: true,
    at: '/value',
  });
  refuses('text', choose('${data.book.note}'), [['value/absent', '', 0, 0]], required);
  refuses('text', choose(when('state.open', 'a')), [['value/absent', '', 0, 0]], required);

  it.each([choose('${data.book.note}', 'x'), 'x', '${data.book.title}'])('accepts %j', (value) => {
    expect(elaborateValue(value, { slot: 'text' }, library(), required).problems).toEqual([]);
  });
});

describe('Records and lists hold values', () => {
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

  it('a member that may be absent is one of the type, so that it is left out', () => {
    const { typed } = elaborateValue({ a: '${data.book.note}', b: 1 }, any(), library());
    const members = typed?.type.kind === 'record' ? [...typed.type.members] : [];
    expect(members.map(([name, { absent }]) => [name, absent])).toEqual([
      ['a', true],
      ['b', false],
    ]);
  });

  it('collects what all of it reads', () => {
    const value = {
      a: '${data.book.title}',
      b: ['${index}', choose(when('state.open', '${row.label}'), 'x')],
    };
    expect(elaborateValue(value, any(), library()).typed?.reads).toEqual([
      'data.book.title',
      'index',
      'row.label',
      'state.open',
    ]);
  });
});
