import { describe, expect, it } from 'vitest';
import { checkProject } from '../check.ts';
import { library } from '../testing.ts';

/** Problems of a form with one field, as `code pointer`. */
function problemsOf(field: object): string[] {
  const body = [{ type: 'form', id: 'f', body: [{ name: 'a', label: 'A', ...field }] }];
  return problemsIn({ body }).map((problem) => problem.replace('/body/0/body/0/', ''));
}

function problemsIn(screen: Parameters<typeof library>[0]): string[] {
  return checkProject(library(screen)).map(({ code, pointer }) => `${code} ${pointer}`);
}

const text = (field: object) => ({ type: 'text-field', ...field });
const number = (field: object) => ({ type: 'number-field', ...field });
const rules = (...all: object[]) => ({ rules: all.map((rule) => ({ message: 'No', ...rule })) });
const day = (field: object) => ({ type: 'day', ok: 'OK', cancel: 'Cancel', ...field });
const IN_OR_OUT = [
  { value: 'in', text: 'In' },
  { value: 'out', text: 'Out' },
];
const choice = (field: object) => ({ type: 'choice', options: IN_OR_OUT, ...field });
const repeat = (field: object) => ({
  ...{ type: 'repeat', title: 'Book', add: 'Add', remove: 'Remove' },
  ...{ body: [{ type: 'text-field', name: 'isbn', label: 'ISBN' }], ...field },
});

describe('refuses a constant that its field does not accept', () => {
  it.each<[string, object, string]>([
    ['a day that does not exist', day({ initial: '2027-02-29' }), 'value/bad-date initial'],
    ['a word in place of a day', day({ initial: 'tomorrow' }), 'value/bad-date initial'],
    [
      'a day before the earliest',
      day({ initial: '2026-01-01', earliest: '2026-01-02' }),
      'field/initial initial',
    ],
    ['a day after the latest', day({ initial: '2026-01-03', latest: '2026-01-02' }), 'field/initial initial'],
    ['a value that is no option', choice({ initial: 'lost' }), 'field/initial initial'],
    ['letters in a field of digits', text({ accept: 'digits', initial: '12a' }), 'field/initial initial'],
    [
      'letters in a field with groups of digits',
      text({ groups: [4], initial: '12a' }),
      'field/initial initial',
    ],
    ['a text too long', text({ maxLength: 3, initial: 'abcd' }), 'field/initial initial'],
    ['a fraction in a field of whole numbers', number({ initial: 1.5 }), 'field/initial initial'],
    ['a fraction of minor units', number({ number: 'money', initial: 1.5 }), 'field/initial initial'],
    ['too many decimals', number({ number: 'decimal', initial: 0.125 }), 'field/initial initial'],
    ['a negative number in a field that takes none', number({ initial: -1 }), 'field/initial initial'],
    ['more stars than the maximum', { type: 'rating', max: 3, initial: 4 }, 'field/initial initial'],
    [
      'the same option twice',
      choice({ options: [...IN_OR_OUT, { value: 'in', text: 'Here' }] }),
      'option/repeated options/2/value',
    ],
    [
      'the same option twice, once under a condition',
      choice({ options: [...IN_OR_OUT, { value: 'in', text: 'Here', visibleWhen: 'has(form.f.a)' }] }),
      'option/repeated options/2/value',
    ],
    [
      'the same option twice in a list of which several can be chosen',
      { type: 'choices', options: [...IN_OR_OUT, { value: 'out', text: 'Away' }] },
      'option/repeated options/2/value',
    ],
    [
      'the same city twice',
      { type: 'city', ok: 'OK', cancel: 'Cancel', places: [...IN_OR_OUT, { value: 'in', text: 'Here' }] },
      'option/repeated places/2/value',
    ],
  ])('%s', (_name, field, expected) => {
    expect(problemsOf(field)).toEqual([expected]);
  });

  it('refuses such a constant as the initial value of state to which the field is bound', () => {
    const lent = choice({ bind: 'state.lent', label: 'Lent' });
    expect(problemsIn({ state: { lent: { type: 'string', initial: 'lost' } }, body: [lent] })).toEqual([
      'field/initial /state/lent/initial',
    ]);
    expect(problemsIn({ state: { lent: { type: 'string', initial: '' } }, body: [lent] })).toEqual([]);
    const stars = { type: 'rating', bind: 'state.stars', label: 'Stars', max: 3 };
    expect(problemsIn({ state: { stars: { type: 'integer', initial: 4 } }, body: [stars] })).toEqual([
      'field/initial /state/stars/initial',
    ]);
    const tabs = { type: 'tabs', bind: 'state.at', label: 'Books', body: [{ type: 'section', body: [] }] };
    expect(problemsIn({ state: { at: { type: 'integer', initial: 1 } }, body: [tabs] })).toEqual([
      'field/initial /state/at/initial',
    ]);
  });

  it('refuses such a constant in a field of a server-supplied form', () => {
    const fields = (field: object) =>
      problemsOf({
        ...{
          type: 'fields',
          name: 'more',
          label: undefined,
          allow: { kinds: ['text-field', 'choice', 'day'] },
        },
        fields: [{ name: 'b', label: 'B', ...field }],
      });
    expect(fields({ kind: 'text-field', accept: 'digits', initial: 'abc' })).toEqual([
      'field/initial fields/0/initial',
    ]);
    expect(fields({ kind: 'choice', options: IN_OR_OUT, initial: 'lost' })).toEqual([
      'field/initial fields/0/initial',
    ]);
    expect(fields({ kind: 'day', ok: 'OK', cancel: 'No', initial: '2026-02-30' })).toEqual([
      'value/bad-date fields/0/initial',
    ]);
    expect(fields({ kind: 'text-field', initial: '${session.readerId}' })).toEqual([]);
  });
});

describe('refuses a rule that no value of its field can pass', () => {
  it.each<[string, object, string]>([
    [
      'a length whose minimum exceeds its maximum',
      text(rules({ rule: 'length', min: 5, max: 3 })),
      'rule/empty-range rules/0/min',
    ],
    [
      'a range whose minimum exceeds its maximum',
      number(rules({ rule: 'range', min: 5, max: 3 })),
      'rule/empty-range rules/0/min',
    ],
    [
      'a repeating group whose minimum exceeds its maximum',
      repeat({ min: 3, max: 2 }),
      'rule/empty-range min',
    ],
    [
      'a day whose earliest is after its latest',
      day({ earliest: '2026-03-01', latest: '2026-02-01' }),
      'rule/empty-range earliest',
    ],
    [
      'a minimum length above the maximum of the field',
      text({ maxLength: 3, ...rules({ rule: 'length', min: 4 }) }),
      'rule/never-kept rules/0/min',
    ],
    [
      'a minimum number of records above the maximum of the group',
      repeat({ max: 2, ...rules({ rule: 'length', min: 3 }) }),
      'rule/never-kept rules/0/min',
    ],
    [
      'a maximum number of records below the minimum of the group',
      repeat({ min: 3, ...rules({ rule: 'length', max: 2 }) }),
      'rule/never-kept rules/0/max',
    ],
    [
      'a minimum above the number of options',
      { type: 'choices', options: IN_OR_OUT, ...rules({ rule: 'length', min: 3 }) },
      'rule/never-kept rules/0/min',
    ],
    [
      'a minimum above the number of stars',
      { type: 'rating', max: 3, ...rules({ rule: 'range', min: 4 }) },
      'rule/never-kept rules/0/min',
    ],
    [
      'a range below zero in a field that takes no negative number',
      number(rules({ rule: 'range', max: -1 })),
      'rule/never-kept rules/0/max',
    ],
    [
      'a range that contains no whole number',
      number(rules({ rule: 'range', min: 0.2, max: 0.8 })),
      'rule/never-kept rules/0/max',
    ],
    [
      'two rules that exclude each other',
      text(rules({ rule: 'length', max: 3 }, { rule: 'length', min: 4 })),
      'rule/never-kept rules/1/min',
    ],
    [
      'a range that contains no multiple',
      number(rules({ rule: 'range', min: 1, max: 4 }, { rule: 'multiple', of: 5 })),
      'rule/never-kept rules/1/of',
    ],
    [
      'a pattern of letters in a field of digits',
      text({ accept: 'digits', ...rules({ rule: 'pattern', pattern: '[A-Z]{2}[0-9]+' }) }),
      'rule/never-kept rules/0/pattern',
    ],
    [
      'a pattern longer than the field',
      text({ maxLength: 10, ...rules({ rule: 'pattern', pattern: '09[0-9]{9}' }) }),
      'rule/never-kept rules/0/pattern',
    ],
    [
      'an email address in a field too short for one',
      text({ maxLength: 4, ...rules({ rule: 'email' }) }),
      'rule/never-kept rules/0/rule',
    ],
    [
      'a telephone number and a length too short for one',
      text(rules({ rule: 'phone' }, { rule: 'length', max: 10 })),
      'rule/never-kept rules/0/rule',
    ],
    [
      'an email address in a field of digits',
      text({ accept: 'digits', ...rules({ rule: 'email' }) }),
      'rule/never-kept rules/0/rule',
    ],
    [
      'equal to letters in a field of digits',
      text({ accept: 'digits', ...rules({ rule: 'equals', value: 'yes' }) }),
      'rule/never-kept rules/0/value',
    ],
    ['a range rule on a text field', text(rules({ rule: 'range', min: 1 })), 'rule/never-kept rules/0/rule'],
    [
      'required in a text field that takes no character',
      text({ maxLength: 0, ...rules({ rule: 'required' }) }),
      'rule/never-kept rules/0/rule',
    ],
    [
      'required in a choice that has no options',
      choice({ options: [], ...rules({ rule: 'required' }) }),
      'rule/never-kept rules/0/rule',
    ],
    [
      'a length rule on a number field',
      number(rules({ rule: 'length', min: 1 })),
      'rule/never-kept rules/0/rule',
    ],
    [
      'a length rule on a tick box',
      { type: 'check', ...rules({ rule: 'length', min: 1 }) },
      'rule/never-kept rules/0/rule',
    ],
  ])('%s', (_name, field, expected) => {
    expect(problemsOf(field)).toEqual([expected]);
  });

  it('assumes one file if the definition has no max', () => {
    const files = { type: 'files', upload: 'no-such', ...rules({ rule: 'length', min: 2 }) };
    expect(problemsOf(files)).toEqual(['endpoint/unknown upload', 'rule/never-kept rules/0/min']);
  });

  it('warns about an initial value that a rule refuses', () => {
    const refused = ['rule/refuses-initial initial'];
    expect(problemsOf(number({ initial: 0, ...rules({ rule: 'range', min: 1 }) }))).toEqual(refused);
    expect(problemsOf(text({ initial: '+63', ...rules({ rule: 'length', min: 5 }) }))).toEqual(refused);
    expect(problemsOf(text({ initial: 'ab', ...rules({ rule: 'pattern', pattern: '[0-9]+' }) }))).toEqual(
      refused,
    );
    expect(problemsOf(number({ initial: 3, ...rules({ rule: 'multiple', of: 2 }) }))).toEqual(refused);
    expect(problemsOf(text({ initial: 'ana@home', ...rules({ rule: 'email' }) }))).toEqual(refused);
    expect(problemsOf(text({ initial: '0917', ...rules({ rule: 'phone' }) }))).toEqual(refused);
    const spec = rules({ rule: 'phone', kind: 'spec' });
    expect(problemsOf(text({ initial: '09171234567', ...spec }))).toEqual(refused);
    expect(problemsOf(text({ initial: '13812345678', ...spec }))).toEqual([]);
  });
});

describe('initial state that its contract does not list', () => {
  it('has a warning, unless the initial value is an empty text', () => {
    const begun = (initial: string) =>
      problemsIn({ state: { way: { type: 'string', known: ['card', 'cash'], initial } }, body: [] });
    expect(begun('cart')).toEqual(['expression/unlisted-value /state/way/initial']);
    expect(begun('card')).toEqual([]);
    expect(begun('')).toEqual([]);
  });
});

describe('accepts what is possible', () => {
  it.each<[string, object]>([
    ['a leap day', day({ initial: '2028-02-29' })],
    ['days between limits from data', day({ earliest: '${data.shelf.opened}', initial: '2026-01-01' })],
    ['one of the options', choice({ initial: 'out' })],
    [
      'a value that may be an option from data',
      choice({
        initial: 'lost',
        options: [
          ...IN_OR_OUT,
          { each: 'data.shelf.books', as: 'book', value: '${book.isbn}', text: '${book.title}' },
        ],
      }),
    ],
    [
      'equal options with different conditions',
      choice({
        options: [
          { value: 'in', text: 'In', visibleWhen: 'has(form.f.a)' },
          { value: 'in', text: 'Here', visibleWhen: '!has(form.f.a)' },
        ],
      }),
    ],
    [
      'a length with equal minimum and maximum',
      text({ maxLength: 5, ...rules({ rule: 'length', min: 5, max: 5 }) }),
    ],
    [
      'a pattern that fits exactly',
      text({ maxLength: 11, accept: 'digits', ...rules({ rule: 'pattern', pattern: '09[0-9]{9}' }) }),
    ],
    [
      'a pattern of any characters in a field of digits',
      text({ accept: 'digits', ...rules({ rule: 'pattern', pattern: '.{3,}' }) }),
    ],
    [
      'a pattern of unlimited length',
      text({ ...rules({ rule: 'length', min: 100 }, { rule: 'pattern', pattern: '[a-z]+' }) }),
    ],
    [
      'a negative number in a field that takes one',
      number({ negative: true, initial: -1, ...rules({ rule: 'range', max: -1 }) }),
    ],
    [
      'a multiple in exact decimal arithmetic',
      number({ number: 'decimal', decimals: 1, initial: 0.3, ...rules({ rule: 'multiple', of: 0.1 }) }),
    ],
    [
      'rules that exclude each other under different conditions',
      text(
        rules(
          { rule: 'length', max: 3, when: 'has(form.f.a)' },
          { rule: 'length', min: 4, when: '!has(form.f.a)' },
        ),
      ),
    ],
    [
      'an initial value under a rule with a condition',
      number({ initial: 0, ...rules({ rule: 'range', min: 1, when: 'has(form.f.a)' }) }),
    ],
    [
      'an empty initial value with a minimum length',
      text({ initial: '', ...rules({ rule: 'length', min: 4 }) }),
    ],
  ])('%s', (_name, field) => {
    expect(
      problemsOf(field).filter((problem) => /^(?:field\/initial|option|rule|value|text)/.test(problem)),
    ).toEqual([]);
  });
});
