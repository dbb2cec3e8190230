import { describe, expect, it } from 'vitest';
import { button, get, type LibraryOptions, nodeOf, planOf, problemsOf } from '../testing.ts';

type Json = { readonly [name: string]: unknown };

const required = [{ rule: 'required', message: 'Enter it' }];
const field = (name: string, more: Json = {}): Json => ({ type: 'text-field', name, label: name, ...more });

const part = (more: Json = {}): LibraryOptions => ({
  parts: {
    address: {
      form: 'around',
      body: [
        field('street', { rules: required }),
        field('floor', { visibleWhen: "has(form.around.street) && form.around.street != 'Hut'" }),
      ],
      ...more,
    },
  },
});

const use = (more: Json = {}): Json => ({ type: 'part', part: 'address', id: 'home', ...more });

const form = (body: readonly unknown[], submit: readonly unknown[] = [], more: Json = {}): Json => ({
  type: 'form',
  id: 'contact',
  body,
  on: { submit },
  ...more,
});

const notice = (text: string) => [{ do: 'notice', text }];
const of = (pointer: string) => `screens/parts/address.part.json#${pointer}`;

describe('U5: a part has fields of the form around its use', () => {
  it('whose names stay as they are written, while ids get the prefix of the use', () => {
    const plan = planOf({ body: [form([use()], notice('${form.contact.street}'))] }, part());
    const [street, floor] = nodeOf(plan, 'home').slots?.['body'] ?? [];
    expect([street?.id, street?.props?.['name']]).toEqual(['home/body-0', 'street']);
    expect(floor?.visible).toEqual([
      '&&',
      ['has', get('form.contact.street')],
      ['!=', get('form.contact.street'), 'Hut'],
    ]);
    expect(plan.grammar).toBe(1);
  });

  it('with their types and rules: a required field is there after sending', () => {
    const problems = (text: string, more: Json = {}) =>
      problemsOf({ body: [form([use(more)], notice(text))] }, part());
    expect(problems('${form.contact.street}')).toEqual([]);
    expect(problems('${form.contact.floor}')).toEqual(['value/absent /body/0/on/submit/0/text']);
    expect(problems('${form.contact.street + 1}')).toEqual([
      'expression/unsupported /body/0/on/submit/0/text',
    ]);
    expect(problems('${form.contact.city}')).toEqual(['expression/unknown-member /body/0/on/submit/0/text']);
    expect(problems('${form.contact.street}', { visibleWhen: 'device.online' })).toEqual([
      'value/absent /body/0/on/submit/0/text',
    ]);
    const hidden = [
      form(
        [{ type: 'section', visibleWhen: 'device.online', body: [use()] }],
        notice('${form.contact.street}'),
      ),
    ];
    expect(problemsOf({ body: hidden }, part())).toEqual(['value/absent /body/0/on/submit/0/text']);
  });

  it('also in groups and lists of the part', () => {
    const body = [
      { type: 'group', name: 'at', body: [field('street', { rules: required })] },
      {
        type: 'repeat',
        name: 'people',
        title: 'Person',
        label: 'People',
        add: 'Add',
        remove: 'Remove',
        max: 3,
        as: 'one',
        body: [field('name')],
      },
    ];
    const screen = {
      body: [form([use()], notice('${form.contact.at.street} ${size(form.contact.people)}'))],
    };
    expect(problemsOf(screen, part({ body }))).toEqual([]);
    const rows = nodeOf(planOf(screen, part({ body })), 'home').slots?.['body']?.[1]?.slots?.['rows'];
    expect(rows?.[0]?.each?.list).toEqual(get('form.contact.people'));
  });

  it('also through another part', () => {
    const parts = {
      ...part().parts,
      person: {
        form: 'f',
        body: [
          field('name'),
          { type: 'part', part: 'address', id: 'at' },
          { type: 'text', text: '${form.f.?street}', visibleWhen: 'has(form.f.street)' },
        ],
      },
    };
    const screen = {
      body: [form([{ type: 'part', part: 'person', id: 'p' }], notice('${form.contact.street}'))],
    };
    const found = problemsOf(screen, { parts });
    expect(found).toEqual([]);
    expect(nodeOf(planOf(screen, { parts }), 'p/at').slots?.['body']?.[1]?.visible).toEqual([
      '&&',
      ['has', get('form.contact.street')],
      ['!=', get('form.contact.street'), 'Hut'],
    ]);
  });

  it('and its actions name that form', () => {
    const tap = [
      { do: 'validate', form: 'around', fields: ['street'] },
      { do: 'notice', text: '${form.around.street}', field: 'form.around.street' },
      { do: 'reset', target: ['form.around', 'state.seen'] },
      { do: 'submit', form: 'around' },
    ];
    const options = part({
      state: { seen: { type: 'boolean', initial: false } },
      body: [field('street', { rules: required }), button(tap, { id: 'go', visibleWhen: '!state.seen' })],
    });
    const screen = { body: [form([use()])] };
    expect(problemsOf(screen, options)).toEqual([]);
    expect(nodeOf(planOf(screen, options), 'home/go').on?.['tap']?.map(({ props }) => props)).toEqual([
      { form: 'contact', fields: ['list', 'street'] },
      {
        text: get('form.contact.street'),
        field: get('form.contact.street'),
        look: 'toast',
        tone: 'neutral',
        durationMs: 2000,
      },
      { target: ['list', get('form.contact'), get('state.home/seen')] },
      { form: 'contact' },
    ]);
  });

  it('reads only its own fields when it reads the whole form', () => {
    const options = part({
      body: [field('street'), { type: 'text', text: 'A', visibleWhen: 'form.around == form.around' }],
    });
    const fields = ['record', { street: get('form.contact.street') }];
    const plan = planOf({ body: [form([use(), field('pin')])] }, options);
    expect(nodeOf(plan, 'home').slots?.['body']?.[1]?.visible).toEqual(['==', fields, fields]);
  });
});

describe('U6: such a part is used where its fields have one value', () => {
  const problems = (body: readonly unknown[], options = part()) => problemsOf({ body }, options);

  it.each([
    ['outside a form', [use()], '/body/0/part'],
    ['repeated', [form([use({ each: "['a']", as: 'word' })])], '/body/0/body/0/part'],
    [
      'in a group with a name',
      [form([{ type: 'group', name: 'g', body: [use()] }])],
      '/body/0/body/0/body/0/part',
    ],
    [
      'in a repeating group',
      [
        form([
          { type: 'repeat', name: 'g', title: 'A', add: 'Add', remove: 'Remove', max: 3, body: [use()] },
        ]),
      ],
      '/body/0/body/0/body/0/part',
    ],
  ])('and is not used %s', (_name, body, pointer) => {
    expect(problems(body)).toContain(`part/form ${pointer}`);
  });

  it('refuses a name that the form already has, and a second use', () => {
    expect(problems([form([field('street'), use()])])).toEqual(['field/duplicate /body/0/body/1/part']);
    expect(problems([form([use(), field('street')])])).toEqual(['field/duplicate /body/0/body/1/name']);
    expect(problems([form([use(), use({ id: 'work' })])])).toEqual([
      'field/duplicate /body/0/body/1/part',
      'field/duplicate /body/0/body/1/part',
    ]);
  });

  it('reads the fields of the part by the name that the part declares, and no others', () => {
    const text = (words: string) =>
      part({ body: [field('street', { rules: required }), { type: 'text', text: words }] });
    expect(problems([form([use()])], text('${form.around.street}'))).toEqual([
      `value/absent ${of('/body/1/text')}`,
    ]);
    const unknown = `expression/unknown-member ${of('/body/1/text')}`;
    expect(problems([form([use()])], text('${form.around.city}'))).toEqual([unknown]);
    expect(problems([form([use()])], text('${form.contact.street}'))).toEqual([unknown]);
    expect(problems([form([use()])], text('${form.around.isChanged}'))).toEqual([unknown]);
  });

  it('has no form of its own there, and no other thing by that name', () => {
    expect(problems([form([use()])], part({ body: [form([])] }))).toContain(
      `form/nested ${of('/body/0/type')}`,
    );
    expect(problems([form([use()])], part({ body: [field('street', { id: 'around' })] }))).toContain(
      `node/duplicate-id ${of('/body/0/id')}`,
    );
  });

  it('has no such fields in its overlays and its bar', () => {
    const more = { type: 'dialog', title: 'More', body: [field('more')] };
    const body = [field('street'), button([{ do: 'open', overlay: 'more' }])];
    expect(problems([form([use()])], part({ body, overlays: { more } }))).toContain(
      `field/no-home ${of('/overlays/more/body/0/name')}`,
    );
  });

  it('demands grammar 5 of the part, not of the use', () => {
    expect(problems([form([use()])], part({ grammar: 4 }))).toContain(
      `document/later-grammar ${of('/form')}`,
    );
    expect(problemsOf({ grammar: 4, body: [form([use()])] }, part())).toEqual([]);
  });
});

describe('U7: a part with fields of the form around it and a bar', () => {
  const bar = part({ bar: [button([{ do: 'submit', form: 'around' }], { id: 'go' })] });

  it('adds to the bar from a form of the body', () => {
    const screen = { body: [form([use()], [{ do: 'back' }])] };
    expect(problemsOf(screen, bar)).toEqual([]);
    const plan = planOf(screen, bar);
    expect(plan.bar.map(({ id, on }) => [id, on?.['tap']])).toEqual([
      ['home/go', [{ do: 'submit', props: { form: 'contact' } }]],
    ]);
  });

  it.each([
    ['a form with a condition', [form([use()], [], { visibleWhen: 'device.online' })]],
    ['a section of a form', [form([{ type: 'section', body: [use()] }])]],
  ])('and not from %s', (_name, body) => {
    expect(problemsOf({ body }, bar).join()).toContain('part/bar /body/0/body/0');
  });
});

describe('U8: widgets in a slot of such a part', () => {
  it('may be fields: they belong to the same form', () => {
    const options = part({ slots: { extra: {} }, body: [field('street'), { type: 'slot', slot: 'extra' }] });
    const filled = use({ slots: { extra: [field('city')] } });
    expect(problemsOf({ body: [form([filled], notice('${form.contact.city}'))] }, options)).toEqual([
      'value/absent /body/0/on/submit/0/text',
    ]);
    expect(problemsOf({ body: [form([filled])] }, options)).toEqual([]);
    const grouped = part({
      slots: { extra: {} },
      body: [
        field('street'),
        { type: 'group', name: 'g', body: [field('a'), { type: 'slot', slot: 'extra' }] },
      ],
    });
    expect(problemsOf({ body: [form([filled])] }, grouped)).toContain(
      'slot/field /body/0/body/0/slots/extra/0/name',
    );
  });
});
