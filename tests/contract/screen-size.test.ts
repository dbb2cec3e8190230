import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/* Shipped screens stay readable: no long expression, and nothing long that is written three times. */

const LONGEST_EXPRESSION = 100;
/**
 * A block of this many lines, each with a value of its own, is written twice at most. A block is a value, or entries of a list or a record that
 * follow one another.
 */
const BLOCK = 5;
const USES = 2;

/** Blocks that no list, part or value can share, with the reason. */
const CANNOT_SHARE: { readonly [block: string]: string } = {
  ...Object.fromEntries(
    ['repay-code', 'repay-code-diagram', 'repay-code-qr-tips'].map((screen) => [
      `${screen}.screen.json params`,
      'Each screen declares itself what its address carries: links and other screens are checked against it.',
    ]),
  ),
};

interface Block {
  readonly key: string;
  readonly file: string;
}

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

/** The number of lines of a value that have a value of their own. */
function linesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, member) => sum + linesOf(member), 0);
}

/** Two or more entries that follow one another, but not all, and are long enough to be shared. */
function runsOf(entries: readonly (readonly [name: string, value: unknown])[]): readonly string[] {
  return entries.flatMap((_, first) =>
    entries.flatMap((_last, last) => {
      const run = entries.slice(first, last + 1);
      const isPart = run.length > 1 && run.length < entries.length;
      return isPart && linesOf(run.map(([, value]) => value)) >= BLOCK ? [JSON.stringify(run)] : [];
    }),
  );
}

/** The blocks of a value that are long enough to be shared. */
function blocksOf(value: unknown, file: string, key = ''): ReadonlyMap<string, readonly Block[]> {
  const found = new Map<string, readonly Block[]>();
  const add = (text: string, blocks: readonly Block[]) =>
    found.set(text, [...(found.get(text) ?? []), ...blocks]);
  if (typeof value !== 'object' || value === null || linesOf(value) < BLOCK) return found;
  // A use of a part is how a block is shared.
  if (!('part' in value)) {
    const entries = Array.isArray(value)
      ? value.map((item: unknown) => ['', item] as const)
      : Object.entries(value);
    for (const text of [JSON.stringify(value), ...runsOf(entries)]) add(text, [{ key, file }]);
  }
  for (const [name, member] of Object.entries(value))
    for (const [text, blocks] of blocksOf(member, file, name)) add(text, blocks);
  return found;
}

/** The blocks that are written more often than allowed, and where. */
function repeatedIn(
  all: ReadonlyMap<string, unknown>,
): readonly (readonly [text: string, uses: readonly Block[]])[] {
  const found = new Map<string, readonly Block[]>();
  for (const [file, document] of all)
    for (const [text, blocks] of blocksOf(document, file))
      found.set(text, [...(found.get(text) ?? []), ...blocks]);
  return [...found].filter(([, blocks]) => blocks.length > USES);
}

/** Those that can be shared, by the files that have them. */
function repeatedBlocks(all: ReadonlyMap<string, unknown>): readonly string[] {
  return repeatedIn(all)
    .filter(([, blocks]) => !blocks.every(({ file, key }) => `${file} ${key}` in CANNOT_SHARE))
    .map(([text, blocks]) => `${blocks.map(({ file }) => file).join(', ')}: ${text.slice(0, 120)}`);
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

  it('name only blocks that are still repeated as blocks that cannot be shared', () => {
    const repeated = new Set(
      repeatedIn(documents).flatMap(([, blocks]) => blocks.map(({ file, key }) => `${file} ${key}`)),
    );
    expect(Object.keys(CANNOT_SHARE).filter((name) => !repeated.has(name))).toEqual([]);
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
