import fc from 'fast-check';
import { parseTree } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { compareValues } from '#renderer/grammar/difference/compare.ts';
import { definitionTree as tree } from '#tests/json-values.ts';
import { bringTogether, type Choice, type Site } from './merge.ts';

const PATH = 'screens/shelf.screen.json';
const text = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const join = (seen: unknown, mine: unknown, theirs: unknown) =>
  bringTogether({ path: PATH, seen: text(seen), mine: text(mine), theirs: text(theirs) });
/** The default choices; for a conflict the own version. */
const mild = ({ by }: Site): Choice => (by === 'theirs' ? 'theirs' : 'mine');
const read = (written: string | null): unknown => JSON.parse(written ?? 'null');
const say = ({ by, seen, mine, theirs }: Site): string =>
  `${by} ${[seen, mine, theirs].map((side) => (side ? JSON.stringify(side.value) : '-')).join(' ')}`;

const button = (more: object) => ({ type: 'button', id: 'pay', text: 'Pay', ...more });
const screen = (...body: unknown[]) => ({ id: 'shelf', body });

describe('bringTogether', () => {
  it('keeps changes at different values, and asks about a value that both sides changed', () => {
    const seen = screen(button({}), { type: 'text', text: 'One' });
    const mine = screen(button({ text: 'Pay now', tone: 'info' }), { type: 'text', text: 'One' });
    const theirs = screen(button({ text: 'Settle' }), { type: 'text', text: 'Two' }, { type: 'divider' });
    const found = join(seen, mine, theirs);
    expect(found.sites.map(say)).toEqual([
      'both "Pay" "Pay now" "Settle"',
      'mine - "info" -',
      'theirs "One" "One" "Two"',
      'theirs - - {"type":"divider"}',
    ]);
    expect(read(found.write(mild))).toEqual(
      screen(button({ text: 'Pay now', tone: 'info' }), { type: 'text', text: 'Two' }, { type: 'divider' }),
    );
    expect(read(found.write(({ by }) => (by === 'mine' ? 'mine' : 'theirs')))).toEqual(
      screen(button({ text: 'Settle', tone: 'info' }), { type: 'text', text: 'Two' }, { type: 'divider' }),
    );
  });

  it('asks about a node that one side removed and the other changed, but not if the other left it unchanged', () => {
    const seen = screen(button({}), { type: 'text', id: 'a', text: 'One' });
    const found = join(seen, screen({ type: 'text', id: 'a', text: 'One' }), screen(button({ text: 'Go' })));
    expect(found.sites.map(({ by }) => by)).toEqual(['both', 'theirs']);
    expect(read(found.write(mild))).toEqual(screen());
    expect(read(found.write(() => 'theirs'))).toEqual(screen(button({ text: 'Go' })));
  });

  it('adds an item once if both sides inserted it, and keeps both of two different items at one position', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((id) => ({ type: 'text', id, text: id }));
    const found = join(screen(a), screen(a, b), screen(a, b, c));
    expect(found.sites.map(say)).toEqual([`theirs - - ${JSON.stringify(c)}`]);
    expect(read(join(screen(a), screen(b, a), screen(c, a)).write(mild))).toEqual(screen(b, c, a));
  });

  it('keeps comments, also between merged items', () => {
    const seen = '{ "id": "shelf", "body": [{ "type": "text", "text": "One" }] }';
    const mine = `{
      // Of the shelf, and not of the store.
      "id": "shelf",
      "body": [/* first, */ { "text": "Mine", "type": "text" }, // last
      ]
    }`;
    const theirs =
      '{ "id": "shelf", "title": "New", "body": [{ "type": "text", "text": "One" }, { "type": "divider" }] }';
    const written = bringTogether({ path: PATH, seen, mine, theirs }).write(mild) ?? '';
    for (const kept of ['// Of the shelf, and not of the store.', '/* first, */', '// last', '"Mine"'])
      expect(written).toContain(kept);
    expect(written).toContain('"New"');
    expect(written).toContain('divider');
  });

  it.each([
    ['if one version cannot be parsed', '{ "id": ', '{}'],
    ['if one side removed the document', null, '{}'],
  ])('offers only whole versions %s', (_name, mine, theirs) => {
    const found = bringTogether({ path: PATH, seen: '{"id":"shelf"}', mine, theirs });
    expect(found.sites).toHaveLength(1);
    expect(found.sites[0]?.by).toBe('both');
    expect([found.isByNode, found.write(() => 'mine'), found.write(() => 'theirs')]).toEqual([
      false,
      mine,
      theirs,
    ]);
  });

  const isOne = (a: unknown, b: unknown): boolean =>
    compareValues({ pointer: '', value: a }, { pointer: '', value: b }).length === 0;

  it('writes one version if all its sides are chosen, and keeps changes of one side only', () => {
    fc.assert(
      fc.property(tree, tree, tree, fc.array(fc.boolean()), (seen, mine, theirs, picks) => {
        const found = join(seen, mine, theirs);
        expect(found.sites.length === 0).toBe(isOne(mine, theirs));
        expect(isOne(read(found.write(() => 'mine')), mine)).toBe(true);
        expect(isOne(read(found.write(() => 'theirs')), theirs)).toBe(true);
        // Every choice gives valid JSON without extra commas.
        const chosen = found.write(({ id }) => (picks[Number(id)] ? 'mine' : 'theirs')) ?? '';
        const errors: { error: number }[] = [];
        parseTree(chosen, errors as never, { disallowComments: true });
        expect(errors).toEqual([]);
        expect(isOne(read(join(seen, mine, seen).write(mild)), mine)).toBe(true);
        expect(isOne(read(join(seen, seen, theirs).write(mild)), theirs)).toBe(true);
        expect(join(seen, mine, seen).sites.every(({ by }) => by === 'mine')).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('writes exactly the chosen sides and changes nothing else', () => {
    fc.assert(
      fc.property(tree, tree, tree, (seen, mine, theirs) => {
        const found = join({ all: seen, one: 0 }, { all: mine, one: 1 }, { all: theirs, one: 2 });
        const only = (one: Choice, other: Choice) =>
          read(found.write(({ mine: own }) => (own?.pointer === '/one' ? one : other))) as { all: unknown };
        expect(isOne(only('mine', 'theirs'), { all: theirs, one: 1 })).toBe(true);
        expect(isOne(only('theirs', 'mine'), { all: mine, one: 2 })).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
