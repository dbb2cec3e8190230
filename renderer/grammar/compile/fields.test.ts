import { describe, expect, it } from 'vitest';
import { nodesOf } from './plan-walk.ts';
import { button, planOf, problemsOf, type ScreenText } from '../testing.ts';

const FIELD = {
  each: 'data.shelf.books',
  as: 'book',
  kind: { choose: [{ when: 'book.lent', value: 'choice' }, 'text-field'] },
  name: '${book.isbn}',
  label: '${book.title}',
  options: [{ value: 'b', text: 'B' }],
  rules: [{ rule: 'required', when: 'has(book.subtitle)', message: 'Enter ${book.title}' }],
};

function formWith(fields: object, more: object = {}): ScreenText {
  return {
    body: [
      {
        type: 'form',
        id: 'review',
        body: [
          {
            type: 'fields',
            name: 'answers',
            allow: { kinds: ['text-field', 'choice'] },
            sections: [{ key: 'book', title: 'Book' }],
            fields: [fields],
          },
        ],
        ...more,
      },
    ],
  };
}

describe('6: server-supplied fields', () => {
  const cases: readonly (readonly [string, object, string[]])[] = [
    ['mapped fields of every allowed kind', FIELD, []],
    ['a literal field', { kind: 'text-field', name: 'words', label: 'Words', section: 'book' }, []],
    [
      'a condition over another field of the map',
      { ...FIELD, visibleWhen: "form.review.answers[?'branch'].orValue('main') == book.isbn" },
      [],
    ],
    [
      'a kind that the policy does not allow',
      { ...FIELD, kind: 'day' },
      ['value/unknown-word /body/0/body/0/fields/0/kind'],
    ],
    [
      'a property that the item does not have',
      { ...FIELD, label: '${book.titel}' },
      ['expression/unknown-member /body/0/body/0/fields/0/label'],
    ],
    [
      'a label that may be absent',
      { ...FIELD, label: '${book.subtitle}' },
      ['value/absent /body/0/body/0/fields/0/label'],
    ],
    [
      'a rule that reads the item in a field without each',
      {
        kind: 'text-field',
        name: 'a',
        label: 'A',
        rules: [{ rule: 'required', when: 'book.lent', message: 'A' }],
      },
      ['expression/unknown-name /body/0/body/0/fields/0/rules/0/when'],
    ],
    [
      'a section that the node does not have',
      { kind: 'text-field', name: 'a', label: 'A', section: 'bok' },
      ['fields/section /body/0/body/0/fields/0/section'],
    ],
    [
      'a choice without options',
      { kind: 'choice', name: 'a', label: 'A' },
      ['fields/kind-needs /body/0/body/0/fields/0/kind'],
    ],
    [
      'options whose values are no Text',
      { ...FIELD, options: [{ value: '${book.pages}', text: 'Pages' }] },
      ['field/type /body/0/body/0/fields/0/options'],
    ],
  ];
  for (const [title, field, problems] of cases) {
    it(`${problems.length === 0 ? 'accepts' : 'refuses'} ${title}`, () => {
      expect(problemsOf(formWith(field))).toEqual(problems);
    });
  }

  it('stores their values in a map of Text that is always present, and refuses other uses of the map', () => {
    const asBoolean = formWith(FIELD, { visibleWhen: "form.review.answers[?'a'].orValue(true)" });
    expect(problemsOf(asBoolean)).toEqual(['expression/type /body/0/visibleWhen']);
    const sent = (value: string) =>
      problemsOf({
        ...formWith(FIELD, { on: { submit: [{ do: 'set', target: 'state.sent', value }] } }),
        state: { sent: { type: 'object', additionalProperties: { type: 'string' } } },
      });
    expect(sent('${form.review.answers}')).toEqual([]);
    expect(sent('${size(form.review.answers)}')).toEqual(['value/type /body/0/on/submit/0/value']);
  });

  it('refuses server-supplied fields outside a form', () => {
    const fields = (formWith(FIELD).body as { readonly body: readonly unknown[] }[])[0]?.body;
    expect(problemsOf({ body: fields as never })).toEqual(['field/no-home /body/0/name']);
  });

  it('requires a pattern of the linear subset and unique section keys', () => {
    const screen = formWith(FIELD);
    const node = (screen.body as { readonly body: { allow: object; sections: object[] }[] }[])[0]?.body[0];
    Object.assign(node?.allow ?? {}, { name: '(?=a)a' });
    node?.sections.push({ key: 'book', title: 'Again' });
    expect(problemsOf(screen)).toEqual([
      'rule/bad-pattern /body/0/body/0/allow/name',
      'fields/section /body/0/body/0/sections/1/key',
    ]);
  });
});

describe('6: the kinds that a server may ask for', () => {
  const ALL = ['text-field', 'number-field', 'choice', 'choices', 'city', 'day', 'check', 'rating'];
  const withKinds = (kinds: readonly string[], field: object = FIELD): ScreenText => {
    const screen = formWith({
      ...field,
      kind: { choose: [{ when: 'book.lent', value: kinds[0] }, kinds.at(-1)] },
    });
    const node = (screen.body as { readonly body: { allow: object }[] }[])[0]?.body[0];
    Object.assign(node?.allow ?? {}, { kinds });
    return screen;
  };

  it('are the kinds with a text value, and each gets the properties that its widget has', () => {
    const plan = planOf({
      ...withKinds(ALL, { ...FIELD, number: 'decimal', places: [] }),
      bar: [button([])],
    });
    const nodes = [...nodesOf(plan.body)].find(({ type }) => type === 'fields')?.supply?.elements[0]?.nodes;
    expect(Object.keys(nodes ?? {})).toEqual(ALL);
    expect(nodes?.['number-field']?.props).toMatchObject({ number: 'decimal', decimals: 2, negative: false });
    expect(Object.keys(nodes?.['choices']?.lists ?? {}).sort()).toEqual(['options', 'rules']);
    expect(nodes?.['check']?.props).not.toHaveProperty('number');
    expect(nodes?.['rating']?.props).toMatchObject({ max: 5 });
  });

  it('accepts Text options for kinds with several values too', () => {
    expect(problemsOf(withKinds(['choices'], { ...FIELD, options: [{ value: 1, text: 'One' }] }))).toEqual([
      'field/type /body/0/body/0/fields/0/options',
    ]);
    const { options: _options, ...without } = FIELD;
    expect(problemsOf(withKinds(['choices'], without))).toEqual([
      'fields/kind-needs /body/0/body/0/fields/0/kind',
    ]);
  });
});

describe('14: the plan of fields', () => {
  const plan = planOf({ ...formWith(FIELD), bar: [button([])] });
  const fields = [...nodesOf(plan.body)].find(({ type }) => type === 'fields');

  it('has a node for every allowed kind, each with the properties that its widget has', () => {
    const nodes = fields?.supply?.elements[0]?.nodes;
    expect(Object.keys(nodes ?? {})).toEqual(['text-field', 'choice']);
    expect(Object.keys(nodes?.['text-field']?.lists ?? {})).toEqual(['rules']);
    expect(Object.keys(nodes?.['choice']?.lists ?? {}).sort()).toEqual(['options', 'rules']);
    expect(nodes?.['choice']?.props).toMatchObject({ look: 'sheet' });
    expect(nodes?.['text-field']?.props).toMatchObject({ accept: 'any' });
  });

  it('lists the widgets of all allowed kinds, and contains their texts', () => {
    expect(plan.uses.widgets).toEqual(['button', 'choice', 'fields', 'form', 'section', 'text-field']);
    expect(JSON.stringify(fields?.slots)).toContain('"Book"');
  });

  it('reads an entry of a map with a constant key as its own path', () => {
    const screen = formWith({ ...FIELD, visibleWhen: "form.review.answers[?'branch'].orValue('') != ''" });
    const found = [...nodesOf(planOf(screen).body)].find(({ type }) => type === 'choice');
    expect(found?.reads).toContain('form.review.answers.branch');
    expect(found?.reads).not.toContain('form.review.answers');
  });
});
