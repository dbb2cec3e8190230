import { describe, expect, it } from 'vitest';
import type { MemberShape, ScalarShape, Shape } from '#renderer/plan/plan.ts';
import { addEntry, removeIn, sampleOf, setIn } from './change.ts';
import { nameEntry, rowsOfReply, searchRows } from './rows.ts';
import { isOptional, readTypedDatum, readTypedParam, sayDatum, writeTypedDatum } from './typed.ts';

const MONEY = { sign: '₱', decimals: 2 };
const TEXT: ScalarShape = { type: 'text', read: 'text' };
const AMOUNT: ScalarShape = { type: 'money', read: 'minor' };

function member(name: string, shape: Shape, more: Partial<MemberShape> = {}): MemberShape {
  return { name, wire: `/data/${name}`, shape, ...more };
}

const ITEM: Shape = {
  type: 'record',
  members: [
    { name: 'label', wire: '/text', shape: TEXT, required: true },
    { name: 'fee', wire: '/fee', shape: AMOUNT },
  ],
};
const SHAPE: Shape = {
  type: 'record',
  members: [
    member('repayAmount', AMOUNT, { required: true }),
    member('dueOn', { type: 'date', read: 'date' }, { absent: [''] }),
    member('notice', TEXT, { absent: [''], bad: 'absent' }),
    member('isOpen', { type: 'boolean', read: 'flag' }, { default: false, required: true }),
    member('holder', TEXT, { wire: '/data/card/holder' }),
    member('items', { type: 'list', items: ITEM, max: 2, bad: 'drop' }, { default: [] }),
  ],
};
const REPLY = {
  repayAmount: '341250',
  dueOn: '2026-12-24',
  notice: '',
  card: { holder: 'Ana' },
  items: [{ text: 'Interest', fee: 100 }],
};
const rows = (reply: { readonly [name: string]: unknown } = REPLY) => rowsOfReply(SHAPE, reply, '/data');
const rowOf = (name: string) => {
  const found = rows().find(({ member: own }) => own?.name === name);
  if (found === undefined) throw new Error(`There is no ${name}.`);
  return found;
};
const typed = (name: string, text: string) => {
  const row = rowOf(name);
  return readTypedDatum(text, row, row.shape as ScalarShape, MONEY);
};

describe('the values of a reply', () => {
  it('have a label, a pointer in the stored reply, and the value that the screen reads', () => {
    expect(rows().map(({ title, pointer, value }) => [title, pointer, value])).toEqual([
      ['Repay amount', '/repayAmount', 341_250],
      ['Due on', '/dueOn', '2026-12-24'],
      ['Notice', '/notice', undefined],
      ['Is open', '/isOpen', undefined],
      ['Holder', '/card/holder', 'Ana'],
      ['Items', '/items', [{ label: 'Interest', fee: 100 }]],
    ]);
    expect(rowOf('isOpen').fallback).toBe(false);
  });

  it('contain the entries of lists, which are named by their first text', () => {
    const [entry] = rowOf('items').rows;
    expect(entry?.rows.map(({ pointer, value }) => [pointer, value])).toEqual([
      ['/items/0/text', 'Interest'],
      ['/items/0/fee', 100],
    ]);
    expect(entry && nameEntry(entry)).toBe('Interest');
  });

  it.each([
    ['a name', ['amount'], ['Repay amount']],
    ['a value inside a list', ['interest'], ['Items']],
    ['what is not there', ['not', 'there'], ['Notice', 'Is open']],
    ['nothing', ['zebra'], []],
  ])('are found by %s', (_what, words, titles) => {
    expect(searchRows(rows(), words).map(({ title }) => title)).toEqual(titles);
  });

  it('stay in a search while they are changed', () => {
    const found = searchRows(rows(), ['zebra'], new Set(['/items/0/fee']));
    expect(found.map(({ title }) => title)).toEqual(['Items']);
    expect(found[0]?.rows[0]?.rows.map(({ pointer }) => pointer)).toEqual(['/items/0/fee']);
  });

  it.each([
    ['₱3,412.50', 341_250, 'money'],
    ['24 December 2026', '2026-12-24', 'date'],
    ['yes', true, 'boolean'],
    ['2 entries', [1, 2], 'list'],
  ] as const)('are shown as %s', (words, value, type) => {
    expect(sayDatum(value, type, MONEY)).toBe(words);
  });
});

describe('a typed value', () => {
  it('is first the displayed value, and is read in the notation of the service', () => {
    expect(writeTypedDatum(341_250, AMOUNT, MONEY)).toBe('₱3,412.50');
    expect(typed('repayAmount', '4,000')).toEqual({ raw: '400000' });
    expect(typed('isOpen', 'true')).toEqual({ raw: true });
    expect(typed('dueOn', '2027-01-02')).toEqual({ raw: '2027-01-02' });
  });

  it.each([
    ['repayAmount', 'a lot', 'Type an amount, such as ₱10,000.'],
    ['repayAmount', '1.005', 'Type an amount, such as ₱10,000.'],
    ['dueOn', '', 'Choose a day.'],
    ['notice', '', 'An empty text means that it is not there. Use Remove instead.'],
  ])('of %s is refused: %s', (name, text, fault) => {
    expect(typed(name, text)).toEqual({ fault });
  });

  it('is refused if it is too long or no address', () => {
    const short: ScalarShape = { type: 'text', max: 3 };
    const url: ScalarShape = { type: 'url', read: 'url' };
    const row = { raw: undefined };
    expect(readTypedDatum('four', row, short, MONEY)).toEqual({ fault: 'Type at most 3 characters.' });
    expect(readTypedDatum('javascript:x', row, url, MONEY)).toEqual({
      fault: 'Type a whole address, such as https://example.com/picture.png.',
    });
  });

  it('of the address is read as text', () => {
    expect(readTypedParam('₱40.00', { type: 'money' }, MONEY)).toEqual({ raw: '4000' });
    expect(readTypedParam('x', { type: 'integer' }, MONEY)).toEqual({ fault: 'Type a whole number.' });
  });

  it('can be removed unless the contract requires it', () => {
    expect(
      [rowOf('repayAmount'), rowOf('notice'), rowOf('isOpen')].map(
        (row) => row.member && isOptional(row.member),
      ),
    ).toEqual([false, true, true]);
  });
});

describe('a changed reply', () => {
  it('has the new value and the missing records around it; the old reply stays the same', () => {
    expect(setIn({}, '/card/holder', 'Ben')).toEqual({ card: { holder: 'Ben' } });
    expect(setIn(REPLY, '/items/0/fee', 5).items).toEqual([{ text: 'Interest', fee: 5 }]);
    expect(REPLY.items).toEqual([{ text: 'Interest', fee: 100 }]);
  });

  it('loses a member or an entry', () => {
    expect(removeIn(REPLY, '/dueOn')).not.toHaveProperty('dueOn');
    expect(removeIn(REPLY, '/items/0')).toHaveProperty('items', []);
  });

  it('gets an entry like the last one, or a sample that fits', () => {
    const twice = addEntry(REPLY, '/items', REPLY.items, ITEM, '2026-12-01');
    expect(twice).toHaveProperty('items', [REPLY.items[0], REPLY.items[0]]);
    expect(addEntry({}, '/items', undefined, ITEM, '2026-12-01')).toEqual({ items: [{ text: 'Text' }] });
  });

  it('has samples that the screen can read', () => {
    const sample = sampleOf(SHAPE, '2026-12-01');
    expect(sample).toEqual({ data: { repayAmount: 10_000 } });
    for (const { shape, ...own } of SHAPE.members) {
      const [row] = rowsOfReply(
        { type: 'record', members: [{ ...own, shape, wire: '/it' }] },
        { it: sampleOf(shape, '2026-12-01') },
        '',
      );
      expect(row?.value).toBeDefined();
    }
  });
});
