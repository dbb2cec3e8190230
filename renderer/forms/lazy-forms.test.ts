import { afterEach, describe, expect, it, vi } from 'vitest';
import type { LiveNode } from '../live/live.ts';
import type { NodePlan } from '../plan/plan.ts';
import { endpoint, get, list, makePlan, node, record, TEXT } from '../live/testing.ts';

/* Each test is a page of its own: what one has fetched the next has not. */

async function page() {
  vi.resetModules();
  let come = () => {};
  const held = new Promise<void>((done) => {
    come = done;
  });
  const code = { come, isLost: false };
  vi.doMock('./forms.ts', async (importOriginal) => {
    await held;
    const original = await importOriginal<typeof import('./forms.ts')>();
    return {
      get createForms() {
        if (code.isLost) throw new Error('The chunk is gone.');
        return original.createForms;
      },
    };
  });
  const testing = await import('../live/testing.ts');
  const { createLazyForms } = await import('./lazy-forms.ts');
  const { actions } = await import('../actions/index.ts');
  const world = testing.fakeWorld();
  const live = testing.open(world, PLAN, { actions, createForms: createLazyForms });
  const nodes = (): LiveNode[] => [...testing.allNodes([...live.body, ...live.bar])];
  const find = (instance: string) => nodes().find((found) => found.instance === instance);
  return {
    world,
    live,
    code,
    names: () => nodes().flatMap(({ instance }) => /^field\[(.*)\]$/.exec(instance)?.[1] ?? []),
    snapshot: (instance: string) => find(instance)?.snapshot(),
    tap() {
      const send = find('send');
      if (send !== undefined) live.emit(send, 'tap');
    },
  };
}

const FIELD: NodePlan = {
  ...node('text-field', 'field', {
    lists: { rules: [{ props: { rule: 'required', message: 'Enter it' } }] },
  }),
  props: { label: get('item.code') },
  reads: ['item.code'],
};

const FIELDS: NodePlan = {
  ...node('fields', 'fields', {
    props: { name: 'answers' },
    slots: { sections: [node('field-list', 'rest-list')] },
  }),
  reads: ['data.shelf'],
  supply: {
    allow: { kinds: ['text-field'], name: '[a-z]+', not: ['kept'], count: 9, options: 9, refused: 'block' },
    elements: [
      {
        each: { list: get('data.shelf.items'), as: 'item', placeholders: 2 },
        kind: 'text-field',
        name: get('item.code'),
        initial: get('item.value'),
        nodes: { 'text-field': FIELD },
      },
    ],
  },
};

const PLAN = makePlan({
  data: { shelf: { endpoint: 'shelf', with: {}, reads: [] } },
  endpoints: { shelf: endpoint('shelf', { items: list(record({ code: TEXT, value: TEXT })) }) },
  body: [
    node('section', 'around', {
      slots: { body: [node('form', 'review', { slots: { body: [FIELDS] } })] },
    }),
  ],
  bar: [node('button', 'send', { on: { tap: [{ do: 'submit', props: { form: 'review' } }] } })],
});

function itemsOf(...codes: readonly string[]) {
  return { items: codes.map((code) => ({ code, value: 'as it was' })) };
}

afterEach(() => {
  vi.doUnmock('./forms.ts');
  vi.resetModules();
});

describe('fields of a server’s choosing come with the code of forms', () => {
  it('their data is asked for before, their form counts as drawn, and they are all there with it', async () => {
    const { world, code, names, snapshot } = await page();
    expect(world.calls.map(({ url }) => url)).toEqual([expect.stringContaining('/api/shelf')]);
    expect(snapshot('around')?.filled).toBe(true);
    await world.calls[0]?.reply(itemsOf('a', 'b'));
    expect(names()).toEqual([]);
    expect(snapshot('around')?.filled).toBe(true);
    code.come();
    await expect.poll(() => names()).toEqual(['a', 'b']);
    expect(snapshot('field[a]')).toMatchObject({ value: 'as it was', isRequired: true });
    expect(snapshot('around')?.filled).toBe(true);
  });

  it('while they are read they have their places, as ever', async () => {
    const { code, names } = await page();
    code.come();
    await expect.poll(() => names()).toEqual(['~0', '~1']);
  });

  it('a form of which the policy refused one is blocked, and what sends it is gone', async () => {
    const { world, code, names, snapshot } = await page();
    await world.calls[0]?.reply(itemsOf('a', 'kept'));
    expect(snapshot('send')?.visible).toBe(true);
    code.come();
    await expect.poll(() => snapshot('fields')?.props['blocked']).toBe(true);
    expect(names()).toEqual([]);
    expect(snapshot('send')?.visible).toBe(false);
    expect(world.faults.map(({ code: fault }) => fault)).toEqual(['fields/refused']);
  });

  it('where it cannot be fetched that is reported, and a tap that sends the form asks for it again', async () => {
    const { world, code, names, snapshot, tap } = await page();
    await world.calls[0]?.reply(itemsOf('a'));
    code.isLost = true;
    code.come();
    await expect.poll(() => world.faults.map(({ code: fault }) => fault)).toEqual(['form/unavailable']);
    expect(names()).toEqual([]);
    code.isLost = false;
    tap();
    await expect.poll(() => names()).toEqual(['a']);
    expect(snapshot('field[a]')?.value).toBe('as it was');
  });
});
