import { isDeepStrictEqual } from 'node:util';
import { Environment } from '@marcbachmann/cel-js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fold } from '#renderer/grammar/compile/fold.ts';
import { rename } from '#renderer/grammar/compile/plan-expression.ts';
import { evaluate, evaluateShown } from '#renderer/plan/evaluate.ts';
import { type Expression, Failure, PENDING, type Result, type Value } from '#renderer/plan/expression.ts';
import { createScope } from '#renderer/plan/scope.ts';
import { RUNS, SEED } from './settings.ts';

/*
 * The oracle is the CEL library's evaluator. Every case is written twice, independently of our parser, checker and lowering:
 * as CEL source and as the lowered tree. CEL's numbers are doubles, so whole ones are printed with `.0` and sizes in
 * `double(…)`.
 *
 * Absent members are missing keys in both. A pending or failed value is missing in CEL, with its prefix, so that CEL fails
 * too; if CEL still computes a value, so must we.
 */
interface Case {
  readonly cel: string;
  readonly plan: Expression;
}
type Kind = 'boolean' | 'number' | 'whole' | 'text' | 'numbers' | 'texts' | 'records' | 'record';

/** Names of macros in scope, by kind. */
type Names = readonly { readonly name: string; readonly kind: Kind }[];

const oracle = new Environment({
  unlistedVariablesAreDyn: true,
  homogeneousAggregateLiterals: false,
  enableOptionalTypes: true,
});

const MEMBERS: { readonly [kind in Kind]: readonly string[] } = {
  boolean: ['open', 'lent'],
  number: ['width', 'price'],
  whole: ['count', 'year'],
  text: ['title', 'code'],
  numbers: ['sizes', 'fines'],
  texts: ['tags', 'codes'],
  records: ['books', 'shelves'],
  record: ['place', 'owner'],
};
/** Roots of paths: mostly loaded data, sometimes pending or failed data. */
const ROOTS = ['shelf', 'shelf', 'shelf', 'shelf', 'shelf', 'slow', 'broken'];
const LIST_OF: { readonly [kind in Kind]?: Kind } = { number: 'numbers', text: 'texts', record: 'records' };
const TEXTS = ['', 'a', 'b', 'ab', '21', 'é😀', '"\\'];

const text = fc.constantFrom(...TEXTS);
const whole = fc.oneof(fc.integer({ min: -5, max: 5 }), fc.integer({ min: -1_000_000, max: 1_000_000 }));
const decimal = fc.oneof(whole, fc.constantFrom(0.5, -0.25, 1e15, 0.1, 0.2, 0.3));
const VALUES: { readonly [kind in Kind]: fc.Arbitrary<Value> } = {
  boolean: fc.boolean(),
  number: decimal,
  whole,
  text,
  numbers: fc.array(decimal, { maxLength: 4 }),
  texts: fc.array(text, { maxLength: 4 }),
  records: fc.array(record(), { maxLength: 4 }),
  record: record(),
};

function record(): fc.Arbitrary<Value> {
  return fc.record({ count: whole, title: text, open: fc.boolean() }, { requiredKeys: [] });
}

/** Mostly of the declared kind, sometimes a scalar of another: data that breaks the checker's promise. */
function member(kind: Kind): fc.Arbitrary<Value> {
  const other = kind === 'text' ? fc.boolean() : kind === 'boolean' ? fc.constant<Value>(1) : fc.boolean();
  return fc.oneof(
    { weight: 12, arbitrary: VALUES[kind] },
    { weight: 1, arbitrary: other as fc.Arbitrary<Value> },
  );
}

const shelf = fc.record(
  Object.fromEntries(
    Object.entries(MEMBERS).flatMap(([kind, names]) => names.map((name) => [name, member(kind as Kind)])),
  ),
  { requiredKeys: [] },
);

const quote = (value: string) => JSON.stringify(value);
const literal = (value: number): Case => ({
  cel: Number.isInteger(value) ? (value < 0 ? `(${value}.0)` : `${value}.0`) : `(${value})`,
  plan: value,
});

/** A path to a member of a kind: mostly loaded, sometimes pending, failed, or too deep. */
function path(kind: Kind, names: Names): fc.Arbitrary<Case> {
  const direct = fc
    .tuple(fc.constantFrom(...ROOTS), fc.constantFrom(...MEMBERS[kind]))
    .map(([root, name]): Case => ({ cel: `data.${root}.${name}`, plan: ['get', 'data', root, name] }));
  const choices = [direct];
  const inRecord =
    kind === 'whole' ? 'count' : kind === 'text' ? 'title' : kind === 'boolean' ? 'open' : undefined;
  if (inRecord !== undefined) {
    choices.push(
      fc.constantFrom(...MEMBERS.record).map(
        (name): Case => ({
          cel: `data.shelf.${name}.${inRecord}`,
          plan: ['get', 'data', 'shelf', name, inRecord],
        }),
      ),
    );
  }
  for (const inner of names) {
    if (inner.kind === kind) choices.push(fc.constant({ cel: inner.name, plan: ['get', inner.name] }));
    if (inner.kind === 'record' && inRecord !== undefined) {
      choices.push(fc.constant({ cel: `${inner.name}.${inRecord}`, plan: ['get', inner.name, inRecord] }));
    }
  }
  return fc.oneof(...choices);
}

/** `path.orValue(…)`, an item or an entry; every step is optional, as in the lowered path. */
function fallback(kind: Kind, names: Names, depth: number): fc.Arbitrary<Case> {
  const optional = fc
    .tuple(fc.constantFrom(...ROOTS), fc.constantFrom(...MEMBERS[kind]), build(kind, names, depth - 1))
    .map(
      ([root, name, other]): Case => ({
        cel: `data.${root}.?${name}.orValue(${other.cel})`,
        plan: ['or', ['get', 'data', root, name], other.plan],
      }),
    );
  const list = LIST_OF[kind];
  if (list === undefined) return optional;
  const place = fc.integer({ min: 0, max: 4 });
  const item = fc
    .tuple(fc.constantFrom(...ROOTS), fc.constantFrom(...MEMBERS[list]), place, build(kind, names, depth - 1))
    .map(
      ([root, name, index, other]): Case => ({
        cel: `data.${root}.?${name}[?${index}].orValue(${other.cel})`,
        plan: ['or', ['at', ['get', 'data', root, name], index], other.plan],
      }),
    );
  return fc.oneof(optional, item);
}

function binary(
  ops: readonly string[],
  kinds: readonly Kind[],
  names: Names,
  depth: number,
  mark = '',
): fc.Arbitrary<Case> {
  const kind = fc.constantFrom(...kinds);
  return kind.chain((of) =>
    fc.tuple(fc.constantFrom(...ops), build(of, names, depth - 1), build(of, names, depth - 1)).map(
      ([op, left, right]): Case => ({
        cel: `(${left.cel} ${op} ${right.cel})`,
        plan: [`${op}${mark}`, left.plan, right.plan] as unknown as Expression,
      }),
    ),
  );
}

function macro(op: 'filter' | 'exists' | 'all', list: Kind, names: Names, depth: number): fc.Arbitrary<Case> {
  const name = `v${names.length}`;
  const kind: Kind = list === 'records' ? 'record' : list === 'texts' ? 'text' : 'number';
  return fc.tuple(build(list, names, depth - 1), build('boolean', [...names, { name, kind }], depth - 1)).map(
    ([over, body]): Case => ({
      cel: `${over.cel}.${op}(${name}, ${body.cel})`,
      plan: [op, over.plan, name, body.plan],
    }),
  );
}

function choose(kind: Kind, names: Names, depth: number): fc.Arbitrary<Case> {
  return fc
    .tuple(
      build('boolean', names, depth - 1),
      build('boolean', names, depth - 1),
      leaf(kind, names),
      leaf(kind, names),
      leaf(kind, names),
    )
    .filter(([, , a, b, c]) => [a, b, c].every((value) => typeof value.plan !== 'object'))
    .map(
      ([first, second, a, b, c]): Case => ({
        cel: `(${first.cel} ? ${a.cel} : (${second.cel} ? ${b.cel} : ${c.cel}))`,
        plan: ['choose', [first.plan, a.plan], [second.plan, b.plan], [true, c.plan]],
      }),
    );
}

function literals(kind: Kind): fc.Arbitrary<Case> | undefined {
  switch (kind) {
    case 'boolean':
      return fc.boolean().map((value) => ({ cel: String(value), plan: value }));
    case 'number':
      return decimal.map(literal);
    case 'whole':
      return whole.map(literal);
    case 'text':
      return text.map((value) => ({ cel: quote(value), plan: value }));
    case 'numbers':
    case 'texts':
      return fc
        .array(literals(kind === 'numbers' ? 'number' : 'text') as fc.Arbitrary<Case>, { maxLength: 3 })
        .map((items) => ({
          // The library's checker cannot infer the type of an empty list.
          cel: `dyn([${items.map((item) => item.cel).join(', ')}])`,
          plan: ['list', ...items.map((item) => item.plan)],
        }));
    case 'records':
    case 'record':
      return undefined;
  }
}

function leaf(kind: Kind, names: Names): fc.Arbitrary<Case> {
  const value = literals(kind);
  return value === undefined ? path(kind, names) : fc.oneof(path(kind, names), value);
}

function build(kind: Kind, names: Names, depth: number): fc.Arbitrary<Case> {
  if (depth <= 0) return leaf(kind, names);
  // Built lazily, because the grammar is too wide to expand.
  const later = (make: () => fc.Arbitrary<Case>) => fc.constant(null).chain(make);
  const choices = [later(() => leaf(kind, names)), later(() => fallback(kind, names, depth))];
  switch (kind) {
    case 'boolean':
      choices.push(
        later(() => binary(['&&', '||'], ['boolean'], names, depth)),
        later(() => binary(['&&', '||'], ['boolean'], names, depth)),
        later(() =>
          binary(
            ['==', '!='],
            ['boolean', 'number', 'text', 'numbers', 'texts', 'record', 'records'],
            names,
            depth,
          ),
        ),
        later(() => binary(['<', '<=', '>', '>='], ['number', 'whole', 'text', 'boolean'], names, depth)),
        later(() => membership('number', 'numbers', names, depth)),
        later(() => membership('text', 'texts', names, depth)),
        later(() => membership('record', 'records', names, depth)),
        later(() => membership('text', 'record', names, depth)),
        later(() =>
          build('boolean', names, depth - 1).map(
            ({ cel, plan }): Case => ({ cel: `!(${cel})`, plan: ['!', plan] }),
          ),
        ),
        later(() =>
          path(names.length > 0 ? 'whole' : 'text', names)
            .filter(({ cel }) => cel.includes('.'))
            .map(({ cel, plan }): Case => ({ cel: `has(${cel})`, plan: ['has', plan] })),
        ),
        later(() => macro('exists', 'records', names, depth)),
        later(() => macro('all', 'numbers', names, depth)),
        later(() => macro('exists', 'texts', names, depth)),
        later(() => macro('all', 'records', names, depth)),
        later(() => receiver(names, depth)),
        later(() => choose(kind, names, depth)),
      );
      break;
    case 'number':
      choices.push(
        later(() => binary(['+', '-', '*'], ['number'], names, depth)),
        later(() =>
          build('number', names, depth - 1).map(
            ({ cel, plan }): Case => ({ cel: `-(${cel})`, plan: ['neg', plan] }),
          ),
        ),
      );
      break;
    case 'whole':
      choices.push(
        later(() => binary(['+', '-', '*'], ['whole'], names, depth, '!')),
        later(() =>
          fc
            .constantFrom<Kind>('numbers', 'texts', 'records', 'record')
            .chain((of) => build(of, names, depth - 1))
            .map(({ cel, plan }): Case => ({ cel: `double(size(${cel}))`, plan: ['call', 'size', plan] })),
        ),
      );
      break;
    case 'text':
      choices.push(later(() => choose(kind, names, depth)));
      break;
    case 'numbers':
    case 'texts':
    case 'records':
      choices.push(later(() => macro('filter', kind, names, depth)));
      break;
    case 'record':
      break;
  }
  return fc.oneof(...choices);
}

function membership(item: Kind, container: Kind, names: Names, depth: number): fc.Arbitrary<Case> {
  return fc.tuple(build(item, names, depth - 1), build(container, names, depth - 1)).map(
    ([left, right]): Case => ({
      cel: `(${left.cel} in ${right.cel})`,
      plan: ['in', left.plan, right.plan],
    }),
  );
}

function receiver(names: Names, depth: number): fc.Arbitrary<Case> {
  return fc
    .tuple(
      fc.constantFrom('contains', 'startsWith', 'endsWith'),
      build('text', names, depth - 1),
      build('text', names, depth - 1),
    )
    .map(
      ([name, left, right]): Case => ({
        cel: `${left.cel}.${name}(${right.cel})`,
        plan: ['call', name, left.plan, right.plan],
      }),
    );
}

function askOracle(cel: string, data: Value): { readonly value: unknown } | undefined {
  try {
    return { value: oracle.evaluate(cel, { data: { shelf: data } }) };
  } catch {
    return undefined;
  }
}

/** A root is read by name, so that its members can have different states. */
function roots(data: Value): { readonly data: Value } {
  return { data: { shelf: data, slow: PENDING, broken: new Failure('broken') } as unknown as Value };
}

function isState(result: Result): boolean {
  return result === undefined || result === PENDING || result instanceof Failure;
}

it("returns CEL's value where CEL has one, and no value where CEL fails", () => {
  const kinds = fc.constantFrom<Kind>(
    'boolean',
    'boolean',
    'boolean',
    'number',
    'whole',
    'text',
    'numbers',
    'texts',
    'records',
  );
  const cases = kinds.chain((kind) => build(kind, [], 4));
  const seen = { values: 0, states: 0, overflows: 0 };
  const operations = new Set<string>();
  fc.assert(
    fc.property(cases, shelf as fc.Arbitrary<Value>, ({ cel, plan }, data) => {
      collectOperations(plan, operations);
      const scope = createScope(roots(data));
      const ours = evaluate(plan, scope);
      // An intended difference: our integers have a limit, doubles have not.
      if (ours instanceof Failure && ours.reason === 'overflow') {
        seen.overflows++;
        return;
      }
      const theirs = askOracle(cel, data);
      if (theirs === undefined) seen.states++;
      else seen.values++;
      const agrees =
        theirs === undefined ? isState(ours) : isDeepStrictEqual(plain(ours), plain(theirs.value));
      if (!agrees) {
        throw new Error(
          `${cel}\n${JSON.stringify(plan)}\nCEL: ${JSON.stringify(theirs) ?? 'fails'}, ours: ${describe(ours)}`,
        );
      }
    }),
    { seed: SEED, numRuns: RUNS },
  );
  console.info(`evaluate against CEL: seed ${SEED}, ${RUNS} runs, ${JSON.stringify(seen)}`);
  // The generator must make enough expressions that succeed, and use every operation.
  expect(seen.values).toBeGreaterThan(RUNS * 0.3);
  expect(seen.states).toBeGreaterThan(RUNS * 0.1);
  expect(seen.overflows).toBeLessThan(RUNS * 0.1);
  expect([...operations].sort()).toEqual([
    '!',
    '!=',
    '&&',
    '*',
    '*!',
    '+',
    '+!',
    '-',
    '-!',
    '<',
    '<=',
    '==',
    '>',
    '>=',
    'all',
    'at',
    'call',
    'choose',
    'exists',
    'filter',
    'get',
    'has',
    'in',
    'list',
    'neg',
    'or',
    '||',
  ]);
});

it('an expression in which constants replace paths has the same result after folding', () => {
  const kinds = fc.constantFrom<Kind>('boolean', 'boolean', 'boolean', 'number', 'text', 'texts');
  const cases = kinds.chain((kind) => build(kind, [], 5));
  const constants = fc.record({ open: fc.boolean(), lent: fc.boolean(), title: text, count: whole });
  const seen = { decided: 0, shorter: 0, same: 0 };
  fc.assert(
    fc.property(cases, shelf as fc.Arbitrary<Value>, constants, (written, data, given) => {
      const plan = rename(written.plan, {
        path: (names) => {
          const [, root, name = '', ...rest] = names;
          const isConstant = root === 'shelf' && rest.length === 0 && Object.hasOwn(given, name);
          return isConstant ? given[name as keyof typeof given] : ['get', ...names];
        },
        name: (name) => name,
      });
      const folded = fold(plan);
      const isSame = isDeepStrictEqual(folded, plan);
      seen[isSame ? 'same' : typeof folded === 'object' ? 'shorter' : 'decided'] += 1;
      expect(fold(folded)).toEqual(folded);
      for (const compute of [evaluate, evaluateShown]) {
        const before = compute(plan, createScope(roots(data)));
        // The reader of replies has refused values of other types.
        if (before instanceof Failure && before.reason === 'type') continue;
        expect({ plan, result: compute(folded, createScope(roots(data))) }).toEqual({ plan, result: before });
      }
    }),
    { seed: SEED, numRuns: RUNS },
  );
  console.info(`folded expressions: seed ${SEED}, ${RUNS} runs, ${JSON.stringify(seen)}`);
  expect(seen.decided).toBeGreaterThan(RUNS * 0.03);
  expect(seen.shorter).toBeGreaterThan(RUNS * 0.2);
});

/** Ignores prototypes: the library returns its own records. */
function plain(value: unknown): unknown {
  return isState(value as Result) ? value : JSON.parse(JSON.stringify({ value }));
}

function describe(result: Result): string {
  if (result instanceof Failure) return `failed: ${result.reason}`;
  return result === PENDING ? 'pending' : (JSON.stringify(result) ?? 'absent');
}

function collectOperations(plan: Expression, into: Set<string>): void {
  if (!Array.isArray(plan)) return;
  if (typeof plan[0] === 'string') into.add(plan[0]);
  if (plan[0] === 'get') return;
  for (const part of plan.slice(1))
    if (Array.isArray(part)) collectOperations(part as unknown as Expression, into);
  if (plan[0] === 'choose')
    for (const entry of plan.slice(1))
      for (const part of entry as unknown as Expression[]) collectOperations(part, into);
}
