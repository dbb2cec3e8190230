import { describe, expect, it } from 'vitest';
import { endpoint, fakeWorld, get, list, makePlan, node, open, text } from '#renderer/runtime/testing.ts';
import { act } from '#renderer/actions/testing.ts';
import type { ScreenPlaces } from '#src/shared/inspected.ts';
import { inspect, listChildren } from './describe.ts';
import { describeCalls } from './requests.ts';

const plan = makePlan({
  endpoints: {
    shelf: endpoint('shelf', { name: { type: 'text' }, books: list({ type: 'text' }) }),
    lend: endpoint('lend', {}),
  },
  data: { shelf: { endpoint: 'shelf', with: {}, optional: true, reads: [] } },
  state: { isOpen: { shape: { type: 'boolean' }, initial: false } },
  body: [
    text('title', get('data.shelf.name')),
    text('note', 'Closed', { visible: get('state.isOpen') }),
    text('book', get('book'), { each: { list: get('data.shelf.books'), as: 'book' } }),
    node('section', 'empty', { slots: { body: [text('inner', 'x', { visible: get('state.isOpen') })] } }),
    node('button', 'lend', { on: { tap: [act('request', { endpoint: 'lend' })] } }),
  ],
});
const places: ScreenPlaces = {
  nodes: { note: { at: 'screens/shelf.screen.json:9:5', written: { visibleWhen: 'state.isOpen' } } },
};

async function look() {
  const world = fakeWorld();
  const live = open(world, plan);
  await world.calls[0]?.reply({ name: 'Left', books: [] });
  const found = (id: string) => {
    const child = listChildren(live).find(({ plan: { id: own } }) => own === id);
    if (child === undefined) throw new Error(`There is no ${id}.`);
    // As in a browser: an empty node has no element.
    const isDrawn = child.kind === 'node' && child.snapshot().visible && id !== 'empty';
    return inspect(child, isDrawn, places);
  };
  return { live, found };
}

describe('inspect', () => {
  it("gives a node's current values, and the endpoints of its data", async () => {
    const { found } = await look();
    expect(found('title')).toMatchObject({
      type: 'text',
      why: undefined,
      values: [{ path: 'data.shelf.name', text: '"Left"' }],
      endpoints: ['shelf'],
    });
    expect(found('lend').endpoints).toEqual(['lend']);
  });

  it("gives a hidden node's condition, and the values that it reads", async () => {
    const { found } = await look();
    expect(found('note')).toMatchObject({
      at: 'screens/shelf.screen.json:9:5',
      why: 'Its condition does not hold.',
      conditions: [{ property: 'visibleWhen', text: 'state.isOpen' }],
      values: [{ path: 'state.isOpen', text: 'false' }],
    });
  });

  it('gives the list of an empty repeat, and the reason for a group whose children are all hidden', async () => {
    const { found } = await look();
    expect(found('book')).toMatchObject({
      why: 'Its list has no items.',
      values: [{ path: 'data.shelf.books', text: '[]' }],
    });
    expect(found('empty').why).toBe('Everything in it is hidden.');
  });
});

it('describes the outcome of a call by its contract, not only by its HTTP status', async () => {
  const { live } = await look();
  const answered = (body: unknown) => ({
    path: '/api/shelf',
    end: { ms: 7, reply: { status: 200, body: JSON.stringify(body) } },
  });
  const calls = [
    answered({ success: true, data: { name: 'Left', books: [] } }),
    answered({ success: false, code: 'E1', message: 'No' }),
    { path: '/api/shelf', end: { ms: 9 } },
    { path: '/api/other' },
  ];
  expect(describeCalls(calls, 'shelf', live)).toEqual([
    'no answer, 9 ms',
    'business · E1 · No (HTTP 200), 7 ms',
    'success (HTTP 200), 7 ms',
  ]);
});
