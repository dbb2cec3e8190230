import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createForms } from '../forms/edit-forms.ts';
import type { Expression, Value } from '../plan/expression.ts';
import type { AllowPlan, NodePlan } from '../plan/plan.ts';
import { allNodes, fakeWorld, get, makePlan, node, open } from './testing.ts';

/* Lists of fields as a broken or hostile service may send them, twice in a row. */

interface Item {
  readonly code: string;
  readonly kind: string;
  readonly section: string;
  readonly value: string;
  /** Hidden while the field with this name has a value. */
  readonly hiddenBy: string;
  readonly options: readonly string[];
}

const ALLOW: AllowPlan = {
  kinds: ['text-field', 'choice'],
  name: '[A-Za-z][A-Za-z0-9_]{0,39}',
  not: ['kept'],
  count: 2000,
  options: 50,
  refused: 'skip',
};
const SECTIONS = ['a', 'b'];

const held: Expression = ['or', ['at', get('form.f.items'), get('item.hiddenBy')], ''];
const variant = (type: string): NodePlan => ({
  id: 'field',
  type,
  props: { label: get('item.code') },
  visible: ['==', held, ''],
  ...(type === 'choice'
    ? {
        lists: {
          options: [
            {
              each: { list: get('item.options'), as: 'option' },
              props: { value: get('option'), text: get('option') },
            },
          ],
        },
      }
    : {}),
  reads: ['form.f.items', 'item.code', 'item.hiddenBy', 'item.options'],
});

function openList(items: readonly Item[], refused: AllowPlan['refused'] = 'skip') {
  const world = fakeWorld();
  const place = (id: string, section?: string) =>
    node('field-list', id, section === undefined ? {} : { props: { section } });
  const fields: NodePlan = {
    ...node('fields', 'fields', {
      props: { name: 'items' },
      slots: {
        sections: [
          ...SECTIONS.map((key) =>
            node('section', key, { props: { title: key }, slots: { body: [place(`${key}-list`, key)] } }),
          ),
          place('rest-list'),
        ],
      },
    }),
    supply: {
      allow: { ...ALLOW, refused },
      elements: [
        {
          each: { list: get('state.items'), as: 'item' },
          kind: get('item.kind'),
          name: get('item.code'),
          section: get('item.section'),
          initial: get('item.value'),
          nodes: { 'text-field': variant('text-field'), choice: variant('choice') },
        },
      ],
    },
    reads: ['state.items'],
  };
  const screen = open(
    world,
    makePlan({
      state: {
        items: { shape: { type: 'list', items: { type: 'text' } }, initial: items as unknown as Value },
      },
      body: [node('form', 'f', { slots: { body: [fields] } })],
    }),
    { createForms },
  );
  return {
    world,
    screen,
    names: () =>
      [...allNodes(screen.body)].flatMap(({ plan, instance }) =>
        plan.id === 'field' ? [/\[(.*)\]$/.exec(instance)?.[1] ?? ''] : [],
      ),
    values: () => screen.engine.forms.read(['form', 'f', 'items']) as { readonly [name: string]: string },
    supply: (fresh: readonly Item[]) =>
      screen.engine.store.change((draft) => {
        draft.state['items'] = fresh as unknown as Value;
      }),
  };
}

/** The allowed fields of a list, in order, computed from the rules of the language. */
function admit(items: readonly Item[]): readonly Item[] {
  const known = new Set<string>();
  const admitted = items.filter(({ code, kind, options }, index) => {
    const isFine =
      index < ALLOW.count &&
      ALLOW.kinds.includes(kind) &&
      /^[A-Za-z][A-Za-z0-9_]{0,39}$/.test(code) &&
      !['kept', '__proto__', 'constructor', 'prototype'].includes(code) &&
      !known.has(code) &&
      (kind !== 'choice' || options.length <= ALLOW.options);
    if (isFine) known.add(code);
    return isFine;
  });
  const of = (section: string | undefined) =>
    admitted.filter((item) => (SECTIONS.includes(item.section) ? item.section : undefined) === section);
  return [...SECTIONS, undefined].flatMap(of);
}

const HOSTILE = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'kept',
  '',
  '<img src=x onerror=alert(1)>',
  '${form.f.items}',
  'x'.repeat(20_000),
  'a b',
  'items.a',
  '\u0000',
  '0',
];
const name = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('a', 'b', 'c', 'd', 'e') },
  fc.constantFrom(...HOSTILE),
);
const item: fc.Arbitrary<Item> = fc.record({
  code: name,
  kind: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('text-field', 'choice') },
    fc.constantFrom('script', '__proto__', 'photos', ''),
  ),
  section: fc.constantFrom('a', 'b', '', '__proto__', 'nowhere'),
  value: fc.constantFrom('', 'a', '<b>', '__proto__', 'x'.repeat(10_000)),
  hiddenBy: name,
  options: fc.constantFrom(
    [],
    ['a', 'a'],
    ['__proto__', '<b>'],
    Array.from({ length: 51 }, () => 'a'),
  ),
});
const lists = fc.array(item, { maxLength: 12 });

describe('server-chosen fields with hostile replies', () => {
  it('creates the fields that the policy allows, in their order, also after another list', () => {
    fc.assert(
      fc.property(lists, lists, (first, second) => {
        const { names, values, supply, screen, world } = openList(first);
        for (const list of [first, second]) {
          if (list === second) supply(second);
          const admitted = admit(list);
          expect(names()).toEqual(admitted.map(({ code }) => code));
          expect(Object.keys(values()).every((code) => admitted.some((one) => one.code === code))).toBe(true);
          expect(Object.getPrototypeOf(values())).toBeNull();
        }
        const told = JSON.stringify(world.faults);
        for (const secret of ['onerror', 'xxxx', '<b>']) expect(told).not.toContain(secret);
        expect(Object.keys(Object.prototype)).toEqual([]);
        screen.close();
      }),
      { numRuns: 60, seed: 7 },
    );
  });

  it('with `block` one refused field removes all, and the next valid list restores them', () => {
    fc.assert(
      fc.property(lists, (list) => {
        const { names, supply } = openList(list, 'block');
        const isWhole = admit(list).length === list.length;
        expect(names()).toEqual(isWhole ? admit(list).map(({ code }) => code) : []);
        const good = [{ ...GOOD, code: 'fine' }];
        supply(good);
        expect(names()).toEqual(['fine']);
      }),
      { numRuns: 30, seed: 7 },
    );
  });

  it('fields that hide each other reach a stable state: hidden values still feed conditions', () => {
    const { screen, supply, names } = openList([
      { ...GOOD, code: 'a', hiddenBy: 'b' },
      { ...GOOD, code: 'b', hiddenBy: 'a' },
      { ...GOOD, code: 'c', hiddenBy: 'c' },
    ]);
    const visible = () =>
      [...allNodes(screen.body)]
        .filter((live) => live.plan.id === 'field' && live.snapshot().visible)
        .map(({ instance }) => instance);
    expect(visible()).toHaveLength(3);
    screen.engine.forms.write('f', 'items.a', 'x');
    screen.engine.forms.write('f', 'items.c', 'x');
    expect(visible()).toEqual(['field[a]']);
    screen.engine.forms.write('f', 'items.b', 'x');
    expect(visible()).toEqual([]);
    supply([{ ...GOOD, code: 'b', hiddenBy: 'a' }]);
    expect([names(), visible()]).toEqual([['b'], ['field[b]']]);
  });

  it('allows the first 2,000 of thousands', () => {
    const { names } = openList(Array.from({ length: 3000 }, (_, at) => ({ ...GOOD, code: `f${at}` })));
    expect(names()).toHaveLength(2000);
    expect(names().at(-1)).toBe('f1999');
  });
});

const GOOD: Item = { code: 'a', kind: 'text-field', section: 'a', value: '', hiddenBy: '', options: [] };
