import { readdirSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';

/*
 * A name or a text from data in a `new RegExp` throws or matches something else if it contains a character such as `(`. So a
 * pattern consists of literals, constants and results of `escapePattern`. Oxlint has no such rule.
 */

/** Variables in patterns that hold no data, with the source of their value. */
const NOT_DATA: { readonly [place: string]: string } = {
  'renderer/grammar/compile/clock.ts: pattern': 'one of the two constants in CLOCKS',
  'renderer/grammar/search.ts: plain': 'a result of escapePattern',
  'renderer/kit/typed-number.ts: mark': 'a result of escapePattern, or a constant',
  'src/cli/beside-screen.ts: from': 'a result of escapePattern',
  'src/cli/beside-screen.ts: name': 'a result of escapePattern',
  'src/cli/beside-screen.ts: files': 'made of a result of escapePattern',
  'src/cli/fixtures/secrets.ts: pattern': 'one of the constants in KINDS',
  'src/cli/new/own-piece.ts: kind': 'widget or action',
  'src/server/uploads/upload-store.ts: name': 'a constant of the callers in this file',
  'src/shared/uploads/upload-names.ts: type': 'one of the constants in UPLOAD_TYPES',
  'src/testing/coverage/report.ts: name': 'one of the names in the list above it',
};

const NOT_IN_PATTERN = new Set([
  'TaggedTemplateExpression.tag',
  'MemberExpression.property',
  'ConditionalExpression.test',
]);

interface Node {
  readonly type: string;
  readonly name?: string;
  readonly callee?: Node;
  readonly arguments?: readonly unknown[];
}

/** @returns Variables in the patterns of a source that are neither constants nor escaped. */
function findVariables(file: string, source: string): string[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be read.`);
  const found = new Set<string>();
  const collect = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(collect);
    if (typeof node !== 'object' || node === null) return;
    const { type, name, callee } = node as Node;
    if (type === 'CallExpression' && callee?.name === 'escapePattern') return;
    if (type === 'Identifier' && name !== undefined && !/^[A-Z][A-Z_]*$/.test(name)) found.add(name);
    for (const [member, inner] of Object.entries(node)) {
      // What is called, which member is read, and a condition are not in the pattern.
      if (NOT_IN_PATTERN.has(`${type}.${member}`) || (member === 'callee' && callee?.name !== undefined))
        continue;
      collect(inner);
    }
  };
  const look = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(look);
    if (typeof node !== 'object' || node === null) return;
    const { callee, arguments: given } = node as Node;
    if (callee?.name === 'RegExp') collect(given?.[0]);
    Object.values(node).forEach(look);
  };
  look(program);
  return [...found].map((name) => `${file}: ${name}`);
}

const SOURCES = ['bin', 'renderer', 'src']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  .filter((name) => /\.(?:ts|tsx|mjs)$/.test(name) && !/\.(?:test|generated|d)\.[a-z]+$/.test(name))
  .filter((name) => readFileSync(name, 'utf8').includes('RegExp('));

describe('a pattern is never made of data', () => {
  it('in the shipped code, except for the variables listed here', () => {
    expect(SOURCES.length).toBeGreaterThan(10);
    const found = SOURCES.flatMap((file) => findVariables(file, readFileSync(file, 'utf8')));
    expect(found.sort()).toEqual(Object.keys(NOT_DATA).sort());
  });

  it.each([
    ['new RegExp(`^${name}$`)', ['planted.ts: name']],
    ['RegExp(link.words)', ['planted.ts: link']],
    ["new RegExp('a' + text, 'g')", ['planted.ts: text']],
    ['new RegExp(`^${escapePattern(name)}$`)', []],
    ["new RegExp(`^(${NAMES.join('|')})$`)", []],
  ])('finds the planted variable in %j', (source, expected) => {
    expect(findVariables('planted.ts', source)).toEqual(expected);
  });
});
