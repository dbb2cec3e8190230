import { isDeepStrictEqual } from 'node:util';
import { Environment } from '@marcbachmann/cel-js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileExpression, compileValue } from '#renderer/grammar/expression/index.ts';
import { library, SKETCHES, type Sketch } from '#renderer/grammar/expression/testing/library.ts';
import { printForOracle } from '#renderer/grammar/expression/testing/oracle.ts';
import { evaluate } from '#renderer/plan/evaluate.ts';
import { Failure, type Result, type Value } from '#renderer/plan/expression.ts';
import '#renderer/plan/more-functions.ts';
import { createScope } from '#renderer/plan/scope.ts';
import { RUNS, SEED } from './settings.ts';

/*
 * The complete path of an expression: parsed, checked, lowered, evaluated; the CEL library evaluates the same text. Sources
 * are generated with few brackets, to test precedence. Data is generated from the declared types, so that optional values are
 * sometimes absent.
 */
const oracle = new Environment({
  unlistedVariablesAreDyn: true,
  homogeneousAggregateLiterals: false,
  enableOptionalTypes: true,
});

interface Path {
  readonly path: string;
  readonly sketch: Sketch;
}

/** Every path of the library's scope, including those behind optional members. */
function pathsOf(prefix: string, sketch: Sketch): readonly Path[] {
  const own: Path = { path: prefix, sketch };
  if (typeof sketch === 'string' || Array.isArray(sketch) || Array.isArray(Object(sketch).known))
    return [own];
  return [
    own,
    ...Object.entries(sketch).flatMap(([name, member]) => pathsOf(`${prefix}.${name}`, member as Sketch)),
  ];
}

const allPaths = Object.entries(SKETCHES)
  .flatMap(([root, sketch]) => pathsOf(root, sketch))
  // The library has no has() of a bare name; `sent` and its members are left to the tables.
  .filter(({ path }) => !path.startsWith('sent'));
const plain = (path: string) => path.replaceAll('?', '');
const optional = (path: string) => path.replace(/\.([a-z]+)\?/gi, '.?$1');
/** Only the last step is optional: CEL fails at an absent prefix, and a default must not replace it. */
const halfOptional = (path: string) => plain(path).replace(/\.([a-z]+)$/i, '.?$1');
const ofKind = (kind: Sketch | 'list') =>
  allPaths.filter(({ sketch }) => (kind === 'list' ? Array.isArray(sketch) : sketch === kind));

const TEXTS = ["''", "'a'", "'b'", "'ab'", "'open'"];
const later = <T>(make: () => fc.Arbitrary<T>) => fc.constant(null).chain(make);
const wrap = (inner: fc.Arbitrary<string>) =>
  fc.tuple(inner, fc.boolean()).map(([source, isWrapped]) => (isWrapped ? `(${source})` : source));
const pathTo = (kind: Sketch | 'list') => fc.constantFrom(...ofKind(kind)).map(({ path }) => plain(path));
const read = (kind: Sketch, fallback: fc.Arbitrary<string>) =>
  fc.oneof(
    pathTo(kind),
    fc
      .tuple(
        fc.constantFrom(...ofKind(kind).filter(({ path }) => path.includes('?'))),
        fallback,
        fc.constantFrom(optional, halfOptional),
      )
      .map(([{ path }, other, spell]) => `${spell(path)}.orValue(${other})`),
  );

function integer(depth: number): fc.Arbitrary<string> {
  const leaf = fc.oneof(fc.integer({ min: 0, max: 9 }).map(String), read('integer', fc.constant('7')));
  if (depth === 0) return leaf;
  return fc.oneof(
    leaf,
    fc
      .tuple(
        wrap(later(() => integer(depth - 1))),
        fc.constantFrom(' + ', '-', ' * ', ' - '),
        wrap(later(() => integer(depth - 1))),
      )
      .map((parts) => parts.join('')),
    wrap(later(() => integer(depth - 1))).map((inner) => `- ${inner}`),
    fc
      .tuple(
        wrap(later(() => condition(0))),
        wrap(later(() => integer(depth - 1))),
        later(() => integer(depth - 1)),
      )
      .map(([when, one, other]) => `(${when} ? ${one} : ${other})`),
    pathTo('list').map((list) => `size(${list})`),
    later(() => text).map((of) => `size(${of})`),
  );
}

const receiver = fc.oneof(fc.constantFrom(...TEXTS, "' a b '"), read('text', fc.constant("'x'")));
const text = fc.oneof(
  receiver.map((of) => `${of}.trim()`),
  fc.tuple(receiver, fc.constantFrom('lowerAscii', 'upperAscii')).map(([of, name]) => `${of}.${name}()`),
  fc.constantFrom(...TEXTS),
  read('text', fc.constant("'x'")),
  fc
    .tuple(fc.integer({ min: 0, max: 3 }), fc.constantFrom(...TEXTS))
    .map(([index, other]) => `data.book.tags[?${index}].orValue(${other})`),
  fc.constantFrom(...TEXTS).map((key) => `form.ask.answers[?${key}].orValue('')`),
);

/** An expression about a path that may be absent. */
function said({ path, sketch }: Path): string | undefined {
  if (sketch === 'text') return `${plain(path)} == 'a'`;
  if (sketch === 'integer') return `${plain(path)} > 1`;
  return sketch === 'boolean' ? plain(path) : undefined;
}
const guarded = allPaths.flatMap((place) => {
  const statement = place.path.includes('?') ? said(place) : undefined;
  if (statement === undefined) return [];
  const names = place.path.split('.');
  const tests = names.flatMap((name, index) =>
    name.endsWith('?') ? [`has(${plain(names.slice(0, index + 1).join('.'))})`] : [],
  );
  return [
    `${tests.join(' && ')} && ${statement}`,
    `!(${tests.join(' && ')}) || ${statement}`,
    `${tests.map((test) => `!${test}`).join(' || ')} || ${statement}`,
    `${tests.join(' || ')} || ${statement}`,
    `!(${tests.map((test) => `!${test}`).join(' || ')}) && ${statement}`,
  ];
});

function condition(depth: number): fc.Arbitrary<string> {
  const comparison = fc.constantFrom('==', '!=', '<', '<=', '>', '>=');
  const leaf = fc.oneof(
    fc.constantFrom('true', 'false'),
    pathTo('boolean'),
    fc.constantFrom(...guarded),
    fc
      .constantFrom(...allPaths.filter(({ path }) => path.includes('?')))
      .map(({ path }) => `has(${plain(path)})`),
    fc.tuple(integer(1), comparison, integer(1)).map((parts) => parts.join(' ')),
    fc.tuple(text, fc.constantFrom('==', '!='), text).map((parts) => parts.join('')),
    fc
      .tuple(text, fc.constantFrom('contains', 'startsWith', 'endsWith'), text)
      .map(([of, name, part]) => `${of}.${name}(${part})`),
    fc
      .tuple(text, fc.array(text, { maxLength: 3 }))
      .map(([item, items]) => `${item} in [${items.join(', ')}]`),
    fc
      .tuple(text, receiver, fc.constantFrom("'a'", "' '", "'b'"))
      .map(([part, of, separator]) => `${part} in ${of}.split(${separator})`),
    fc
      .tuple(fc.constantFrom('exists', 'all'), fc.constantFrom("t == 'a'", "t.contains('a') || state.open"))
      .map(([macro, body]) => `data.book.tags.${macro}(t, ${body})`),
    fc
      .tuple(
        fc.constantFrom('exists', 'all'),
        fc.constantFrom(
          "has(b.note) && b.note == 'a'",
          "b.?note.orValue('a') == 'a'",
          'b.pages > index',
          'b.late',
          "b.note == 'a'",
        ),
      )
      .map(([macro, body]) => `data.books.${macro}(b, ${body})`),
    fc
      .constantFrom('b.late', '!has(b.note)', 'b.pages == 1')
      .map((body) => `size(data.books.filter(b, ${body})) > 0`),
    fc.constantFrom("'a' in data.books.map(b, b.title)", '7 in data.books.map(b, b.pages + index)'),
  );
  if (depth === 0) return leaf;
  const inner = () => wrap(later(() => condition(depth - 1)));
  return fc.oneof(
    leaf,
    fc.tuple(inner(), fc.constantFrom(' && ', ' || ', '&&', '||'), inner()).map((parts) => parts.join('')),
    inner().map((operand) => `!${operand}`),
    fc.tuple(inner(), inner(), inner()).map(([when, one, other]) => `(${when} ? ${one} : ${other})`),
  );
}

/** Data of the declared type; half of the optional values are left out. */
function valueOf(sketch: Sketch): fc.Arbitrary<Value> {
  switch (sketch) {
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'money':
      return fc.integer({ min: -3, max: 9 });
    case 'number':
      return fc.constantFrom(0, 0.5, -1.25, 3);
    case 'text':
    case 'date':
    case 'url':
      return fc.constantFrom('', 'a', 'b', 'ab');
    case 'map':
      return fc.dictionary(fc.constantFrom('', 'a', 'b', 'open'), fc.constantFrom('', 'a'));
  }
  if (Array.isArray(sketch)) return fc.array(valueOf(sketch[0] as Sketch), { maxLength: 3 });
  if (Array.isArray(Object(sketch).known)) return fc.constantFrom('open', 'closed');
  const members = Object.entries(sketch) as [string, Sketch][];
  return fc.record(Object.fromEntries(members.map(([name, member]) => [plain(name), valueOf(member)])), {
    requiredKeys: members.filter(([name]) => !name.endsWith('?')).map(([name]) => name),
  });
}
const roots = valueOf(SKETCHES) as fc.Arbitrary<{ readonly [root: string]: Value }>;

function ask(
  source: string,
  data: { readonly [root: string]: Value },
): { readonly value: unknown } | undefined {
  try {
    return { value: oracle.evaluate(printForOracle(source), data) };
  } catch {
    return undefined;
  }
}

const isState = (result: Result) => result === undefined || result instanceof Failure;

describe("language 3: we return CEL's value where CEL has one, and no value where it fails", () => {
  it.each([
    ['conditions', condition(3)],
    ['whole arithmetic', integer(3)],
    ['texts', text],
  ])('%s, from source to value', (_, sources) => {
    let accepted = 0;
    fc.assert(
      fc.property(sources, roots, (source, data) => {
        const { typed } = compileExpression(source, library(), { mayBeAbsent: true });
        if (typed === undefined) return;
        accepted++;
        const result = evaluate(typed.lowered, createScope(data));
        const expected = ask(source, data);
        const agrees =
          expected === undefined
            ? isState(result)
            : isDeepStrictEqual(result, expected.value) || result === expected.value;
        expect([source, agrees]).toEqual([source, true]);
      }),
      { numRuns: RUNS, seed: SEED },
    );
    expect(accepted).toBeGreaterThan(RUNS / 3);
  });
});

describe('language promise 4: the client can show what the checker accepts', () => {
  it('an accepted condition is true or false over all data of the declared types', () => {
    let accepted = 0;
    fc.assert(
      fc.property(condition(3), roots, (source, data) => {
        const { typed } = compileExpression(source, library(), { expected: { kind: 'boolean' } });
        if (typed === undefined) return;
        accepted++;
        const result = evaluate(typed.lowered, createScope(data));
        expect([source, typeof result]).toEqual([source, 'boolean']);
        // The paths that the result proves to be present are present.
        const proven = result === true ? typed.provesTrue : typed.provesFalse;
        for (const path of proven) {
          const read = evaluate(['get', ...path.split('.')], createScope(data));
          expect([source, path, isState(read)]).toEqual([source, path, false]);
        }
      }),
      { numRuns: RUNS, seed: SEED },
    );
    expect(accepted).toBeGreaterThan(RUNS / 3);
  });
});

/** Values and texts; an absent part makes the whole absent. */
const value = fc.oneof(
  text,
  integer(2),
  condition(2),
  pathTo('money'),
  fc
    .tuple(pathTo('money'), fc.constantFrom(' + ', ' - '), pathTo('money'))
    .map((parts) => `money(${parts.join('')})`),
  fc.tuple(pathTo('money'), integer(1)).map(([amount, times]) => `${amount} * (${times})`),
  pathTo('number').map((path) => `number(${path})`),
  fc
    .tuple(fc.constantFrom('min', 'max'), fc.oneof(integer(1), pathTo('number')), integer(1))
    .map(([name, one, other]) => `number(${name}(${one}, ${other}))`),
  fc
    .tuple(fc.constantFrom('abs', 'floor', 'ceil', 'round'), fc.oneof(integer(1), pathTo('number')))
    .map(([name, of]) => `number(${name}(${of}))`),
  fc
    .tuple(
      fc.constantFrom('sum', 'min', 'max'),
      fc.constantFrom('b.pages', 'b.fine', 'b.weight', 'b.pages * index'),
    )
    .map(([name, body]) => `data.books.${name}(b, ${body})`),
  fc.tuple(integer(1), integer(1)).map(([one, other]) => `number(((${one}) / (${other})).orValue(0))`),
  fc
    .tuple(pathTo('money'), fc.oneof(integer(0), pathTo('number')), fc.constantFrom('nearest', 'up', 'down'))
    .map(([amount, rate, rounding]) => `money(percent(${amount}, ${rate}, '${rounding}'))`),
  fc.constantFrom('b.late', 'has(b.note)').map((body) => `data.books.count(b, ${body})`),
  pathTo('date').map((path) => `date(${path}, 'long')`),
  pathTo('date').map((path) => `daysUntil(${path})`),
  fc
    .tuple(
      fc.constantFrom('addDays', 'addMonths', 'addYears'),
      fc.oneof(pathTo('date'), fc.constantFrom('today()', 'now()', "day('2024-02-29')")),
      integer(0),
    )
    .map(([name, of, count]) => `date(${name}(${of}, ${count}))`),
  pathTo('date').map((path) => `weekday(${path})`),
  fc.tuple(text, integer(1)).map(([of, count]) => `tail(${of}, ${count})`),
  text.map((separator) => `join(data.book.tags, ${separator})`),
  fc.tuple(pathTo('url'), text, text).map((args) => `withQuery(${args.join(', ')})`),
);

describe('language promise 4: an accepted expression never fails to compute on matching data', () => {
  it('values and texts with values are computed or absent, and absent only where the checker allows it', () => {
    const seen = { computed: 0, absent: 0 };
    fc.assert(
      fc.property(value, value, roots, (one, other, data) => {
        const sources = [`\${${one}}`, `One \${${one}}, other \${${other}}.`];
        for (const [index, slot] of (['any', 'text'] as const).entries()) {
          const { typed } = compileValue(sources[index], { slot }, library());
          if (typed === undefined) continue;
          const result = evaluate(typed.lowered, createScope(data));
          seen[result === undefined ? 'absent' : 'computed']++;
          const isPromised = typed.absent || result !== undefined;
          expect([sources[index], result instanceof Failure, isPromised]).toEqual([
            sources[index],
            false,
            true,
          ]);
        }
      }),
      { numRuns: RUNS, seed: SEED },
    );
    console.info(`checker against evaluator: seed ${SEED}, ${RUNS} pairs, ${JSON.stringify(seen)}`);
    expect(seen.computed).toBeGreaterThan(RUNS / 2);
    expect(seen.absent).toBeGreaterThan(RUNS / 20);
  });

  const MANY = {
    weight: 0.5,
    late: true,
    due: '2026-01-01',
    cover: 'https://a.example',
    shelf: 'open',
    tags: [],
  };
  const book = { title: 'a', fine: 2 ** 53 - 1, pages: 2 ** 53 - 1, ...MANY };
  const computed = (source: string, data: { readonly [root: string]: Value }) => {
    const { typed, problems } = compileExpression(source, library());
    expect(problems).toEqual([]);
    return typed && evaluate(typed.lowered, createScope(data));
  };

  it.each([
    'data.book.pages + 1',
    '-data.book.pages - 1',
    'data.book.pages * 2',
    'data.book.fine + data.book.fine',
    'data.book.fine * 2',
  ])('E1: %s fails beyond 2^53, and not before', (source) => {
    expect(computed(source, { data: { book } })).toEqual(new Failure('overflow'));
    const half = { ...book, pages: 2 ** 51, fine: 2 ** 51 };
    expect(typeof computed(source, { data: { book: half } })).toBe('number');
  });

  it('E2: a list longer than its contract allows costs more steps than one expression may use', () => {
    const source = 'data.books.all(a, data.books.exists(b, a.title == b.title))';
    const title = (_: unknown, index: number) => ({ ...book, title: `${index}` });
    expect(computed(source, { data: { books: Array.from({ length: 30 }, title) } })).toBe(true);
    expect(computed(source, { data: { books: Array.from({ length: 300 }, title) } })).toEqual(
      new Failure('steps'),
    );
  });

  it('E4: a comparison with an invalid date is absent, and the date is shown as received', () => {
    const soon = { ...book, due: 'soon' };
    expect(computed('data.book.due < data.book.due', { data: { book: soon } })).toBeUndefined();
    expect(computed('date(data.book.due)', { data: { book: soon } })).toBe('soon');
    expect(computed('daysUntil(data.book.due).orValue(-1)', { data: { book: soon } })).toBe(-1);
  });
});
