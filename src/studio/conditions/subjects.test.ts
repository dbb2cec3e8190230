import { describe, expect, it } from 'vitest';
import { library } from '#renderer/grammar/testing.ts';
import { readAmount, sayAmount, saySentence } from './say.ts';
import { listSubjects, listSubjectsAt, nameSubject, scopeOf } from './subjects.ts';

const PESO = { sign: '₱', decimals: 2 };

it('offers named values first, by title, with the kind by which they are compared', () => {
  const files = library({
    values: {
      mayAsk: { value: 'size(data.shelf.books) > 0', title: 'A book may be asked for' },
      count: 'size(data.shelf.books)',
    },
    body: [{ type: 'text', text: 'Shelf', visibleWhen: 'values.mayAsk && values.count > 1' }],
  });
  const titles = new Map([['mayAsk', 'A book may be asked for']]);
  const offered = listSubjects(scopeOf(files, 'screens/shelf.screen.json'), titles);
  expect(offered.slice(0, 2)).toMatchObject([
    { what: 'values.mayAsk', kind: 'boolean', label: 'A book may be asked for' },
    { what: 'values.count', kind: 'number', label: 'Count' },
  ]);
  // A condition can also begin with the day.
  expect(offered.at(-1)).toMatchObject({ what: 'today()', kind: 'date', label: 'Today' });
  expect(new Set(offered.map(({ label }) => label)).size).toBe(offered.length);
});

it('gives a value that is called today another label than the day itself', () => {
  const files = library({
    values: { today: 'today()' },
    body: [{ type: 'text', text: 'Shelf', visibleWhen: "values.today > day('2026-12-24')" }],
  });
  const labels = listSubjects(scopeOf(files, 'screens/shelf.screen.json')).map(({ label }) => label);
  expect(labels).toContain('Today');
  expect(new Set(labels).size).toBe(labels.length);
});

it.each([
  [4, false],
  [5, true],
])('in grammar %i today is offered: %s', (grammar, isOffered) => {
  const files = library({ grammar, body: [{ type: 'text', text: 'Shelf' }] });
  const offered = listSubjectsAt({ files, file: 'screens/shelf.screen.json', titles: new Map() });
  expect(offered.length).toBeGreaterThan(1);
  expect(offered.some(({ what }) => what === 'today()')).toBe(isOffered);
});

describe('the words of conditions', () => {
  it.each([
    ['data.order.orderStatus', 'order status of order'],
    ['params.productId', 'product id'],
    ['device.inShell', 'in shell of the phone'],
    ['size(data.order.items)', 'number of items of order'],
    ['daysUntil(data.plan.due)', 'days until due of plan'],
    ['values.days', 'Days left'],
    ['today()', 'today'],
  ])('call %s “%s”', (what, name) => {
    expect(nameSubject(what, new Map([['days', 'Days left']]))).toBe(name);
  });

  it.each([
    [
      "data.order.isDelay && data.order.orderStatus != '170'",
      '“is delay of order” is yes and “order status of order” is not “170”',
    ],
    ['has(values.days) && values.days < -1', '“Days left” is less than -1'],
    ['!(has(session.owed) && session.owed > minor(1000000))', '“owed” is at most ₱10,000.00, or not there'],
    ["data.plan.due < day('2026-12-24')", '“due of plan” is before 24 December 2026'],
    [
      "today() >= day('2026-12-24') && today() <= day('2026-12-31')",
      '“today” is on or after 24 December 2026 and “today” is on or before 31 December 2026',
    ],
    [
      "state.a && (state.b || params.c in ['x', 'y'])",
      '“a” is yes and (“b” is yes or “c” is one of “x” or “y”)',
    ],
    ['data.tags.exists(tag, tag == params.c)', 'for some tag of data.tags: tag is params.c'],
  ])('say %s as a sentence', (source, sentence) => {
    expect(saySentence(source, { titles: new Map([['days', 'Days left']]), money: PESO })).toBe(sentence);
  });

  it('read an amount as it is typed, and refuse parts of a centavo', () => {
    expect(['10,000', '₱10,000.50', ' 7 ', '0.5'].map((typed) => readAmount(typed, PESO))).toEqual([
      1_000_000, 1_000_050, 700, 50,
    ]);
    expect(['', 'ten', '1.005', '-1', '1e3'].map((typed) => readAmount(typed, PESO))).toEqual(
      Array.from({ length: 5 }, () => undefined),
    );
    expect(sayAmount(1_000_050, PESO)).toBe('₱10,000.50');
  });
});
