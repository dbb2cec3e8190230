import { describe, expect, it } from 'vitest';
import { checkProject } from '../check.ts';
import { get, library, nodeOf, planOf, problemsOf, type ScreenText } from '../testing.ts';

const FIRST = { shelf: { endpoint: 'shelf', with: { cardId: '${params.cardId}' } } };

/** A screen with values and one text, `t`. */
function screenOf(values: ScreenText, text: ScreenText, more: ScreenText = {}): ScreenText {
  return { data: FIRST, values, body: [{ type: 'text', id: 't', text: 'Late', ...text }], ...more };
}

/** The same screen, with the expression in the place of the value's name. */
const sameAs = (text: ScreenText) => nodeOf(planOf(screenOf({}, text)), 't');
const nodeWith = (values: ScreenText, text: ScreenText) => nodeOf(planOf(screenOf(values, text)), 't');

describe('a named value', () => {
  it('gives the same plan as its expression in its place', () => {
    const fine = { fine: 'data.shelf.fine' };
    expect(nodeWith(fine, { text: '${money(values.fine)}' })).toEqual(
      sameAs({ text: '${money(data.shelf.fine)}' }),
    );
    expect(nodeWith({ isFree: 'data.shelf.fine == 0' }, { visibleWhen: '!values.isFree' })).toEqual(
      sameAs({ visibleWhen: '!(data.shelf.fine == 0)' }),
    );
  });

  it('does not raise the grammar of the plan', () => {
    expect(planOf(screenOf({ fine: 'data.shelf.fine' }, { text: '${money(values.fine)}' })).grammar).toBe(1);
  });

  it('V19: proves where it is true what its expression proves', () => {
    const values = { hasFirst: 'has(data.shelf.first)' };
    const text = { text: '${data.shelf.first.title}', visibleWhen: 'values.hasFirst' };
    expect(problemsOf(screenOf(values, text))).toEqual([]);
    expect(problemsOf(screenOf(values, { ...text, visibleWhen: '!values.hasFirst' }))).toEqual([
      'value/absent /body/0/text',
    ]);
  });

  it('V18: reads other values in any order', () => {
    const values = {
      isUrgent: 'values.isLate && data.shelf.fine > 0',
      isLate: 'data.shelf.books.all(b, b.lent)',
    };
    expect(nodeWith(values, { visibleWhen: 'values.isUrgent' }).visible).toEqual([
      '&&',
      nodeWith(values, { visibleWhen: 'values.isLate' }).visible,
      ['>', get('data.shelf.fine'), 0],
    ]);
  });

  it('may be absent, and then needs a default', () => {
    const values = { note: 'data.shelf.?note' };
    expect(problemsOf(screenOf(values, { text: '${values.note}' }))).toEqual(['value/absent /body/0/text']);
    expect(nodeWith(values, { text: "${values.?note.orValue('–')}" }).props?.['text']).toEqual([
      'or',
      get('data.shelf.note'),
      '–',
    ]);
    expect(problemsOf(screenOf(values, { text: '${values.note}', visibleWhen: 'has(values.note)' }))).toEqual(
      [],
    );
  });

  it('chooses one of several values, whose texts are data', () => {
    const values = {
      phone: { choose: [{ when: 'config.desk.open', value: '${config.desk.phone}' }, '+9'], title: 'Phone' },
    };
    expect(nodeWith(values, { text: 'Call ${values.phone}' }).props?.['text']).toEqual([
      'text',
      'Call {phone}',
      { phone: ['choose', [get('config.desk.open'), get('config.desk.phone')], [true, '+9']] },
    ]);
  });

  it('with an error is reported once, at its own place', () => {
    const values = { broken: 'data.shelf.fines == 0', next: 'values.broken' };
    expect(problemsOf(screenOf(values, { visibleWhen: 'values.next' }))).toEqual([
      'expression/unknown-member /values/broken',
    ]);
  });

  it('cannot read itself, also not by way of others', () => {
    const values = { a: 'values.b', b: '!values.a', c: 'values.a || true' };
    expect(problemsOf(screenOf(values, { visibleWhen: 'values.c' }))).toEqual([
      'value/circular /values/a',
      'value/circular /values/b',
    ]);
  });

  it('costs wherever it is read as much as its expression', () => {
    const search = 'data.shelf.books.exists(a, a.lent && data.shelf.books.all(b, b.lent))';
    expect(problemsOf(screenOf({ isTwice: search }, { visibleWhen: 'values.isTwice' }))).toEqual([]);
    const again = 'data.shelf.books.exists(c, c.lent && values.isTwice)';
    expect(problemsOf(screenOf({ isTwice: search }, { visibleWhen: again }))).toEqual([
      'expression/too-costly /body/0/visibleWhen',
    ]);
  });

  it('that reads data is not known before the data is loaded', () => {
    const enter = [{ do: 'notice', text: 'Late', when: 'values.isFree' }];
    const values = { isFree: 'data.shelf.fine == 0', isOpen: 'config.desk.open' };
    expect(problemsOf(screenOf(values, { visibleWhen: 'values.isFree' }, { on: { enter } }))).toEqual([
      'expression/unknown-member /on/enter/0/when',
    ]);
    const other = [{ do: 'notice', text: 'Open', when: 'values.isOpen' }];
    expect(problemsOf(screenOf(values, { visibleWhen: 'values.isFree' }, { on: { enter: other } }))).toEqual(
      [],
    );
  });

  it('of a form follows the fields', () => {
    const form = {
      type: 'form',
      id: 'ask',
      body: [
        { type: 'check', name: 'agreed', label: 'I agree' },
        { type: 'text', text: 'Thank you', visibleWhen: 'values.isAgreed' },
      ],
    };
    const values = { isAgreed: 'form.ask.?agreed.orValue(false)' };
    expect(problemsOf({ values, body: [form] })).not.toContain('expression/unknown-member /values/isAgreed');
    expect(nodeOf(planOf({ values, body: [form] }), 'ask').slots?.['body']?.[1]?.visible).toEqual([
      'or',
      get('form.ask.agreed'),
      false,
    ]);
  });
});

describe('a named value with words', () => {
  const values = {
    state: { text: { choose: [{ when: 'data.shelf.fine > 0', value: 'To pay' }, 'Paid'] }, title: 'State' },
  };

  it('is translated where it is shown', () => {
    const messages = { fr: { 'To pay': 'À payer', Paid: 'Payé' } };
    const app = { languages: { default: 'en', list: ['en', 'fr', 'source'] } };
    const plan = planOf(screenOf(values, { text: 'State: ${values.state}' }), { messages, app });
    expect(Object.keys(plan.messages['fr'] ?? {}).sort()).toEqual(['Paid', 'To pay']);
  });

  it.each([
    ['compared', { visibleWhen: "values.state == 'Paid'" }, 'expression/words /body/0/visibleWhen'],
    ['searched', { visibleWhen: "values.state.contains('a')" }, 'expression/words /body/0/visibleWhen'],
    ['a word of a property', { tone: '${values.state}' }, 'value/type /body/0/tone'],
  ])('cannot be %s', (_how, text, problem) => {
    expect(problemsOf(screenOf(values, text))).toEqual([problem]);
  });

  it('V20: cannot be sent, alone or within a text', () => {
    for (const isbn of ['${values.state}', 'x ${values.state}']) {
      const tap = [{ do: 'request', endpoint: 'book', with: { isbn } }];
      const body = [{ type: 'button', text: 'Ask', on: { tap } }];
      expect(problemsOf({ ...screenOf(values, {}), body })).toEqual([
        'value/type /body/0/on/tap/0/with/isbn',
      ]);
    }
  });
});

describe('the values of app.json', () => {
  const app = { values: { isOpen: 'config.desk.open' } };

  it('are read by screens and parts', () => {
    const part = { body: [{ type: 'text', id: 'p', text: 'Open', visibleWhen: 'values.isOpen' }] };
    const body = [
      { type: 'text', id: 't', text: 'Open', visibleWhen: 'values.isOpen' },
      { type: 'part', part: 'sign', id: 'sign' },
    ];
    const plan = planOf({ body }, { app, parts: { sign: part } });
    expect([nodeOf(plan, 't').visible, nodeOf(plan, 'sign/p').visible]).toEqual([
      get('config.desk.open'),
      get('config.desk.open'),
    ]);
  });

  it('cannot be declared again by a screen, and read no data', () => {
    expect(problemsOf(screenOf({ isOpen: 'true' }, { visibleWhen: 'values.isOpen' }), { app })).toEqual([
      'name/taken /values/isOpen',
    ]);
    expect(problemsOf({}, { app: { values: { fine: 'data.shelf.fine' } } })).toEqual([
      'expression/unknown-name screens/app.json#/values/fine',
    ]);
  });
});

it('the values of a part read its parameters, of each use', () => {
  const part = {
    params: { book: { like: 'shelf#books[]', required: true } },
    values: { isLong: 'params.book.pages > 500' },
    body: [{ type: 'text', id: 'long', text: 'Long', visibleWhen: 'values.isLong' }],
  };
  const body = [
    { type: 'part', part: 'card', id: 'one', each: 'data.shelf.books', as: 'b', with: { book: '${b}' } },
  ];
  expect(nodeOf(planOf({ body }, { parts: { card: part } }), 'one/long').visible).toEqual([
    '>',
    get('b.pages'),
    500,
  ]);
});

it('a document of an earlier grammar cannot declare values', () => {
  const problems = problemsOf(screenOf({ isFree: 'true' }, { visibleWhen: 'values.isFree' }, { grammar: 4 }));
  expect(problems).toContain('document/later-grammar /values');
});

it('a document without values can still use the name', () => {
  const body = [{ type: 'text', each: 'data.shelf.books', as: 'values', text: '${values.title}' }];
  expect(checkProject(library({ body })).map(({ code }) => code)).toEqual([]);
});
