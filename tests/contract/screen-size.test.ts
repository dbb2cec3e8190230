import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/* Shipped screens stay readable: no long expression, and nothing long that is written three times. */

const LONGEST_EXPRESSION = 100;
/**
 * A block of this many lines is written twice at most. A block is a value, or entries of a list or a record that follow one another, as they
 * are written in a file; lines with nothing but brackets do not count.
 */
const BLOCK = 5;
const USES = 2;

const documents = new Map(
  ['screens', 'screens/parts'].flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .map((file): [string, unknown] => [file, JSON.parse(readFileSync(join(folder, file), 'utf8'))]),
  ),
);

/** Members whose whole text is an expression; other texts have expressions in `${…}`. */
const WHOLE = new Set(['when', 'visibleWhen', 'enabledWhen', 'each', 'key', 'until', 'done', 'failed']);

/** The expressions of a member. */
function expressionsIn(key: string, text: string, isNamedValue: boolean): readonly string[] {
  if (WHOLE.has(key) || isNamedValue) return [text];
  return [...text.matchAll(/\$\{([^}]*)\}/gu)].map(([, expression = '']) => expression);
}

/** The expressions with more characters than allowed. */
function longExpressions(value: unknown, key = '', above: readonly string[] = []): readonly string[] {
  const isNamedValue = (above.at(-2) === 'values' && key === 'value') || above.at(-1) === 'values';
  if (typeof value === 'string')
    return expressionsIn(key, value, isNamedValue).filter((found) => found.length > LONGEST_EXPRESSION);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    longExpressions(
      member,
      Array.isArray(value) ? key : name,
      Array.isArray(value) ? above : [...above, key],
    ),
  );
}

/** Whether a value uses a part or a named list: that is how a block is shared. */
function isShared(value: unknown): value is { readonly with?: unknown; readonly slots?: unknown } {
  if (typeof value !== 'object' || value === null) return false;
  return 'part' in value || ('do' in value && value.do === 'run');
}

/**
 * The number of lines of a value as it is written, without those that are nothing but brackets. A use of a part or a named list is one line,
 * with what it passes on.
 */
function linesOf(value: unknown): number {
  const shorten = (_name: string, member: unknown): unknown =>
    isShared(member)
      ? ['use', ...[member.with, member.slots].filter((given) => given !== undefined)]
      : member;
  const lines = JSON.stringify(value, shorten, 2).split('\n');
  return lines.filter((line) => /[^\s[\]{},]/u.test(line)).length;
}

/** Two or more entries that follow one another, but not all, and are long enough to be shared. */
function runsOf(value: object): readonly string[] {
  const entries = Object.entries(value);
  return entries.flatMap((_, first) =>
    entries.flatMap((_last, last) => {
      const run = entries.slice(first, last + 1);
      if (run.length < 2 || run.length === entries.length) return [];
      const own = Array.isArray(value) ? run.map(([, item]) => item as unknown) : Object.fromEntries(run);
      return linesOf(own) >= BLOCK ? [JSON.stringify(own)] : [];
    }),
  );
}

/** The blocks of a value that are long enough to be shared. */
function blocksOf(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null || linesOf(value) < BLOCK) return [];
  const own = isShared(value) ? [] : [JSON.stringify(value), ...runsOf(value)];
  return [...own, ...Object.values(value).flatMap(blocksOf)];
}

/** The blocks that are written more often than allowed, with the files that have them. */
function repeatedBlocks(all: ReadonlyMap<string, unknown>): readonly string[] {
  const found = new Map<string, string[]>();
  for (const [file, document] of all)
    for (const text of blocksOf(document)) found.set(text, [...(found.get(text) ?? []), file]);
  return [...found]
    .filter(([, files]) => files.length > USES)
    .map(([text, files]) => `${files.join(', ')}: ${text.slice(0, 120)}`);
}

describe('the shipped screens', () => {
  it.each([...documents])(
    `have no expression of more than ${LONGEST_EXPRESSION} characters: %s`,
    (_file, document) => {
      expect(longExpressions(document)).toEqual([]);
    },
  );

  it(`write no block of ${BLOCK} lines or more three times`, () => {
    expect(repeatedBlocks(documents)).toEqual([]);
  });
});

describe('the two limits', () => {
  it('find a long condition, a long value in a text and a long named value', () => {
    const long = 'a'.repeat(LONGEST_EXPRESSION + 1);
    expect(longExpressions({ visibleWhen: long })).toEqual([long]);
    expect(longExpressions({ text: `Hello \${${long}}` })).toEqual([long]);
    expect(longExpressions({ values: { isLate: { value: long } } })).toEqual([long]);
    expect(longExpressions({ text: long })).toEqual([]);
  });

  it('find a block of three files', () => {
    const block = { a: 1, b: 2, c: 3, d: { e: 4, f: 5 } };
    const named = (names: readonly string[]) => new Map(names.map((name) => [name, { body: [block] }]));
    expect(repeatedBlocks(named(['x', 'y', 'z'])).length).toBeGreaterThan(0);
    expect(repeatedBlocks(named(['x', 'y']))).toEqual([]);
  });

  it('count the lines as they are written, but neither brackets nor what a part or a list says', () => {
    const named = (block: unknown) => new Map(['x', 'y', 'z'].map((name) => [name, { [name]: [block] }]));
    const tap = (action: unknown) => ({ type: 'button', text: 'Cancel', on: { tap: action } });
    expect(repeatedBlocks(named(tap({ do: 'back' }))).length).toBeGreaterThan(0);
    expect(repeatedBlocks(named({ on: { tap: [{ do: 'back' }] } }))).toEqual([]);
    expect(repeatedBlocks(named({ type: 'part', id: 'a', part: 'a', visibleWhen: 'b', key: 'c' }))).toEqual(
      [],
    );
    expect(repeatedBlocks(named({ on: { tap: { do: 'run', list: 'a' } }, text: 'A' }))).toEqual([]);
  });

  it('find actions and members that are repeated among others', () => {
    const actions = [
      { do: 'wait', seconds: 2 },
      { do: 'set', target: 'kept.a', value: 1 },
    ];
    const lists = new Map(
      ['x', 'y', 'z'].map((name) => [name, { run: [{ do: 'notice', text: name }, ...actions] }]),
    );
    expect(repeatedBlocks(lists)).toHaveLength(1);
    const members = new Map(
      ['x', 'y', 'z'].map((name) => [name, { to: name, a: 1, b: 2, c: 3, d: 4, e: 5 }]),
    );
    expect(repeatedBlocks(members)).toHaveLength(1);
  });
});
