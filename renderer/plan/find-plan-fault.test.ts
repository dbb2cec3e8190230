import { describe, expect, it } from 'vitest';
import { findPlanFault } from './find-plan-fault.ts';
import { limits } from './limits.generated.ts';

const node = (more: object = {}) => ({ id: 'a', type: 'text', reads: [], ...more });
const plan = (more: object = {}) => ({
  grammar: 1,
  id: 'shelf',
  title: 'Shelf',
  ...Object.fromEntries(
    ['params', 'data', 'state', 'timers', 'on', 'overlays', 'endpoints', 'bridge', 'messages', 'uses'].map(
      (name) => [name, {}],
    ),
  ),
  body: [node()],
  bar: [],
  ...more,
});
/** Nested as a record in a text would be: `depth` nodes, each in the one before. */
function nested(depth: number): object {
  let inner = node();
  for (let level = 1; level < depth; level += 1) inner = node({ slots: { body: [inner] } });
  return inner;
}

describe('definition newer, larger, deeper, damaged', () => {
  it('a plan of this grammar is none of it', () => {
    expect(findPlanFault(plan())).toBeUndefined();
    expect(
      findPlanFault(plan({ body: [node({ fallback: 'none' }), node({ fallback: node() })] })),
    ).toBeUndefined();
  });

  it('newer: of a grammar that this engine cannot read', () => {
    expect(findPlanFault(plan({ grammar: 2 }))).toEqual({ code: 'plan/newer', detail: 'grammar 2' });
  });

  it.each([
    ['side by side', (count: number) => ({ body: Array.from({ length: count }, () => node()) })],
    ['inside each other', (count: number) => ({ body: [nested(count)] })],
    ['in overlays', (count: number) => ({ body: [], overlays: { a: nested(count) } })],
    [
      'as fallbacks',
      (count: number) => ({
        body: Array.from({ length: Math.ceil(count / 2) }, () => node({ fallback: node() })),
      }),
    ],
  ])('larger: N nodes are read, N+1 refused with the name of the limit (%s)', (_where, make) => {
    expect(findPlanFault(plan(make(limits.nodes)))).toBeUndefined();
    expect(findPlanFault(plan(make(limits.nodes + 1)))).toEqual({
      code: 'plan/larger',
      detail: `nodes ${limits.nodes}`,
    });
  });

  it('deeper: 100,000 nodes in each other are refused without a stack that overflows', () => {
    expect(findPlanFault(plan({ body: [nested(100_000)] }))?.code).toBe('plan/larger');
  });

  it.each([
    ['null', null],
    ['a list', []],
    ['a text', 'plan'],
    ['without body', plan({ body: undefined })],
    ['a body that is a record', plan({ body: {} })],
    ['without endpoints', plan({ endpoints: undefined })],
    ['overlays that are a list', plan({ overlays: [] })],
    ['a node that is null', plan({ body: [null] })],
    ['a node without a type', plan({ body: [{ id: 'a' }] })],
    ['slots that are a list', plan({ body: [node({ slots: [] })] })],
    ['a slot that is a node', plan({ body: [node({ slots: { body: node() } })] })],
  ])('damaged: %s', (_title, value) => {
    expect(findPlanFault(value)?.code).toBe('plan/damaged');
  });
});
