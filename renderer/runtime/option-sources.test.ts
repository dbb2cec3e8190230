import { describe, expect, it } from 'vitest';
import { createForms } from '../forms/edit-forms.ts';
import { PENDING, type Value } from '../plan/expression.ts';
import type { NodePlan, ResourcePlan } from '../plan/plan.ts';
import type { LiveNode } from './live.ts';
import { endpoint, fakeWorld, get, list, makePlan, node, open, record, settle, TEXT } from './testing.ts';

const cities = (names: readonly string[]) => ({ items: names.map((name) => ({ name })) });

/** A province, and a service's cities for it. */
async function playCities(rest: Partial<NodePlan> = {}, resource: Partial<ResourcePlan> = {}) {
  const world = fakeWorld();
  const options = [
    {
      each: { list: ['or', get('data.cities.items'), ['list']] as const, as: 'city', key: get('city.name') },
      props: { value: get('city.name'), text: get('city.name') },
    },
  ];
  const form = node('form', 'home', {
    slots: {
      body: [
        node('text-field', 'province', { props: { name: 'province', label: 'Province' } }),
        node('choice', 'city', {
          props: { name: 'city', label: 'City', ...rest.props },
          lists: { options },
        }),
      ],
    },
  });
  const live = open(
    world,
    makePlan({
      state: { sought: { shape: TEXT, initial: '' } },
      data: {
        cities: {
          endpoint: 'cities',
          with: { province: get('form.home.province') },
          when: ['has', get('form.home.province')],
          optional: true,
          reads: ['form.home.province'],
          ...resource,
        },
      },
      endpoints: {
        cities: endpoint('cities', { items: list(record({ name: TEXT })) }, ['province', 'name']),
      },
      body: [form],
    }),
    { createForms },
  );
  await settle();
  const find = (id: string) => live.engine.tree.find(id) as LiveNode;
  const write = async (id: string, value: Value) => {
    live.write(find(id), value);
    await settle();
  };
  const city = () => find('city').snapshot();
  const { calls } = world;
  return { world, live, write, city, calls, find };
}

describe('S15: a choice whose option data depends on another field', () => {
  it('has no options before the other field is set, then loads and offers them', async () => {
    const { write, city, calls } = await playCities();
    expect(city().source).toBeUndefined();
    await write('province', 'Cebu');
    expect(city().source).toBe('loading');
    await calls[0]?.reply(cities(['Toledo', 'Naga']));
    expect(city().source).toBeUndefined();
    expect(city().props['options']).toHaveLength(2);
  });

  it('shows that the options could not be read, and reads them again', async () => {
    const { write, city, calls, live, find } = await playCities();
    await write('province', 'Cebu');
    await calls[0]?.fail();
    expect(city().source).toBe('failed');
    live.readOptions(find('city'));
    expect(city().source).toBe('loading');
    await settle();
    await calls[1]?.reply(cities(['Toledo']));
    expect(city().source).toBeUndefined();
  });

  it('keeps the choice while another list is read, if the new list contains it', async () => {
    const { write, city, calls } = await playCities();
    await write('province', 'Cebu');
    await calls[0]?.reply(cities(['Toledo', 'Naga']));
    await write('city', 'Naga');
    await write('province', 'Bicol');
    expect(city().value).toBe('Naga');
    await calls[1]?.reply(cities(['Naga', 'Legazpi']));
    expect(city().value).toBe('Naga');
  });

  it('is empty if the new list does not contain its value', async () => {
    const { write, city, calls } = await playCities();
    await write('province', 'Cebu');
    await calls[0]?.reply(cities(['Toledo', 'Naga']));
    await write('city', 'Toledo');
    await write('province', 'Bicol');
    await calls[1]?.reply(cities(['Naga', 'Legazpi']));
    expect(city().value).toBeUndefined();
  });

  it('loses nothing when the same list is read again, or when that fails', async () => {
    const { write, city, calls, live } = await playCities();
    await write('province', 'Cebu');
    await calls[0]?.reply(cities(['Toledo', 'Naga']));
    await write('city', 'Naga');
    void live.engine.data.reload();
    await settle();
    expect([city().value, city().source]).toEqual(['Naga', undefined]);
    await calls[1]?.fail();
    expect([city().value, city().source]).toEqual(['Naga', undefined]);
    void live.engine.data.reload();
    await settle();
    await calls[2]?.reply(cities(['Naga', 'Toledo', 'Danao']));
    expect(city().value).toBe('Naga');
  });

  const orders = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ] as const;
  for (const order of orders) {
    it(`with answers in the order ${order.join(', ')} only the last province’s list is used`, async () => {
      const { write, city, calls } = await playCities();
      for (const province of ['A', 'B', 'C']) await write('province', province);
      for (const at of order) await calls[at]?.reply(cities([`City of ${'ABC'[at]}`]));
      expect(city().props['options']).toMatchObject([{ value: 'City of C' }]);
    });
  }

  it('submit waits for the list, and is refused if it cannot be read', async () => {
    const { write, live, calls, city } = await playCities();
    await write('province', 'Cebu');
    await calls[0]?.reply(cities(['Toledo']));
    await write('city', 'Toledo');
    await write('province', 'Bicol');
    let found: unknown = 'waiting';
    void live.engine.forms.submit('home').then((problem) => {
      found = problem;
    });
    await settle();
    expect(found).toBe('waiting');
    await calls[1]?.fail();
    await settle();
    expect(found).toMatchObject({ kind: 'invalid', pointer: 'city' });
    expect(city().problem).toBe('This list could not be loaded.');
    void live.engine.forms.submit('home').then((problem) => {
      found = problem;
    });
    await settle();
    await calls[2]?.reply(cities(['Naga']));
    await settle();
    expect(found).toBeUndefined();
    expect(city().value).toBeUndefined();
  });
});

describe('a choice whose options a service finds', () => {
  const search = { search: get('state.sought') };
  const resource = { with: { name: get('state.sought') }, when: true, reads: ['state.sought'] };

  it('writes the search text after a debounce, and at once when it is cleared', async () => {
    const { live, find, world, calls } = await playCities({ props: search }, resource);
    const sought = () => live.engine.store.get().state['sought'];
    live.search(find('city'), 'na');
    await world.pass(299);
    live.search(find('city'), 'nag');
    await world.pass(299);
    expect(sought()).not.toBe('nag');
    await world.pass(1);
    expect(sought()).toBe('nag');
    expect(calls.at(-1)?.url).toContain('nag');
    live.search(find('city'), '');
    expect(sought()).toBe('');
  });

  it('keeps the choice during later searches', async () => {
    const { live, find, world, calls, write, city } = await playCities({ props: search }, resource);
    await calls[0]?.reply(cities(['Naga', 'Toledo']));
    await write('city', 'Naga');
    live.search(find('city'), 'tol');
    await world.pass(300);
    await calls[1]?.reply(cities(['Toledo']));
    expect(city().value).toBe('Naga');
  });

  it.each(['under way', 'failed'])('S15: is sent while another search is %s', async (state) => {
    const { live, find, world, calls, write, city } = await playCities({ props: search }, resource);
    await calls[0]?.reply(cities(['Naga', 'Toledo']));
    await write('city', 'Naga');
    live.search(find('city'), 'tol');
    await world.pass(300);
    if (state === 'failed') await calls[1]?.fail();
    expect(city().source).toBe(state === 'failed' ? 'failed' : 'loading');
    const told: unknown[] = [];
    void live.engine.forms.submit('home').then((problem) => told.push(problem));
    await settle();
    expect(told).toEqual([undefined]);
    expect(city().value).toBe('Naga');
    expect(calls).toHaveLength(2);
  });
});

describe('A text for "there is none" is shown only if that is known', () => {
  /** A section whose node, list or nested node is shown if an optional resource has entries. */
  async function playEmpty(body: NodePlan, rest: Partial<ResourcePlan> = {}, isTable = false) {
    const world = fakeWorld();
    const section = isTable
      ? body
      : node('section', 'codes', { props: { look: 'card', empty: 'Nobody yet' }, slots: { body: [body] } });
    const live = open(
      world,
      makePlan({
        data: { uses: { endpoint: 'uses', with: {}, optional: true, reads: [], ...rest } },
        endpoints: { uses: endpoint('uses', { items: list(record({ name: TEXT })) }, ['name']) },
        body: [section],
      }),
    );
    await settle();
    const shown = () => live.engine.tree.find(section.id) as LiveNode & { readonly isDrawn: boolean };
    return { calls: world.calls, empty: () => shown().snapshot().props['empty'], shown };
  }

  const isUsed = ['>', ['call', 'size', ['or', get('data.uses.items'), ['list']]], 0] as const;
  const each = { list: ['or', get('data.uses.items'), ['list']] as const, as: 'use', key: get('use.name') };
  const conditional = node('text', 'used', { props: { text: 'Used' }, visible: isUsed });
  const cases: readonly (readonly [string, NodePlan])[] = [
    ['a condition', conditional],
    ['the list of a repeated node', node('text', 'use', { each, props: { text: get('use.name') } })],
    ['a condition of a node inside', node('section', 'in', { slots: { body: [conditional] } })],
    ['the rows of a node', node('rows', 'rows', { lists: { rows: [{ each, props: { label: 'Use' } }] } })],
  ];

  it.each(cases)('%s: not while the data are loading, but after an empty reply', async (_, body) => {
    const { calls, empty, shown } = await playEmpty(body);
    expect(empty()).toBeUndefined();
    expect(shown().isDrawn).toBe(false);
    await calls[0]?.reply(cities([]));
    expect(empty()).toBe('Nobody yet');
    expect(shown().isDrawn).toBe(true);
  });

  it.each(cases)('%s: not if the data could not be loaded', async (_, body) => {
    const { calls, empty, shown } = await playEmpty(body);
    await calls[0]?.fail();
    expect(empty()).toBeUndefined();
    expect(shown().isDrawn).toBe(false);
  });

  it('is shown if the data are not read at all', async () => {
    const { empty } = await playEmpty(conditional, { when: false });
    expect(empty()).toBe('Nobody yet');
  });

  it('a table shows a placeholder while its rows are loading, and no text if they could not be loaded', async () => {
    const table = node('table', 'uses', {
      props: { caption: 'Uses', empty: 'Nobody yet' },
      lists: { columns: [{ props: { heading: 'Name' } }], rows: [{ each, props: {} }] },
    });
    const loaded = await playEmpty(table, {}, true);
    expect(loaded.empty()).toBe(PENDING);
    await loaded.calls[0]?.reply(cities([]));
    expect(loaded.empty()).toBe('Nobody yet');
    const failed = await playEmpty(table, {}, true);
    await failed.calls[0]?.fail();
    expect(failed.empty()).toBeUndefined();
  });
});
