import { describe, expect, it } from 'vitest';
import { act, play, say } from '../actions/testing.ts';
import type { LiveNode } from '../runtime/live.ts';
import { endpoint, type FakeCall, get, node, settle } from '../runtime/testing.ts';
import type { Expression, Value } from '../plan/expression.ts';
import type { ElementPlan, NodePlan } from '../plan/plan.ts';
import { createForms } from './edit-forms.ts';

const SENT: Expression = [
  'choose',
  [true, ['text', 'Sent {name}', { name: get('form.join.name') }]],
  [true, 'Sent'],
];
const UNCHECKED = 'This could not be checked. Try again.';

const free = (rest: ElementPlan['props'] = {}): ElementPlan => ({
  props: {
    rule: 'remote',
    message: 'Taken',
    endpoint: 'name-check',
    with: ['record', { name: get('form.join.name') }],
    check: get('reply.free'),
    ...rest,
  },
});
const length: ElementPlan = { props: { rule: 'length', message: 'Too short', min: 2 } };

async function playJoin(rules: readonly ElementPlan[] = [free()], rest: Partial<NodePlan> = {}) {
  const field = (name: string, lists: NodePlan['lists'], more: Partial<NodePlan> = {}) =>
    node('rating', `field-${name}`, { props: { name, label: name }, ...(lists && { lists }), ...more });
  const form = node('form', 'join', {
    slots: { body: [field('name', { rules }, rest), field('place', undefined)] },
    on: { submit: [say(SENT)] },
  });
  const played = await play({
    tap: [act('submit', { form: 'join' })],
    plan: {
      body: [form],
      uses: { widgets: ['form', 'rating'], actions: ['submit'], remote: true },
      state: { strict: { shape: { type: 'boolean' } } },
      endpoints: {
        'name-check': { ...endpoint('name-check', { free: { type: 'boolean' } }, ['name', 'place']) },
      },
    },
    app: { failures: { invalid: [say(get('error.message'))], default: [say(get('error.kind'))] } },
    options: { createForms },
  });
  const { world, screen, find } = played;
  const snapshot = () => find('field-name')?.snapshot();
  const phase = () => snapshot()?.remote?.phase;
  const write = async (value: Value | undefined, name = 'name') => {
    screen.write(find(`field-${name}`) as LiveNode, value);
    await settle();
  };
  const type = async (value: Value | undefined, name = 'name') => {
    await write(value, name);
    await world.pass(400);
  };
  const call = (index: number): FakeCall => {
    const found = world.calls[index];
    if (found === undefined) throw new Error(`Nothing was asked a ${index + 1}. time.`);
    return found;
  };
  const answer = (index: number, isFree: boolean) => call(index).reply({ free: isFree });
  const asked = () =>
    world.calls.map(({ url }) => new URL(url, 'https://page.test').searchParams.get('name'));
  const problem = () => snapshot()?.problem;
  return { ...played, write, type, call, answer, asked, phase, problem, snapshot };
}

describe('S11: a remote rule sends a request after a debounce', () => {
  it('sends no request during typing, then one; the field shows that it is being checked, then the result', async () => {
    const { write, world, asked, phase, answer, problem } = await playJoin();
    await write('a');
    await world.pass(399);
    await write('an');
    await world.pass(399);
    expect(asked()).toEqual([]);
    await world.pass(1);
    expect(asked()).toEqual(['an']);
    expect(phase()).toBe('asking');
    await answer(0, false);
    expect(phase()).toBe('wrong');
    expect(problem()).toBe('Taken');
  });

  it('sends the request after the debounceMs of the rule', async () => {
    const { write, world, asked } = await playJoin([free({ debounceMs: 50 })]);
    await write('ann');
    await world.pass(50);
    expect(asked()).toEqual(['ann']);
  });

  it('sends one request for the last of several changes in one task, also with a debounce of 0', async () => {
    const { screen, find, world, asked } = await playJoin([free({ debounceMs: 0 })]);
    const field = find('field-name') as LiveNode;
    screen.write(field, 'a');
    screen.write(field, 'ann');
    await world.pass(0);
    expect(asked()).toEqual(['ann']);
  });

  it('sends no request for a value that another rule refuses, or for an empty value', async () => {
    const { type, asked, phase } = await playJoin([length, free()]);
    await type('a');
    await type('');
    await type(undefined);
    expect(asked()).toEqual([]);
    expect(phase()).toBe('idle');
  });

  it('sends no request while the condition of the rule is false, and one when it becomes true', async () => {
    const { type, asked, screen, world } = await playJoin([free({ when: get('state.strict') })]);
    screen.engine.store.change((draft) => {
      draft.state['strict'] = false;
    });
    await type('ann');
    expect(asked()).toEqual([]);
    screen.engine.store.change((draft) => {
      draft.state['strict'] = true;
    });
    await world.pass(400);
    expect(asked()).toEqual(['ann']);
  });

  it('sends another request when a field that the request reads changes', async () => {
    const both: Expression = ['record', { name: get('form.join.name'), place: get('form.join.place') }];
    const { type, answer, problem, world } = await playJoin([free({ with: both })]);
    await type('ann');
    await answer(0, false);
    expect(problem()).toBe('Taken');
    await type('manila', 'place');
    expect(problem()).toBeUndefined();
    expect(world.calls).toHaveLength(2);
    await answer(1, true);
    expect(problem()).toBeUndefined();
  });
});

describe('an answer belongs to the value of its request', () => {
  it('a new value aborts earlier requests, and their late answers are ignored', async () => {
    const { type, call, answer, phase, problem } = await playJoin();
    for (const value of ['ann', 'bob', 'cat']) await type(value);
    expect([0, 1, 2].map((index) => call(index).signal.aborted)).toEqual([true, true, false]);
    await answer(0, true);
    await answer(1, true);
    expect(phase()).toBe('asking');
    await answer(2, false);
    expect([phase(), problem()]).toEqual(['wrong', 'Taken']);
  });

  it('the same value is not sent twice, and keeps its answer', async () => {
    const { type, answer, asked, problem, phase } = await playJoin();
    await type('ann');
    await answer(0, false);
    await type('bob');
    expect(problem()).toBeUndefined();
    await answer(1, true);
    expect(phase()).toBe('right');
    await type('ann');
    expect(phase()).toBe('wrong');
    expect(problem()).toBe('Taken');
    await type('bob');
    expect(phase()).toBe('right');
    expect(asked()).toEqual(['ann', 'bob']);
  });
});

describe('submit waits for running requests', () => {
  it('sends pending requests at once, shows that it is checking, and sends the form after a good answer', async () => {
    const { write, tap, asked, answer, toasts, screen } = await playJoin();
    await write('ann');
    await tap();
    expect(asked()).toEqual(['ann']);
    expect(screen.surface.snapshot().busyText).toBe('Checking…');
    expect(toasts()).toEqual([]);
    await answer(0, true);
    expect(screen.surface.snapshot().busyText).toBeUndefined();
    expect(toasts()).toEqual(['Sent ann']);
  });

  it('the form is not sent after a bad answer', async () => {
    const { type, tap, answer, toasts, problem } = await playJoin();
    await type('ann');
    await tap();
    await answer(0, false);
    expect(toasts()).toEqual(['Taken']);
    expect(problem()).toBe('Taken');
  });

  it('sends requests for values that changed while it waited', async () => {
    const { write, tap, asked, answer, toasts } = await playJoin();
    await write('ann');
    await tap();
    await write('bob');
    await answer(0, true);
    expect(toasts()).toEqual([]);
    expect(asked()).toEqual(['ann', 'bob']);
    await answer(1, false);
    expect(toasts()).toEqual(['Taken']);
  });

  it('sends no request for a hidden or a disabled field', async () => {
    for (const rest of [{ visible: false }, { enabled: false }]) {
      const { screen, tap, asked, toasts } = await playJoin([free()], rest);
      screen.engine.forms.write('join', 'name', 'ann');
      await tap();
      expect(asked()).toEqual([]);
      expect(toasts()).toHaveLength(1);
    }
  });
});

describe('without an answer a value is neither right nor wrong', () => {
  it('the field shows that, and the request can be retried', async () => {
    const { type, call, phase, problem, asked, snapshot, answer } = await playJoin();
    await type('ann');
    await call(0).fail();
    expect(phase()).toBe('failed');
    expect(problem()).toBeUndefined();
    snapshot()?.remote?.retry();
    await settle();
    expect(asked()).toEqual(['ann', 'ann']);
    await answer(1, true);
    expect(phase()).toBe('right');
  });

  it('the form is not sent, and sending it again sends a new request', async () => {
    const { write, tap, call, problem, toasts, answer, asked } = await playJoin();
    await write('ann');
    await tap();
    await call(0).fail('timeout');
    expect(problem()).toBe(UNCHECKED);
    expect(toasts()).toEqual([UNCHECKED]);
    await tap();
    expect(asked()).toEqual(['ann', 'ann']);
    expect(problem()).toBeUndefined();
    await answer(1, true);
    expect(toasts()).toEqual([UNCHECKED, 'Sent ann']);
  });

  it('an answer or a request that cannot be computed also blocks the form', async () => {
    const { write, tap, answer, toasts } = await playJoin();
    await write('ann');
    await tap();
    await answer(0, undefined as never);
    expect(toasts()).toEqual(['Taken']);
    const other = await playJoin([free({ with: ['record', { name: get('nowhere.at') }] })]);
    await other.write('ann');
    await other.tap();
    expect(other.asked()).toEqual([]);
    expect(other.toasts()).toEqual([UNCHECKED]);
  });

  it('reset aborts running requests', async () => {
    const { type, call, screen, phase } = await playJoin();
    await type('ann');
    screen.engine.forms.reset('join');
    await settle();
    expect(call(0).signal.aborted).toBe(true);
    expect(phase()).toBe('idle');
  });
});

describe('S12: one predicate for validation, mark and ARIA', () => {
  const required = (rest: Partial<ElementPlan> = {}, props: ElementPlan['props'] = {}): ElementPlan => ({
    props: { rule: 'required', message: 'Needed', ...props },
    ...rest,
  });
  const cases: readonly (readonly [string, ElementPlan, Partial<NodePlan>, boolean])[] = [
    ['an unconditional rule', required(), {}, true],
    ['a rule whose when is false', required({}, { when: false }), {}, false],
    ['a rule that is hidden', required({ visible: false }), {}, false],
    ['a rule whose condition cannot be computed', required({}, { when: get('nowhere.at') }), {}, true],
    ['a rule of a list without items', required({ each: { list: ['list'], as: 'item' } }), {}, false],
    [
      'a rule for each item of a list, which applies to one item',
      required({ each: { list: ['list', 1, 2], as: 'item' } }, { when: ['==', get('item'), 2] }),
      {},
      true,
    ],
    ['a disabled field', required(), { enabled: false }, false],
    ['a field whose enabled condition cannot be computed', required(), { enabled: get('nowhere.at') }, true],
  ];
  for (const [title, rule, rest, isNeeded] of cases) {
    it(`${title}: ${isNeeded ? 'required' : 'not required'}, marked and validated alike`, async () => {
      const { snapshot, tap, toasts } = await playJoin([rule], rest);
      expect(snapshot()?.isRequired === true).toBe(isNeeded);
      await tap();
      expect(toasts()).toEqual(isNeeded ? ['Needed'] : ['Sent']);
    });
  }

  it('a disabled field is sent unchanged', async () => {
    const { screen, tap, toasts } = await playJoin([length], { enabled: false });
    screen.engine.forms.write('join', 'name', 'a');
    await tap();
    expect(toasts()).toEqual(['Sent a']);
  });
});
