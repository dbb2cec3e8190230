import { describe, expect, it } from 'vitest';
import { button, compileLibrary, get, type LibraryOptions, planOf, problemsOf } from '../testing.ts';

type Json = { readonly [name: string]: unknown };

const EXTRA = { type: 'slot', slot: 'extra' };

const part = (more: Json = {}): LibraryOptions => ({
  parts: { card: { slots: { extra: {} }, body: [EXTRA], ...more } },
});

const filled = (nodes: unknown, more: Json = {}): Json => ({
  type: 'part',
  part: 'card',
  id: 'one',
  slots: { extra: nodes },
  ...more,
});

const field = (name: string): Json => ({
  type: 'text-field',
  name,
  label: 'Name',
  rules: [{ rule: 'required', message: 'Enter a name' }],
});

const form = (body: readonly unknown[], submit: readonly unknown[] = []): Json => ({
  type: 'form',
  id: 'contact',
  body,
  on: { submit },
});

describe('U1: a part shows the widgets of its use where it has a slot', () => {
  const options = part({
    params: { book: { like: 'shelf#books[]', required: true } },
    body: [
      { type: 'section', id: 'box', body: [{ type: 'text', text: '${params.book.title}' }, EXTRA] },
      { type: 'text', id: 'end', text: 'End' },
    ],
  });
  const use = filled([{ type: 'text', id: 'mine', text: '${data.shelf.name}' }], {
    with: { book: '${data.shelf.first}' },
    visibleWhen: 'has(data.shelf.first)',
  });
  const plan = planOf({ body: [use] }, options);

  it('with the names of the use, and those of the part prefixed', () => {
    const [box] = plan.body;
    expect(plan.body.map(({ id }) => id)).toEqual(['one/box', 'one/end']);
    expect(box?.slots?.['body']?.map(({ id, props }) => [id, props?.['text']])).toEqual([
      ['one/box-body-0', expect.anything()],
      ['mine', get('data.shelf.name')],
    ]);
  });

  it('without a node of its own: each node has the condition of the use', () => {
    expect(plan.body.map(({ visible }) => visible)).toEqual([
      ['has', get('data.shelf.first')],
      ['has', get('data.shelf.first')],
    ]);
  });

  it('and the plan keeps its number', () => {
    expect(plan.grammar).toBe(1);
  });

  it('or its own widgets, if the use fills nothing', () => {
    const own = part({ body: [{ ...EXTRA, body: [{ type: 'text', id: 'none', text: 'Nothing here' }] }] });
    const bare = planOf({ body: [{ type: 'part', part: 'card', id: 'one' }] }, own);
    expect(bare.body[0]?.slots?.['body']?.map(({ id }) => id)).toEqual(['one/none']);
    expect(planOf({ body: [filled([])] }, own).body).toEqual([]);
  });

  it('under both conditions: of the slot and of the widget', () => {
    const shown = part({
      state: { open: { type: 'boolean', initial: true } },
      body: [
        button([{ do: 'set', target: 'state.open', value: false }]),
        { ...EXTRA, visibleWhen: 'state.open' },
      ],
    });
    const inner = { type: 'text', id: 'mine', text: 'A', visibleWhen: 'device.online' };
    expect(planOf({ body: [filled([inner])] }, shown).body.find(({ id }) => id === 'mine')?.visible).toEqual([
      '&&',
      get('state.one/open'),
      get('device.online'),
    ]);
  });

  it('also through another part', () => {
    const parts = {
      card: {
        slots: { extra: {} },
        body: [{ type: 'part', part: 'box', id: 'in', slots: { inner: [EXTRA] } }],
      },
      box: {
        slots: { inner: {} },
        body: [{ type: 'section', id: 's', body: [{ type: 'slot', slot: 'inner' }] }],
      },
    };
    const { body } = planOf({ body: [filled([{ type: 'text', id: 'mine', text: 'A' }])] }, { parts });
    expect(body.map(({ id, slots }) => [id, slots?.['body']?.map((node) => node.id)])).toEqual([
      ['one/in/s', ['mine']],
    ]);
  });

  it('in an overlay', () => {
    const opens = part({
      body: [button([{ do: 'open', overlay: 'more' }])],
      overlays: { more: { type: 'dialog', title: 'More', body: [EXTRA] } },
    });
    const { overlays } = planOf({ body: [filled([{ type: 'text', id: 'mine', text: 'A' }])] }, opens);
    expect(overlays['one/more']?.slots?.['body']?.map(({ id }) => id)).toEqual(['mine']);
  });

  it('keeps their origin in the document of the use', () => {
    expect(compileLibrary({ body: [use] }, options).screens['shelf']?.origins['mine']).toEqual({
      file: 'screens/shelf.screen.json',
      pointer: '/body/0/slots/extra/0',
    });
  });
});

describe('U2: what is in a slot is checked where it is shown', () => {
  const problems = (body: readonly unknown[], options: LibraryOptions = part()) =>
    problemsOf({ body }, options);

  it('refuses a slot that the part does not have', () => {
    expect(problems([{ ...filled([]), slots: { other: [] } }])).toEqual(['slot/unknown /body/0/slots/other']);
    expect(problems([filled([])], part({ slots: { extra: {}, b: {} } }))).toEqual([
      'slot/not-placed screens/parts/card.part.json#/slots/b',
    ]);
    expect(problems([filled([])], part({ body: [EXTRA, { type: 'slot', slot: 'b' }] }))).toEqual([
      'slot/unknown screens/parts/card.part.json#/body/1/slot',
    ]);
  });

  it('refuses the names of the part', () => {
    const options = part({
      params: { word: { type: 'string', default: 'A' } },
      body: [EXTRA, { type: 'text', text: '${params.word}' }],
    });
    expect(problems([filled([{ type: 'text', text: '${params.word}' }])], options)).toEqual([
      'expression/unknown-member /body/0/slots/extra/0/text',
    ]);
  });

  it('refuses a slot outside a part, twice, and repeated', () => {
    expect(problems([EXTRA])).toEqual(['slot/place /body/0/type']);
    expect(problems([filled([])], part({ body: [EXTRA, EXTRA] }))).toEqual([
      'slot/place screens/parts/card.part.json#/body/1/slot',
    ]);
    const each = { type: 'section', each: "['a']", as: 'one', body: [EXTRA] };
    expect(problems([filled([])], part({ body: [each] }))).toEqual([
      'slot/place screens/parts/card.part.json#/body/0/body/0/slot',
    ]);
  });

  it('refuses to fill a slot of a repeated use', () => {
    expect(problems([filled([], { each: "['a']", as: 'word' })])).toEqual(['slot/place /body/0/slots']);
  });

  it('refuses fields and forms in a slot inside a form of the part', () => {
    const options = part({ body: [{ type: 'form', id: 'own', body: [EXTRA] }] });
    expect(problems([filled([field('name')])], options)).toContain('slot/field /body/0/slots/extra/0/name');
    expect(problems([filled([form([])])], options)).toContain('form/nested /body/0/slots/extra/0/type');
  });

  it('takes fields of the form around the use, whose presence nothing proves', () => {
    const notice = (text: string) => [{ do: 'notice', text }];
    const body = (text: string) => [form([filled([field('name')])], notice(text))];
    expect(problems(body('${form.contact.name}'))).toEqual(['value/absent /body/0/on/submit/0/text']);
    expect(problems([form([field('name')], notice('${form.contact.name}'))])).toEqual([]);
  });

  it('demands grammar 5', () => {
    expect(problemsOf({ grammar: 4, body: [filled([])] }, part())).toEqual([
      'document/later-grammar /body/0/slots',
    ]);
    expect(problems([{ type: 'part', part: 'card', id: 'one' }], part({ grammar: 4 }))).toContain(
      'document/later-grammar screens/parts/card.part.json#/slots',
    );
  });
});

describe('U3: a part adds to the bar of the screen', () => {
  const bar = [button([{ do: 'set', target: 'state.open', value: true }], { id: 'go' })];
  const withBar = {
    parts: {
      card: {
        slots: { extra: {} },
        state: { open: { type: 'boolean', initial: false } },
        body: [{ type: 'text', text: 'A', visibleWhen: 'state.open' }, EXTRA],
        bar,
      },
    },
  };
  const use = { type: 'part', part: 'card', id: 'one' };

  it('after its own', () => {
    const plan = planOf({ body: [use], bar: [button([{ do: 'back' }], { id: 'own' })] }, withBar);
    expect(plan.bar.map(({ id }) => id)).toEqual(['own', 'one/go']);
    expect(plan.bar[1]?.on?.['tap']).toEqual([
      { do: 'set', props: { target: ['get', 'state', 'one/open'], value: true } },
    ]);
    expect(plan.grammar).toBe(1);
  });

  it('also through another part, and with what a use puts into a slot of the bar', () => {
    const parts = {
      outer: { body: [{ type: 'part', part: 'card', id: 'in', slots: { extra: [] } }] },
      card: { slots: { extra: {} }, bar: [...bar, EXTRA], state: withBar.parts.card.state },
    };
    expect(planOf({ body: [{ ...use, part: 'outer' }] }, { parts }).bar.map(({ id }) => id)).toEqual([
      'one/in/go',
    ]);
    const mine = { extra: [{ type: 'text', id: 'mine', text: 'A' }] };
    expect(planOf({ body: [{ ...use, slots: mine }] }, { parts }).bar.map(({ id }) => id)).toEqual([
      'one/go',
      'mine',
    ]);
  });

  it.each([
    ['twice', [use, { ...use, id: 'two' }], '/body/1/part'],
    ['in another node', [{ type: 'section', body: [use] }], '/body/0/body/0/part'],
    ['under a condition', [{ ...use, visibleWhen: 'device.online' }], '/body/0/part'],
    ['repeated', [{ ...use, each: "['a']", as: 'word' }], '/body/0/part'],
    ['in a form', [form([use])], '/body/0/body/0/part'],
  ])('and is not used %s', (_name, body, pointer) => {
    expect(problemsOf({ body }, withBar)).toContain(`part/bar ${pointer}`);
  });
});
