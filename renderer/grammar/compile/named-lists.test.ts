import { describe, expect, it } from 'vitest';
import { checkProject } from '../check.ts';
import { button, get, library, nodeOf, planOf, problemsOf, type ScreenText } from '../testing.ts';

const CALL = {
  inputs: { phone: { type: 'string', required: true }, reason: { type: 'string', default: 'book' } },
  run: [
    { do: 'native', method: 'callPhone', with: { phone: '${inputs.phone}' } },
    { do: 'notice', text: 'Called about ${inputs.reason}' },
  ],
};

/** A screen with lists and one button, `b`, that runs them. */
function screenOf(lists: ScreenText, tap: readonly ScreenText[], more: ScreenText = {}): ScreenText {
  return { lists, body: [button(tap, { id: 'b' })], ...more };
}

function tapOf(screen: ScreenText): unknown {
  return nodeOf(planOf(screen), 'b').on?.['tap'];
}

const RUN = { do: 'run', list: 'call', with: { phone: '${config.desk.phone}' } };

describe('a named list', () => {
  it('A19: is the only case of a choice in the plan, which older pages run', () => {
    const screen = screenOf({ call: CALL }, [RUN, { do: 'back' }]);
    expect(tapOf(screen)).toEqual([
      {
        do: 'choose',
        cases: [
          {
            run: [
              {
                do: 'native',
                props: { method: 'callPhone', with: ['record', { phone: get('config.desk.phone') }] },
              },
              expect.objectContaining({
                do: 'notice',
                props: expect.objectContaining({
                  text: ['text', 'Called about {reason}', { reason: 'book' }],
                }),
              }),
            ],
          },
        ],
      },
      { do: 'back' },
    ]);
    const plan = planOf(screen);
    expect([plan.grammar, plan.uses.actions]).toEqual([1, ['back', 'choose', 'leave', 'native', 'notice']]);
  });

  it('runs where its condition holds, and its failure can be caught', () => {
    const run = { ...RUN, when: 'config.desk.open', catch: [{ run: [{ do: 'notice', text: 'No phone' }] }] };
    expect(tapOf(screenOf({ call: CALL }, [run]))).toMatchObject([
      { do: 'choose', when: ['get', 'config', 'desk', 'open'], catch: [{ run: [{ do: 'notice' }] }] },
    ]);
  });

  it('can be run by a screen and by a part if app.json declares it', () => {
    const app = { lists: { call: CALL } };
    const part = { body: [button([RUN], { id: 'p' })] };
    const body = [button([RUN], { id: 'b' }), { type: 'part', part: 'desk', id: 'desk' }];
    const plan = planOf({ body }, { app, parts: { desk: part } });
    expect(nodeOf(plan, 'desk/p').on?.['tap']).toEqual(nodeOf(plan, 'b').on?.['tap']);
  });

  it('takes an input that is absent or left out as the declaration says', () => {
    const lists = {
      say: {
        inputs: { note: { type: 'string' } },
        run: [{ do: 'notice', text: '${inputs.note}', when: 'has(inputs.note)' }],
      },
    };
    const note: unknown = get('data.shelf.note');
    expect(problemsOf(screenOf(lists, [{ do: 'run', list: 'say' }]))).toEqual([]);
    expect(
      tapOf(screenOf(lists, [{ do: 'run', list: 'say', with: { note: '${data.shelf.note}' } }])),
    ).toEqual([
      {
        do: 'choose',
        cases: [
          {
            run: [
              expect.objectContaining({
                when: ['has', note],
                props: expect.objectContaining({ text: note }),
              }),
            ],
          },
        ],
      },
    ]);
  });

  it('values that it writes are no longer proven present after it', () => {
    const lists = { forget: { run: [{ do: 'reset', target: ['state.note'] }] } };
    const state = { note: { type: 'string' } };
    const show = { do: 'notice', text: '${state.note}' };
    const tap = [{ do: 'set', target: 'state.note', value: 'x' }, show];
    expect(problemsOf(screenOf(lists, tap, { state }))).toEqual([]);
    expect(
      problemsOf(screenOf(lists, [tap[0] ?? {}, { do: 'run', list: 'forget' }, show], { state })),
    ).toEqual(['value/absent /body/0/on/tap/2/text']);
  });

  it('that always leaves ends the list that runs it', () => {
    const lists = { home: { run: [{ do: 'back' }] } };
    const tap = [
      { do: 'run', list: 'home' },
      { do: 'notice', text: 'Never' },
    ];
    expect(problemsOf(screenOf(lists, tap))).toEqual(['action/never-runs /body/0/on/tap/1']);
  });
});

describe('problems of a named list', () => {
  it.each([
    ['no such list', [{ do: 'run', list: 'cal' }], 'list/unknown /body/0/on/tap/0/list'],
    ['an input is missing', [{ do: 'run', list: 'call' }], 'list/missing-input /body/0/on/tap/0/list'],
    [
      'an input is not declared',
      [{ ...RUN, with: { phone: '1', fone: '2' } }],
      'list/unknown-input /body/0/on/tap/0/with/fone',
    ],
    ['an input has another type', [{ ...RUN, with: { phone: 5 } }], 'value/type /body/0/on/tap/0/with/phone'],
  ])('%s', (_what, tap, problem) => {
    expect(problemsOf(screenOf({ call: CALL }, tap))).toEqual([problem]);
  });

  it('its own problems are reported at the list, once', () => {
    const lists = { call: { run: [{ do: 'notice', text: '${data.shelf.nme}' }] } };
    const run = { do: 'run', list: 'call' };
    expect(problemsOf(screenOf(lists, [run, run]))).toEqual([
      'expression/unknown-member /lists/call/run/0/text',
    ]);
  });

  it('lists that run each other', () => {
    const lists = {
      a: { run: [{ do: 'choose', cases: [{ run: [{ do: 'run', list: 'b' }] }] }] },
      b: { run: [{ do: 'run', list: 'a' }] },
      c: { run: [{ do: 'run', list: 'a' }] },
    };
    expect(problemsOf(screenOf(lists, [{ do: 'run', list: 'c' }]))).toEqual([
      'list/circular /lists/a',
      'list/circular /lists/b',
    ]);
  });

  it('an input that reads what the list writes', () => {
    const lists = {
      count: {
        inputs: { by: { type: 'integer', required: true } },
        run: [{ do: 'set', target: 'state.count', value: '${state.count + inputs.by}' }],
      },
    };
    const state = { count: { type: 'integer', initial: 0 } };
    const run = { do: 'run', list: 'count', with: { by: '${state.count}' } };
    expect(problemsOf(screenOf(lists, [run], { state }))).toEqual([
      'list/input-changes /body/0/on/tap/0/with/by',
    ]);
  });

  it('a list whose name app.json already has', () => {
    const tap = [RUN];
    expect(problemsOf(screenOf({ call: CALL }, tap), { app: { lists: { call: CALL } } })).toEqual([
      'name/taken /lists/call',
    ]);
  });

  it('lists that together have too many actions', () => {
    const names = Array.from({ length: 12 }, (_, index) => `l${index}`);
    const lists = Object.fromEntries(
      names.map((name, index) => {
        const run = { do: 'run', list: `l${index + 1}` };
        return [name, { run: index === 11 ? [{ do: 'back' }] : [run, run] }];
      }),
    );
    const codes = new Set(
      checkProject(library(screenOf(lists, [{ do: 'run', list: 'l0' }]))).map((p) => p.code),
    );
    expect(codes).toContain('limit/list-actions');
  });
});

describe('what guards an action looks through a named list', () => {
  const PAY = {
    run: [
      {
        do: 'request',
        endpoint: 'pay-fine',
        with: { amount: '${data.shelf.fine}' },
        critical: { intent: 'pay', per: '${params.cardId}' },
      },
    ],
  };
  const run = { do: 'run', list: 'pay' };

  it('a call that is not safe, in a list that no person begins', () => {
    expect(problemsOf(screenOf({ pay: PAY }, [run]))).toEqual([]);
    const more = { on: { enter: [run] }, lists: { pay: { run: [{ ...PAY.run[0], with: { amount: 0 } }] } } };
    expect(problemsOf(screenOf({}, [run], more))).toEqual(['action/not-begun /on/enter/0/list']);
  });

  it('a call after a wait', () => {
    expect(problemsOf(screenOf({ pay: PAY }, [{ do: 'wait', seconds: 1 }, run]))).toEqual([
      'action/not-begun /body/0/on/tap/1/list',
    ]);
    const late = { run: [{ do: 'wait', seconds: 1 }] };
    expect(problemsOf(screenOf({ pay: PAY, late }, [{ do: 'run', list: 'late' }, run]))).toEqual([
      'action/not-begun /body/0/on/tap/1/list',
    ]);
  });

  it('a method that needs a tap, after a call', () => {
    const scan = { run: [{ do: 'native', method: 'scan', as: 'code' }] };
    const ask = { do: 'request', endpoint: 'fine-state' };
    expect(problemsOf(screenOf({ scan }, [{ do: 'run', list: 'scan' }]))).toEqual([]);
    expect(problemsOf(screenOf({ scan }, [ask, { do: 'run', list: 'scan' }]))).toEqual([
      'action/needs-tap /body/0/on/tap/1/list',
    ]);
  });

  it('a list that handles a failure', () => {
    const lists = {
      ask: { run: [{ do: 'request', endpoint: 'book', with: { isbn: '1' }, catch: [{ run: [] }] }] },
    };
    const outer = {
      do: 'request',
      endpoint: 'fine-state',
      catch: [{ run: [{ do: 'run', list: 'ask' }] }],
    };
    expect(problemsOf(screenOf(lists, [outer]))).toEqual([
      'catch/never-runs /body/0/on/tap/0/catch/0/run/0/list',
    ]);
  });
});

it('a document of an earlier grammar cannot declare or run lists', () => {
  const problems = problemsOf(screenOf({ call: CALL }, [RUN], { grammar: 4 }));
  expect(problems).toEqual(
    expect.arrayContaining(['document/later-grammar /lists', 'document/later-grammar /body/0/on/tap/0']),
  );
});
