import type { Expression } from '#renderer/plan/expression.ts';

/*
 * Expressions by an attacker who wants to block the page or read something that is not data: by class, as source in a
 * definition, and as an unchecked plan.
 */

export interface HostileSource {
  readonly class: string;
  readonly source: string;
}

/** Members that every object inherits and no data has. */
const INHERITED = [
  ...['constructor', '__proto__', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', 'isPrototypeOf'],
  ...[
    '__defineGetter__',
    '__lookupSetter__',
    'toLocaleString',
    'propertyIsEnumerable',
    'caller',
    'arguments',
  ],
];

/** Global names of a page. */
const GLOBALS = [
  ...['eval', 'Function', 'fetch', 'setTimeout', 'require', 'process', 'globalThis', 'window', 'document'],
  ...[
    'Object',
    'Reflect',
    'Proxy',
    'Symbol',
    'alert',
    'localStorage',
    'import',
    'XMLHttpRequest',
    'navigator',
  ],
];

const within = (levels: number, before: string, inside: string, after: string) =>
  before.repeat(levels) + inside + after.repeat(levels);

/** Conditions of a node in the library of `renderer/grammar/testing.ts`. */
export function hostileSources(): readonly HostileSource[] {
  const sources: HostileSource[] = [];
  const add = (kind: string, ...found: readonly string[]) =>
    sources.push(...found.map((source) => ({ class: kind, source })));
  for (const name of INHERITED) {
    add('inherited member', `data.shelf.${name} == 'x'`, `data.shelf.name.${name} == 'x'`);
    add('inherited member', `params.${name} == 'x'`, `data.shelf.books.${name} == 'x'`);
    add('computed member', `data.shelf['${name}'] == 'x'`, `data.shelf.books[?'${name}'] == 'x'`);
    add('presence', `has(data.${name})`, `has(data.shelf.${name}.name)`);
    add('method', `data.shelf.${name}('x')`, `'x'.${name}()`);
  }
  for (const name of GLOBALS) {
    add('foreign function', `${name}('alert(1)')`, `data.shelf.name.${name}('x')`);
    add('foreign name', `${name} == 'x'`, `${name}.name == 'x'`);
  }
  const books = 'data.shelf.books';
  for (const levels of [2, 3, 4, 6, 10, 20, 39]) {
    const names = Array.from({ length: levels }, (_, at) => `a${at}`);
    for (const macro of ['exists', 'all']) {
      const opened = names.map((name) => `${books}.${macro}(${name}, `).join('');
      add('nested comprehension', `${opened}a0.pages ${macro === 'all' ? '>' : '<'} 0${')'.repeat(levels)}`);
    }
    const filtered = names.map((name) => `size(${books}.filter(${name}, `).join('');
    add('nested comprehension', `${filtered}a0.pages > 0${')) > 0'.repeat(levels)}`);
  }
  for (const levels of [30, 41, 100, 1_000, 1_900]) {
    add('deep', within(levels, '(', 'config.desk.open', ')'), `${'!'.repeat(levels)}config.desk.open`);
    add('deep', within(levels, '[', '1', ']'), `${'-'.repeat(levels)}1 > 0`);
    add('deep', `${within(levels, 'size([', '1', '])')} > 0`, within(levels, '!(', 'true', ')'));
  }
  for (const count of [100, 1_000, 4_000]) {
    add('long', Array.from({ length: count }, () => 'config.desk.open').join(' && '));
    add('long', `config.desk.phone == '${'x'.repeat(count)}'`, `1${' + 1'.repeat(count)} > 0`);
    add('long', `data.shelf${'.note'.repeat(count)} == 'x'`, `[${'1,'.repeat(count)}1].exists(a, a > 1)`);
  }
  const doubled = (levels: number): string =>
    levels === 0 ? 'data.shelf.name' : `join([${doubled(levels - 1)}, ${doubled(levels - 1)}], ',')`;
  for (const levels of [2, 4, 6, 8]) add('doubling', `${doubled(levels)} == 'x'`);
  add('doubling', "data.shelf.name + data.shelf.name == 'x'", "data.shelf.name * 9 == 'x'");
  for (const pattern of ['(a+)+$', '(a|a)*b', '^(\\\\w+\\\\s?)*$'])
    add('pattern', `data.shelf.name.matches('${pattern}')`, `'aaaa'.replace('${pattern}', '')`);
  add('assignment', "data.shelf.name = 'x'", 'state.a += 1', 'config.desk.open = true', 'delete data.shelf');
  add('host syntax', '() => 1', '(function(){})()', '`${1}`', 'new Date()', 'a ?. b', '1; 2', 'x => x');
  add('host syntax', '/a/.test("b")', 'this', 'data.shelf?.name', 'data.shelf.name!', '#', 'void 0', '{}.a');
  return sources;
}

export interface HostilePlan {
  readonly class: string;
  readonly plan: Expression;
}

const BOOKS: Expression = ['get', 'data', 'shelf', 'books'];
const TEXT: Expression = ['get', 'data', 'shelf', 'name'];

/** Nests an expression in this number of levels. */
function nest(levels: number, start: Expression, around: (inner: Expression, level: number) => Expression) {
  let plan = start;
  for (let level = 0; level < levels; level += 1) plan = around(plan, level);
  return plan;
}

/** Trees that our compiler never writes, and the most expensive compiled ones. */
export function hostilePlans(): readonly HostilePlan[] {
  const plans: HostilePlan[] = [];
  const add = (kind: string, ...found: readonly unknown[]) =>
    plans.push(...found.map((plan) => ({ class: kind, plan: plan as Expression })));
  for (const name of INHERITED) {
    add('inherited member', ['get', name], ['get', 'data', name], ['get', 'data', 'shelf', 'name', name]);
    add('inherited member', ['member', ['record', { [name]: 1 }], name, name], ['at', BOOKS, name]);
    add('foreign function', ['call', name, 'alert(1)'], ['call', name], [name, 1, 2]);
  }
  for (const name of GLOBALS) add('foreign function', ['call', name, 'alert(1)'], ['get', name], [name]);
  for (const levels of [2, 3, 4, 8, 40]) {
    for (const macro of ['exists', 'all', 'filter', 'each']) {
      const body: Expression = macro === 'exists' ? false : macro === 'each' ? 1 : true;
      // Every macro runs over all items, without an early exit.
      const inside = (inner: Expression, level: number) => [macro, BOOKS, `a${level}`, inner] as unknown;
      add(
        'nested comprehension',
        nest(levels, body, (inner, level) => inside(inner, level) as Expression),
      );
    }
  }
  for (const levels of [8, 16, 24, 40, 200]) {
    add(
      'doubling',
      nest(levels, TEXT, (inner) => ['text', '{a}{a}', { a: inner }]),
    );
    // One value with a name, used twice: `each` over a list of one.
    add(
      'doubling',
      nest(levels, TEXT, (inner) => [
        'call',
        'join',
        ['each', ['list', inner], 'a', ['call', 'concat', ['get', 'a'], ['get', 'a']]],
        '',
      ]),
    );
  }
  for (const times of [100, 2_000])
    add('doubling', ['text', '{a}'.repeat(times), { a: ['text', '{b}'.repeat(times), { b: TEXT }] }]);
  const wide: Expression = ['list', ...Array.from({ length: 4_000 }, () => 'w')];
  add(
    'doubling',
    ['call', 'join', wide, 'x'.repeat(60_000)],
    ['call', 'join', wide, ['call', 'join', wide, 'x']],
  );
  const long = 'x'.repeat(600_000);
  add('long text', ['each', BOOKS, 'a', ['call', 'contains', long, 'y']]);
  add('long text', ['each', BOOKS, 'a', ['call', 'tail', long, 500_000]]);
  add('long text', ['each', BOOKS, 'a', ['call', 'withQuery', '/a', 'b', long]]);
  const many = Object.fromEntries(Array.from({ length: 9_000 }, (_, at) => [`m${at}`, at]));
  add('wide record', ['each', BOOKS, 'a', ['call', 'size', ['record', many]]]);
  add('wide record', ['each', BOOKS, 'a', ['call', 'size', ['get', 'data', 'wide']]]);
  for (const name of ['date', 'money', 'number', 'daysUntil']) {
    const argument = name.startsWith('d') ? '2026-03-17' : 1_234_567;
    const inner: Expression = ['each', BOOKS, 'b', ['call', name, argument]];
    add('formats', ['each', BOOKS, 'a', ['call', 'size', inner]]);
  }
  for (const levels of [1_000, 9_000, 50_000]) {
    add(
      'deep',
      nest(levels, true, (inner) => ['!', inner]),
      nest(levels, 1, (inner) => ['list', inner]),
      nest(levels, TEXT, (inner) => ['or', inner, '']),
    );
  }
  const shared = nest(40, ['list', 1, 2], (inner) => [
    'member',
    ['record', { a: ['list', inner, inner] }],
    'a',
  ]);
  add('comparison', ['==', shared, shared], ['==', BOOKS, BOOKS], ['in', BOOKS, ['list', BOOKS, BOOKS]]);
  add('no expression', null, {}, [], [[]], [null], ['get'], ['call'], ['text'], ['choose', []], undefined);
  return plans;
}
