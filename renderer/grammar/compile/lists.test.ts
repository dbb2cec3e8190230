import { describe, expect, it } from 'vitest';
import type { Expression } from '#renderer/plan/expression.ts';
import { button, contractOf, get, nodeOf, planOf, problemsOf, type ScreenText } from '../testing.ts';

type Action = { readonly [name: string]: unknown };

function refuses(title: string, screen: ScreenText, ...problems: string[]): void {
  it(`refuses ${title}`, () => {
    expect(problemsOf(screen)).toEqual(problems);
  });
}

function accepts(title: string, screen: ScreenText): void {
  it(`accepts ${title}`, () => {
    expect(problemsOf(screen)).toEqual([]);
  });
}

const tap = (...actions: Action[]): ScreenText => ({ body: [button(actions)] });
const pay = {
  do: 'request',
  endpoint: 'pay-fine',
  critical: 'fine',
  with: { amount: '${data.shelf.fine}' },
  as: 'paid',
};
const say = { do: 'notice', text: 'Receipt ${paid.receipt}' };
const AT = '/body/0/on/tap';

describe('S2: the name of a result is in scope from the next action to the end of its list, including nested cases', () => {
  accepts('the name in the next action', tap(pay, say));
  accepts('the name in a nested case', tap(pay, { do: 'choose', cases: [{ run: [say] }] }));
  refuses('the name before its action', tap(say, pay), `expression/unknown-name ${AT}/0/text`);
  refuses(
    'the name in the catch of its own action',
    tap({ ...pay, catch: [{ run: [say] }] }),
    `expression/unknown-name ${AT}/0/catch/0/run/0/text`,
  );
  refuses(
    'the name after the choose that contains its action',
    tap({ do: 'choose', cases: [{ run: [pay] }] }, say),
    `expression/unknown-name ${AT}/1/text`,
  );
  refuses(
    'the name in an overlay',
    {
      body: [button([pay, { do: 'open', overlay: 'ask' }])],
      overlays: { ask: { type: 'dialog', title: 'Ask', body: [{ type: 'text', text: '${paid.receipt}' }] } },
    },
    'expression/unknown-name /overlays/ask/body/0/text',
  );
  refuses(
    'the name after an action with when, where the result may be absent',
    tap({ ...pay, when: 'data.shelf.fine > 0' }, say),
    `value/absent ${AT}/1/text`,
  );
  refuses(
    'the name after an optional action, where the result may be absent',
    tap({ ...pay, optional: true }, say),
    `value/absent ${AT}/1/text`,
  );
  accepts(
    'the name after an optional action, if has() proves the result',
    tap({ ...pay, optional: true }, { ...say, when: 'has(paid)' }),
  );
  refuses('the name of a background call', tap({ ...pay, background: true }), `action/no-result ${AT}/0/as`);
  refuses(
    'a result of a method that has none',
    tap({ do: 'native', method: 'goHome', as: 'answer' }),
    `action/no-result ${AT}/0/as`,
  );
  accepts(
    'the result of a method that has one',
    tap({ do: 'native', method: 'scan', as: 'code' }, { do: 'notice', text: '${code}' }),
  );
  refuses('a name that is taken', tap({ ...pay, as: 'data' }), `name/taken ${AT}/0/as`);
});

describe('7: error', () => {
  accepts(
    'error in catch',
    tap({
      ...pay,
      catch: [
        {
          when: "error.kind == 'offline'",
          run: [{ do: 'notice', text: { choose: ['${error.message}', 'Offline'] } }],
        },
      ],
    }),
  );
  refuses(
    'error outside of a catch',
    tap({ do: 'notice', text: '${error.kind}' }),
    `expression/unknown-name ${AT}/0/text`,
  );
  it('warns about a kind of error that does not exist', () => {
    expect(problemsOf(tap({ ...pay, catch: [{ when: "error.kind == 'ofline'", run: [] }] }))).toEqual([
      `expression/unlisted-value ${AT}/0/catch/0/when`,
    ]);
  });
});

describe('7: an action that needs a tap comes before the first asynchronous action of a tap list', () => {
  const copy = { do: 'copy', text: '${data.shelf.name}' };
  accepts('copy as the first action', tap(copy, { do: 'notice', text: 'Copied' }));
  accepts('copy after a synchronous action', tap({ do: 'set', target: 'kept.tourSeen', value: true }, copy));
  accepts(
    'copy after a background call',
    tap(
      {
        do: 'request',
        endpoint: 'pay-fine',
        critical: 'fine',
        with: { amount: '${data.shelf.fine}' },
        background: true,
      },
      copy,
    ),
  );
  refuses('copy after a pause', tap({ do: 'wait', seconds: 1 }, copy), `action/needs-tap ${AT}/1/do`);
  refuses(
    'copy after a pause in one case',
    tap(
      {
        do: 'choose',
        cases: [{ when: 'data.shelf.fine > 0', run: [{ do: 'wait', seconds: 1 }] }, { run: [] }],
      },
      copy,
    ),
    `action/needs-tap ${AT}/1/do`,
  );
  refuses(
    'copy in the catch of a call',
    tap({ ...pay, catch: [{ run: [copy] }] }),
    `action/needs-tap ${AT}/0/catch/0/run/0/do`,
  );
  refuses(
    'a method that needs a tap after a pause',
    tap({ do: 'wait', seconds: 1 }, { do: 'native', method: 'scan' }),
    `action/needs-tap ${AT}/1/do`,
  );
  refuses(
    'copy in load',
    {
      data: { shelf: { endpoint: 'shelf', with: { cardId: '${params.cardId}' }, on: { load: [copy] } } },
    },
    'action/needs-tap /data/shelf/on/load/0/do',
  );
});

describe('7: set and reset', () => {
  refuses(
    'a value of another type',
    tap({ do: 'set', target: 'kept.tourSeen', value: 'yes' }),
    `value/type ${AT}/0/value`,
  );
  refuses(
    'a field of a form',
    {
      body: [
        button([{ do: 'set', target: 'form.f.stars', value: 1 }]),
        { type: 'form', id: 'f', body: [{ type: 'rating', name: 'stars', label: 'Stars' }] },
      ],
    },
    `set/not-writable ${AT}/0/target`,
  );
  it('lowers targets to paths', () => {
    const plan = planOf({
      body: [
        button([
          { do: 'set', target: 'kept.tourSeen', value: true },
          { do: 'reset', target: ['kept.lastBook', 'kept.tourSeen'] },
        ]),
      ],
    });
    expect(nodeOf(plan, 'body-0').on?.['tap']).toEqual([
      { do: 'set', props: { target: get('kept.tourSeen'), value: true } },
      { do: 'reset', props: { target: ['list', get('kept.lastBook'), get('kept.tourSeen')] } },
    ]);
  });
});

describe('7: critical', () => {
  const critical = {
    intent: 'fine',
    per: '${params.cardId}',
    ask: 'fine-state',
    done: "reply.state == 'paid'",
  };
  const shelf = { endpoint: 'shelf', with: { cardId: '${params.cardId}' } };
  const isPaid: Expression = ['==', get('reply.state'), 'paid'];
  const isOff: Expression = ['==', get('reply.state'), 'off'];
  const send = (more: Action): Action => ({
    do: 'request',
    endpoint: 'pay-fine',
    with: { amount: '${data.shelf.fine}' },
    ...more,
  });

  refuses(
    'an outcome question to an endpoint that is not safe',
    tap(send({ critical: { intent: 'fine', ask: 'pay-fine', with: { amount: '${data.shelf.fine}' } } })),
    `endpoint/unsafe-read ${AT}/0/critical/ask`,
  );
  refuses(
    'done without ask, which has no reply',
    tap(send({ critical: { intent: 'fine', done: "reply.state == 'paid'" } })),
    `expression/unknown-name ${AT}/0/critical/done`,
  );
  refuses(
    'reply outside of done',
    tap(send({ critical: { ...critical, per: '${reply.state}' } })),
    `expression/unknown-name ${AT}/0/critical/per`,
  );
  refuses(
    'an outcome question that lacks a member',
    tap(send({ critical: { intent: 'fine', ask: 'book', done: 'reply.lent' } })),
    `request/missing-member ${AT}/0/critical/ask`,
  );

  const amount = { type: 'amount', value: '${data.shelf.fine}', visibleWhen: 'data.shelf.fine > 0' };
  const guarded = planOf({
    data: {
      shelf,
      other: { endpoint: 'book', with: { isbn: '1' } },
      third: { endpoint: 'book', with: { isbn: '2' } },
      fourth: { endpoint: 'book', with: { isbn: '3' } },
    },
    body: [
      amount,
      { type: 'section', visibleWhen: 'data.third.lent', body: [button([{ do: 'open', overlay: 'ask' }])] },
      {
        type: 'section',
        each: 'data.shelf.books',
        as: 'book',
        body: [{ type: 'amount', value: '${book.price}' }],
      },
    ],
    overlays: {
      ask: {
        type: 'dialog',
        title: 'Pay',
        visibleWhen: 'data.other.lent',
        body: [
          { type: 'amount', value: '${data.fourth.price}' },
          button([{ do: 'stop', when: 'device.online == false' }, send({ critical })], { id: 'pay' }),
        ],
      },
      unrelated: {
        type: 'dialog',
        title: 'Other',
        body: [
          { type: 'amount', value: '${data.third.price}' },
          button([{ do: 'open', overlay: 'unrelated' }]),
        ],
      },
    },
  });
  const plan = nodeOf(guarded, 'pay').on?.['tap']?.[1]?.critical;

  it('contains the intent and the call that asks for its outcome', () => {
    expect(plan).toMatchObject({
      intent: 'fine',
      per: get('params.cardId'),
      ask: 'fine-state',
      with: {},
      done: ['choose', [isPaid, true]],
    });
    expect(Object.keys(guarded.endpoints).sort()).toContain('fine-state');
  });
  it.each<[string, ScreenText, Action, Expression]>([
    ['done and failed', {}, { failed: "reply.state == 'off'" }, ['choose', [isPaid, true], [isOff, false]]],
    ['done, otherwise failed', {}, { failed: 'true' }, ['choose', [isPaid, true], [true, false]]],
    ['done alone', {}, {}, ['choose', [isPaid, true]]],
    ['done before grammar 5, which says both', { grammar: 4 }, {}, isPaid],
  ])('A21: %s', (_title, document, more, expected) => {
    const body = [button([send({ critical: { ...critical, ...more } })], { id: 'pay' })];
    const compiled = planOf({ ...document, data: { shelf }, body });
    expect(nodeOf(compiled, 'pay').on?.['tap']?.[0]?.critical?.done).toEqual(expected);
  });
  it("compares the visible amounts of the screen and of the request's own overlay, under their conditions", () => {
    expect(plan?.amounts).toEqual([
      ['choose', [['>', get('data.shelf.fine'), 0], get('data.shelf.fine')]],
      get('data.shelf.books'),
      ['choose', [get('data.other.lent'), get('data.fourth.price')]],
    ]);
  });
  it('requires fresh data for conditions and amounts, and for nothing else', () => {
    expect(plan?.fresh).toEqual(['fourth', 'other', 'shelf']);
  });
  it('disables the button of the request, and no other button, until the data of its conditions and amounts are loaded', () => {
    const come = (name: string) => {
      const isThere = ['has', get(`data.${name}`)];
      return ['||', isThere, ['!', isThere]];
    };
    const pay = nodeOf(guarded, 'pay');
    expect(pay.enabled).toEqual(['&&', ['&&', come('fourth'), come('other')], come('shelf')]);
    expect(pay.reads).toEqual(['data.fourth', 'data.other', 'data.shelf']);
    expect(nodeOf(guarded, 'body-1-body-0').enabled).toBeUndefined();
    const under = { ...button([send({ critical: 'fine' })]), enabledWhen: 'device.online' };
    expect(nodeOf(planOf({ body: [under] }), 'body-0').enabled).toEqual([
      '&&',
      get('device.online'),
      come('shelf'),
    ]);
  });
  it('accepts an intent that is only a name', () => {
    const short = planOf(tap(send({ critical: 'fine' })));
    expect(nodeOf(short, 'body-0').on?.['tap']?.[0]?.critical).toEqual({
      intent: 'fine',
      amounts: [],
      fresh: ['shelf'],
    });
  });
});

describe('5: a plan contains the contracts that it calls', () => {
  it('from data and from requests, and no others', () => {
    const plan = planOf(tap(pay));
    expect(Object.keys(plan.endpoints).sort()).toEqual(['pay-fine', 'shelf']);
    expect(plan.endpoints['pay-fine']).toMatchObject({
      headers: ['swift', 'eyes'],
      keyed: true,
      safe: false,
      timeoutMs: 60_000,
      path: contractOf('pay-fine')['path'],
    });
    expect(plan.endpoints['shelf']?.headers).toEqual(['building', 'gather']);
  });
});
