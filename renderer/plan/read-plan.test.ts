import { describe, expect, it } from 'vitest';
import { GRAMMAR } from './grammar.ts';
import { limits } from './limits.generated.ts';
import { readPlan } from './read-plan.ts';

const PLAN = {
  ...{ grammar: 1, id: 'shelf', title: 'Shelf', params: {}, data: {}, state: {}, timers: {}, on: {} },
  ...{ body: [], bar: [], overlays: {}, endpoints: {}, bridge: {}, messages: {} },
  uses: { widgets: [], actions: [] },
};
const node = (slots: object = {}) => ({ id: 'n', type: 'section', reads: [], slots });
const nodes = (count: number) => Array.from({ length: count }, () => node());

function nest(levels: number): unknown {
  let inner: unknown = 1;
  for (let level = 0; level < levels; level++) inner = [inner];
  return inner;
}

describe('F9: a plan that is newer, larger, deeper or damaged is not rendered, not even partly', () => {
  it('reads a complete plan of this grammar within the limits', () => {
    expect(readPlan(PLAN)).toBe(PLAN);
  });

  it('newer', () => {
    expect(readPlan({ ...PLAN, grammar: GRAMMAR + 1 })).toBe('grammar');
  });

  it('reads plans of every earlier grammar', () => {
    for (let grammar = 1; grammar <= GRAMMAR; grammar++) {
      const plan = { ...PLAN, grammar };
      expect(readPlan(plan)).toBe(plan);
    }
  });

  it.each([0, -1, 1.5, '1', undefined])('refuses the grammar %s', (grammar) => {
    expect(readPlan({ ...PLAN, grammar })).toBe('damaged');
  });

  it('larger: counts nodes of body, bar and overlays, including inner nodes', () => {
    const inner = nodes(limits.nodes - 3);
    const fits = { ...PLAN, body: [node({ body: inner })], bar: nodes(1), overlays: { ask: node() } };
    expect(readPlan(fits)).toBe(fits);
    expect(readPlan({ ...fits, bar: nodes(2) })).toBe('nodes');
  });

  it('deeper, also deep enough to overflow a recursion', () => {
    expect(readPlan({ ...PLAN, title: nest(40) })).toMatchObject({ id: 'shelf' });
    expect(readPlan({ ...PLAN, title: nest(300) })).toBe('depth');
    expect(readPlan({ ...PLAN, title: nest(100_000) })).toBe('depth');
  });

  it.each([undefined, null, 1, 'plan', [], {}])('damaged: %j', (json) => {
    expect(readPlan(json)).toBe('damaged');
  });

  it.each(Object.keys(PLAN))('damaged: without %s', (name) => {
    const { [name as 'id']: _, ...rest } = PLAN;
    expect(readPlan(rest)).toBe('damaged');
  });

  it.each(Object.keys(PLAN))('damaged: with null for %s', (name) => {
    expect(readPlan({ ...PLAN, [name]: null })).toBe('damaged');
  });
});
