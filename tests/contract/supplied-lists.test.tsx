// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen as page } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { actions } from '#renderer/actions/index.ts';
import { createForms } from '#renderer/forms/edit-forms.ts';
import { planOf } from '#renderer/grammar/testing.ts';
import { prepareScreen, Screen } from '#renderer/index.ts';
import { DEVICE, fakeWorld, open } from '#renderer/runtime/testing.ts';
import { LONG, SEED } from '../property/settings.ts';

/* Lists of fields from a broken, hostile or changing service, rendered by the real <Screen>. */

window.scrollTo = () => {};
const complaints = vi.spyOn(console, 'error');
beforeEach(() => {
  complaints.mockClear();
});
afterEach(() => {
  cleanup();
  const [complaint] = complaints.mock.calls;
  if (complaint !== undefined) throw new Error(`What draws complains: ${complaint.join(' ').slice(0, 500)}`);
  if (Object.keys(Object.prototype).length > 0) throw new Error('Every record has got another member.');
});

interface Item {
  readonly code: string;
  readonly label: string;
  readonly kind: 'text' | 'choice' | 'day';
  readonly group: string;
  readonly value: string;
  /** Hidden while the field of this name contains an x. */
  readonly hiddenBy: string;
  readonly options: readonly string[];
}

const item = (code: string, more: Partial<Item> = {}): Item => ({
  code,
  label: `Label ${code}`,
  kind: 'text',
  group: 'one',
  value: '',
  hiddenBy: '',
  options: [],
  ...more,
});

const TEXT = { type: 'string', read: 'text' };
const LIST = {
  $schema: '../endpoint.schema.json',
  name: 'list',
  method: 'GET',
  path: '/api/list',
  encoding: 'query',
  client: 'json',
  safe: true,
  success: { at: '/success', is: ['true'] },
  request: { type: 'object', properties: {} },
  reply: {
    at: '/data',
    type: 'object',
    required: ['items'],
    properties: {
      items: {
        type: 'array',
        maxItems: 5000,
        items: {
          type: 'object',
          required: ['code', 'label', 'kind', 'group', 'value', 'hiddenBy', 'options'],
          properties: {
            ...Object.fromEntries(
              ['code', 'label', 'kind', 'group', 'value', 'hiddenBy'].map((name) => [name, TEXT]),
            ),
            options: { type: 'array', maxItems: 500, items: TEXT },
          },
        },
      },
    },
  },
};

const NAMES = '[A-Za-z][A-Za-z0-9_]{0,39}';
const MOST = 2000;
const SECTIONS = ['one', 'two', 'three'];

function planWith(refused: 'skip' | 'block', name = NAMES) {
  const fields = {
    type: 'fields',
    name: 'items',
    allow: {
      kinds: ['text-field', 'choice', 'day'],
      name,
      not: ['kept'],
      count: MOST,
      options: 50,
      refused,
    },
    sections: SECTIONS.map((key) => ({ key, title: `Part ${key}` })),
    fields: [
      {
        each: 'data.list.items',
        as: 'item',
        key: 'item.code',
        section: '${item.group}',
        visibleWhen: "item.hiddenBy == '' || form.f.items[?item.hiddenBy].orValue('') != 'x'",
        kind: {
          choose: [
            { when: "item.kind == 'choice'", value: 'choice' },
            { when: "item.kind == 'day'", value: 'day' },
            'text-field',
          ],
        },
        name: '${item.code}',
        label: '${item.label}',
        initial: '${item.value}',
        look: 'list',
        options: [
          { each: 'item.options', as: 'option', key: 'option', value: '${option}', text: '${option}' },
        ],
      },
    ],
  };
  return planOf(
    {
      params: {},
      data: { list: { endpoint: 'list' } },
      body: [{ type: 'form', id: 'f', body: [fields], on: { submit: [] } }],
      bar: [
        { type: 'button', text: 'Send', on: { tap: [{ do: 'submit', form: 'f' }] } },
        { type: 'button', text: 'Again', on: { tap: [{ do: 'reload', data: ['list'] }] } },
      ],
    },
    { endpoints: { list: LIST } },
  );
}

const plans = { skip: planWith('skip'), block: planWith('block'), anyName: planWith('skip', '.*') };

async function visit(items: readonly Item[], refused: keyof typeof plans = 'skip', world = fakeWorld()) {
  const plan = plans[refused];
  await prepareScreen(plan);
  const live = open(world, plan, { actions, device: { ...DEVICE, language: 'en' }, createForms });
  const drawn = render(<Screen live={live} />);
  const answer = (list: readonly Item[]) => act(async () => world.calls.at(-1)?.reply({ items: list }));
  await answer(items);
  const box = (code: string) =>
    document.querySelector<HTMLInputElement>(`[id$="[${code}]"] input`) ?? undefined;
  const { forms } = live.engine;
  return {
    world,
    box,
    codes: () => [...document.querySelectorAll('[id$="]"]')].map(({ id }) => /\[(.*)\]$/.exec(id)?.[1] ?? ''),
    headings: () => page.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent),
    type: (code: string, words: string) =>
      act(() => {
        fireEvent.change(box(code) as Element, { target: { value: words } });
      }),
    values: () => ({ ...(forms.read(['form', 'f', 'items']) as object) }),
    async sent() {
      await act(async () => void (await forms.submit('f')));
      return { ...(forms.readSent(['form', 'f', 'items']) as object) };
    },
    async readAgain(list: readonly Item[]) {
      await act(async () => page.getByRole('button', { name: 'Again' }).click());
      await answer(list);
    },
    /** Leaves the page; the entries are stored. */
    async leave() {
      await act(() => world.pass(1000));
      drawn.unmount();
      live.close();
    },
  };
}

/** The fields of a list that must be rendered, by the language's rules alone. */
function admitted(items: readonly Item[]): readonly Item[] {
  const known = new Set(['kept', '__proto__', 'constructor', 'prototype']);
  const fine = items.filter(({ code, kind, options }, at) => {
    if (at >= MOST || known.has(code) || !new RegExp(`^${NAMES}$`).test(code)) return false;
    if (kind === 'choice' && options.length > 50) return false;
    known.add(code);
    return true;
  });
  const inSection = (section: string) => fine.filter(({ group }) => group === section);
  return [...SECTIONS.flatMap(inSection), ...fine.filter(({ group }) => !SECTIONS.includes(group))];
}

const MARKUP = '<img src=x onerror=alert(1)><script>alert(1)</script>';
const HUGE = 'Wide word and more of it. '.repeat(2_000);

describe('fields whose names a forms library would read as paths', () => {
  it('take what is typed and are sent under their own names', async () => {
    const codes = ['a', 'a.b', 'a.b[0]', "it's", 'b[1]', 'b'];
    const { values, sent } = await visit(
      codes.map((code) => item(code)),
      'anyName',
    );
    for (const code of codes) {
      const box = page.getByLabelText(`Label ${code}`, { exact: true });
      act(() => void fireEvent.change(box, { target: { value: `typed into ${code}` } }));
    }
    const expected = Object.fromEntries(codes.map((code) => [code, `typed into ${code}`]));
    expect(values()).toEqual(expected);
    expect(await sent()).toEqual(expected);
  });
});

describe('6: a hostile list of fields', () => {
  it('the first 2,000 of 3,000 fields are rendered, accept text and are sent', async () => {
    const { codes, type, sent, world } = await visit(
      Array.from({ length: 3_000 }, (_, at) => item(`f${at}`, { group: SECTIONS[at % 3] ?? '' })),
    );
    expect(codes()).toHaveLength(MOST);
    type('f1999', 'last');
    const values = await sent();
    expect(Object.keys(values)).toHaveLength(MOST);
    expect(values).toMatchObject({ f1999: 'last' });
    expect(world.faults.map(({ code }) => code)).toEqual(['fields/refused']);
  }, 60_000);

  it('repeated or reserved names are left out, and nothing replaces them', async () => {
    const { codes, box, values, type, sent } = await visit([
      item('a', { value: 'first' }),
      item('a', { value: 'second', label: 'Another' }),
      ...['__proto__', 'constructor', 'prototype', 'kept', 'a b', ''].map((code) =>
        item(code, { value: 'bad' }),
      ),
      item('toString', { value: 'fine' }),
      item('hasOwnProperty', { value: 'fine' }),
    ]);
    expect(codes()).toEqual(['a', 'toString', 'hasOwnProperty']);
    expect(page.queryByText('Another')).toBeNull();
    expect(box('a')?.value).toBe('first');
    type('toString', 'typed');
    expect(values()).toEqual({ a: 'first', toString: 'typed', hasOwnProperty: 'fine' });
    expect(await sent()).toEqual({ a: 'first', toString: 'typed', hasOwnProperty: 'fine' });
  });

  it('a list that one refused field blocks shows an error, no field and no submit button', async () => {
    const { codes, readAgain } = await visit([item('a'), item('__proto__')], 'block');
    expect(codes()).toEqual([]);
    expect(page.getAllByRole('alert')[0]?.textContent).toBe('This form cannot be shown right now.');
    expect(page.queryByRole('button', { name: 'Send' })).toBeNull();
    await readAgain([item('a')]);
    expect(codes()).toEqual(['a']);
    expect(page.queryByText('This form cannot be shown right now.')).toBeNull();
    expect(page.getByRole('button', { name: 'Send' })).toBeDefined();
  });

  it('markup and long texts are shown as text: in labels, values, options and sections', async () => {
    const { box, codes } = await visit([
      item('a', { label: MARKUP, value: MARKUP, group: MARKUP }),
      item('b', { label: HUGE }),
      item('c', { kind: 'choice', label: MARKUP, options: [MARKUP, '__proto__', HUGE] }),
      item('d', { label: '${form.f.items}' }),
      item('e', { kind: 'choice', options: Array.from({ length: 51 }, (_, at) => String(at)) }),
    ]);
    expect(codes().filter((code) => /^[a-e]$/.test(code))).toEqual(['b', 'c', 'd', 'a']);
    expect(document.querySelectorAll('img, script, iframe')).toHaveLength(0);
    expect(box('a')?.value).toBe(MARKUP);
    expect(page.getByLabelText(MARKUP, { selector: 'input[type=text]' })).toBe(box('a'));
    // Compare lengths: a failure would print the whole text.
    const lengths = [...document.querySelectorAll('label')].map(({ textContent }) => textContent.length);
    expect(lengths.filter((length) => length >= HUGE.length - 1)).toHaveLength(2);
    expect(page.getByText('${form.f.items}')).toBeDefined();
    act(() => page.getByRole('radio', { name: '__proto__' }).click());
    expect(page.getByRole<HTMLInputElement>('radio', { name: '__proto__' }).checked).toBe(true);
  });

  it('fields that hide each other, or themselves, reach a stable state, and hidden ones are not sent', async () => {
    const { codes, type, sent } = await visit([
      item('a', { hiddenBy: 'b' }),
      item('b', { hiddenBy: 'c' }),
      item('c', { hiddenBy: 'a' }),
      item('self', { hiddenBy: 'self' }),
      item('lost', { hiddenBy: '__proto__' }),
    ]);
    expect(codes()).toEqual(['a', 'b', 'c', 'self', 'lost']);
    type('a', 'x');
    expect(codes()).toEqual(['a', 'b', 'self', 'lost']);
    type('b', 'x');
    expect(codes()).toEqual(['b', 'self', 'lost']);
    type('self', 'x');
    expect(codes()).toEqual(['b', 'lost']);
    expect(await sent()).toEqual({ b: 'x', lost: '' });
  });

  it('for every reply, twice in a row, the accepted fields are rendered in order, under their headings', async () => {
    const code = fc.constantFrom(
      'a',
      'b',
      'c',
      'd',
      'e',
      'f',
      '__proto__',
      'constructor',
      'kept',
      '',
      '0',
      MARKUP,
    );
    const anyItem = fc.record({
      code,
      label: fc.constantFrom('Label', MARKUP, HUGE, '', '__proto__', '\u0000\u202e'),
      kind: fc.constantFrom('text' as const, 'choice' as const, 'day' as const),
      group: fc.constantFrom('one', 'two', 'three', '', '__proto__'),
      value: fc.constantFrom('', 'a', MARKUP, '2026-13-99'),
      hiddenBy: fc.constant(''),
      options: fc.constantFrom(
        [],
        ['a', 'a'],
        ['__proto__', MARKUP],
        Array.from({ length: 51 }, () => 'a'),
      ),
    });
    const anyList = fc.array(anyItem, { maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(anyList, anyList, async (first, second) => {
        const drawn = await visit(first);
        const judge = (list: readonly Item[]) => {
          const right = admitted(list);
          expect(drawn.codes()).toEqual(right.map((one) => one.code));
          const filled = SECTIONS.filter((key) => right.some(({ group }) => group === key));
          expect(drawn.headings()).toEqual(filled.map((key) => `Part ${key}`));
          expect(document.querySelector('img, script')).toBeNull();
        };
        judge(first);
        await drawn.readAgain(second);
        judge(second);
        await drawn.leave();
      }),
      { seed: SEED, numRuns: LONG ? 500 : 25 },
    );
  }, 600_000);
});

describe('6: a list of fields that changes between visits', () => {
  it('keeps entries whose field still exists, at any position, and reports lost ones', async () => {
    const first = await visit([
      item('a'),
      item('b', { label: MARKUP }),
      item('c'),
      item('d', { group: 'two' }),
    ]);
    for (const code of ['a', 'b', 'c', 'd']) first.type(code, `Of ${code}`);
    await first.leave();

    const changed = [
      item('d', { group: 'three', value: 'Of the service' }),
      item('new', { value: 'Of the service' }),
      item('c', { kind: 'choice', options: ['Of c'] }),
      item('a', { group: 'three', label: 'Renamed' }),
    ];
    const second = await visit(changed, 'skip', first.world);
    expect(second.headings()).toEqual(['Part one', 'Part three']);
    expect(second.codes()).toEqual(['new', 'c', 'd', 'a']);
    expect([second.box('d')?.value, second.box('a')?.value]).toEqual(['Of d', 'Of a']);
    expect(second.box('new')?.value).toBe('Of the service');
    expect(page.getByText('We kept what you filled in.')).toBeDefined();
    expect(page.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      `${MARKUP}: Of b`,
      'Label c: Of c',
    ]);
    expect(document.querySelector('img')).toBeNull();
    expect(await second.sent()).toEqual({ d: 'Of d', new: 'Of the service', a: 'Of a' });
    await second.leave();

    const third = await visit([item('b'), item('a')], 'skip', first.world);
    expect([third.box('b')?.value, third.box('a')?.value]).toEqual(['Of b', 'Of a']);
  });

  it('keeps entries independent of the labels', async () => {
    const codes = Array.from({ length: 12 }, (_, at) => `f${at}`);
    const list = codes.map((code) => item(code, { label: HUGE }));
    const first = await visit(list);
    for (const code of codes) first.type(code, `Of ${code}`);
    await first.leave();
    const second = await visit(list, 'skip', first.world);
    expect(codes.map((code) => second.box(code)?.value)).toEqual(codes.map((code) => `Of ${code}`));
    expect(first.world.faults).toEqual([]);
  });

  it('a list that is loaded again moves its fields without re-creating them', async () => {
    const { readAgain, box, type, codes } = await visit([item('a'), item('b'), item('c')]);
    type('a', 'typed');
    const boxes = [box('a'), box('c')];
    await readAgain([item('c'), item('d'), item('a')]);
    expect(codes()).toEqual(['c', 'd', 'a']);
    expect([box('a'), box('c')]).toEqual(boxes);
    expect(box('a')).toBe(boxes[0]);
    expect(box('a')?.value).toBe('typed');
  });
});
