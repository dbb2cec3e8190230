// @vitest-environment jsdom
import { act, cleanup, screen as page, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { problemsOf } from '#renderer/grammar/testing.ts';
import { fakeWorld, settle } from '#renderer/runtime/testing.ts';
import { drawForm } from '#tests/draw-form.tsx';

/* Groups and repeating groups, from the definition to rendering, validation and sending. */

afterEach(cleanup);

const INCOME = [
  {
    type: 'text-field',
    name: 'source',
    label: 'Source',
    rules: [{ rule: 'required', message: 'Enter a source' }],
  },
  { type: 'rating', name: 'stars', label: 'Stars', visibleWhen: "item.?source.orValue('') == 'job'" },
];
const INCOMES = {
  type: 'repeat',
  name: 'incomes',
  label: 'Incomes',
  at: 'index',
  title: 'Income ${index + 1}',
  add: 'Add an income',
  remove: 'Remove',
  body: INCOME,
};

const records = () => page.getAllByRole('group').filter((group) => group.id.includes('record'));
const record = (number: number) => within(page.getByRole('group', { name: `Income ${number}` }));
const source = (number: number) => record(number).getByRole<HTMLInputElement>('textbox', { name: 'Source' });
const add = () => userEvent.click(page.getByRole('button', { name: 'Add an income' }));
const remove = (number: number) =>
  userEvent.click(page.getByRole('button', { name: `Remove Income ${number}` }));

describe('A repeating group', () => {
  it('is a list of records, in order, with their values', async () => {
    const { read } = await drawForm([INCOMES]);
    expect(read('incomes')).toEqual([]);
    await add();
    await add();
    await userEvent.type(source(1), 'job');
    expect(read('incomes')).toEqual([{ source: 'job' }, {}]);
  });

  it('a node in a record reads that record', async () => {
    await drawForm([INCOMES]);
    await add();
    await add();
    await userEvent.type(source(2), 'job');
    expect(record(1).queryByRole('radiogroup')).toBeNull();
    expect(record(2).getByRole('radiogroup', { name: 'Stars' })).toBeDefined();
  });

  it('removing a record leaves the others unchanged, including their controls', async () => {
    const { read } = await drawForm([INCOMES]);
    for (const text of ['a', 'b', 'c']) {
      await add();
      await userEvent.type(source(records().length), text);
    }
    const third = source(3);
    await remove(2);
    expect(read('incomes')).toEqual([{ source: 'a' }, { source: 'c' }]);
    expect(source(2)).toBe(third);
    expect(records()).toHaveLength(2);
  });

  it('starts with the minimum number of records, and never exceeds the maximum', async () => {
    await drawForm([{ ...INCOMES, min: 1, max: 2 }]);
    expect(records()).toHaveLength(1);
    expect(page.queryByRole('button', { name: 'Remove Income 1' })).toBeNull();
    await add();
    expect(page.queryByRole('button', { name: 'Add an income' })).toBeNull();
    await remove(1);
    expect(records()).toHaveLength(1);
    expect(page.queryByRole('button', { name: /Remove/ })).toBeNull();
  });

  it('the focus moves to the first control of a new record, and to the Add button after a removal', async () => {
    await drawForm([INCOMES]);
    await add();
    expect(document.activeElement).toBe(source(1));
    await remove(1);
    expect(document.activeElement).toBe(page.getByRole('button', { name: 'Add an income' }));
  });

  it('an error names the current position of its record, and is shown at its field', async () => {
    const { submit } = await drawForm([INCOMES]);
    await add();
    await add();
    await userEvent.type(source(1), 'x');
    expect(await submit()).toMatchObject({ pointer: 'incomes/1/source', message: 'Enter a source' });
    expect(source(2).getAttribute('aria-invalid')).toBe('true');
    await remove(1);
    expect(await submit()).toMatchObject({ pointer: 'incomes/0/source' });
  });

  it.each(['incomes/0/source', '/incomes/0/source', 'incomes[0].source', 'incomes.0.source'])(
    'a server can name a field as %s',
    async (place) => {
      const { blame } = await drawForm([INCOMES]);
      await add();
      blame({ [place]: 'Not known here' });
      expect(record(1).getByText('Not known here')).toBeDefined();
    },
  );

  it('has rules for the number of records', async () => {
    const rules = [{ rule: 'length', min: 2, message: 'Add two' }];
    const { submit } = await drawForm([{ ...INCOMES, rules }]);
    await add();
    await userEvent.type(source(1), 'x');
    expect(await submit()).toMatchObject({ pointer: 'incomes', message: 'Add two' });
    expect(page.getByText('Add two')).toBeDefined();
  });

  it('S13: a draft restores its records with their nested lists, and reports what it does not restore', async () => {
    const world = fakeWorld();
    const pin = { type: 'text-field', name: 'pin', label: 'PIN', sensitive: true };
    const bills = {
      type: 'repeat',
      name: 'bills',
      label: 'Bills',
      as: 'bill',
      title: 'Bill',
      add: 'Add a bill',
      remove: 'Take away',
      body: [{ type: 'text-field', name: 'words', label: 'Words' }],
    };
    const list = { ...INCOMES, body: [INCOME[0], pin, bills] };
    await drawForm([list], {}, {}, world);
    for (const text of ['gone', 'shop', 'job']) {
      await add();
      await userEvent.type(source(records().length), text);
    }
    await remove(1);
    await userEvent.type(record(2).getByRole('textbox', { name: 'PIN' }), '4929');
    await userEvent.click(record(2).getByRole('button', { name: 'Add a bill' }));
    await userEvent.type(record(2).getByRole('textbox', { name: 'Words' }), 'light');
    await act(() => world.pass(250));
    expect(JSON.stringify([...world.device])).not.toMatch(/4929|gone/);

    cleanup();
    const second = await drawForm([list], {}, {}, world);
    await page.findByText(/We kept what you filled in/);
    expect(second.read('incomes')).toEqual([
      { source: 'shop', bills: [] },
      { source: 'job', bills: [{ words: 'light' }] },
    ]);
    expect(page.getByText(/fill them in again: PIN$/)).toBeDefined();
    // Another record is now the second one, and the request to fill in the removed one is gone.
    await remove(2);
    await add();
    expect(page.queryByText(/fill in again/)).toBeNull();
    await userEvent.type(source(2), 'farm');
    await act(() => world.pass(250));

    cleanup();
    const third = await drawForm([{ ...list, max: 1 }], {}, {}, world);
    await page.findByText(/no longer fit/);
    expect(third.read('incomes')).toEqual([{ source: 'shop', bills: [] }]);
    expect(page.getByRole('listitem').textContent).toBe('Source: farm');
  });

  it('a hidden field in a record has no rules and is not sent', async () => {
    const fields = [INCOME[0], { ...INCOME[1], rules: [{ rule: 'required', message: 'Rate it' }] }];
    const { submit, read, readSent } = await drawForm([{ ...INCOMES, body: fields }]);
    await add();
    await userEvent.type(source(1), 'job');
    expect(await submit()).toMatchObject({ pointer: 'incomes/0/stars' });
    await userEvent.click(page.getByRole('radio', { name: '2 stars' }));
    expect(read('incomes')).toEqual([{ source: 'job', stars: 2 }]);
    await userEvent.type(source(1), 's');
    expect(await submit()).toBeUndefined();
    expect(readSent('incomes')).toEqual([{ source: 'jobs' }]);
    expect(read('incomes')).toEqual([{ source: 'jobs', stars: 2 }]);
  });

  it('a hidden group is not sent', async () => {
    const { submit, read, readSent } = await drawForm([
      { type: 'check', name: 'none', label: 'No income' },
      { ...INCOMES, min: 1, visibleWhen: '!form.f.?none.orValue(false)' },
    ]);
    await userEvent.click(page.getByRole('checkbox'));
    expect(await submit()).toBeUndefined();
    expect(readSent('incomes')).toBeUndefined();
    expect(read('incomes')).toEqual([{}]);
  });

  it('takes a list of records as its value, and reset removes them', async () => {
    const { write, read, reset } = await drawForm([{ ...INCOMES, min: 1 }]);
    write('incomes', [{ source: 'a' }, { source: 'b', stars: 3 }]);
    expect(source(2).value).toBe('b');
    expect(read('incomes')).toEqual([{ source: 'a' }, { source: 'b', stars: 3 }]);
    reset();
    expect(read('incomes')).toEqual([{}]);
    expect(source(1).value).toBe('');
  });

  it('after a reset the form can be sent, though a removed record had a group with a required field', async () => {
    const jobs = {
      ...{ ...INCOMES, name: 'jobs', label: 'Jobs', add: 'Add a job', as: 'job', at: 'place' },
      ...{ title: 'Job ${place + 1}', body: INCOME.slice(0, 1) },
    };
    const { write, read, reset, submit } = await drawForm([{ ...INCOMES, body: [jobs] }]);
    write('incomes', [{ jobs: [{}] }]);
    expect(await submit()).toBeDefined();
    reset();
    expect(read('incomes')).toEqual([]);
    expect(await submit()).toBeUndefined();
  });

  it('a keystroke in a record re-computes no field of another', async () => {
    const { live } = await drawForm([INCOMES]);
    await add();
    await add();
    let told = 0;
    const second = live.engine.tree.findField('f', 'incomes.r2.source');
    second?.subscribe(() => {
      told += 1;
    });
    await userEvent.type(source(1), 'abc');
    expect(told).toBe(0);
  });

  it('can be nested, and each record keeps its own records', async () => {
    const inner = {
      ...INCOMES,
      name: 'parts',
      as: 'part',
      at: 'place',
      title: 'Part ${place + 1}',
      add: 'Add a part',
    };
    const { read, submit } = await drawForm([
      {
        ...INCOMES,
        body: [
          {
            ...inner,
            body: [
              {
                type: 'text-field',
                name: 'words',
                label: 'Words',
                rules: [{ rule: 'required', when: "part.?words.orValue('') == ''", message: 'Write' }],
              },
            ],
          },
        ],
      },
    ]);
    await add();
    await add();
    const second = record(2);
    await userEvent.click(second.getByRole('button', { name: 'Add a part' }));
    await userEvent.click(second.getByRole('button', { name: 'Add a part' }));
    await userEvent.type(second.getAllByRole('textbox')[1] as HTMLElement, 'hi');
    expect(read('incomes')).toEqual([{ parts: [] }, { parts: [{}, { words: 'hi' }] }]);
    expect(await submit()).toMatchObject({ pointer: 'incomes/1/parts/0/words' });
    await remove(1);
    expect(read('incomes')).toEqual([{ parts: [{}, { words: 'hi' }] }]);
  });
});

const ADDRESS = {
  type: 'group',
  name: 'address',
  title: 'Address',
  body: [
    {
      type: 'text-field',
      name: 'street',
      label: 'Street',
      rules: [{ rule: 'required', message: 'Enter a street' }],
    },
    { type: 'text-field', name: 'unit', label: 'Unit' },
  ],
};

describe('A group', () => {
  it('is one record of its fields', async () => {
    const { read, submit } = await drawForm([
      ADDRESS,
      { type: 'text', text: 'In ${form.f.address.street}', visibleWhen: 'has(form.f.address.street)' },
    ]);
    expect(await submit()).toMatchObject({ pointer: 'address/street' });
    await userEvent.type(page.getByRole('textbox', { name: /Street/ }), 'Main');
    expect(read('address')).toEqual({ street: 'Main' });
    expect(page.getByText('In Main')).toBeDefined();
    expect(page.getByRole('group', { name: 'Address' })).toBeDefined();
  });

  it('in a record is a member of it', async () => {
    const { read } = await drawForm([{ ...INCOMES, min: 1, body: [ADDRESS] }]);
    await userEvent.type(page.getByRole('textbox', { name: 'Unit' }), '4');
    expect(read('incomes')).toEqual([{ address: { unit: '4' } }]);
  });
});

describe('A definition with groups', () => {
  const BOOKS = {
    type: 'array',
    items: {
      type: 'object',
      required: ['source'],
      properties: { source: { type: 'string' }, stars: { type: 'integer' } },
    },
  };
  const inForm = (body: readonly object[], submit: readonly object[] = []) => ({
    state: { incomes: BOOKS, street: { type: 'string' } },
    body: [{ type: 'form', id: 'f', body, on: { submit } }],
  });
  const SET = { do: 'set', target: 'state.incomes', value: '${form.f.incomes}' };
  const STREET = { do: 'set', target: 'state.street', value: '${form.f.address.street}' };
  const cases: readonly (readonly [string, object, string[]])[] = [
    ['accepts a repeating group that is used', inForm([INCOMES]), []],
    ['accepts a required field of a record as present in a valid form', inForm([INCOMES], [SET]), []],
    ['accepts a required field of a group as present in a valid form', inForm([ADDRESS], [STREET]), []],
    [
      'accepts the same name in a record and outside of it',
      inForm([{ type: 'text-field', name: 'source', label: 'Source' }, INCOMES]),
      [],
    ],
    [
      'refuses a name twice in a record',
      inForm([{ ...INCOMES, body: [INCOME[0], INCOME[0]] }]),
      ['field/duplicate /body/0/body/0/body/1/name'],
    ],
    [
      'refuses a title that reads an unknown member',
      inForm([{ ...INCOMES, title: '${item.sorce}' }]),
      ['expression/unknown-member /body/0/body/0/title'],
    ],
    [
      'refuses a title that reads a member that may be absent',
      inForm([{ ...INCOMES, title: '${item.source}' }]),
      ['value/absent /body/0/body/0/title'],
    ],
    [
      'refuses a repeating group in a repeating group under the same name',
      inForm([{ ...INCOMES, body: [{ ...INCOMES, at: 'place', title: 'Part' }] }]),
      ['name/taken /body/0/body/0/body/0/type'],
    ],
    ['refuses a repeating group outside of a form', { body: [INCOMES] }, ['field/no-home /body/0/name']],
    [
      'refuses a repeating group under each',
      inForm([{ type: 'section', each: "['a']", as: 'letter', body: [INCOMES] }]),
      ['field/repeated /body/0/body/0/body/0/name'],
    ],
    [
      'refuses fields that a server chooses in a record',
      inForm([
        {
          ...INCOMES,
          body: [{ type: 'fields', name: 'more', allow: { kinds: ['text-field'] }, fields: [] }],
        },
      ]),
      ['fields/nested /body/0/body/0/body/0/type'],
    ],
  ];
  it.each(cases)('%s', (_, screen, problems) => expect(problemsOf(screen as never)).toEqual(problems));
});

describe('S15: several values of a supplied list, in a record', () => {
  const KINDS = {
    ...INCOMES,
    min: 1,
    body: [
      {
        type: 'choices',
        name: 'kinds',
        label: 'Kinds',
        options: [
          {
            each: 'data.?shelf.?books.orValue([])',
            as: 'book',
            key: 'book.isbn',
            value: '${book.isbn}',
            text: '${book.title}',
          },
        ],
      },
    ],
  };
  const SHELF = { data: { shelf: { endpoint: 'shelf', with: { cardId: 'c1' }, optional: true } } };

  const BOOK = { isbn: 'i1', title: 'One', pages: 1, price: 100, due: '2026-03-03', lent: false };
  const LIST = { ok: 'true', data: { name: 'First', books: [BOOK], fine: 0 } };

  it('submit waits for the list, and a value of another list is removed', async () => {
    const { world, write, read, live } = await drawForm([KINDS], {}, SHELF);
    await settle();
    write('incomes.r1.kinds', ['i1', 'gone']);
    let isOver = false;
    const sent = live.engine.forms.submit('f').then((error) => {
      isOver = true;
      return error;
    });
    await settle();
    expect(isOver).toBe(false);
    await act(async () => world.calls[0]?.answer({ status: 200, body: JSON.stringify(LIST) }));
    expect(await sent).toBeUndefined();
    expect(read('incomes')).toEqual([{ kinds: ['i1'] }]);
  });
});
