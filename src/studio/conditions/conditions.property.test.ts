import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileExpression } from '#renderer/grammar/expression/index.ts';
import type { Type, TypeContext } from '#renderer/grammar/type.ts';
import { evaluate } from '#renderer/plan/evaluate.ts';
import type { Value as PlanValue } from '#renderer/plan/expression.ts';
import '#renderer/plan/more-functions.ts';
import { createScope, SOURCE_LOCALE } from '#renderer/plan/scope.ts';
import type { Group, Item, Row } from './condition.ts';
import { readCondition } from './read-condition.ts';
import {
  addItem,
  itemAt,
  joinItems,
  removeItem,
  replaceItem,
  type Way,
  wrapItem,
} from './write-condition.ts';
import { writeTest } from './write-test.ts';

/* Thousands of random conditions: nothing of them is lost in rows, and an edit changes only what it is about. */

const RUNS = 3000;
/** Of those that also compute. */
const COMPUTED = 500;

const TODAY = Date.parse('2026-12-24T08:00:00Z');
const of = (type: Type, absent = false) => ({ type, absent });
const LOAN: Type = {
  kind: 'record',
  members: new Map([
    ['isOpen', of({ kind: 'boolean' })],
    ['isLate', of({ kind: 'boolean' }, true)],
    ['state', of({ kind: 'text' })],
    ['note', of({ kind: 'text' }, true)],
    ['days', of({ kind: 'integer' })],
    ['left', of({ kind: 'integer' }, true)],
    ['due', of({ kind: 'date' })],
    ['owed', of({ kind: 'money' }, true)],
    ['tags', of({ kind: 'list', items: { kind: 'text' } })],
    ['bank', of({ kind: 'record', members: new Map([['code', of({ kind: 'text' }, true)]]) }, true)],
  ]),
};
const SCOPE: TypeContext = {
  root: (name) => (name === 'loan' ? { type: LOAN, absent: false } : undefined),
  names: () => ['loan'],
  proven: new Set(),
};

const loans: fc.Arbitrary<PlanValue> = fc
  .record(
    {
      isOpen: fc.boolean(),
      isLate: fc.boolean(),
      state: fc.constantFrom('a', 'b', ''),
      note: fc.constantFrom('a', 'ab', ''),
      days: fc.integer({ min: -1, max: 3 }),
      left: fc.integer({ min: -1, max: 3 }),
      due: fc.constantFrom('2026-01-01', '2026-12-24'),
      owed: fc.constantFrom(0, 100, 200),
      tags: fc.constantFrom([], ['a'], ['a', 'b']),
      bank: fc.record({ code: fc.constantFrom('a', 'b') }, { requiredKeys: [] }),
    },
    { requiredKeys: ['isOpen', 'state', 'days', 'due', 'tags'] },
  )
  .map((loan) => loan as PlanValue);

/** Conditions that are always true or false, whatever is there. */
const ATOMS = [
  'loan.isOpen',
  '!loan.isOpen',
  '!(loan.isOpen)',
  "loan.state == 'a'",
  "loan.state != 'a'",
  "!(loan.state == 'b')",
  "loan.state in ['a', 'b']",
  "!(loan.state in ['a'])",
  "loan.state.startsWith('a')",
  "!loan.state.contains('a')",
  "today() >= day('2026-12-24')",
  "!(today() < day('2026-01-02'))",
  'loan.due <= today()',
  'loan.days > 1',
  '!(loan.days <= 1)',
  'loan.days == -1',
  'loan.days >= size(loan.tags)',
  "loan.due < day('2026-06-01')",
  'size(loan.tags) > 0',
  "'a' in loan.tags",
  'has(loan.note)',
  '!has(loan.note)',
  "has(loan.note) && loan.note == 'a'",
  "has(loan.note) && loan.note != 'a'",
  "!(has(loan.note) && loan.note == 'a')",
  "!(has(loan.note) && loan.note != 'a')",
  "!(has(loan.note) && loan.note.contains('b'))",
  'has(loan.isLate) && loan.isLate',
  '!(has(loan.isLate) && loan.isLate)',
  'has(loan.isLate) && !loan.isLate',
  'has(loan.left) && loan.left < 2',
  '!(has(loan.left) && loan.left < 2)',
  '!(has(loan.owed) && loan.owed > minor(100))',
  'has(loan.owed) && loan.owed > 0',
  "has(loan.bank) && has(loan.bank.code) && loan.bank.code == 'a'",
  'has(loan.bank) && has(loan.bank.code)',
  "!(has(loan.bank) && has(loan.bank.code) && loan.bank.code == 'a')",
  'loan.?left.orValue(0) < 1',
  "loan.?note.orValue('') != 'a'",
  'loan.isOpen ? loan.days > 1 : loan.days < 1',
  "loan.tags.exists(tag, tag == 'b')",
  'loan.days + 1 > 2',
  '1 < loan.days',
  'true',
  '!(loan.isOpen && loan.days > 1)',
];

const atoms = fc.constantFrom(...ATOMS);
const spaces = fc.constantFrom('', ' ', '  ', '\n ');
const wrapped = (inner: fc.Arbitrary<string>) =>
  fc.tuple(spaces, inner, spaces).map(([before, text, after]) => `(${before}${text}${after})`);
/** What can stand beside any operator without brackets. */
const tight = fc.oneof(
  atoms.filter((one) => !/ && |\?.*:/.test(one) || one.startsWith('!(')),
  wrapped(atoms),
);

function conditions(depth: number): fc.Arbitrary<string> {
  if (depth === 0) return fc.oneof(atoms, wrapped(atoms));
  const inner = fc.oneof(tight, wrapped(fc.constant(null).chain(() => conditions(depth - 1))));
  const joined = (sign: string, item: fc.Arbitrary<string>) =>
    fc
      .tuple(fc.array(item, { minLength: 2, maxLength: 4 }), spaces)
      .map(([items, space]) => items.join(`${space}${sign}${space}`));
  const both = fc.oneof(
    inner,
    atoms.filter((one) => one.startsWith('has(')),
  );
  const all = joined('&&', both);
  return fc.oneof(atoms, all, joined('||', fc.oneof(inner, all, both)), inner);
}

const sources = conditions(3).filter((source) => compileExpression(source, SCOPE).typed !== undefined);

function holds(source: string, loan: PlanValue): unknown {
  const { typed, problems } = compileExpression(source, SCOPE);
  const errors = problems.filter(({ severity }) => severity === 'error').map(({ message }) => message);
  expect([source, ...errors]).toEqual([source]);
  return (
    typed &&
    evaluate(typed.lowered, createScope({ loan }, { ...SOURCE_LOCALE, now: () => TODAY, timeZone: 'UTC' }))
  );
}

function read(source: string): Group {
  const group = readCondition(source);
  if (group === undefined) throw new Error(`This is no condition: ${source}`);
  return group;
}

/** All rows and groups below the whole, with the way to each. */
function* ways(item: Item, way: Way = []): Iterable<readonly [Item, Way]> {
  if (way.length > 0) yield [item, way];
  if (item.kind === 'group') for (const [at, inner] of item.items.entries()) yield* ways(inner, [...way, at]);
}

const rowsOf = (source: string): readonly (readonly [Row, Way])[] =>
  [...ways(read(source))].flatMap(([item, way]) => (item.kind === 'row' ? [[item, way] as const] : []));

/** One of the groups, also the whole, with the way to it. */
function groupAt(source: string, nth: number): readonly [Item?, Way?] {
  const whole = read(source);
  const groups = [[whole, []] as const, ...ways(whole)].filter(([{ kind }]) => kind === 'group');
  return groups[nth % groups.length] ?? [];
}

/** The value of a group, computed from its rows. @param others - Values that replace those of some items. */
function compute(source: string, item: Item, loan: PlanValue, instead: (item: Item) => unknown): unknown {
  const replaced = instead(item);
  if (replaced !== undefined) return replaced;
  if (item.kind === 'row') return holds(source.slice(item.start, item.end), loan);
  const values = item.items.map((one) => compute(source, one, loan, instead));
  return item.join === 'all' ? values.every((one) => one === true) : values.includes(true);
}

describe('a condition that is read as rows', () => {
  it('is all there: between its rows are only operators, brackets and spaces', () => {
    fc.assert(
      fc.property(sources, (source) => {
        let left = source;
        for (const [{ start, end }] of [...rowsOf(source)].reverse())
          left = left.slice(0, start) + left.slice(end);
        expect(left.replaceAll(/&&|\|\||[()\s]/g, '')).toBe('');
        for (const [item] of ways(read(source)))
          if (item.kind === 'group') expect(item.items.length).toBeGreaterThan(1);
      }),
      { numRuns: RUNS },
    );
  });

  it('means what its rows mean, with all and any', () => {
    fc.assert(
      fc.property(sources, loans, (source, loan) => {
        // A row that needs another one has no value of its own.
        fc.pre(rowsOf(source).every(([row]) => isSound(source.slice(row.start, row.end))));
        expect(compute(source, read(source), loan, () => undefined)).toBe(holds(source, loan));
      }),
      { numRuns: COMPUTED },
    );
  });

  it('has rows whose fields say what they say: written again, they mean the same', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ATOMS), loans, (source, loan) => {
        const [[row] = []] = rowsOf(source);
        if (row?.test === undefined || rowsOf(source).length > 1) return;
        const written = writeTest(row.test).find(isSound);
        expect(written).toBeDefined();
        expect([source, written, holds(written ?? '', loan)]).toEqual([source, written, holds(source, loan)]);
      }),
      { numRuns: COMPUTED },
    );
  });

  it('has fields for nearly every comparison of one value', () => {
    const asTheyAre = ATOMS.filter((one) => rowsOf(one).some(([{ test }]) => test === undefined));
    expect(asTheyAre).toEqual([
      "!(has(loan.note) && loan.note != 'a')",
      'loan.isOpen ? loan.days > 1 : loan.days < 1',
      "loan.tags.exists(tag, tag == 'b')",
      'loan.days + 1 > 2',
      '1 < loan.days',
      'true',
      '!(loan.isOpen && loan.days > 1)',
    ]);
  });
});

describe('an edit of a row', () => {
  const OTHER = [
    "loan.state == 'z' || loan.days > 2",
    'has(loan.left) && loan.left > 0',
    'loan.isOpen ? true : false',
  ];
  const edited = fc.tuple(sources, fc.nat(), fc.constantFrom(...OTHER), loans);
  const pick = (source: string, nth: number, from = [...ways(read(source))]) => from[nth % from.length];
  const areAllSound = (source: string) => {
    fc.pre(rowsOf(source).every(([row]) => isSound(source.slice(row.start, row.end))));
  };

  it('changes only its own text', () => {
    fc.assert(
      fc.property(edited, ([source, nth, text]) => {
        const [item, way] = pick(source, nth) ?? [];
        if (item === undefined || way === undefined || read(source).items.length === 1) return;
        const next = replaceItem(source, way, text);
        expect(next.startsWith(source.slice(0, item.start))).toBe(true);
        expect(next.endsWith(source.slice(item.end))).toBe(true);
      }),
      { numRuns: COMPUTED },
    );
  });

  it('replaces the row, and no other', () => {
    fc.assert(
      fc.property(edited, ([source, nth, text, loan]) => {
        areAllSound(source);
        const [item, way] = pick(source, nth) ?? [];
        if (item === undefined || way === undefined) return;
        const wanted = compute(source, read(source), loan, (one) =>
          isSame(one, item) ? holds(text, loan) : undefined,
        );
        expect([source, holds(replaceItem(source, way, text), loan)]).toEqual([source, wanted]);
      }),
      { numRuns: COMPUTED },
    );
  });

  it('adds to its group, and to no other', () => {
    fc.assert(
      fc.property(edited, ([source, nth, text, loan]) => {
        areAllSound(source);
        const [group, way] = groupAt(source, nth);
        if (group?.kind !== 'group' || way === undefined) return;
        const wanted = compute(source, read(source), loan, (one) => {
          if (one.kind !== 'group' || !isSame(one, group)) return undefined;
          const before = compute(source, { ...one, start: -1 }, loan, () => undefined);
          return one.join === 'all'
            ? before === true && holds(text, loan)
            : before === true || holds(text, loan);
        });
        expect([source, holds(addItem(source, way, text), loan)]).toEqual([source, wanted]);
      }),
      { numRuns: COMPUTED },
    );
  });

  it('removes the row, and no other', () => {
    fc.assert(
      fc.property(edited, ([source, nth, _text, loan]) => {
        areAllSound(source);
        const [item, way] = pick(source, nth) ?? [];
        if (item === undefined || way === undefined) return;
        const next = removeItem(source, way);
        if (read(source).items.length === 1) {
          expect(next).toBeUndefined();
          return;
        }
        const around = itemAt(read(source), way.slice(0, -1));
        const neutral = around?.kind === 'group' && around.join === 'all';
        const wanted = compute(source, read(source), loan, (one) =>
          isSame(one, item) ? neutral : undefined,
        );
        expect([source, item, holds(next ?? '', loan)]).toEqual([source, item, wanted]);
      }),
      { numRuns: COMPUTED },
    );
  });

  it('gives a row an alternative, or another condition in a group of any', () => {
    fc.assert(
      fc.property(edited, ([source, nth, text, loan]) => {
        areAllSound(source);
        const [item, way] = pick(source, nth) ?? [];
        if (item === undefined || way === undefined) return;
        const around = itemAt(read(source), way.slice(0, -1));
        const isAny = around?.kind === 'group' && around.join === 'any';
        const wanted = compute(source, read(source), loan, (one) => {
          if (!isSame(one, item)) return undefined;
          const own = holds(source.slice(item.start, item.end), loan);
          return isAny ? own === true && holds(text, loan) : own === true || holds(text, loan);
        });
        expect([source, holds(wrapItem(source, way, text), loan)]).toEqual([source, wanted]);
      }),
      { numRuns: COMPUTED },
    );
  });

  it('makes all of any, and any of all', () => {
    fc.assert(
      fc.property(edited, ([source, nth, _text, loan]) => {
        areAllSound(source);
        const [group, way] = groupAt(source, nth);
        if (group?.kind !== 'group' || way === undefined || group.items.length === 1) return;
        const join = group.join === 'all' ? 'any' : 'all';
        const wanted = compute(source, read(source), loan, (one) =>
          isSame(one, group) && one.kind === 'group'
            ? compute(source, { ...one, join, start: -1 }, loan, () => undefined)
            : undefined,
        );
        expect([source, holds(joinItems(source, way, join), loan)]).toEqual([source, wanted]);
      }),
      { numRuns: COMPUTED },
    );
  });
});

function isSound(source: string): boolean {
  return compileExpression(source, SCOPE).typed !== undefined;
}

function isSame(one: Item, other: Item): boolean {
  return one.start === other.start && one.end === other.end && one.kind === other.kind;
}
