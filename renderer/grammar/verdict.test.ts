import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GRAMMAR } from '../plan/grammar.ts';
import type { NodePlan } from '../plan/plan.ts';
import { contractOf, planOf, problemsOf } from './testing.ts';
import { checkCompatibility } from './verdict.ts';

const PLAN = planOf({ body: [{ type: 'text', text: 'Books' }] });

/** In no grammar: unknown to every page. */
const unknown = (more: Partial<NodePlan> = {}): NodePlan => ({
  ...{ id: 'new', type: 'hologram', reads: [] },
  ...more,
});
const INSTEAD: NodePlan = { id: 'old', type: 'text', props: { text: 'Instead' }, reads: [] };

function check(...body: readonly NodePlan[]) {
  return checkCompatibility({ ...PLAN, body }, 1);
}

const STEPS = [
  {
    ...{ type: 'form', id: 'card' },
    body: [
      {
        ...{ type: 'steps', next: 'Next', back: 'Back' },
        body: [
          {
            type: 'section',
            title: 'Name',
            body: [{ type: 'text-field', name: 'name', label: 'Name' }],
          },
        ],
      },
      { type: 'button', text: 'Send', on: { tap: [{ do: 'submit', form: 'card' }] } },
    ],
  },
];

describe('how an older page handles a plan', () => {
  it('shows what it knows, and refuses a plan of a later grammar', () => {
    expect(check(INSTEAD)).toEqual({ verdict: 'shows', nodes: [] });
    const newer = { ...PLAN, grammar: 2 };
    expect(checkCompatibility(newer, 1)).toEqual({ verdict: 'refuses', nodes: [] });
    expect(checkCompatibility(newer, 2)).toEqual({ verdict: 'shows', nodes: [] });
  });

  it('leaves out an unknown widget, or shows its fallback', () => {
    const spared = { verdict: 'shows-with-fallback', nodes: ['new'] };
    expect(check(unknown())).toEqual(spared);
    expect(check(unknown({ fallback: 'none', critical: true }))).toEqual(spared);
    expect(check(unknown({ fallback: INSTEAD, critical: true }))).toEqual(spared);
    const section: NodePlan = { id: 's', type: 'section', reads: [], slots: { body: [unknown()] } };
    expect(check(section)).toEqual(spared);
  });

  it('refuses an unknown critical widget without a fallback, also in a fallback', () => {
    expect(check(unknown({ critical: true }))).toEqual({ verdict: 'refuses', nodes: ['new'] });
    const fallback = unknown({ id: 'other', critical: true });
    expect(check(unknown({ fallback }))).toEqual({ verdict: 'refuses', nodes: ['other'] });
  });
});

describe('the grammar of a plan is the lowest one that shows it', () => {
  const grammarOf = (body: readonly object[]): number => planOf({ body }).grammar;

  it('for any grammar of the document', () => {
    expect(PLAN.grammar).toBe(1);
    expect(GRAMMAR).toBeGreaterThan(1);
  });

  it('a widget, a property and a kind of a later grammar raise it', () => {
    expect(grammarOf(STEPS)).toBe(2);
    const rating = { type: 'rating', label: 'How was it?', name: 'stars' };
    const form = (field: object) => [
      {
        ...{ type: 'form', id: 'view' },
        body: [field, { type: 'button', text: 'Send', on: { tap: [{ do: 'submit', form: 'view' }] } }],
      },
    ];
    expect(grammarOf(form(rating))).toBe(1);
    expect(grammarOf(form({ ...rating, hint: 'Five is best' }))).toBe(2);
  });

  it('a contract with "once", one without a body, and a call with another intent of the same purpose raise it', () => {
    const fine = (contract: object, critical: object) =>
      planOf(
        {
          body: [
            {
              ...{ type: 'button', text: 'Pay' },
              on: {
                tap: [
                  { do: 'request', endpoint: 'pay-fine', with: { amount: '${data.shelf.fine}' }, critical },
                ],
              },
            },
          ],
        },
        { endpoints: { 'pay-fine': { ...contractOf('pay-fine'), ...contract } } },
      );
    expect(fine({}, { intent: 'fine' }).grammar).toBe(1);
    const { grammar, endpoints } = fine({ once: { forMinutes: 2 } }, { intent: 'fine' });
    expect([grammar, endpoints['pay-fine']?.once]).toEqual([3, { forMs: 120_000 }]);
    expect(fine({ reply: 'none' }, { intent: 'fine' })).toMatchObject({
      ...{ grammar: 3, endpoints: { 'pay-fine': { empty: true, reply: { type: 'record', members: [] } } } },
    });
    expect(fine({}, { intent: 'again', sameAs: 'fine' }).grammar).toBe(3);
  });

  it('a widget whose fallback older pages show does not raise it', () => {
    const [form] = STEPS;
    expect(grammarOf([{ ...form, body: [{ ...form?.body[0], fallback: 'none' }, form?.body[1]] }])).toBe(1);
  });
});

it('a document of an earlier grammar must not use a later feature', () => {
  expect(problemsOf({ grammar: 1, body: STEPS })).toEqual(['document/later-grammar /body/0/body/0']);
  expect(problemsOf({ body: STEPS })).toEqual([]);
});

describe('a function of grammar 4', () => {
  const added = (text: string) => [{ type: 'text', text }];

  it('gives grammar 4 to a plan that calls it', () => {
    expect(planOf({ body: added('${tail(params.cardId, 4)}') }).grammar).toBe(1);
    expect(planOf({ body: added('${dateTime(params.cardId)}') }).grammar).toBe(4);
  });

  it.each([
    ['a text', '/body/0/text', added('${dateTime(params.cardId)}')],
    [
      'a condition',
      '/body/0/visibleWhen',
      [{ type: 'text', text: 'x', visibleWhen: "dateTime(params.cardId) == 'x'" }],
    ],
  ])('is refused in %s of a document of grammar 3', (_where, pointer, body) => {
    expect(problemsOf({ grammar: 3, body })).toEqual([`document/later-grammar ${pointer}`]);
    expect(problemsOf({ grammar: 4, body })).toEqual([]);
  });
});

const METHOD = { handler: 'openPage', inPage: true };

const LATER_OF_APP = [
  ['/hosts/image', 3, { hosts: { leave: [], frame: [], image: ['covers.example'] } }],
  ['/flows', 3, { hosts: { leave: [], frame: [] }, flows: [] }],
  ['/review', 3, { hosts: { leave: [], frame: [] }, review: { alone: {} } }],
  ['/exit', 3, { hosts: { leave: [], frame: [] }, exit: [] }],
  [
    '/languages/service',
    4,
    {
      hosts: { leave: [], frame: [] },
      languages: { default: 'en', list: ['en', 'source'], service: 'en' },
    },
  ],
  ['/samples', 4, { hosts: { leave: [], frame: [] }, samples: [] }],
  ['/values', 5, { hosts: { leave: [], frame: [] }, values: {} }],
  ['/paramSets', 5, { hosts: { leave: [], frame: [] }, paramSets: {} }],
  [
    '/review/approvalNeedsPictures',
    5,
    { hosts: { leave: [], frame: [] }, review: { alone: {}, approvalNeedsPictures: true } },
  ],
  ['/lists', 5, { hosts: { leave: [], frame: [] }, lists: {} }],
  ['/bridge/openPage/inPage', 4, { hosts: { leave: [], frame: [] }, bridge: { openPage: METHOD } }],
] as const;

it('knows each member of app.json from a later grammar', () => {
  const schema = readFileSync(join(import.meta.dirname, '../../schemas/app.schema.json'), 'utf8');
  expect(schema.match(/"x-since":/g)).toHaveLength(LATER_OF_APP.length);
});

it.each(LATER_OF_APP)('reports %s in an app.json of an earlier grammar', (pointer, since, app) => {
  expect(problemsOf({}, { app: { ...app, grammar: since - 1 } })).toEqual([
    `document/later-grammar screens/app.json#${pointer}`,
  ]);
  expect(problemsOf({}, { app })).toEqual([]);
});

it('D17: the other intent of a critical request is wish since grammar 3, and sameAs since grammar 5', () => {
  const problemsIn = (grammar: number, name: string) => {
    const critical = { intent: 'pay', per: '${params.cardId}', [name]: 'fine' };
    const pay = { do: 'request', endpoint: 'pay-fine', with: { amount: '${data.shelf.fine}' }, critical };
    return problemsOf({ grammar, body: [{ type: 'button', text: 'Pay', on: { tap: [pay] } }] });
  };
  const at = '/body/0/on/tap/0/critical';
  expect(problemsIn(2, 'wish')).toEqual([`document/later-grammar ${at}/wish`]);
  expect(problemsIn(4, 'wish')).toEqual([]);
  expect(problemsIn(5, 'wish')).toEqual([`property/unknown ${at}/wish`]);
  expect(problemsIn(4, 'sameAs')).toEqual([`document/later-grammar ${at}/sameAs`]);
  expect(problemsIn(5, 'sameAs')).toEqual([]);
});

it('D17: a contract has the former names only with an application of grammar 4', () => {
  const problemsIn = (grammar: number, of: object) => {
    const endpoints = { shelf: { ...contractOf('shelf'), ...of } };
    return problemsOf({ data: {}, body: [] }, { app: { grammar }, endpoints });
  };
  const effect = (is: string) => ({
    safe: false,
    effect: { is, reason: 'The same book is reserved once.', lost: 'Look at your books first.' },
  });
  const at = 'schemas/api/shelf.endpoint.json#';
  expect(problemsIn(4, { ahead: false })).toEqual([]);
  expect(problemsIn(5, { ahead: false })).toEqual([`property/unknown ${at}/ahead`]);
  expect(problemsIn(5, { prefetch: false })).toEqual([]);
  expect(problemsIn(4, effect('repeatable'))).toEqual([]);
  expect(problemsIn(5, effect('repeatable'))).toEqual([`property/not-allowed-value ${at}/effect/is`]);
  expect(problemsIn(5, effect('idempotent'))).toEqual([]);
});

it('D17: a member that grammar 5 renamed keeps its first name in plans, so every page reads it', () => {
  const planIn = (grammar: number, name: string) =>
    planOf({
      grammar,
      body: [{ type: 'text-field', label: 'Note', bind: 'state.note', [name]: 40 }],
      state: { note: { type: 'string' } },
    });
  expect(planIn(5, 'maxLength')).toEqual(planIn(4, 'max'));
  expect(planIn(5, 'maxLength')).toMatchObject({ grammar: 1, body: [{ props: { max: 40 } }] });
});

it('a document whose grammar is no number has only that problem', () => {
  for (const grammar of [{}, [], null, 'two']) {
    const places = problemsOf({ grammar, body: STEPS }).map((problem) => problem.split(' ')[1]);
    expect(new Set(places)).toEqual(new Set(['/grammar']));
  }
});
