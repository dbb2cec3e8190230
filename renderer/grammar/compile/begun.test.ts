import { describe, expect, it } from 'vitest';
import {
  button,
  compileLibrary,
  type LibraryOptions,
  planOf,
  problemsOf,
  type ScreenText,
} from '../testing.ts';
import { actionsOf } from './plan-walk.ts';

type Action = { readonly [name: string]: unknown };

const LOST = 'We got no answer. Save it again: it is kept once.';
const TEXT = { type: 'string' };

function writer(name: string, more: Action): Action {
  return {
    $schema: '../endpoint.schema.json',
    name,
    method: 'POST',
    path: `/api/${name}`,
    encoding: 'form',
    client: 'form',
    safe: false,
    request: { type: 'object', properties: { note: TEXT, place: TEXT } },
    reply: { type: 'object', properties: {} },
    ...more,
  };
}
const reason = 'Said by the library for its tests.';
const upload = {
  encoding: 'multipart',
  request: { type: 'object', required: ['file'], properties: { file: { ...TEXT, format: 'file' } } },
  reply: { type: 'object', required: ['url'], properties: { url: { ...TEXT, format: 'uri', read: 'url' } } },
};
const endpoints = {
  save: writer('save', { effect: { is: 'idempotent', reason, lost: LOST } }),
  order: writer('order', { once: { forMinutes: 60 } }),
  count: writer('count', { effect: { is: 'counting', reason, typed: ['place'] } }),
  scan: writer('scan', {
    ...upload,
    effect: {
      is: 'idempotent',
      reason,
      lost: 'Some photos were not uploaded. Try again, or remove them.',
    },
  }),
  store: writer('store', upload),
};

const save: Action = { do: 'request', endpoint: 'save' };
const order: Action = { do: 'request', endpoint: 'order', critical: 'order' };
const count: Action = { do: 'request', endpoint: 'count' };
const sends: readonly (readonly [string, Action])[] = [
  ['an idempotent call', save],
  ['a critical call', order],
  ['a call in the background', { ...order, background: true }],
];

const found = (screen: ScreenText, more: LibraryOptions = {}): string[] =>
  problemsOf(screen, { ...more, endpoints });
const tap = (...actions: Action[]): ScreenText => ({ body: [button(actions)] });
const photos = (on: Action, name = 'scan'): ScreenText => ({
  body: [
    {
      type: 'form',
      id: 'review',
      body: [{ type: 'photos', name: 'pictures', label: 'Photos', upload: name, on }],
    },
  ],
});
const form = (on: Action): Action => ({
  type: 'form',
  id: 'card',
  body: [{ type: 'text-field', name: 'word', label: 'Word' }],
  on,
});
const overlay = (more: Action): Action => ({ type: 'dialog', title: 'Sure?', body: [], ...more });

/** Every trigger of a list, with its request; `at` is the pointer of the request. */
const places: readonly {
  readonly name: string;
  readonly begun: boolean;
  readonly at: string;
  of(send: Action): [screen: ScreenText, options?: LibraryOptions];
}[] = [
  { name: 'a tap', begun: true, at: '/body/0/on/tap/0', of: (send) => [tap(send)] },
  {
    name: 'a tap inside an overlay',
    begun: true,
    at: '/overlays/sure/body/0/on/tap/0',
    of: (send) => [
      { ...tap({ do: 'open', overlay: 'sure' }), overlays: { sure: overlay({ body: [button([send])] }) } },
    ],
  },
  {
    name: 'a tap list, after an overlay that the person closes',
    begun: true,
    at: '/body/0/on/tap/1',
    of: (send) => [
      {
        ...tap({ do: 'open', overlay: 'sure' }, send),
        overlays: { sure: overlay({ body: [button([{ do: 'close' }])] }) },
      },
    ],
  },
  {
    name: 'the submit list of a form, started by a button or by Return',
    begun: true,
    at: '/body/0/on/submit/0',
    of: (send) => [{ body: [form({ submit: [send] })] }],
  },
  {
    name: 'the invalid list of a form',
    begun: true,
    at: '/body/0/on/invalid/0',
    of: (send) => [{ body: [form({ invalid: [send] })] }],
  },
  {
    name: 'the uploaded list of photos',
    begun: true,
    at: '/body/0/body/0/on/uploaded/0',
    of: (send) => [photos({ uploaded: [send] })],
  },
  {
    name: 'the failed list of photos',
    begun: false,
    at: '/body/0/body/0/on/failed/0',
    of: (send) => [photos({ failed: [send] })],
  },
  { name: 'enter', begun: false, at: '/on/enter/0', of: (send) => [{ on: { enter: [send] } }] },
  { name: 'back', begun: false, at: '/on/back/0', of: (send) => [{ on: { back: [send] } }] },
  {
    name: 'the load list of data, which a resume and a pull start as well',
    begun: false,
    at: '/data/shelf/on/load/0',
    of: (send) => [
      {
        data: {
          shelf: {
            endpoint: 'shelf',
            with: { cardId: '${params.cardId}' },
            refresh: ['resume', 'pull'],
            on: { load: [send] },
          },
        },
      },
    ],
  },
  {
    name: 'the close list of an overlay',
    begun: false,
    at: '/overlays/sure/on/close/0',
    of: (send) => [
      { ...tap({ do: 'open', overlay: 'sure' }), overlays: { sure: overlay({ on: { close: [send] } }) } },
    ],
  },
  {
    name: 'a tap list, after an overlay that closes by itself',
    begun: false,
    at: '/body/0/on/tap/1',
    of: (send) => [
      { ...tap({ do: 'open', overlay: 'sure' }, send), overlays: { sure: overlay({ seconds: 3 }) } },
    ],
  },
  ...[
    ['by its button after a pause', { body: [button([{ do: 'wait', seconds: 60 }, { do: 'close' }])] }],
    [
      'by its button after another overlay that closes by itself',
      { body: [button([{ do: 'open', overlay: 'brief' }, { do: 'close' }])] },
    ],
    [
      'when an upload in it fails',
      photos({ failed: [{ do: 'choose', cases: [{ run: [{ do: 'close' }] }] }] }),
    ],
    ['by a pause in its own list', { on: { close: [{ do: 'wait', seconds: 5 }] } }],
    ['by a button of a part in it, after a pause', { body: [{ type: 'part', part: 'slow', id: 'slow' }] }],
  ].map(([how, over]) => ({
    name: `a tap list, after an overlay that closes ${String(how)}`,
    begun: false,
    at: '/body/0/on/tap/1',
    of: (send: Action): [ScreenText, LibraryOptions] => [
      {
        ...tap({ do: 'open', overlay: 'sure' }, send),
        overlays: { sure: overlay(over as Action), brief: overlay({ seconds: 3 }) },
        bar: [button([{ do: 'open', overlay: 'brief' }])],
      },
      { parts: { slow: { body: [button([{ do: 'wait', seconds: 9 }, { do: 'close' }])] } } },
    ],
  })),
  {
    name: 'a tap list, after a pause',
    begun: false,
    at: '/body/0/on/tap/1',
    of: (send) => [tap({ do: 'wait', seconds: 2 }, send)],
  },
  {
    name: 'a tap list, after a pause in one case',
    begun: false,
    at: '/body/0/on/tap/1',
    of: (send) => [
      tap(
        {
          do: 'choose',
          cases: [{ when: 'kept.tourSeen', run: [{ do: 'wait', seconds: 2 }] }, { run: [] }],
        },
        send,
      ),
    ],
  },
  {
    name: 'a case in the enter list',
    begun: false,
    at: '/on/enter/0/cases/0/run/0',
    of: (send) => [{ on: { enter: [{ do: 'choose', cases: [{ run: [send] }] }] } }],
  },
  {
    name: 'the catch of a tap list',
    begun: true,
    at: '/body/0/on/tap/0/catch/0/run/0',
    of: (send) => [
      tap({ do: 'native', method: 'callPhone', with: { phone: '1' }, catch: [{ run: [send] }] }),
    ],
  },
  {
    name: 'a catch in the enter list',
    begun: false,
    at: '/on/enter/0/catch/0/run/0',
    of: (send) => [
      {
        on: {
          enter: [{ do: 'native', method: 'callPhone', with: { phone: '1' }, catch: [{ run: [send] }] }],
        },
      },
    ],
  },
  {
    name: 'the failure lists of the application',
    begun: false,
    at: 'screens/app.json#/failures/default/0',
    of: (send) => [{}, { app: { failures: { default: [send] } } }],
  },
  {
    name: 'the fallback of a bridge method, called by enter or by a tap',
    begun: false,
    at: 'screens/app.json#/bridge/greet/fallback/0',
    of: (send) => [
      { ...tap({ do: 'native', method: 'greet' }), on: { enter: [{ do: 'native', method: 'greet' }] } },
      {
        app: {
          bridge: { greet: { fallback: [send] } },
          failures: { default: [{ do: 'notice', text: 'Failed' }] },
        },
      },
    ],
  },
  {
    name: 'the help list of the application, which a tap starts',
    begun: true,
    at: 'screens/app.json#/help/run/0',
    of: (send) => [{}, { app: { help: { text: 'Help', run: [send] } } }],
  },
  {
    name: 'the exit list of the application',
    begun: false,
    at: 'screens/app.json#/exit/0',
    of: (send) => [{}, { app: { exit: [send] } }],
  },
  {
    name: 'a tap in a part',
    begun: true,
    at: 'screens/parts/box.part.json#/body/0/on/tap/0',
    of: (send) => [
      { body: [{ type: 'part', part: 'box', id: 'box' }] },
      { parts: { box: { body: [button([send])] } } },
    ],
  },
  {
    name: 'the close list of an overlay in a part',
    begun: false,
    at: 'screens/parts/box.part.json#/overlays/sure/on/close/0',
    of: (send) => [
      { body: [{ type: 'part', part: 'box', id: 'box' }] },
      {
        parts: {
          box: {
            body: [button([{ do: 'open', overlay: 'sure' }])],
            overlays: { sure: overlay({ on: { close: [send] } }) },
          },
        },
      },
    ],
  },
];

const atEndpoint = (at: string): string => `action/not-begun ${at}/endpoint`;

describe('A13: sends a request that is not safe only in a list that a person started', () => {
  describe.each(places)('$name', ({ begun, at, of }) => {
    it.each(sends)(`${begun ? 'takes' : 'refuses'} %s`, (_, send) => {
      // Rule A15 checks that the text of a lost answer is shown.
      const untold = `request/lost-untold ${at}/endpoint`;
      const problems = found(...of(send)).filter((problem) => problem !== untold);
      expect(problems).toEqual(begun ? [] : [atEndpoint(at)]);
    });
  });

  it('accepts a counting request anywhere on a screen', () => {
    for (const { name, at, of } of places) {
      const isOfApplication = at.startsWith('screens/app.json') && !at.includes('/help/');
      expect([name, found(...of(count))]).toEqual([name, isOfApplication ? [atEndpoint(at)] : []]);
    }
  });

  it.each([
    ['enter', { on: { enter: [{ do: 'submit', form: 'card' }] } }, '/on/enter/0/do'],
    [
      'a tap list after a pause',
      {
        bar: [
          button([
            { do: 'wait', seconds: 2 },
            { do: 'submit', form: 'card' },
          ]),
        ],
      },
      '/bar/0/on/tap/1/do',
    ],
  ])('refuses to submit a form, whose list sends, in %s', (_, screen: ScreenText, at) => {
    expect(found({ body: [form({ submit: [save] })], ...screen })).toEqual([`action/not-begun ${at}`]);
  });
});

describe('A14: a call that is not safe is critical, counting or idempotent', () => {
  const AT = '/body/0/on/tap/0';

  it('a call without an effect must be critical', () => {
    expect(found(tap({ do: 'request', endpoint: 'order' }))).toEqual([`request/not-critical ${AT}/endpoint`]);
    expect(found(tap(order))).toEqual([]);
  });

  it('a keyed call must be critical, whatever its effect', () => {
    const pay = { do: 'request', endpoint: 'pay-fine', with: { amount: '${data.shelf.fine}' } };
    expect(found(tap(pay))).toEqual([`request/not-critical ${AT}/endpoint`]);
    expect(found(tap({ ...pay, critical: 'fine' }))).toEqual([]);
  });

  it.each([
    ['a safe call', { safe: true, effect: { is: 'counting', reason } }, '/effect'],
    ['a keyed call', { keyed: true, effect: { is: 'idempotent', reason, lost: LOST } }, '/effect'],
    [
      'an idempotent call without a text for a lost answer',
      { effect: { is: 'idempotent', reason } },
      '/effect',
    ],
    [
      'a counting call with a text for a lost answer',
      { effect: { is: 'counting', reason, lost: LOST } },
      '/effect/lost',
    ],
    [
      'an idempotent call with typed members',
      { effect: { is: 'idempotent', reason, lost: LOST, typed: ['note'] } },
      '/effect/typed',
    ],
    [
      'a counting call with a typed member that it does not have',
      { effect: { is: 'counting', reason, typed: ['word'] } },
      '/effect/typed/0',
    ],
  ])('refuses the effect of %s', (_, more, at) => {
    expect(problemsOf({}, { endpoints: { odd: writer('odd', more) } })).toEqual([
      `endpoint/effect schemas/api/odd.endpoint.json#${at}`,
    ]);
  });

  it.each([
    ['an amount', { type: 'integer', 'x-unit': 'minor' }],
    ['a list', { type: 'array', items: TEXT }],
    ['a map', { type: 'object', maxProperties: 9, additionalProperties: TEXT }],
  ])('refuses %s in a counting call', (_, member) => {
    const odd = writer('odd', {
      effect: { is: 'counting', reason },
      request: { type: 'object', properties: { it: member } },
    });
    expect(problemsOf({}, { endpoints: { odd } })).toEqual([
      'endpoint/effect schemas/api/odd.endpoint.json#/request/properties/it',
    ]);
  });

  it('requires an upload to say why sending it twice has one effect', () => {
    expect(found(photos({}))).toEqual([]);
    expect(found(photos({}, 'store'))).toEqual(['endpoint/upload-effect /body/0/body/0/upload']);
  });

  const counted = (value: unknown, member = 'note'): Action => ({ ...count, with: { [member]: value } });
  const state = { state: { note: { type: 'string', initial: '' } } };

  it.each([
    ['state', { ...state, ...tap(counted('${state.note}')) }, `${AT}/with/note`],
    [
      'a form',
      { body: [form({ submit: [counted('${form.card.?word}')] })] },
      '/body/0/on/submit/0/with/note',
    ],
    ['a kept value', tap(counted('${kept.?lastBook.?title}')), `${AT}/with/note`],
    [
      'a choose with state in it',
      { ...state, ...tap(counted({ choose: [{ when: "state.note != ''", value: '${state.note}' }] })) },
      `${AT}/with/note`,
    ],
    [
      'a member of a record of the form',
      {
        body: [
          {
            type: 'form',
            id: 'list',
            body: [
              {
                type: 'repeat',
                name: 'readers',
                label: 'Readers',
                title: 'Reader',
                add: 'Add',
                remove: 'Remove',
                body: [
                  { type: 'text-field', name: 'word', label: 'Word' },
                  button([counted('${item.?word}')]),
                ],
              },
            ],
          },
        ],
      },
      '/body/0/body/0/body/1/on/tap/0/with/note',
    ],
  ])('refuses %s in a counting request', (_, screen: ScreenText, at) => {
    expect(found(screen)).toEqual([`request/counts-typed ${at}`]);
  });

  it('refuses state that reaches a counting request through parts at any depth', () => {
    const use = (part: string, value: string): Action => ({
      type: 'part',
      part,
      id: `use-${part}`,
      with: { note: value },
    });
    const note = { params: { note: { type: 'string' } } };
    const parts = {
      inner: { ...note, body: [button([counted('${params.note}')])] },
      outer: { ...note, body: [use('inner', '${params.note}')] },
    };
    expect(found({ body: [use('outer', '${params.query}')] }, { parts })).toEqual([]);
    expect(found({ ...state, body: [use('outer', '${state.note}')] }, { parts })).toEqual([
      'request/counts-typed /body/0/with/note',
    ]);
  });

  it('accepts typed text in a member that the contract lists as typed, but only in a list that a person started', () => {
    expect(found({ ...state, ...tap(counted('${state.note}', 'place')) })).toEqual([]);
    expect(found({ ...state, on: { enter: [counted('${state.note}', 'place')] } })).toEqual([
      'request/counts-typed /on/enter/0/with/place',
    ]);
  });
});

describe('A16: the contract of a critical request says how long a success ends the wish', () => {
  const AT = '/body/0/on/tap/0/endpoint';
  const critical = (more: Action, what: unknown = 'order') =>
    problemsOf(tap({ do: 'request', endpoint: 'order', critical: what }), {
      endpoints: { order: writer('order', more) },
    });

  it.each([
    ['without a key', {}, 'order'],
    ['with a key', { keyed: true }, 'order'],
    ['that expects no body', { keyed: true, reply: 'none' }, 'order'],
    ['that is part of another wish', { keyed: true }, { intent: 'again', sameAs: 'order' }],
  ])('refuses a call %s without "once"', (_, more, what) => {
    expect(critical(more, what)).toEqual([`endpoint/once ${AT}`]);
    expect(critical({ ...more, once: { forMinutes: 60 } }, what)).toEqual([]);
    expect(critical({ ...more, once: { never: reason } }, what)).toEqual([]);
  });

  it('accepts an idempotent call, whose effect says why a second call has no second effect', () => {
    expect(critical({ effect: { is: 'idempotent', reason, lost: LOST } })).toEqual([]);
  });

  it('reports the request of a part in the part', () => {
    const box = { body: [button([order])] };
    expect(
      problemsOf(
        { body: [{ type: 'part', part: 'box', id: 'box' }] },
        { parts: { box }, endpoints: { order: writer('order', {}) } },
      ),
    ).toEqual([`endpoint/once screens/parts/box.part.json#${AT}`]);
  });

  it('requires either a duration or a reason in "once"', () => {
    const unless = { at: '/more', is: ['1'] };
    for (const once of [{ forMinutes: 1, never: reason }, { unless }, { never: reason, unless }]) {
      expect(problemsOf({}, { endpoints: { order: writer('order', { once }) } })).toEqual([
        'endpoint/once schemas/api/order.endpoint.json#/once',
      ]);
    }
  });
});

describe("A15: the visitor reads the contract's text of a lost answer", () => {
  const AT = '/body/0/on/tap/0';
  const says = (text: unknown = LOST): Action => ({ do: 'notice', text });

  it.each(['background', 'optional'])('refuses %s, which would hide the text', (property) => {
    expect(found(tap({ ...save, [property]: true }))).toEqual([`request/lost-untold ${AT}/${property}`]);
  });

  it('refuses a request inside a catch, because no catch runs there', () => {
    const choose = { do: 'choose', cases: [{ run: [save] }] };
    for (const [inside, at] of [
      [save, ''],
      [choose, '/cases/0/run/0'],
    ] as const) {
      const place = `${AT}/catch/0/run/0${at}/endpoint`;
      expect(found(tap({ do: 'reload', catch: [{ run: [inside] }] }))).toEqual([
        `request/lost-untold ${place}`,
      ]);
    }
  });

  it.each([
    ['shows another text', [{ run: [says('Failed')] }]],
    ['shows nothing', [{ when: "error.kind == 'timeout'", run: [] }]],
    ['shows the text only under a condition', [{ run: [{ ...says(), when: 'kept.tourSeen' }] }]],
    ['may leave the screen first', [{ run: [{ do: 'back', when: 'kept.tourSeen' }, says()] }]],
    ['may fail first', [{ run: [{ do: 'request', endpoint: 'fine-state' }, says()] }]],
    ['may handle the failure without the text', [{ when: 'kept.tourSeen', run: [] }]],
  ])('refuses a catch of the request that %s', (_, own) => {
    expect(found(tap({ ...save, catch: own }))).toEqual([`request/lost-untold ${AT}/catch/0`]);
  });

  it.each([
    ['shows the text', [{ run: [says()] }]],
    ['shows the text by stop', [{ run: [{ do: 'stop', text: LOST }] }]],
    [
      'shows the message of the service, else the text',
      [{ run: [says({ choose: ['${error.message}', LOST] })] }],
    ],
    [
      'shows the text in the case for a lost answer',
      [
        {
          run: [{ do: 'choose', cases: [{ when: "error.kind == 'business'", run: [] }, { run: [says()] }] }],
        },
      ],
    ],
    ['handles only another failure', [{ when: "has(error.code) && error.code == '101'", run: [] }]],
    [
      'handles only requests that were not sent',
      [{ when: "error.kind == 'offline'", run: [says('Offline')] }],
    ],
  ])('accepts a catch of the request that %s', (_, own) => {
    expect(found(tap({ ...save, catch: own }))).toEqual([]);
  });

  it('adds a case to the plan if no case of the request handles the failure: the text inline, and the message of the service as a toast', () => {
    const own = [{ when: "error.kind == 'timeout'", run: [says()] }];
    const plan = planOf(tap({ ...save, catch: own }), { endpoints });
    const [action] = actionsOf(plan.body[0]?.on?.['tap']);
    expect(action?.catch?.[1]).toMatchObject({
      when: ['in', ['get', 'error', 'kind'], ['list', 'network', 'server', 'invalid-reply']],
      run: [
        { do: 'notice', props: { text: ['text', LOST], look: 'inline' } },
        { do: 'notice', props: { look: 'toast' } },
      ],
    });
    const said = compileLibrary(tap(save), { endpoints, messages: { en: {} } });
    expect(said.problems).toEqual([]);
  });
});
