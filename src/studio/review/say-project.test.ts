import { describe, expect, it } from 'vitest';
import { diffProjects } from '#renderer/grammar/difference/diff-projects.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { sayProject } from './say-project.ts';

const BUTTON = { type: 'button', text: 'Payment Method', emphasis: 'primary' };
const HINT = { type: 'text', text: 'Pay in time.' };
const FIELD = { type: 'text-field', name: 'street', label: 'Street' };

interface Screen {
  readonly title?: string;
  readonly body: readonly object[];
}

function filesOf(screens: { readonly [id: string]: Screen }, more: { readonly [path: string]: object } = {}) {
  const documents = Object.entries(screens).map(
    ([id, { title = id, body }]) =>
      [`screens/${id}.screen.json`, { id, routes: [`/${id}`], title, body }] as const,
  );
  return [...documents, ...Object.entries(more)].map(
    ([path, value]): SourceFile => ({ path, text: JSON.stringify(value) }),
  );
}

/** The sentences of a change, each after the title of its screens. */
function say(before: readonly SourceFile[], after: readonly SourceFile[]): readonly string[] {
  const found = diffProjects(before, after);
  if ('unreadable' in found) throw new Error('unreadable');
  return sayProject(found, before, after, new Set()).flatMap(({ title, note, sentences }) =>
    sentences.map(({ parts, scope, also }) => {
      const said = parts.map((part) =>
        typeof part === 'string' ? part : `“${'del' in part ? part.del : part.ins}”`,
      );
      const others = also.length === 0 ? '' : ` (also on ${also.join(', ')})`;
      const where = scope === undefined ? '' : ` ${scope}`;
      return `${title}${note === '' ? '' : ` [${note}]`}: ${said.join('')}${where}${others}`;
    }),
  );
}

function sayBody(before: readonly object[], after: readonly object[]): readonly string[] {
  return say(
    filesOf({ repay: { title: 'Repayment', body: before } }),
    filesOf({ repay: { title: 'Repayment', body: after } }),
  ).map((line) => line.replace('Repayment: ', ''));
}

describe('a change in words', () => {
  it('names the screens by their titles, and says the same change of several screens once', () => {
    const screens = (text: string) =>
      filesOf({
        repay: { title: 'Repayment', body: [{ ...BUTTON, text }] },
        rollover: { title: 'Rollover', body: [{ ...BUTTON, text }] },
      });
    expect(say(screens('Payment Method'), screens('Choose how to pay'))).toEqual([
      'Repayment: Button “Payment Method” now says “Choose how to pay”. (also on Rollover)',
    ]);
  });

  it('names the screens that show a shared part', () => {
    const project = (text: string) =>
      filesOf(
        {
          repay: { title: 'Repayment', body: [{ type: 'part', part: 'pay-bar' }] },
          rollover: { title: 'Rollover', body: [{ type: 'part', part: 'pay-bar' }] },
        },
        { 'screens/parts/pay-bar.part.json': { body: [{ ...BUTTON, text }] } },
      );
    expect(say(project('Pay'), project('Pay now'))).toEqual([
      'Repayment and Rollover [Shared part “Pay bar”]: Button “Pay” now says “Pay now”.',
    ]);
  });

  describe('of a part that one screen has as its own copy', () => {
    const bar = (text: string, more: object = {}) => ({ body: [{ ...BUTTON, text, ...more }] });
    const project = (shown: string, parts: { readonly [name: string]: object }) =>
      filesOf(
        {
          repay: { title: 'Repayment', body: [HINT, { type: 'part', part: shown, id: 'pay' }] },
          rollover: { title: 'Rollover', body: [{ type: 'part', part: 'pay-bar' }] },
        },
        Object.fromEntries(
          Object.entries(parts).map(([id, part]) => [`screens/parts/${id}.part.json`, { id, ...part }]),
        ),
      );
    const shared = project('pay-bar', { 'pay-bar': bar('Pay') });
    const own = (text: string, more: object = {}) =>
      project('pay-bar-repay', { 'pay-bar': bar('Pay'), 'pay-bar-repay': bar(text, more) });

    it('says under the screen what differs from the shared part, and no line for the copy', () => {
      expect(say(shared, own('Ways to pay', { emphasis: 'quiet' }))).toEqual([
        'Repayment: Button “Pay” now says “Ways to pay”. Only here: it was the shared part “Pay bar”.',
        'Repayment: Button “Ways to pay”: the emphasis is now “quiet”. Before: “primary”. Only here: it was the shared part “Pay bar”.',
      ]);
      expect(say(shared, own('Pay'))).toEqual([
        'Repayment: Uses its own copy of the shared part “Pay bar”. Both are still the same.',
      ]);
    });

    it('says on the way back what is as on other screens again', () => {
      expect(say(own('Ways to pay'), shared)).toEqual([
        'Repayment: Button “Ways to pay” now says “Pay”. As on other screens: it is the shared part “Pay bar” again.',
      ]);
      expect(say(own('Pay'), shared)).toEqual([
        'Repayment: Uses the shared part “Pay bar” again instead of its own copy. Both are the same.',
      ]);
    });

    it('does not say “Only here” of what also changed in the shared part', () => {
      const parts = { 'pay-bar': bar('Pay now'), 'pay-bar-repay': bar('Pay now', { emphasis: 'quiet' }) };
      expect(say(shared, project('pay-bar-repay', parts))).toEqual([
        'Rollover [Shared part “Pay bar”]: Button “Pay” now says “Pay now”.',
        'Repayment: Button “Pay” now says “Pay now”.',
        'Repayment: Button “Pay now”: the emphasis is now “quiet”. Before: “primary”. Only here: it was the shared part “Pay bar”.',
      ]);
    });

    it('tells a copy inside of a copy by what differs in it', () => {
      const wall = (part: string) => ({ body: [{ type: 'part', part }] });
      const inside = (shown: string, more: { readonly [name: string]: object } = {}) =>
        project(shown, { 'pay-bar': wall('sign'), sign: bar('Pay'), ...more });
      const copies = { 'pay-bar-repay': wall('sign-repay'), 'sign-repay': bar('Hush') };
      expect(say(inside('pay-bar'), inside('pay-bar-repay', copies))).toEqual([
        'Repayment: Button “Pay” now says “Hush”. Only here: it was the shared part “Sign”.',
      ]);
    });

    it('calls a copy that is changed later a copy', () => {
      expect(say(own('Pay'), own('Ways to pay'))).toEqual([
        'Repayment [Copy of the shared part “Pay bar”]: Button “Pay” now says “Ways to pay”.',
      ]);
    });

    it('says which part a node shows now, if that part is not a copy of one screen', () => {
      const parts = { 'pay-bar': bar('Pay'), 'thank-you': bar('Thanks') };
      expect(say(project('pay-bar', parts), project('thank-you', parts))).toEqual([
        'Repayment: Part “pay” now shows the shared part “Thank you”. Before: “Pay bar”.',
      ]);
    });
  });

  it('says that a node moved, and not that it is gone and new', () => {
    expect(sayBody([BUTTON, HINT, FIELD], [HINT, FIELD, BUTTON])).toEqual([
      'Button “Payment Method” moved below Text field “Street”.',
    ]);
    const card = (...body: object[]) => ({ type: 'section', title: 'Ways', body });
    expect(sayBody([BUTTON, card(HINT)], [card(BUTTON, HINT)])).toEqual([
      'Button “Payment Method” moved to the top of Section “Ways”.',
    ]);
  });

  it('says what else changed in a node that moved', () => {
    expect(sayBody([FIELD, HINT, BUTTON], [HINT, BUTTON, { ...FIELD, label: 'Road' }])).toEqual([
      'Text field “Road” moved below Button “Payment Method”.',
      'Text field “Street” now says “Road”.',
    ]);
  });

  it('says what changed in a rule and its examples', () => {
    const field = (more: object) => [
      { ...FIELD, rules: [{ rule: 'pattern', pattern: '[A-Z]+', message: 'Use capitals', ...more }] },
    ];
    expect(sayBody(field({}), field({ pattern: '[a-z]+', 'x-examples': { pass: ['ab'] } }))).toEqual([
      'Text field “Street”: the rules, pattern is now “[a-z]+”. Before: “[A-Z]+”.',
      'Text field “Street”: the rules, examples is now “ab”.',
    ]);
  });

  it('says that a field or a screen has another name', () => {
    expect(sayBody([FIELD], [{ ...FIELD, name: 'road' }])).toEqual([
      'Text field is now called “road”. Before: “street”.',
    ]);
    const named = (id: string) => filesOf({ [id]: { title: 'Help', body: [HINT] } });
    expect(say(named('help'), named('support'))).toEqual([
      'Help [Before: Help]: The id is now “support”. Before: “help”.',
      'Help [Before: Help]: routes, now “/support”. Before: “/help”.',
    ]);
  });

  it.each<[string, object, object, string]>([
    [
      'a condition that is new',
      {},
      { visibleWhen: 'data.order.amount > 10' },
      'is now shown only when ““amount of order” is more than 10”',
    ],
    ['a node that is hidden', {}, { visibleWhen: 'false' }, 'is now hidden. Before: always.'],
    ['a node that is shown again', { visibleWhen: 'false' }, {}, 'is now always shown. Before: only when “'],
    [
      'a condition that is another',
      { visibleWhen: 'data.order.amount > 10' },
      { visibleWhen: 'data.order.amount > 20' },
      'is more than 20”. Before: only when ',
    ],
    ['a button that can be used', {}, { enabledWhen: 'form.valid' }, 'can now be used only when '],
  ])('says %s in sentences', (_title, before, after, expected) => {
    const [said = ''] = sayBody([{ ...BUTTON, ...before }], [{ ...BUTTON, ...after }]);
    expect(said).toContain(expected);
    expect(said).not.toContain('data.');
  });

  it('says the steps of a tap in words, all of one list in one sentence', () => {
    const on = (...tap: object[]) => ({ ...BUTTON, on: { tap } });
    const both = (node: object) =>
      filesOf({ repay: { title: 'Repayment', body: [node] }, help: { title: 'Help', body: [] } });
    expect(
      say(
        both(on({ do: 'go', to: 'repay' })),
        both(on({ do: 'go', to: 'help' }, { do: 'notice', text: 'Hello' })),
      ),
    ).toEqual([
      'Repayment: On tap, Button “Payment Method” now does: “Go to Help (help), then Show “Hello””. Before: “Go to Repayment (repay)”.',
    ]);
  });

  it('says what is new and what is gone, and no notation', () => {
    expect(sayBody([HINT], [HINT, BUTTON])).toEqual([
      '“Button “Payment Method”” is new below Text “Pay in time.”.',
    ]);
    expect(sayBody([HINT, BUTTON], [HINT])).toEqual(['“Button “Payment Method”” is gone.']);
    const choice = (...options: object[]) => ({ type: 'choice', name: 'why', label: 'Why', options });
    const [said] = sayBody(
      [choice({ value: 'a', label: 'Late' })],
      [choice({ value: 'a', label: 'Late' }, { value: 'b', label: 'Wrong' })],
    );
    expect(said).toBe('Choice “Why”: new in options: “b, Wrong”.');
    expect(sayBody([BUTTON], [{ ...BUTTON, emphasis: 'quiet' }])[0]).not.toMatch(/[{}]/);
  });

  it('says what a new node contains, when it is shown and what it does', () => {
    const row = {
      type: 'item',
      title: { choose: [{ when: 'data.order.amount > 10', value: 'Help!' }, 'Late payment help'] },
      on: { tap: [{ do: 'go', to: 'help' }] },
    };
    const both = (...body: object[]) =>
      filesOf({ repay: { title: 'Repayment', body: [HINT, ...body] }, help: { title: 'Help', body: [] } });
    expect(say(both(), both({ type: 'section', body: [row] }))).toEqual([
      'Repayment: “Section” is new below Text “Pay in time.”. It contains “Item “Late payment help””. On tap, Item “Late payment help” does: “Go to Help (help)”.',
    ]);
    const notice = {
      type: 'status',
      title: 'You owe more',
      visibleWhen: "data.order.amount > 10 && data.order.status == '180'",
    };
    expect(sayBody([HINT], [HINT, notice])).toEqual([
      '“Status “You owe more”” is new below Text “Pay in time.”. It is shown only when ““amount of order” is more than 10 and “status of order” is “180””.',
    ]);
    expect(
      sayBody([HINT], [HINT, { ...BUTTON, visibleWhen: 'false', enabledWhen: 'form.valid' }])[0],
    ).toMatch(/ It is hidden\. It can be used only when “.+”\.$/);
    const texts = [1, 2, 3, 4, 5, 6, 7].map((at) => ({ type: 'text', text: `T${at}` }));
    expect(sayBody([HINT], [HINT, { type: 'section', body: texts }])[0]).toContain('Text “T5”, 2 more”.');
  });

  it('says a translation with the text that it translates', () => {
    const catalogue = (text: string) =>
      filesOf({}, { 'screens/messages/fil-PH.json': { language: 'fil-PH', messages: { Pay: { text } } } });
    expect(say(catalogue('Magbayad'), catalogue('Bayaran'))).toEqual([
      'Words in Filipino (Philippines): “Pay” is now translated “Bayaran”. Before: “Magbayad”.',
    ]);
  });

  it('says of a translation whether it is a draft, and which one it is', () => {
    const catalogue = (more: object) =>
      filesOf({}, { 'screens/messages/fil-PH.json': { language: 'fil-PH', messages: {}, ...more } });
    const says = (before: object, after: object) =>
      say(catalogue(before), catalogue(after)).map((line) =>
        line.replace('Words in Filipino (Philippines): ', ''),
      );
    const messages = (written: unknown) => ({ messages: { Pay: written } });
    expect(says({}, messages({ text: 'Magbayad', draft: true }))).toEqual([
      '“Pay” is now translated: “Magbayad” (draft).',
    ]);
    expect(says(messages({ text: 'Magbayad', draft: true }), messages('Magbayad'))).toEqual([
      'The translation of “Pay” is no draft any more: “Magbayad”.',
    ]);
    const forms = { plural: 'count', forms: { one: 'araw', other: 'mga araw' } };
    expect(says({}, messages(forms))).toEqual(['“Pay” is now translated: “araw, mga araw”.']);
    expect(
      says({}, { contexts: { 'on repay': { Loan: { text: 'Utang', draft: true }, Pay: 'Bayad' } } }),
    ).toEqual([
      '“Loan” (on repay) is now translated: “Utang” (draft).',
      '“Pay” (on repay) is now translated: “Bayad”.',
    ]);
  });

  it('says a text that now has cases with their conditions', () => {
    const text = { choose: [{ when: 'data.order.amount > 10', value: 'Pay now' }, 'Pay'] };
    expect(sayBody([BUTTON], [{ ...BUTTON, text }])[0]).toContain(
      'is now “Pay now when “amount of order” is more than 10, otherwise Pay”',
    );
    const on = (words: unknown) => ({ ...BUTTON, on: { tap: [{ do: 'notice', text: words }] } });
    const [said = ''] = sayBody([on('Hello')], [on({ choose: ['Hi'], context: 'a greeting' })]);
    expect(said).toContain('now does: “Show “Hi””.');
  });

  it.each([
    ['a record', { size: 3, isWide: true, name: 'x' }],
    ['an empty list', []],
    ['a list of records', [{ to: 'help', with: {} }]],
    ['nothing', null],
  ])('says %s without notation', (_title, value) => {
    const said = sayBody([BUTTON], [{ ...BUTTON, extra: value }]);
    expect(said.join('')).not.toMatch(/[{}[\]"]|null/);
    expect(said).toHaveLength(1);
  });
});
