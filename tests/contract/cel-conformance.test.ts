import { tests } from '@bufbuild/cel-spec/testdata/conformance.js';
import { describe, expect, it } from 'vitest';
import { compileExpression, typeName } from '#renderer/grammar/expression/index.ts';
import type { Compiled, Rooted, Type } from '#renderer/grammar/type.ts';
import { evaluate } from '#renderer/plan/evaluate.ts';
import '#renderer/plan/more-functions.ts';
import { Failure, type Value } from '#renderer/plan/expression.ts';
import { createScope } from '#renderer/plan/scope.ts';
import {
  type CelType,
  type CelValue,
  type ConformanceCase,
  type Declaration,
  hasCounterpart,
  leftOutBecause,
  OWN_MEANING,
  tokensOf,
} from './cel-vocabulary.ts';

/*
 * Every case of the public CEL suite. Cases about types or functions that our language lacks are left out by
 * cel-vocabulary.ts, and our checker must refuse them; all other cases run through our checker and evaluator. Only the
 * spelling is changed: our texts have single quotes.
 */

type Suite = typeof tests;

function* casesOf(suite: Suite, top?: string): Generator<ConformanceCase> {
  for (const { original, ast, checkedAst, error } of suite.tests ?? []) {
    // The suite's JSON form of its messages, with the members that its schema names.
    const { typeEnv, bindings, value, typedResult } = original as {
      readonly typeEnv?: readonly { readonly name: string; readonly ident?: { readonly type?: CelType } }[];
      readonly bindings?: { readonly [name: string]: { readonly value?: CelValue } };
      readonly value?: CelValue;
      readonly typedResult?: { readonly result?: CelValue; readonly deducedType?: CelType };
    };
    const expected = value ?? typedResult?.result;
    yield {
      suite: top ?? '',
      name: original.name ?? '',
      source: original.expr,
      declarations: (typeEnv ?? []).map(
        ({ name, ident }): Declaration => ({ name, ...(ident?.type && { type: ident.type }) }),
      ),
      bindings: Object.fromEntries(
        Object.entries(bindings ?? {}).map(([name, bound]) => [name, bound.value ?? {}]),
      ),
      ...(expected !== undefined && { value: expected }),
      fails: original['evalError'] !== undefined,
      ...(ast !== undefined && { parsed: ast }),
      ...(checkedAst !== undefined && { checked: checkedAst }),
      ...(error !== undefined && { error }),
      ...(typedResult?.deducedType !== undefined && { deduced: typedResult.deducedType }),
    };
  }
  for (const inner of suite.suites ?? []) yield* casesOf(inner, top ?? inner.name);
}

const KINDS: { readonly [primitive: string]: 'boolean' | 'integer' | 'number' | 'text' } = {
  BOOL: 'boolean',
  INT64: 'integer',
  DOUBLE: 'number',
  STRING: 'text',
};

function toType({ primitive, listType, mapType }: CelType): Type {
  if (primitive !== undefined) return { kind: KINDS[primitive] ?? 'any' };
  if (listType?.elemType !== undefined) return { kind: 'list', items: toType(listType.elemType) };
  return { kind: 'map', items: toType(mapType?.valueType ?? {}) };
}

/** Replaces double quotes around texts by our quotes. */
function respell(source: string): string {
  let rest = source;
  let spelt = '';
  for (const word of tokensOf(source)) {
    const at = rest.indexOf(word);
    const own =
      word.startsWith('"') && !word.startsWith('"""') ? `'${inSingleQuotes(word.slice(1, -1))}'` : word;
    spelt += rest.slice(0, at) + own;
    rest = rest.slice(at + word.length);
  }
  return spelt + rest;
}

function inSingleQuotes(text: string): string {
  return text.replaceAll(/\\.|'/g, (part) => (part === '\\"' ? '"' : part === "'" ? "\\'" : part));
}

function compile({ source, declarations }: ConformanceCase): Compiled {
  // In a container a short name stands for a qualified name, which our language lacks.
  const isQualified = declarations.some(({ name }) => name.includes('.'));
  const roots = new Map<string, Rooted>();
  for (const { name, type } of isQualified ? [] : declarations) {
    if (type !== undefined && hasCounterpart(type)) roots.set(name, { type: toType(type), absent: false });
  }
  const context = {
    root: (name: string) => roots.get(name),
    names: () => [...roots.keys()],
    proven: new Set<string>(),
  };
  return compileExpression(respell(source), context, { mayBeAbsent: true });
}

/** @throws If the value is of a kind that our language lacks. */
function toValue(value: CelValue): Value {
  const [kind = '', content] = Object.entries(value)[0] ?? [];
  switch (kind) {
    case 'int64Value':
    case 'doubleValue':
      // JSON and our language have one zero.
      return Number(content) + 0;
    case 'boolValue':
    case 'stringValue':
      return content as boolean | string;
    case 'listValue':
      return ((content as { values?: readonly CelValue[] }).values ?? []).map(toValue);
    case 'mapValue': {
      const { entries = [] } = content as { entries?: readonly { key: CelValue; value: CelValue }[] };
      return Object.fromEntries(entries.map(({ key, value: item }) => [String(toValue(key)), toValue(item)]));
    }
    default:
      throw new Error(`No value of ours: ${JSON.stringify(value)}`);
  }
}

/** For each suite of the release in package.json: number of cases that run, and that are left out. */
const COUNTS: { readonly [suite: string]: readonly [run: number, leftOut: number] } = {
  basic: [18, 25],
  bindings_ext: [0, 5],
  block_ext: [0, 37],
  comparisons: [50, 356],
  conversions: [0, 109],
  dynamic: [0, 226],
  encoders_ext: [0, 4],
  enums: [0, 85],
  fields: [2, 58],
  fp_math: [22, 8],
  integer_math: [25, 39],
  lists: [6, 33],
  logic: [12, 18],
  macros: [15, 29],
  macros2: [0, 46],
  math_ext: [0, 199],
  namespace: [0, 3],
  optionals: [0, 70],
  parse: [42, 177],
  plumbing: [2, 3],
  proto2: [0, 108],
  proto2_ext: [0, 18],
  proto3: [0, 75],
  string: [27, 24],
  string_ext: [15, 194],
  timestamps: [0, 76],
  type_deductions: [7, 40],
  wrappers: [0, 36],
};

/** The result of a case in our language: the value, or `fails`. */
function outcome(of: ConformanceCase): unknown {
  const { typed, problems } = compile(of);
  if (typed === undefined) return { refused: problems.map(({ code }) => code) };
  if (of.value === undefined && !of.fails && of.deduced) return { type: typeName(typed.type) };
  const bindings = Object.entries(of.bindings).map(([name, value]) => [name, toValue(value)] as const);
  const result = evaluate(typed.lowered, createScope(Object.fromEntries(bindings)));
  return result === undefined || result instanceof Failure ? 'fails' : { value: result };
}

/** The name of a suite's type in our messages. */
function nameOf(type: CelType): string {
  if (type.listType !== undefined) return `list of ${nameOf(type.listType.elemType ?? {})}`;
  return typeName(type.primitive === undefined ? { kind: 'any' } : toType(type));
}

function expectation(of: ConformanceCase): unknown {
  if (of.fails) return 'fails';
  if (of.value !== undefined) return { value: toValue(of.value) };
  // A case without a value and without a type is true.
  return of.deduced ? { type: nameOf(of.deduced) } : { value: true };
}

const all = [...casesOf(tests)];
const sorted = all.map((of) => ({ of, why: leftOutBecause(of) }));
const kept = sorted.filter(({ why }) => why === undefined).map(({ of }) => of);
const leftOut = sorted.flatMap(({ of, why }) => (why === undefined ? [] : [{ of, why }]));

describe("language 3: we return CEL's value where CEL has one, and no value where it fails", () => {
  it.each(kept.map((of) => [of.suite, of.name, of] as const))('%s: %s', (_suite, _name, of) => {
    expect(outcome(of)).toEqual(expectation(of));
  });

  it('our checker refuses the cases that are left out', () => {
    const accepted = leftOut.filter(({ of, why }) => why !== OWN_MEANING && compile(of).typed !== undefined);
    expect(accepted.map(({ of, why }) => [of.suite, of.source, why])).toEqual([]);
  });

  it('the numbers of run and left-out cases of each suite are as expected', () => {
    const counts: { [suite: string]: [run: number, leftOut: number] } = {};
    for (const { of, why } of sorted) {
      const count = (counts[of.suite] ??= [0, 0]);
      count[why === undefined ? 0 : 1] += 1;
    }
    const rules = new Map<string, number>();
    for (const { why } of leftOut) {
      const rule = why.split(':')[0] ?? why;
      rules.set(rule, (rules.get(rule) ?? 0) + 1);
    }
    console.info(
      `CEL conformance: ${all.length} cases, ${kept.length} run, ${leftOut.length} left out by`,
      Object.fromEntries(rules),
    );
    expect(counts).toEqual(COUNTS);
  });
});
