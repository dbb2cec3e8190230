import { describe, expect, it } from 'vitest';
import { act, button, play, put, say, send, show, dialog } from '../actions/testing.ts';
import type { LiveNode } from '../runtime/live.ts';
import { get, node } from '../runtime/testing.ts';
import type { Expression, Value } from '../plan/expression.ts';
import type { ActionPlan, ElementPlan, NodePlan } from '../plan/plan.ts';
import { createForms } from './edit-forms.ts';

const rule = (name: string, rest: ElementPlan['props'] = {}): ElementPlan => ({
  props: { rule: name, message: `${name}!`, ...rest },
});

function field(name: string, rules: readonly ElementPlan[] = [], rest: Partial<NodePlan> = {}): NodePlan {
  return node('rating', `field-${name}`, { props: { name, label: name }, lists: { rules }, ...rest });
}

interface Lists {
  readonly submit?: readonly ActionPlan[];
  readonly invalid?: readonly ActionPlan[];
}

async function playForm(fields: readonly NodePlan[], lists: Lists = {}, rest: Partial<NodePlan> = {}) {
  const form = node('form', 'rate', { slots: { body: fields }, on: { ...lists }, ...rest });
  const { ...played } = await play({
    tap: [act('submit', { form: 'rate' }), say('after')],
    plan: { body: [form, button('reset', [act('reset', { target: ['list', ['get', 'form', 'rate']] })])] },
    app: {
      failures: { default: [say(['text', 'Failed: {kind}', { kind: get('error.kind') }])], invalid: [] },
    },
    options: { createForms },
  });
  const write = (name: string, value: Value | undefined) => {
    played.screen.write(played.find(`field-${name}`) as LiveNode, value);
  };
  const problem = (name: string) => played.find(`field-${name}`)?.snapshot().problem;
  return { ...played, write, problem };
}

describe('submit of a form', () => {
  it('runs the submit list if all rules are satisfied, and the list of the action continues', async () => {
    const { tap, toasts, write } = await playForm([field('stars', [rule('required')])], {
      submit: [say(['text', '{n} stars', { n: get('form.rate.stars') }])],
    });
    write('stars', 4);
    await tap();
    expect(toasts()).toEqual(['4 stars', 'after']);
  });

  it('runs the invalid list, in which error is the first problem, and fails with "invalid"', async () => {
    const { tap, toasts, problem } = await playForm(
      [field('stars', [rule('required')]), field('words', [rule('required')])],
      {
        submit: [say('sent')],
        invalid: [say(get('error.message'))],
      },
    );
    await tap();
    expect(toasts()).toEqual(['required!']);
    expect(problem('stars')).toBe('required!');
    expect(problem('words')).toBe('required!');
  });

  it('fails as its submit list failed, and the failure is shown once', async () => {
    const { tap, toasts, call } = await playForm([field('stars')], { submit: [send()] });
    await tap();
    await call().fail('timeout');
    expect(toasts()).toEqual(['Failed: timeout']);
  });

  it('fails with "unsupported" for an unknown form', async () => {
    const { tap, toasts } = await play({
      tap: [act('submit', { form: 'none' })],
      app: { failures: { default: [say(get('error.kind'))] } },
      options: { createForms },
    });
    await tap();
    expect(toasts()).toEqual(['unsupported']);
  });

  it('validates and sends in the same way on Return in the last field', async () => {
    const { screen, find, toasts, write, world } = await playForm([field('stars', [rule('required')])], {
      submit: [say('sent')],
      invalid: [say('invalid')],
    });
    screen.emit(find('rate') as LiveNode, 'submit');
    await world.pass(0);
    write('stars', 1);
    screen.emit(find('rate') as LiveNode, 'submit');
    await world.pass(0);
    expect(toasts()).toEqual(['invalid', 'sent']);
  });
});

describe('the problems of a form follow its fields', () => {
  const told = ({ find }: { find(id: string): LiveNode | undefined }) =>
    find('rate')
      ?.snapshot()
      .problems?.found.map(({ name }) => name);
  const required = [rule('required')];
  const isLong: Expression = ['==', get('form.rate.kind'), 'long'];

  it('5.22 a corrected field leaves the summary, and the last one removes it', async () => {
    const form = await playForm([field('stars', required), field('words', required)]);
    await form.tap();
    expect(told(form)).toEqual(['stars', 'words']);
    expect(form.find('rate')?.snapshot().problems?.isLess).toBeUndefined();
    form.write('stars', 3);
    expect(told(form)).toEqual(['words']);
    expect(form.find('rate')?.snapshot().problems?.isLess).toBe(true);
    form.write('words', 'x');
    expect(told(form)).toBeUndefined();
  });

  it.each([
    ['hidden', { visible: isLong }],
    ['disabled', { enabled: isLong }],
  ])('5.22 a field that is %s leaves the summary, and has no problem when it comes back', async (_, rest) => {
    const form = await playForm([field('kind'), field('stars', required), field('words', required, rest)]);
    form.write('kind', 'long');
    await form.tap();
    expect(told(form)).toEqual(['stars', 'words']);
    form.write('kind', 'short');
    expect(told(form)).toEqual(['stars']);
    form.write('kind', 'long');
    expect([told(form), form.problem('words')]).toEqual([['stars'], undefined]);
  });

  it('5.22 a problem that another field solves leaves the summary; a problem of the service stays until its field is edited', async () => {
    const same = rule('equals', { value: get('form.rate.stars') });
    const fields = [field('stars', required), field('again', [same]), field('words')];
    const form = await playForm(fields, { submit: [send()] });
    form.write('again', 4);
    await form.tap();
    expect(told(form)).toEqual(['stars', 'again']);
    form.write('stars', 4);
    expect([told(form), form.problem('again')]).toEqual([undefined, undefined]);
    form.screen.engine.forms.blame({ again: 'Known.', words: 'Too short.' }, [
      { form: 'rate', run: undefined },
    ]);
    form.write('stars', 5);
    expect(told(form)).toEqual(['again', 'words']);
    form.write('words', 'y');
    expect(told(form)).toEqual(['again']);
  });
});

describe('rules apply on submit', () => {
  const verdict = async (rules: readonly ElementPlan[], value: Value | undefined) => {
    const { tap, toasts, write } = await playForm([field('it', rules), field('other')], {
      submit: [say('good')],
      invalid: [say(get('error.message'))],
    });
    write('other', 'b1');
    write('it', value);
    await tap();
    return toasts()[0];
  };
  const cases: readonly (readonly [string, readonly ElementPlan[], Value | undefined, string])[] = [
    ['required refuses an absent value', [rule('required')], undefined, 'required!'],
    ['required refuses an empty text', [rule('required')], '', 'required!'],
    ['required refuses an empty list', [rule('required')], [], 'required!'],
    ['required refuses an unticked box', [rule('required')], false, 'required!'],
    ['required refuses white space alone', [rule('required')], ' \t\u00a0\u3000', 'required!'],
    ['required refuses zero-width characters alone', [rule('required')], '\u200b\u2060 \ufeff', 'required!'],
    ['required accepts a character between zero-width characters', [rule('required')], ' \u200bx ', 'good'],
    ['required accepts zero', [rule('required')], 0, 'good'],
    ['length counts UTF-16 units', [rule('length', { min: 2, max: 2 })], '😀', 'good'],
    ['length refuses one character below its minimum', [rule('length', { min: 3 })], 'ab', 'length!'],
    ['length refuses one character above its maximum', [rule('length', { max: 3 })], 'abcd', 'length!'],
    ['length ignores an absent value', [rule('length', { min: 3 })], undefined, 'good'],
    ['range accepts its ends', [rule('range', { min: 1, max: 5 })], 5, 'good'],
    ['range refuses a value beyond its ends', [rule('range', { min: 1, max: 5 })], 6, 'range!'],
    ['pattern must match the whole value', [rule('pattern', { pattern: '09\\d{3}' })], '09123', 'good'],
    [
      'pattern refuses a value that matches only at its start',
      [rule('pattern', { pattern: '09\\d{3}' })],
      '091234',
      'pattern!',
    ],
    [
      'a pattern outside the supported subset refuses the value',
      [rule('pattern', { pattern: '(?=a)a' })],
      'a',
      'pattern!',
    ],
    ['email accepts an address whose host has a dot', [rule('email')], 'a.b+c@mail.example', 'good'],
    ['email refuses two dots in a row', [rule('email')], 'a..b@mail.example', 'email!'],
    ['email refuses a host alone', [rule('email')], 'mail.example', 'email!'],
    ['email refuses a host without a dot', [rule('email')], 'a@mail', 'email!'],
    ['email refuses a host with a label that ends in a hyphen', [rule('email')], 'a@mail-.example', 'email!'],
    ['email ignores spaces around the address', [rule('email')], ' a@mail.example\u00a0', 'good'],
    ['email refuses a space inside', [rule('email')], 'a @mail.example', 'email!'],
    ['email treats spaces alone as empty', [rule('email')], '  ', 'good'],
    [
      'equals ignores spaces around an address, too',
      [rule('email'), rule('equals', { value: ['text', ' b1@mail.example '] })],
      'b1@mail.example ',
      'good',
    ],
    ['phone accepts a mobile number', [rule('phone', { kind: 'ph' })], '09171234567', 'good'],
    ['phone accepts a mobile number with its country code', [rule('phone')], '+63 917-123 4567', 'good'],
    ['phone refuses a number that is too short', [rule('phone')], '0917123456', 'phone!'],
    [
      'phone of kind spec accepts eleven digits that begin with 1',
      [rule('phone', { kind: 'spec' })],
      '13800138000',
      'good',
    ],
    ['phone of kind spec refuses a local number', [rule('phone', { kind: 'spec' })], '09171234567', 'phone!'],
    ['equals accepts an equal value', [rule('equals', { value: get('form.rate.other') })], 'b1', 'good'],
    [
      'equals treats a cleared field like an untouched one',
      [rule('equals', { value: get('form.rate.nobody') })],
      '',
      'good',
    ],
    ['equals refuses another value', [rule('equals', { value: get('form.rate.other') })], 'b2', 'equals!'],
    [
      'a check that is true accepts the value',
      [rule('check', { check: ['==', get('form.rate.it'), 7] as Expression })],
      7,
      'good',
    ],
    [
      'a check that is false refuses the value',
      [rule('check', { check: ['==', get('form.rate.it'), 7] as Expression })],
      8,
      'check!',
    ],
    [
      'a check that cannot be computed refuses the value',
      [rule('check', { check: get('nowhere.at') })],
      8,
      'check!',
    ],
    ['a rule applies only if its when is true', [rule('required', { when: false })], undefined, 'good'],
    ['an unknown rule refuses the value', [rule('horoscope')], 'x', 'horoscope!'],
    [
      'the first broken rule gives the message',
      [rule('required'), rule('length', { min: 9 })],
      'x',
      'length!',
    ],
  ];
  for (const [title, rules, value, expected] of cases) {
    it(`${title}`, async () => expect(await verdict(rules, value)).toBe(expected));
  }
});

describe('a field', () => {
  it('shows no problem while it is being corrected', async () => {
    const { tap, problem, write } = await playForm([field('stars', [rule('required')])]);
    await tap();
    expect(problem('stars')).toBe('required!');
    write('stars', 2);
    expect(problem('stars')).toBeUndefined();
  });

  it('of a phone number is sent and shown in dialling format', async () => {
    const { tap, write, find } = await playForm([field('words', [rule('phone')])]);
    write('words', '+63 (917) 123-4567');
    await tap();
    expect(find('field-words')?.snapshot().value).toBe('09171234567');
  });

  it('of an email address is sent and shown without the spaces around it', async () => {
    const { tap, write, find } = await playForm([field('words', [rule('email')])]);
    write('words', ' a@mail.example ');
    await tap();
    expect(find('field-words')?.snapshot().value).toBe('a@mail.example');
  });

  it('that started empty and was cleared is sent like an untouched one', async () => {
    const { tap, write, screen } = await playForm([field('words'), field('mail', [rule('email')])], {
      submit: [put('words', ['has', get('form.rate.words')]), put('mail', ['has', get('form.rate.mail')])],
    });
    write('words', 'x');
    write('words', '');
    write('mail', '  ');
    await tap();
    expect(screen.engine.store.get().state).toMatchObject({ words: false, mail: false });
  });

  it('that started with data and was cleared is sent as cleared', async () => {
    const words = field('words', [], { props: { name: 'words', label: 'words', initial: 'x' } });
    const { tap, write, screen } = await playForm([words], {
      submit: [put('words', get('form.rate.words'))],
    });
    write('words', '');
    await tap();
    expect(screen.engine.store.get().state['words']).toBe('');
  });

  it('re-renders no node when only its value changes', async () => {
    const { find, write } = await playForm([field('stars'), field('words')]);
    let others = 0;
    let own = 0;
    find('field-words')?.subscribe(() => {
      others += 1;
    });
    find('field-stars')?.subscribe(() => {
      own += 1;
    });
    write('stars', 3);
    // The node of the field itself is not re-rendered either: its widget gets the value from react-hook-form.
    expect([own, others]).toEqual([0, 0]);
  });

  it('that is hidden has no rules and is not sent, but keeps its value', async () => {
    const hidden = field('words', [rule('required')], { visible: ['!=', get('form.rate.stars'), 1] });
    const { tap, toasts, write, screen } = await playForm([field('stars'), hidden], {
      submit: [put('sent', ['has', get('form.rate.words')]), say('sent')],
    });
    write('words', 'kept');
    write('stars', 1);
    await tap();
    expect(toasts()[0]).toBe('sent');
    expect(screen.engine.store.get().state['sent']).toBe(false);
    write('stars', 2);
    expect(screen.engine.forms.read(['form', 'rate', 'words'])).toBe('kept');
  });

  it('that is hidden feeds conditions while the form is sent and afterwards', async () => {
    const hidden = field('words', [], { visible: ['!=', get('form.rate.stars'), 1] });
    const follows = field('more', [], { visible: ['has', get('form.rate.words')] });
    const { tap, write, find, call } = await playForm([field('stars'), hidden, follows], {
      submit: [put('sent', ['has', get('form.rate.words')]), send()],
    });
    write('words', 'kept');
    write('stars', 1);
    await tap();
    expect(find('field-more')?.snapshot().visible).toBe(true);
    await call().fail('timeout');
    expect(find('field-more')?.snapshot().visible).toBe(true);
  });

  it('that is hidden is sent if the form keeps hidden values', async () => {
    const hidden = field('words', [], { visible: ['!=', get('form.rate.stars'), 1] });
    const { tap, write, screen } = await playForm(
      [field('stars'), hidden],
      { submit: [put('sent', ['has', get('form.rate.words')])] },
      { props: { hidden: 'keep' } },
    );
    write('words', 'kept');
    write('stars', 1);
    await tap();
    expect(screen.engine.store.get().state['sent']).toBe(true);
  });

  it('keeps a record as it was written', async () => {
    const { write, screen } = await playForm([field('card')]);
    const card = Object.freeze({ id: 'c1' });
    write('card', card);
    expect(screen.engine.forms.read(['form', 'rate', 'card'])).toEqual(card);
    expect(screen.engine.forms.read(['form', 'rate', 'card', 'id'])).toBe('c1');
  });
});

describe('reset, validate, server errors', () => {
  it('reset removes values and problems', async () => {
    const { tap, write, problem, find } = await playForm([field('stars', [rule('range', { max: 1 })])]);
    write('stars', 3);
    await tap();
    expect(problem('stars')).toBe('range!');
    await tap('reset');
    expect(problem('stars')).toBeUndefined();
    expect(find('field-stars')?.snapshot().value).toBeUndefined();
  });

  it('validate checks named fields only', async () => {
    const { tap, problem, toasts } = await (async () => {
      const form = node('form', 'rate', {
        slots: { body: [field('stars', [rule('required')]), field('words', [rule('required')])] },
      });
      const played = await play({
        tap: [act('validate', { form: 'rate', fields: ['list', 'words'] }), say('after')],
        plan: { body: [form] },
        app: { failures: { invalid: [say(get('error.message'))] } },
        options: { createForms },
      });
      return { ...played, problem: (name: string) => played.find(`field-${name}`)?.snapshot().problem };
    })();
    await tap();
    expect(toasts()).toEqual(['required!']);
    expect(problem('words')).toBe('required!');
    expect(problem('stars')).toBeUndefined();
  });

  it('shows the contract’s field errors at fields of the same name', async () => {
    const { tap, call, problem } = await (async () => {
      const form = node('form', 'rate', { slots: { body: [field('stars')] }, on: { submit: [send()] } });
      const played = await play({
        tap: [act('submit', { form: 'rate' })],
        plan: { body: [form] },
        options: { createForms },
      });
      const { lend } = played.screen.plan.endpoints;
      Object.assign(lend ?? {}, { error: { message: '/message', fields: '/fields' } });
      return { ...played, problem: (name: string) => played.find(`field-${name}`)?.snapshot().problem };
    })();
    await tap();
    await call().answer({ status: 422, body: '{"message":"No","fields":{"stars":"Too many","other":"x"}}' });
    expect(problem('stars')).toBe('Too many');
  });
});

describe('S14: while a form is being sent, every control that sends it is busy', () => {
  const fields = [field('stars', [rule('required')])];
  const failure = (text: string) => act('notice', { text, look: 'inline', tone: 'danger' });

  async function sendable() {
    const form = node('form', 'rate', { slots: { body: fields }, on: { submit: [send()], invalid: [] } });
    const other = button('other', [act('submit', { form: 'rate' })]);
    const played = await play({
      tap: [act('submit', { form: 'rate' })],
      plan: { body: [form, other, button('aside', [say('aside')])] },
      app: { failures: { default: [failure('No answer.')] } },
      options: { createForms },
    });
    const sendByReturn = async () => {
      played.screen.emit(played.find('rate') as LiveNode, 'submit');
      await played.world.pass(0);
    };
    const busy = () => ['act', 'other', 'aside'].filter((id) => played.isBusy(id));
    played.screen.write(played.find('field-stars') as LiveNode, 3);
    return { ...played, sendByReturn, busy };
  }

  it('every button that sends the form is busy until there is an answer, also after Return in a field', async () => {
    const { sendByReturn, busy, tap, call, world } = await sendable();
    await sendByReturn();
    expect(busy()).toEqual(['act', 'other']);
    await tap('other');
    expect(world.calls).toHaveLength(1);
    await call().reply({});
    expect(busy()).toEqual([]);
    await tap('other');
    expect(busy()).toEqual(['act', 'other']);
    await call().fail();
    expect(busy()).toEqual([]);
  });

  it('no control is busy after a rule was broken', async () => {
    const { sendByReturn, busy, screen, find } = await sendable();
    screen.write(find('field-stars') as LiveNode, undefined);
    await sendByReturn();
    expect(busy()).toEqual([]);
  });

  it.each([
    ['Return', 'a tap'],
    ['a tap', 'Return'],
    ['Return', 'Return'],
    ['a tap', 'another button'],
  ])('the failure notice of a send by %s is removed when %s sends the form again', async (first, second) => {
    const { sendByReturn, tap, call, notices } = await sendable();
    const sendBy = (how: string) =>
      how === 'Return' ? sendByReturn() : tap(how === 'a tap' ? 'act' : 'other');
    await sendBy(first);
    await call().fail();
    expect(notices()).toEqual(['No answer.']);
    await tap('aside');
    expect(notices()).toEqual(['No answer.']);
    await sendBy(second);
    expect(notices()).toEqual([]);
    await call().fail();
    expect(notices()).toEqual(['No answer.']);
  });

  it('errors of a request after submit in the same list are shown at the fields of the form', async () => {
    const form = node('form', 'rate', { slots: { body: fields }, on: { submit: [] } });
    const { tap, call, find, screen } = await play({
      tap: [act('submit', { form: 'rate' }), send()],
      plan: { body: [form] },
      options: { createForms },
    });
    Object.assign(screen.plan.endpoints['lend'] ?? {}, { error: { message: '/message', fields: '/fields' } });
    screen.write(find('field-stars') as LiveNode, 3);
    await tap();
    await call().answer({ status: 422, body: '{"message":"No","fields":{"/stars":"Too many"}}' });
    expect(find('field-stars')?.snapshot().problem).toBe('Too many');
  });
});

describe('a form that opens an overlay before it is sent', () => {
  const FAULT = { status: 422, body: '{"message":"No","fields":{"/stars":"Too many"}}' };
  const asking = async (tap: readonly ActionPlan[], inside: readonly ActionPlan[]) => {
    const form = node('form', 'rate', {
      slots: { body: [field('stars')] },
      on: { submit: [show('ask'), say('asked')] },
    });
    const inner = node('form', 'code', {
      slots: { body: [field('digits')] },
      on: { submit: [send()] },
    });
    const played = await play({
      tap,
      plan: { body: [form], overlays: { ask: dialog('ask', [inner, button('ok', inside)]) } },
      options: { createForms },
    });
    const { screen, find } = played;
    Object.assign(screen.plan.endpoints['lend'] ?? {}, { error: { message: '/message', fields: '/fields' } });
    screen.write(find('field-stars') as LiveNode, 3);
    const problem = (name: string) => find(`field-${name}`)?.snapshot().problem;
    return { ...played, problem };
  };
  const SEND = [act('submit', { form: 'rate' })];

  it('S17: shows problems of its fields from a list in the overlay', async () => {
    const { tap, call, problem } = await asking(SEND, [send()]);
    await tap();
    await tap('ok');
    await call().answer(FAULT);
    expect(problem('stars')).toBe('Too many');
  });

  it('S17: also from a list that has already closed the overlay', async () => {
    const { tap, call, problem, overlays } = await asking(
      [...SEND, act('wait', { seconds: 60 })],
      [act('close'), send()],
    );
    await tap();
    await tap('ok');
    expect(overlays()).toEqual([]);
    await call().answer(FAULT);
    expect(problem('stars')).toBe('Too many');
  });

  it('a form inside the overlay keeps the problems of its own request', async () => {
    const { tap, call, problem, find } = await asking(SEND, [act('submit', { form: 'code' })]);
    await tap();
    await tap('ok');
    await call().answer(FAULT);
    expect(problem('stars')).toBeUndefined();
    expect(
      find('code')
        ?.snapshot()
        .problems?.found.map(({ message }) => message),
    ).toEqual(['Too many']);
  });

  it('an overlay that no form opened shows no problems at fields', async () => {
    const { tap, call, problem } = await asking([show('ask')], [send()]);
    await tap();
    await tap('ok');
    await call().answer(FAULT);
    expect(problem('stars')).toBeUndefined();
  });
});

describe('a form in an overlay', () => {
  it('closes the overlay from its submit list, and the list that opened the overlay continues', async () => {
    const form = node('form', 'rate', {
      slots: { body: [field('stars', [rule('required')])] },
      on: { submit: [act('close'), say('thanks')] },
    });
    const { tap, toasts, overlays, screen, find } = await play({
      tap: [show('ask'), say('closed')],
      plan: { overlays: { ask: dialog('ask', [form, button('ok', [act('submit', { form: 'rate' })])]) } },
      options: { createForms },
    });
    await tap();
    screen.write(find('field-stars') as LiveNode, 5);
    await tap('ok');
    expect(overlays()).toEqual([]);
    expect(toasts()).toEqual(['thanks', 'closed']);
  });
});

describe('a field whose value is a record', () => {
  // Like a reply: without inherited members.
  const bare = <T extends object>(members: T): T =>
    Object.assign(Object.create(null) as object, members) as T;
  const book = bare({ id: '71', shelf: bare({ name: 'First' }) });

  it('can be read by its members, before and after the form is sent', async () => {
    const { tap, toasts, write } = await playForm([field('book', [rule('required')])], {
      submit: [
        say(['text', '{a} {b}', { a: get('form.rate.book.id'), b: get('form.rate.book.shelf.name') }]),
      ],
    });
    write('book', book);
    await tap();
    expect(toasts()).toEqual(['71 First', 'after']);
  });
});
