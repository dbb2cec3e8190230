import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDocument } from '#renderer/grammar/parse.ts';
import type { Value } from '#renderer/plan/expression.ts';
import { parseReply } from '#renderer/plan/parse-reply.ts';
import { readPlan } from '#renderer/plan/read-plan.ts';
import { readPath } from '#renderer/plan/value.ts';
import { createScope } from '#renderer/plan/scope.ts';
import { reportFigures } from '#tests/reliability/figures.ts';
import { NAUGHTY } from './naughty-strings.ts';
import { LONG, SEED } from './settings.ts';

/* Checks 16 and 21, for readers: every JSON reader answers every text, and no name reaches a prototype. */

const DEEP = 100_000;

/** Texts that are JSON, nearly JSON, or no JSON, by their fault. */
function tortures(): string[] {
  const found: string[] = [];
  const scalars = [
    '0',
    '-0',
    '1e400',
    '-1E-400',
    '0.1e1',
    '01',
    '+1',
    '.5',
    '1.',
    '1e',
    '0x1',
    'NaN',
    'Infinity',
    '--1',
    '1_0',
    '9007199254740993',
    '123123e100000',
    'true',
    'True',
    'tru',
    'null',
    'nul',
    '"a"',
    "'a'",
    '"\\x"',
    '"\\u12"',
    '"\\ud800"',
    '"\u0000"',
    '"\n"',
    '"\t"',
    '"',
    '"a',
    '"\\',
    'a',
  ];
  for (const scalar of scalars)
    found.push(
      scalar,
      `[${scalar}]`,
      `{"a":${scalar}}`,
      `[${scalar},]`,
      ` ${scalar} `,
      `${scalar} ${scalar}`,
      `{"__proto__":${scalar}}`,
    );
  const broken = [
    '',
    ' ',
    '\ufeff',
    '\ufeff{}',
    '[',
    ']',
    '{',
    '}',
    '[}',
    '{]',
    '[,]',
    '[1,,2]',
    '{,}',
    '{"a"}',
    '{"a":}',
    '{:1}',
    '{a:1}',
    '{1:1}',
    '{"a":1,}',
    '{"a":1 "b":2}',
    '[1 2]',
    '{"a":1}}',
    '[]]',
    '/*c*/[]',
    '[]//c',
    '#',
    '<html></html>',
    '{"a":1,"a":2}',
    '{"\\u0061":1,"a":2}',
    '{"":1,"":2}',
    '\u00a0[]',
    '[\u2028]',
    '[\u000b]',
    '\u0000',
    '[1]\u0000',
  ];
  found.push(...broken, ...broken.map((text) => `{"data":${text}}`));
  for (const name of [
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    '__defineGetter__',
    'hasOwnProperty',
  ])
    found.push(
      `{"${name}":{"polluted":1}}`,
      `{"a":{"${name}":{"${name}":{"polluted":1}}}}`,
      `[{"${name}":[]}]`,
      `{"${name}":1,"${name}":2}`,
    );
  for (const opened of ['[', '{"a":', '[{"a":'])
    for (const depth of [31, 33, 1_000, DEEP])
      found.push(
        opened.repeat(depth),
        `${opened.repeat(depth)}1`,
        opened === '[' ? '['.repeat(depth) + ']'.repeat(depth) : `${opened.repeat(depth)}"`,
      );
  found.push(
    `[${'1,'.repeat(100_000)}1]`,
    `"${'w'.repeat(2_000_000)}"`,
    `{${Array.from({ length: 20_000 }, (_, at) => `"a${at}":1`).join(',')}}`,
  );
  return found;
}

const natives = Object.getOwnPropertyNames(Object.prototype).length;

/** The result of each reader for a text, including exceptions. */
function readEverywhere(text: string): string[] {
  const thrown: string[] = [];
  const entry = (name: string, read: () => unknown) => {
    try {
      read();
    } catch (error) {
      thrown.push(`${name} throws ${String(error)} for ${text.slice(0, 40)}`);
    }
  };
  entry('reply', () => {
    const reply = parseReply(text);
    if (reply.ok) readPlan(reply.json);
  });
  entry('document', () => parseDocument(text, 'screens/a.screen.json'));
  if (Object.getOwnPropertyNames(Object.prototype).length !== natives)
    thrown.push(`a prototype was written by ${text.slice(0, 40)}`);
  return thrown;
}

describe('a JSON reader', () => {
  it('answers every text', () => {
    const texts = [
      ...tortures(),
      ...NAUGHTY.map(({ text }) => JSON.stringify({ a: text, [text]: 1 })),
      ...NAUGHTY.map(({ text }) => text),
    ];
    const wrong = texts.flatMap(readEverywhere);
    reportFigures({ check: 16, part: 'entries', texts: texts.length, entries: 3, thrown: wrong.length });
    expect(wrong).toEqual([]);
    expect(tortures().length).toBeGreaterThanOrEqual(318);
  });

  it('the check detects a recursive parser', () => {
    const careless = (text: string): unknown => (text[0] === '[' ? [careless(text.slice(1, -1))] : text);
    const thrown = tortures().filter((text) => {
      try {
        careless(text.slice(0, 40_000));
        return false;
      } catch {
        return true;
      }
    });
    expect(thrown.length).toBeGreaterThan(0);
  });
});

const NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'a',
  '0',
  '',
  'length',
  'valueOf',
  '__defineSetter__',
];

describe('a path into data', () => {
  const runs = LONG ? 50_000 : 5_000;

  /** Own members, read independently of the engine. */
  function own(value: unknown, path: readonly string[]): unknown {
    let at = value;
    for (const name of path) {
      if (['__proto__', 'constructor', 'prototype'].includes(name)) return undefined;
      if (typeof at !== 'object' || at === null || Array.isArray(at)) return undefined;
      at = Object.entries(at).find(([member]) => member === name)?.[1];
    }
    return at ?? undefined;
  }

  const json = fc.jsonValue({ maxDepth: 3 });
  const record = fc.dictionary(
    fc.constantFrom(...NAMES),
    fc.oneof(json, fc.dictionary(fc.constantFrom(...NAMES), json)),
  );
  const paths = fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 4 });

  it('reads only own members and writes nothing', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(record, paths, (data, path) => {
        const held = JSON.parse(JSON.stringify(data)) as Value;
        expect(createScope({ data: held }).read(['data', ...path])).toEqual(own(held, path));
        expect(readPath(held, path)).toEqual(own(held, path));
      }),
      { numRuns: runs, seed: SEED },
    );
    reportFigures({ check: 21, part: 'paths', paths: runs, inherited: 0 });
    expect(Object.getOwnPropertyNames(Object.prototype)).toHaveLength(natives);
  });

  it('the check detects a lookup that reads inherited members', () => {
    const careless = (value: unknown, path: readonly string[]): unknown =>
      path.reduce((at, name) => (at as { [name: string]: unknown } | undefined)?.[name], value);
    const found = NAMES.filter((name) => careless({}, [name]) !== own({}, [name]));
    expect(found).toContain('__proto__');
    expect(found).toContain('toString');
  });
});
