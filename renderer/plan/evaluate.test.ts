import { describe, expect, it } from 'vitest';
import { createMeter, evaluate, evaluateDefault } from './evaluate.ts';
import { type Expression, Failure, PENDING, type Result } from './expression.ts';
import { chooseForm } from './message.ts';
import { createScope } from './scope.ts';

const BOOKS_LEFT = { plural: 'n', language: 'en', forms: { one: 'one book left', other: '{n} books left!' } };
const BIG = Number.MAX_SAFE_INTEGER;

// The names are results: `slow` is pending, `broken` has failed, `gone` is absent.
const scope = createScope(
  {
    data: {
      shelf: { name: 'Poetry', fines: [120, 0, 45], tags: ['new', 'old'], open: true, count: 3 },
      empty: {},
    },
    state: { codes: { a: '1', b: '2' } },
    slow: PENDING,
    broken: new Failure('broken'),
  },
  {
    language: 'en-PH',
    timeZone: 'UTC',
    now: () => 0,
    message: (source, values, context) => {
      if (source === '{n} books left') return chooseForm(BOOKS_LEFT, values);
      if (source === 'Open') return context === 'of a shop' ? 'Bukas' : 'Buksan';
      return source === 'Hello {name}' ? 'Kumusta {name}' : source;
    },
  },
);

const get = (...path: string[]): Expression => ['get', ...path];
const SLOW = get('slow', 'x');
const BROKEN = get('broken', 'x');
const GONE = get('data', 'shelf', 'gone');

const show = (result: Result) =>
  result === PENDING ? 'pending' : result === undefined ? 'absent' : JSON.stringify(result);
const yields = (title: string, expression: Expression, expected: Result) =>
  it(`${title}: ${show(expected)}`, () => expect(evaluate(expression, scope)).toEqual(expected));
const fails = (title: string, expression: Expression, reason: string) =>
  it(`${title}: fails by ${reason}`, () => expect(evaluate(expression, scope)).toEqual(new Failure(reason)));

describe('a path reads own members only', () => {
  yields('of a record', get('data', 'shelf', 'name'), 'Poetry');
  yields('a missing member is absent', GONE, undefined);
  yields('after an absent member everything is absent', get('data', 'shelf', 'gone', 'more'), undefined);
  yields('a list has no named members', get('data', 'shelf', 'tags', 'length'), undefined);
  yields('a text has no named members', get('data', 'shelf', 'name', 'length'), undefined);
  yields('pending as soon as part of the path is', get('slow', 'a', 'b'), PENDING);
  fails('failed as soon as part of the path is', get('broken', 'a', 'b'), 'broken');
  yields('members of a computed value', ['member', ['record', { a: get('data', 'shelf') }], 'a', 'count'], 3);
});

describe('inherited members are never read', () => {
  for (const name of ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf']) {
    yields(`a.${name}`, get('data', 'shelf', name), undefined);
    yields(`has(a.${name})`, ['has', get('data', 'shelf', name)], false);
    yields(`m[?'${name}']`, ['at', get('state', 'codes'), name], undefined);
    yields(`'${name}' in m`, ['in', name, get('state', 'codes')], false);
    fails(`a function called ${name}`, ['call', name, 'x'], 'function');
  }
  it('not even if a reply has such a name as its own member', () => {
    const hostile = JSON.parse('{"__proto__": {"x": 1}, "constructor": 2, "prototype": 3}') as { a: number };
    const inner = createScope({ data: hostile });
    for (const name of ['__proto__', 'constructor', 'prototype']) {
      expect(evaluate(['has', ['get', 'data', name]], inner)).toBe(false);
    }
  });
  it('a record literal does not write such names', () => {
    const made = evaluate(
      ['record', JSON.parse('{"__proto__": 1, "constructor": 2, "a": 3}') as { a: number }],
      scope,
    );
    expect(Object.keys(made as object)).toEqual(['a']);
    expect(Object.getPrototypeOf(made)).toBe(Object.prototype);
  });
});

describe('`has` is the only test of absence', () => {
  yields('present', ['has', get('data', 'shelf', 'name')], true);
  yields('absent', ['has', GONE], false);
  yields('false and 0 are present', ['has', ['at', get('data', 'shelf', 'fines'), 1]], true);
  yields('pending', ['has', SLOW], PENDING);
  fails('failed', ['has', BROKEN], 'broken');
  yields(
    'has is absent if the prefix of its path is absent, so that !has is not true',
    ['has', get('data', 'shelf', 'gone', 'x')],
    undefined,
  );
  yields(
    'the negation of an absent test stays absent',
    ['!', ['has', get('data', 'shelf', 'gone', 'x')]],
    undefined,
  );
  yields('a declared name needs no prefix', ['has', get('state', 'asked')], false);
  for (const root of ['params', 'session', 'device', 'data', 'fetched', 'state', 'kept']) {
    yields(`${root}.none`, ['has', get(root, 'none')], false);
    yields(`${root}.none.more`, ['has', get(root, 'none', 'more')], undefined);
  }
  for (const root of ['config', 'form', 'timer']) {
    yields(`${root}.none.more`, ['has', get(root, 'none', 'more')], false);
    yields(`${root}.none.more.still`, ['has', get(root, 'none', 'more', 'still')], undefined);
  }
  yields('a member of an item', ['exists', get('data', 'shelf', 'tags'), 't', ['has', get('t', 'x')]], false);
  yields('a member of a present record', ['has', ['member', get('data', 'shelf'), 'x']], false);
  yields('a member of an absent record', ['has', ['member', get('data', 'shelf'), 'x', 'y']], undefined);
  yields('a literal', ['has', 1], true);
  yields(
    'a member of an absent item',
    ['has', ['member', ['at', get('data', 'shelf', 'fines'), 9], 'x']],
    undefined,
  );
});

describe('&& and || ignore an operand that does not matter, in either order', () => {
  const states: readonly (readonly [string, Expression, Result])[] = [
    ['pending', SLOW, PENDING],
    ['absent', GONE, undefined],
    ['failed', BROKEN, new Failure('broken')],
    ['of the wrong type', get('data', 'shelf', 'name'), new Failure('type')],
  ];
  for (const [name, expression, state] of states) {
    yields(`false && ${name}`, ['&&', false, expression], false);
    yields(`${name} && false`, ['&&', expression, false], false);
    yields(`true && ${name}`, ['&&', true, expression], state);
    yields(`${name} && true`, ['&&', expression, true], state);
    yields(`true || ${name}`, ['||', true, expression], true);
    yields(`${name} || true`, ['||', expression, true], true);
    yields(`false || ${name}`, ['||', false, expression], state);
    yields(`${name} || false`, ['||', expression, false], state);
  }
  yields('true && true', ['&&', true, true], true);
  yields('false || false', ['||', false, false], false);
  for (const op of ['&&', '||'] as const) {
    yields(
      `pending ${op} failed is pending: the awaited value may still decide`,
      [op, SLOW, BROKEN],
      PENDING,
    );
    yields(`failed ${op} pending is pending, too`, [op, BROKEN, SLOW], PENDING);
    fails(`failed ${op} absent is failed`, [op, BROKEN, GONE], 'broken');
    fails(`absent ${op} failed is failed, too`, [op, GONE, BROKEN], 'broken');
  }
});

describe('strict operations take the state of their operands', () => {
  for (const op of ['==', '!=', '<', '<=', '>', '>=', 'in', '+', '-', '*', '+!', '-!', '*!'] as const) {
    yields(`absent ${op} 1`, [op, GONE, 1], undefined);
    yields(`1 ${op} pending`, [op, 1, SLOW], PENDING);
    fails(`failed ${op} absent`, [op, BROKEN, GONE], 'broken');
    yields(`failed ${op} pending`, [op, BROKEN, SLOW], PENDING);
  }
  yields('!pending', ['!', SLOW], PENDING);
  yields('-absent', ['neg', GONE], undefined);
  fails('!1', ['!', 1], 'type');
  fails("-'a'", ['neg', 'a'], 'type');
  fails("'a' < 1", ['<', 'a', 1], 'type');
  fails("'a' + 'b'", ['+', 'a', 'b'], 'type');
});

describe('equality is by content', () => {
  yields('lists', ['==', ['list', 1, ['list', 'a']], ['list', 1, ['list', 'a']]], true);
  yields('lists in another order', ['==', ['list', 1, 2], ['list', 2, 1]], false);
  yields(
    'records, with members in any order',
    ['==', ['record', { a: 1, b: 2 }], ['record', { b: 2, a: 1 }]],
    true,
  );
  yields('a record with one more member', ['==', ['record', { a: 1 }], ['record', { a: 1, b: 2 }]], false);
  yields(
    'a different member, but the same number of them',
    ['==', ['record', { a: 1 }], ['record', { b: 1 }]],
    false,
  );
  yields('a list is no record', ['==', ['list'], ['record', {}]], false);
  yields('a text is no number', ['==', '1', 1], false);
  yields('in a list', ['in', ['record', { a: 1 }], ['list', ['record', { a: 1 }]]], true);
  yields('in a map, by key', ['in', 'a', get('state', 'codes')], true);
  it('a member that is undefined is absent', () => {
    const inner = createScope({ state: { a: { x: 1, y: undefined } as never } });
    expect(evaluate(['==', ['get', 'state', 'a'], ['record', { x: 1 }]], inner)).toBe(true);
    expect(evaluate(['==', ['record', { x: 1 }], ['get', 'state', 'a']], inner)).toBe(true);
    expect(evaluate(['==', ['record', { x: 1, z: 1 }], ['get', 'state', 'a']], inner)).toBe(false);
  });
});

describe('comparison and arithmetic', () => {
  const cases: readonly (readonly [string, Expression, Expression, Result])[] = [
    ...([1, 2, 3] as const).flatMap((n) => [
      ['<', n, 2, n < 2] as const,
      ['<=', n, 2, n <= 2] as const,
      ['>', n, 2, n > 2] as const,
      ['>=', n, 2, n >= 2] as const,
      ['==', n, 2, n === 2] as const,
      ['!=', n, 2, n !== 2] as const,
    ]),
    ['<', 'a', 'b', true],
    ['>=', 'a', 'b', false],
    ['+', 7, 3, 10],
    ['-', 7, 3, 4],
    ['*', 7, 3, 21],
    ['+!', 7, 3, 10],
    ['-!', 7, 3, 4],
    ['*!', 7, 3, 21],
    ['+', 0.5, 0.25, 0.75],
    ['in', 2, ['list', 1, 2], true],
    ['in', 3, ['list', 1, 2], false],
    ['in', 'a', ['list'], false],
    ['in', 'c', get('state', 'codes'), false],
    ['in', 1, get('state', 'codes'), false],
    ['in', 1, ['record', { 1: 'x' }], false],
    ['in', '1', ['record', { 1: 'x' }], true],
  ];
  for (const [op, a, b, expected] of cases)
    yields(`${JSON.stringify(a)} ${op} ${JSON.stringify(b)}`, [op, a, b] as Expression, expected);
  yields('-5', ['neg', 5], -5);
  yields('!true', ['!', true], false);
  yields('!false', ['!', false], true);
  fails('records have no order', ['<', ['record', {}], ['record', {}]], 'type');
  fails('lists have no order', ['<', ['list'], ['list']], 'type');
  fails('Booleans are not added', ['+', true, true], 'type');
  fails('whole arithmetic fails for a fraction on the right', ['+!', 1, 0.5], 'type');
  fails('whole arithmetic fails for a fraction on the left', ['-!', 0.5, 1], 'type');
  fails('in fails for a number', ['in', 1, 1], 'type');
  fails('in fails for a text', ['in', 'a', 'abc'], 'type');
});

describe('whole arithmetic outside ±(2^53−1) fails', () => {
  yields('the largest sum succeeds', ['+!', BIG - 1, 1], BIG);
  fails('a sum above the bound', ['+!', BIG, 1], 'overflow');
  yields('the smallest difference succeeds', ['-!', -BIG + 1, 1], -BIG);
  fails('a difference below the bound', ['-!', -BIG, 1], 'overflow');
  fails('a product above the bound', ['*!', 94906267, 94906267], 'overflow');
  fails('an operand that is not whole', ['+!', 0.5, 0.5], 'type');
  yields('Number has no such bound', ['*', BIG, 2], BIG * 2);
});

describe('.?, [?…] and orValue', () => {
  yields('an item', ['at', get('data', 'shelf', 'fines'), 2], 45);
  yields('the first item', ['at', get('data', 'shelf', 'fines'), 0], 120);
  yields('an index in a record', ['at', ['record', { 1: 'x' }], 1], undefined);
  yields('an item of a pending value', ['at', SLOW, 0], PENDING);
  yields('an item of an absent value', ['at', GONE, 0], undefined);
  fails('an item of a failed value', ['at', BROKEN, 0], 'broken');
  yields('an item at a pending index', ['at', get('data', 'shelf', 'fines'), SLOW], PENDING);
  fails('an item at a failed index', ['at', get('data', 'shelf', 'fines'), BROKEN], 'broken');
  it("an entry of a form's map is read by its own path, and no other map is", () => {
    const paths = { ...scope, read: (path: readonly string[]) => ({ asked: path.join('.') }) };
    const read = (of: Expression, entry: Expression) => evaluate(['at', of, entry], paths);
    expect(read(get('form', 'order', 'fields'), 'name')).toEqual({ asked: 'form.order.fields.name' });
    expect(read(get('form', 'order', 'rows', 'fields'), 'name')).toEqual({
      asked: 'form.order.rows.fields.name',
    });
    expect(read(get('form', 'order'), 'asked')).toBe('form.order');
    expect(read(get('data', 'order', 'fields'), 'asked')).toBe('data.order.fields');
    expect(read(get('form', 'order', 'fields'), 1)).toBeUndefined();
    expect(read(['list', 'form', 'order', 'fields'], 0)).toBe('form');
    expect(read(['member', 'form', 'order', 'fields'], 'asked')).toBeUndefined();
  });
  yields('an item after the end', ['at', get('data', 'shelf', 'fines'), 3], undefined);
  yields('an item before the beginning', ['at', get('data', 'shelf', 'fines'), -1], undefined);
  yields('an item at a fractional index', ['at', get('data', 'shelf', 'fines'), 0.5], undefined);
  yields('an entry', ['at', get('state', 'codes'), 'b'], '2');
  yields('a list by a name', ['at', get('data', 'shelf', 'fines'), 'length'], undefined);
  yields('a text by an index', ['at', get('data', 'shelf', 'name'), 0], undefined);
  yields('orValue of a value', ['or', 1, 2], 1);
  yields('orValue of false', ['or', false, true], false);
  yields('orValue of absence', ['or', GONE, 2], 2);
  yields('orValue of pending', ['or', SLOW, 2], PENDING);
  fails('orValue of a failure', ['or', BROKEN, 2], 'broken');
});

describe('macros', () => {
  const fines = get('data', 'shelf', 'fines');
  yields('filter', ['filter', fines, 'f', ['>', get('f'), 0]], [120, 45]);
  yields('exists', ['exists', fines, 'f', ['==', get('f'), 0]], true);
  yields('all', ['all', fines, 'f', ['>', get('f'), 0]], false);
  yields('exists of nothing', ['exists', ['list'], 'f', true], false);
  yields('all of nothing', ['all', ['list'], 'f', false], true);
  yields(
    'an inner name hides an outer one',
    ['filter', fines, 'f', ['exists', ['list', 45], 'f', ['==', get('f'), 45]]],
    [120, 0, 45],
  );
  const atZero = (then: Expression, other: Expression): Expression => [
    'choose',
    [['==', get('f'), 0], then],
    [true, other],
  ];
  yields(
    'exists ignores a pending item if another item decides',
    ['exists', fines, 'f', atZero(true, SLOW)],
    true,
  );
  yields(
    'all ignores a failed item if another item decides',
    ['all', fines, 'f', atZero(false, BROKEN)],
    false,
  );
  yields('exists is pending if no item decides', ['exists', fines, 'f', atZero(false, SLOW)], PENDING);
  yields('filter is pending if any item is pending', ['filter', fines, 'f', atZero(SLOW, true)], PENDING);
  yields('a macro over an absent list', ['all', GONE, 'f', true], undefined);
  yields('all is pending if no item decides', ['all', fines, 'f', atZero(SLOW, true)], PENDING);
  yields('exists is false if it is false for all items', ['exists', fines, 'f', false], false);
  yields('all is true if it is true for all items', ['all', fines, 'f', true], true);
  yields('each', ['each', fines, 'f', ['+', get('f'), 1]], [121, 1, 46]);
  yields(
    'each leaves out absent items',
    ['each', ['list', ['record', { a: 1 }], ['record', {}]], 'r', get('r', 'a')],
    [1],
  );
  yields('each is pending if an item is pending', ['each', fines, 'f', atZero(SLOW, BROKEN)], PENDING);
  fails('each fails if an item fails', ['each', fines, 'f', atZero(BROKEN, 1)], 'broken');
  yields(
    'each in a list contributes all of its items',
    ['list', 'a', ['each', fines, 'f', ['list', get('f')]], ['list', 'b']],
    ['a', [120], [0], [45], ['b']],
  );
  yields('each over an absent list', ['each', GONE, 'f', true], undefined);
  fails('each over a text', ['each', 'abc', 'f', true], 'type');
  fails('exists over a number', ['exists', 1, 'f', true], 'type');
  yields('a macro over a pending list', ['filter', SLOW, 'f', true], PENDING);
  fails('a macro with a body that is no Boolean', ['filter', fines, 'f', 1], 'type');
  fails('exists with a body that is no Boolean', ['exists', fines, 'f', 1], 'type');
  fails('a macro over a record', ['filter', get('data', 'shelf'), 'f', true], 'type');
});

describe('`choose` returns the first entry whose `when` is true and whose value is present', () => {
  yields('uses its entries in order', ['choose', [false, 'a'], [true, 'b'], [true, 'c']], 'b');
  yields('skips an absent value', ['choose', [true, GONE], [true, 'default']], 'default');
  yields('is absent if no condition is true', ['choose', [false, 'a']], undefined);
  yields('is pending while a condition is pending', ['choose', [SLOW, 'a'], [true, 'b']], PENDING);
  yields('is pending while a value is pending', ['choose', [true, SLOW], [true, 'b']], PENDING);
  fails('fails if a condition reads something absent', ['choose', [GONE, 'a'], [true, 'b']], 'condition');
  fails('fails if a condition fails', ['choose', [BROKEN, 'a'], [true, 'b']], 'broken');
  fails('fails if a condition is no Boolean', ['choose', [1, 'a'], [true, 'b']], 'type');
  it('has no default under a condition; other operations have no default', () => {
    expect(evaluateDefault(['choose', [['==', 1, 1], 'a']], scope)).toBe(undefined);
    expect(evaluateDefault(['list', [true, 'a'] as never], scope)).toBe(undefined);
    expect(evaluateDefault('text', scope)).toBe(undefined);
  });
  it('returns its default', () => {
    expect(evaluateDefault(['choose', [SLOW, 'a'], [true, SLOW], [true, 'b']], scope)).toBe('b');
    expect(evaluateDefault(['choose', [true, 'a'], [true, GONE]], scope)).toBe('a');
    expect(evaluateDefault(['choose', [true, SLOW]], scope)).toBe(undefined);
    expect(evaluateDefault(SLOW, scope)).toBe(undefined);
  });
});

describe('texts, records and lists', () => {
  yields(
    'a text is translated by its source, then filled',
    ['text', 'Hello {name}', { name: get('data', 'shelf', 'name') }],
    'Kumusta Poetry',
  );
  yields('a number selects its plural form', ['text', '{n} books left', { n: 1 }], 'one book left');
  yields('any other number selects the form "other"', ['text', '{n} books left', { n: 2 }], '2 books left!');
  yields('a text selects no plural form', ['text', '{n} books left', { n: '1' }], '1 books left!');
  yields('the context distinguishes equal texts', ['text', 'Open', {}, 'of a shop'], 'Bukas');
  yields('a text without placeholders', ['text', 'Hello'], 'Hello');
  yields('a function of an absent value', ['call', 'size', GONE], undefined);
  yields('a function of a pending value', ['call', 'concat', GONE, SLOW], PENDING);
  fails('a function of a failed value', ['call', 'size', BROKEN], 'broken');
  yields('an Integer is written as digits', ['text', '{n} books', { n: 3 }], '3 books');
  yields('braces in a value are not replaced', ['text', '{a}{b}', { a: '{b}', b: '{a}' }], '{b}{a}');
  yields(
    'braces around an unknown name stay',
    ['text', '{x} {toString} {a', { a: '1' }],
    '{x} {toString} {a',
  );
  yields('a dollar sign in a value stays', ['text', '{a}', { a: '$& $1' }], '$& $1');
  yields('a text is absent if one of its values is', ['text', '{a} {b}', { a: 'x', b: GONE }], undefined);
  yields('a text is pending if one of its values is', ['text', '{a} {b}', { a: GONE, b: SLOW }], PENDING);
  fails('a text fails for a Boolean', ['text', '{a}', { a: true }], 'type');
  yields('a record leaves out absent members', ['record', { a: 1, b: GONE }], { a: 1 });
  yields('a record is pending if a member is', ['record', { a: 1, b: SLOW }], PENDING);
  fails('a record fails if a member fails', ['record', { a: GONE, b: BROKEN }], 'broken');
  yields('a list with an absent item is absent', ['list', 1, GONE], undefined);
});

describe('steps are counted', () => {
  const exactly = (steps: number): Expression => ['list', ...Array.from({ length: steps - 1 }, () => true)];
  it('N is accepted, N+1 refused', () => {
    expect(evaluate(exactly(10_000), scope)).toHaveLength(9_999);
    expect(evaluate(exactly(10_001), scope)).toEqual(new Failure('steps'));
  });
  it('no operator ignores running out of steps', () => {
    expect(evaluate(['||', ['exists', exactly(10_001), 'x', true], true], scope)).toEqual(
      new Failure('steps'),
    );
    expect(evaluate(['or', exactly(10_001), 1], scope)).toEqual(new Failure('steps'));
  });
  it('a pass over a screen shares one meter', () => {
    const meter = createMeter(25);
    expect(evaluate(exactly(10), scope, meter)).toHaveLength(9);
    expect(evaluate(exactly(10), scope, meter)).toHaveLength(9);
    expect(meter.left).toBe(5);
    expect(evaluate(exactly(10), scope, meter)).toEqual(new Failure('steps'));
    expect(evaluate(true, scope, meter)).toEqual(new Failure('steps'));
    expect(createMeter().left).toBe(50_000);
  });
  it('nested macros stop in time', () => {
    const inner = createScope({ state: { list: Array.from({ length: 500 }, (_, n) => n) } });
    const list: Expression = ['get', 'state', 'list'];
    const cubic: Expression = [
      'all',
      list,
      'a',
      ['all', list, 'b', ['all', list, 'c', ['>=', ['get', 'c'], 0]]],
    ];
    expect(evaluate(cubic, inner)).toEqual(new Failure('steps'));
  });
  const list = ['get', 'state', 'list'] as const;
  const text = ['get', 'state', 'text'] as const;
  const words = createScope(
    {
      state: {
        text: 'x'.repeat(64),
        list: Array.from({ length: 10 }, () => 'y'.repeat(33)),
        members: Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`m${at}`, at])),
      },
    },
    { language: 'en-PH', timeZone: 'UTC', now: () => 0, message: (source) => source },
  );
  it.each<[string, number, Expression]>([
    ['a literal', 1, true],
    ['a path', 1, text],
    ['a condition and the value that it selects', 3, ['choose', [true, 'a']]],
    ['a false condition and the next entry', 4, ['choose', [false, 'a'], [true, 'b']]],
    ['an operator that its first operand decides', 2, ['||', true, false]],
    ['an operator that needs both operands', 3, ['||', false, false]],
    ['each item that a macro visits', 1 + 4 + 3, ['all', ['list', 1, 2, 3], 'x', true]],
    ['no item after the one that decides', 1 + 4 + 1, ['exists', ['list', 1, 2, 3], 'x', true]],
    ['each item that is compared', 1 + 1 + 1 + 10, ['in', 'z', list]],
    ['an entry of a form, as one path', 3, ['at', ['get', 'form', 'order', 'fields'], 'name']],
    ['an entry of anything else', 3, ['at', get('state', 'members'), 'm1']],
    ['a text by its length', 1 + 2 + 2, ['call', 'contains', text, 'y']],
    ['a record by its members', 1 + 1 + 2, ['call', 'size', get('state', 'members')]],
    ['a list by its items, and more for long items', 1 + 1 + 20, ['call', 'size', list]],
    ['a separator for each time that it is inserted', 1 + 2 + 20 + 20, ['call', 'join', list, text]],
    ['a comparison of lists, item by item', 1 + 1 + 12 + 10, ['==', list, ['filter', list, 'x', true]]],
    ['a search for a list', 1 + 3 + 4 + 1 + 2, ['in', ['list', 1, 2], ['list', ['list', 1, 2]]]],
    ['a function that uses the calendar', 1 + 1 + 4, ['call', 'date', '2026-03-06']],
    ['a function that counts days', 1 + 1 + 4, ['call', 'daysUntil', '2026-03-06']],
    ['a function that uses no calendar', 1 + 1, ['call', 'number', 5]],
    ['a text by the length of its values', 1 + 1 + 4, ['text', '{a} and {a}', { a: text }]],
    ['a text by its longest value', 1 + 2 + 4, ['text', '{a} and {b}', { a: text, b: 'b' }]],
    ['a text without values', 1, ['text', '{a} and {b}']],
    ['a long text that is read as a date', 1 + 2 + 4, ['call', 'date', text, 'long']],
  ])('%s costs %d', (_title, steps, expression) => {
    const meter = createMeter(1_000);
    evaluate(expression, words, meter);
    expect(1_000 - meter.left).toBe(steps);
  });
  it('an expression that runs out of steps has used all of them, and no more', () => {
    const meter = createMeter(5);
    expect(evaluate(exactly(100), scope, meter)).toEqual(new Failure('steps'));
    expect(meter.left).toBe(0);
  });
  it('long texts and large comparisons cost more than one step', () => {
    const inner = createScope({
      state: { text: 'x'.repeat(700_000), list: Array.from({ length: 11_000 }, () => 0) },
    });
    const text: Expression = ['get', 'state', 'text'];
    const list: Expression = ['get', 'state', 'list'];
    expect(evaluate(['call', 'contains', text, 'y'], inner)).toEqual(new Failure('steps'));
    expect(evaluate(['==', list, ['filter', list, 'x', true]], inner)).toEqual(new Failure('steps'));
    expect(evaluate(['in', 1, list], inner)).toEqual(new Failure('steps'));
  });
});

describe('evaluate never throws', () => {
  fails('an unknown operation', ['xor', true, false] as unknown as Expression, 'operation');
  fails('an unknown function', ['call', 'eval', 'x'], 'function');
  fails('null in a plan', null as unknown as Expression, 'internal');
  it('a plan too deep for the stack', () => {
    let deep: Expression = true;
    for (let level = 0; level < 9_000; level++) deep = ['!', deep];
    const result = evaluate(deep, scope);
    expect(result === true || result instanceof Failure).toBe(true);
  });
  it('a scope that throws', () => {
    const bad = {
      ...scope,
      read: () => {
        throw new Error('secret');
      },
    };
    expect(evaluate(get('data'), bad)).toEqual(new Failure('internal'));
  });
  it('a host function in data is not a value', () => {
    const inner = createScope({ state: { f: (() => 1) as never } });
    expect(evaluate(get('state', 'f'), inner)).toBe(undefined);
  });
});
