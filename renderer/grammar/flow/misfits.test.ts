import { describe, expect, it } from 'vitest';
import { checkProject } from '../check.ts';
import { button, library, type LibraryOptions, type ScreenText } from '../testing.ts';

type Json = { readonly [name: string]: unknown };

const TEXT = { type: 'string', read: 'text' };
const FLAG = { read: 'flag', default: false };
const lenient = { bad: 'absent' };
const MONEY = { type: 'integer', 'x-unit': 'minor', read: 'minor' };

const FINE: Json = {
  $schema: '../endpoint.schema.json',
  name: 'fine',
  method: 'GET',
  path: '/api/fine',
  encoding: 'query',
  client: 'json',
  safe: true,
  request: { type: 'object', properties: {} },
  reply: {
    type: 'object',
    required: ['id', 'total'],
    properties: {
      id: TEXT,
      total: MONEY,
      reduced: MONEY,
      isLate: { ...FLAG, ...lenient },
      isSure: FLAG,
      note: { ...TEXT, ...lenient },
      desk: { type: 'object', properties: { name: { ...TEXT, ...lenient }, code: TEXT } },
      ways: {
        type: 'array',
        maxItems: 9,
        default: [],
        bad: ['drop', 'absent'],
        items: { type: 'object', required: ['id'], properties: { id: TEXT, logo: { ...TEXT, ...lenient } } },
      },
    },
  },
};

function problems(screen: ScreenText, options: LibraryOptions = {}): string[] {
  const files = library(
    { routes: ['/shelf'], data: { fine: { endpoint: 'fine' } }, ...screen },
    { ...options, endpoints: { fine: FINE, ...options.endpoints } },
  );
  return checkProject(files)
    .filter(({ severity }) => severity === 'error')
    .map(({ code, message, pointer }) => {
      const [, name] = /^This decides by "(.*?)", which is absent/.exec(message) ?? [];
      return name === undefined ? `${code} ${pointer} ${message}` : `${name} at ${pointer}`;
    });
}

const pay = (more: Json = {}, amount = '${data.fine.total}'): Json => ({
  do: 'request',
  endpoint: 'pay-fine',
  critical: 'fine',
  with: { amount },
  ...more,
});
const payButton = (more: Json = {}, actions: readonly Json[] = [pay()]): Json => button(actions, more);
const TAP = '/body/0/on/tap';
const PER = { isLate: '${data.fine.isLate}' };
const TOTAL = { total: '${data.fine.total}' };
const DESK = { total: { type: 'integer', 'x-unit': 'minor', required: true } };

const refuses = (title: string, screen: ScreenText, expected: readonly string[], options?: LibraryOptions) =>
  it(`refuses ${title}`, () => expect(problems(screen, options)).toEqual(expected));
const accepts = (title: string, screen: ScreenText, options?: LibraryOptions) =>
  it(`accepts ${title}`, () => expect(problems(screen, options)).toEqual([]));

describe('L5: accepts a member with `bad: absent` in decoration', () => {
  accepts('words, pictures and switches', {
    body: [
      { type: 'text', visibleWhen: 'data.fine.isLate', text: 'Late' },
      { type: 'text', visibleWhen: 'has(data.fine.note)', text: '${data.fine.note}' },
      { type: 'text', each: 'data.fine.ways', as: 'way', visibleWhen: 'has(way.logo)', text: '${way.logo}' },
      payButton(),
    ],
  });
  accepts('a condition after the critical request', {
    body: [payButton({}, [pay({ as: 'paid' }), { do: 'stop', when: 'data.fine.isLate' }])],
  });
  accepts('a condition that only tests whether its record is present', {
    body: [payButton({ enabledWhen: 'has(data.fine.desk)' })],
  });
  accepts('an id in a list that may be left out: an existing item is certain', {
    body: [
      button([{ do: 'request', endpoint: 'book', with: { isbn: '${way.id}' } }], {
        each: 'data.fine.ways',
        as: 'way',
        key: 'way.id',
      }),
    ],
  });
});

describe('L5: refuses a member with `bad: absent` that decides', () => {
  const LATE = 'fine#isLate';
  refuses('the visibleWhen of the button', { body: [payButton({ visibleWhen: 'data.fine.isLate' })] }, [
    `${LATE} at /body/0/visibleWhen`,
  ]);
  refuses('the enabledWhen of the button', { body: [payButton({ enabledWhen: '!data.fine.isLate' })] }, [
    `${LATE} at /body/0/enabledWhen`,
  ]);
  refuses(
    'a condition on the presence of the member',
    { body: [payButton({ enabledWhen: 'has(data.fine.note)' })] },
    ['fine#note at /body/0/enabledWhen'],
  );
  refuses('the number of items', { body: [payButton({ enabledWhen: 'size(data.fine.ways) > 0' })] }, [
    'fine#ways at /body/0/enabledWhen',
  ]);
  refuses(
    'a condition over the items',
    { body: [payButton({ enabledWhen: "data.fine.ways.exists(way, has(way.logo) && way.logo == 'x')" })] },
    ['fine#ways', 'fine#ways[].logo'].map((name) => `${name} at /body/0/enabledWhen`),
  );
  refuses(
    'the condition of the section around the button',
    { body: [{ type: 'section', title: 'Fine', visibleWhen: 'data.fine.isLate', body: [payButton()] }] },
    [`${LATE} at /body/0/visibleWhen`],
  );
  refuses(
    'the condition of a part that contains the button',
    { body: [{ type: 'part', id: 'desk', part: 'desk', visibleWhen: 'data.fine.isLate', with: TOTAL }] },
    [`${LATE} at /body/0/visibleWhen`],
    { parts: { desk: { params: DESK, body: [payButton({}, [pay({}, '${params.total}')])] } } },
  );
  refuses(
    "a parameter of a part that is the button's condition there",
    {
      body: [{ type: 'part', id: 'desk', part: 'desk', with: { ...TOTAL, isOpen: '${data.fine.isLate}' } }],
    },
    [`${LATE} at /body/0/visibleWhen`],
    {
      parts: {
        desk: {
          params: { ...DESK, isOpen: { type: 'boolean', required: true } },
          body: [payButton({ visibleWhen: 'params.isOpen' }, [pay({}, '${params.total}')])],
        },
      },
    },
  );
  refuses(
    'a condition on state that was set from the member',
    {
      state: { isLate: { type: 'boolean', initial: false } },
      body: [
        payButton({ enabledWhen: 'state.isLate' }),
        button([{ do: 'set', target: 'state.isLate', value: '${data.fine.isLate}' }]),
      ],
    },
    [`${LATE} at /body/0/enabledWhen`],
  );
  refuses(
    'the condition of an overlay with the button',
    {
      body: [button([{ do: 'open', overlay: 'sure' }])],
      overlays: {
        sure: {
          type: 'dialog',
          title: 'Sure?',
          visibleWhen: 'data.fine.isLate',
          body: [],
          bar: [payButton()],
        },
      },
    },
    [`${LATE} at /overlays/sure/visibleWhen`],
  );
  refuses('the condition of the request', { body: [payButton({}, [pay({ when: 'data.fine.isLate' })])] }, [
    `${LATE} at ${TAP}/0/when`,
  ]);
  refuses(
    'a condition that stops the list before the request',
    { body: [payButton({}, [{ do: 'stop', when: 'data.fine.isLate' }, pay()])] },
    [`${LATE} at ${TAP}/0/when`],
  );
  refuses(
    'the condition of a case around the request, or of an earlier case',
    {
      body: [
        payButton({}, [
          {
            do: 'choose',
            cases: [
              { when: 'data.fine.isLate', run: [] },
              { when: 'data.fine.isSure', run: [pay()] },
            ],
          },
        ]),
      ],
    },
    [`${LATE} at ${TAP}/0/cases/0/when`],
  );
  refuses(
    'a value that is sent',
    { body: [payButton({}, [pay({ with: { amount: '${data.fine.total}', note: '${data.fine.note}' } })])] },
    [`fine#note at ${TAP}/0/with/note`],
  );
  refuses(
    'the `per` of an intent',
    { body: [payButton({}, [pay({ critical: { intent: 'fine', per: PER } })])] },
    [`fine#isLate at ${TAP}/0/critical/per`],
  );
  refuses(
    'a choice between amounts',
    {
      body: [
        {
          type: 'text',
          text: {
            choose: [
              { when: 'data.fine.isLate', value: 'You pay ${money(data.fine.total)}' },
              '${money(data.fine.reduced)}',
              'You pay nothing',
            ],
          },
        },
      ],
    },
    [`${LATE} at /body/0/text`],
  );
  refuses(
    'a condition that selects the shown amount',
    {
      body: [
        {
          type: 'rows',
          rows: [
            { visibleWhen: 'data.fine.isLate', label: 'Total', value: '${data.fine.total}' },
            { visibleWhen: '!data.fine.isLate', label: 'Total', value: '${data.fine.reduced}' },
          ],
        },
      ],
    },
    [`${LATE} at /body/0/rows/0/visibleWhen`, `${LATE} at /body/0/rows/1/visibleWhen`],
  );
  refuses('a payment code', { body: [{ type: 'code', value: "${data.fine.?note.orValue('')}" }] }, [
    'fine#note at /body/0/value',
  ]);
});

describe('D13: refuses contradictions in declarations with `bad`', () => {
  const withMember = (member: Json, required: readonly string[] = []): LibraryOptions => ({
    endpoints: {
      fine: {
        ...FINE,
        reply: {
          type: 'object',
          required: ['id', 'total', ...required],
          properties: { id: TEXT, total: MONEY, member },
        },
      },
    },
  });
  const contradiction = (title: string, member: Json, required?: readonly string[]) =>
    it(`refuses ${title}`, () =>
      expect(problems({ body: [] }, withMember(member, required)).map((text) => text.split(' ', 2))).toEqual([
        ['type/contradiction', '/reply/properties/member/bad'],
      ]));
  contradiction('an amount', { ...MONEY, ...lenient });
  contradiction('a date', { type: 'string', format: 'date', read: 'date', ...lenient });
  contradiction('a record with an amount', { type: 'object', properties: { sum: MONEY }, ...lenient });
  contradiction('a list of amounts', { type: 'array', maxItems: 3, items: MONEY, bad: ['drop', 'absent'] });
  contradiction('a required member without a default', { ...TEXT, ...lenient }, ['member']);
  it('accepts a required member with a default', () =>
    expect(problems({ body: [] }, withMember({ ...FLAG, ...lenient }, ['member']))).toEqual([]));
});
