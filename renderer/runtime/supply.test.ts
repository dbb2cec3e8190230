import { describe, expect, it } from 'vitest';
import { createForms } from '../forms/edit-forms.ts';
import type { Expression, Value } from '../plan/expression.ts';
import type { AllowPlan, NodePlan, SuppliedPlan } from '../plan/plan.ts';
import type { LiveNode } from './live.ts';
import { allNodes, fakeWorld, get, makePlan, node, open, settle } from './testing.ts';

interface Item {
  readonly code: string;
  readonly kind?: string;
  readonly section?: string;
  readonly title?: string;
  readonly value?: string;
  readonly options?: readonly string[];
}

const ALLOW: AllowPlan = {
  kinds: ['text-field', 'choice'],
  name: '[A-Za-z.]+',
  not: ['kept'],
  count: 4,
  options: 3,
  refused: 'block',
};

const VISIBLE: Expression = ['!=', ['or', ['at', get('form.review.answers'), 'hides'], ''], get('item.code')];

function variant(type: string): NodePlan {
  const choice =
    type === 'choice' || type === 'choices'
      ? {
          options: [
            {
              each: { list: get('item.options'), as: 'option', key: get('option') },
              props: { value: get('option'), text: get('option') },
            },
          ],
        }
      : {};
  return {
    id: 'field',
    type,
    props: { label: get('item.title') },
    lists: { rules: [{ props: { rule: 'required', message: 'Enter it' } }], ...choice },
    visible: VISIBLE,
    reads: ['form.review.answers.hides', 'item.code', 'item.options', 'item.title'],
  };
}

const MAPPED: SuppliedPlan = {
  each: { list: get('state.items'), as: 'item', placeholders: 2 },
  kind: ['or', get('item.kind'), 'text-field'],
  name: get('item.code'),
  section: ['or', get('item.section'), 'book'],
  initial: get('item.value'),
  nodes: Object.fromEntries(
    ['text-field', 'choice', 'choices', 'number-field', 'check', 'rating'].map((type) => [
      type,
      variant(type),
    ]),
  ),
};

function openFields(items: readonly Item[], allow: Partial<AllowPlan> = {}, list = 'state.items') {
  const place = (id: string, section?: string): NodePlan => ({
    ...node('field-list', id, section === undefined ? {} : { props: { section } }),
  });
  const section = (key: string) =>
    node('section', key, {
      props: { look: 'plain', title: key },
      slots: { body: [place(`${key}-list`, key)] },
    });
  const computed: string[] = [];
  const world = fakeWorld();
  const fields: NodePlan = {
    ...node('fields', 'fields', {
      props: { name: 'answers' },
      slots: { sections: [section('book'), section('reader'), place('rest-list')] },
    }),
    supply: {
      allow: { ...ALLOW, ...allow },
      elements: [{ ...MAPPED, each: { list: get(list), as: 'item', placeholders: 2 } }],
    },
    reads: [list],
  };
  const plan = makePlan({
    state: {
      items: { shape: { type: 'list', items: { type: 'text' } }, initial: items as unknown as Value },
    },
    data: list.startsWith('data.') ? { shelf: { endpoint: 'shelf', with: {}, reads: [] } } : {},
    body: [node('form', 'review', { slots: { body: [fields] } })],
  });
  const screen = open(
    world,
    plan,
    { createForms },
    { onComputed: (instance) => void computed.push(instance) },
  );
  const nodes = () => [...allNodes(screen.body)];
  const find = (id: string) => nodes().find(({ instance }) => instance === id) as LiveNode;
  return {
    screen,
    world,
    computed,
    find,
    names: () => nodes().flatMap(({ instance }) => /^field\[(.*)\]$/.exec(instance)?.[1] ?? []),
    map: () => screen.engine.forms.read(['form', 'review', 'answers']),
    write: (name: string, value: Value) => screen.write(find(`field[${name.replaceAll('.', '%2e')}]`), value),
    supply: (fresh: readonly Item[]) =>
      screen.engine.store.change((draft) => {
        draft.state['items'] = fresh as unknown as Value;
      }),
    submit: () => screen.engine.forms.submit('review'),
  };
}

describe('server-chosen fields: each is a node of its kind', () => {
  it('is in its section, with its initial value; fields with an unknown section come last', () => {
    const { names, map, find } = openFields([
      { code: 'words', value: 'Good' },
      { code: 'branch', kind: 'choice', section: 'reader', options: ['n', 's'], value: 's' },
      { code: 'other', section: 'elsewhere' },
    ]);
    expect(names()).toEqual(['words', 'branch', 'other']);
    expect(find('field[branch]').plan.type).toBe('choice');
    expect(map()).toEqual({ words: 'Good', branch: 's' });
    expect(find('field[words]').snapshot()).toMatchObject({ value: 'Good', isRequired: true });
  });

  it('does not render a heading without a visible field', () => {
    const { find, write } = openFields([
      { code: 'hides', section: 'book' },
      { code: 'words', section: 'reader' },
    ]);
    expect(find('reader').snapshot().filled).toBe(true);
    write('hides', 'words');
    expect(find('reader').snapshot().filled).toBe(false);
    expect(find('book').snapshot().filled).toBe(true);
  });

  it('shows placeholders in the first section while the list loads, whatever their condition is', () => {
    const { names, map, find } = openFields([], {}, 'data.shelf');
    expect(names()).toEqual(['~0', '~1']);
    expect(find('field[~0]').snapshot().visible).toBe(true);
    expect(map()).toEqual({});
  });
});

describe('a keystroke computes only its field and its readers', () => {
  const items = [{ code: 'hides' }, { code: 'a' }, { code: 'b' }];

  it('a field without readers: only itself', () => {
    const { computed, write } = openFields(items);
    computed.length = 0;
    write('a', 'x');
    expect(computed).toEqual(['field[a]']);
  });

  it('a field with readers: its readers too, and only changed nodes are notified', () => {
    const { computed, write, find } = openFields(items);
    let told = 0;
    for (const name of ['a', 'b']) find(`field[${name}]`).subscribe(() => void (told += 1));
    computed.length = 0;
    write('hides', 'b');
    expect(new Set(computed)).toEqual(new Set(['field[hides]', 'field[a]', 'field[b]']));
    expect(told).toBe(1);
  });

  it('a changed item: only its own field', () => {
    const { computed, supply, find } = openFields(items);
    computed.length = 0;
    supply([items[0] ?? { code: '' }, { code: 'a', title: 'Another' }, items[2] ?? { code: '' }]);
    expect(computed.filter((instance) => instance.startsWith('field['))).toEqual(['field[a]']);
    expect(find('field[a]').snapshot().props['label']).toBe('Another');
  });
});

describe('allow: validated before anything is rendered, and reported', () => {
  const refused: readonly (readonly [string, readonly Item[]])[] = [
    ['kind', [{ code: 'a', kind: 'frame' }]],
    ['name', [{ code: 'kept' }]],
    ['name', [{ code: 'not a name' }]],
    ['name', [{ code: '__proto__' }]],
    ['repeated name', [{ code: 'a' }, { code: 'a' }]],
    ['count', ['a', 'b', 'c', 'd', 'e'].map((code) => ({ code }))],
    ['options', [{ code: 'a', kind: 'choice', options: ['1', '2', '3', '4'] }]],
    ['not computable', [{} as Item]],
  ];
  for (const [reason, items] of refused) {
    it(`a list refused for ${reason} blocks the whole form, which is not sent`, async () => {
      const { names, world, find, submit } = openFields([{ code: 'fine' }, ...items], { count: 4 });
      expect(names()).toEqual([]);
      expect(find('fields').snapshot().props['blocked']).toBe(true);
      expect(world.faults.filter(({ code }) => code === 'fields/refused')).toHaveLength(1);
      expect(world.faults.at(-1)?.detail).toContain(reason);
      expect(await submit()).toMatchObject({ kind: 'refused' });
    });

    it(`a list refused for ${reason} loses only the refused field, if the policy skips it`, async () => {
      const { names, submit, write } = openFields([{ code: 'fine' }, ...items], { refused: 'skip' });
      expect(names()).toContain('fine');
      expect(names().length).toBeLessThan(1 + items.length);
      for (const name of names()) write(name, '1');
      expect(await submit()).toBeUndefined();
    });
  }

  it('allows N fields, not N+1', () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => ({ code: 'abcdef'[at] ?? '' }));
    expect(openFields(many(4)).names()).toHaveLength(4);
    expect(openFields(many(5)).names()).toHaveLength(0);
  });

  it('a report does not contain the values of a field', () => {
    const { world } = openFields([{ code: 'secret name', value: 'secret' }]);
    expect(JSON.stringify(world.faults)).not.toContain('secret');
  });
});

describe('when the list is read again', () => {
  it('edited fields keep their values, the other fields take the new values', () => {
    const { supply, map, write } = openFields([
      { code: 'a', value: '1' },
      { code: 'b', value: '2' },
    ]);
    write('a', '9');
    supply([
      { code: 'a', value: '5' },
      { code: 'b', value: '6' },
    ]);
    expect(map()).toEqual({ a: '9', b: '6' });
  });

  it('a removed field has no value, and starts empty if it comes back', () => {
    const { supply, map, write } = openFields([
      { code: 'a', value: '1' },
      { code: 'b', value: '2' },
    ]);
    write('b', '9');
    supply([{ code: 'a', value: '1' }]);
    expect(map()).toEqual({ a: '1' });
    supply([
      { code: 'a', value: '1' },
      { code: 'b', value: '2' },
    ]);
    expect(map()).toEqual({ a: '1', b: '2' });
  });

  it('a choice keeps its value while an option has it, else it is empty', () => {
    const branch = (options: readonly string[]) => [{ code: 'a', kind: 'choice', options }];
    const { supply, map, write } = openFields(branch(['n', 's']));
    write('a', 's');
    supply(branch(['s', 't']));
    expect(map()).toEqual({ a: 's' });
    supply(branch(['t']));
    expect(map()).toEqual({});
  });

  it('a field of another kind is a new node, with its own value', () => {
    const { supply, find, map } = openFields([{ code: 'a', value: 'n' }]);
    supply([{ code: 'a', kind: 'choice', options: ['n'], value: 'n' }]);
    expect(find('field[a]').plan.type).toBe('choice');
    expect(map()).toEqual({ a: 'n' });
  });
});

describe('sending', () => {
  it('a form with loading fields is refused, and nothing is sent', async () => {
    const { submit } = openFields([], {}, 'data.shelf');
    expect(await submit()).toEqual({ kind: 'refused', code: 'form/incomplete' });
  });

  it('the first invalid field gives the error, all invalid fields are shown in order, and a hidden field has no rules', async () => {
    const { submit, find, write, screen } = openFields([{ code: 'hides' }, { code: 'a' }, { code: 'b' }]);
    write('hides', 'a');
    expect(await submit()).toMatchObject({ kind: 'invalid', pointer: 'answers.b', message: 'Enter it' });
    expect(find('review').snapshot().problems?.found).toEqual([
      { name: 'answers.b', instance: 'field[b]', message: 'Enter it', by: 'rules' },
    ]);
    write('b', '1');
    expect(find('field[b]').snapshot().problem).toBeUndefined();
    expect(await submit()).toBeUndefined();
    expect(find('review').snapshot().problems).toBeUndefined();
    expect(screen.engine.forms.news('review').problems).toBeUndefined();
  });

  it('hidden values are not sent, and still feed conditions', async () => {
    const { submit, write, map, screen } = openFields([{ code: 'hides' }, { code: 'a', value: '1' }]);
    const sent = () => screen.engine.forms.readSent(['form', 'review', 'answers']);
    write('hides', 'a');
    expect(await submit()).toBeUndefined();
    expect(sent()).toEqual({ hides: 'a' });
    expect(map()).toEqual({ hides: 'a', a: '1' });
    write('hides', 'x');
    expect(await submit()).toBeUndefined();
    expect(sent()).toEqual({ hides: 'x', a: '1' });
  });

  it('the service’s problems are shown at fields of the same name', () => {
    const { screen, find } = openFields([{ code: 'a' }, { code: 'b' }]);
    screen.engine.forms.blame({ b: 'Not known', unknown: 'x', __proto__: 'y' }, [
      { form: 'review', run: undefined },
    ]);
    expect(find('field[b]').snapshot().problem).toBe('Not known');
    expect(
      find('review')
        .snapshot()
        .problems?.found.map(({ message }) => message),
    ).toEqual(['Not known', 'x']);
  });

  it('a name may contain dots', () => {
    const { write, map } = openFields([{ code: 'a.b' }, { code: 'a' }]);
    write('a.b', '1');
    write('a', '2');
    expect(map()).toEqual({ 'a.b': '1', a: '2' });
  });
});

describe('Back closes a surface that a widget opened before anything else', () => {
  it('the surface that opened last closes first; afterwards the screen handles Back', async () => {
    const { screen } = openFields([]);
    await settle();
    const closed: string[] = [];
    const first = screen.cover(() => closed.push('first'));
    const second = screen.cover(() => closed.push('second'));
    expect(screen.surface.snapshot().isCovered).toBe(true);
    expect(screen.handleBack()).toBe(true);
    second();
    expect(screen.handleBack()).toBe(true);
    first();
    expect(closed).toEqual(['second', 'first']);
    expect(screen.surface.snapshot().isCovered).toBe(false);
    expect(screen.handleBack()).toBe(false);
  });
});

describe('S18: every kind is one entry of a map of Text', () => {
  const KINDS = { kinds: ['number-field', 'choices', 'check', 'rating'] };

  it('is read as initial value and sent in the same form', async () => {
    const { find, map, write, submit, screen } = openFields(
      [
        { code: 'n', kind: 'number-field', value: '12.5' },
        { code: 'm', kind: 'choices', value: 'b', options: ['a', 'b', 'c'] },
        { code: 't', kind: 'check', value: 'true' },
        { code: 'r', kind: 'rating', value: '4' },
      ],
      KINDS,
    );
    expect(['n', 'm', 't', 'r'].map((name) => find(`field[${name}]`).snapshot().value)).toEqual([
      12.5,
      ['b'],
      true,
      4,
    ]);
    expect(map()).toEqual({ n: '12.5', m: 'b', t: 'true', r: '4' });
    write('n', -3);
    write('m', ['a', 'c']);
    expect(await submit()).toBeUndefined();
    expect(screen.engine.forms.readSent(['form', 'review', 'answers'])).toEqual({
      n: '-3',
      m: 'a,c',
      t: 'true',
      r: '4',
    });
    expect(screen.engine.forms.read(['form', 'review', 'answers', 'n'])).toBe('-3');
  });

  it('a text of another kind is no initial value', () => {
    const { map } = openFields([{ code: 'n', kind: 'number-field', value: 'many' }], KINDS);
    expect(map()).toEqual({});
  });

  it('options with a comma and too many options are refused', () => {
    const choices = (options: readonly string[]) =>
      openFields([{ code: 'm', kind: 'choices', options }], { ...KINDS, refused: 'skip' }).names();
    expect(choices(['a', 'b'])).toEqual(['m']);
    expect(choices(['a', 'b,c'])).toEqual([]);
    expect(choices(['a', 'b', 'c', 'd'])).toEqual([]);
  });

  it('a kind that the policy does not name is refused', () => {
    expect(openFields([{ code: 'n', kind: 'number-field' }], { refused: 'skip' }).names()).toEqual([]);
  });
});
