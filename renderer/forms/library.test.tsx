// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen as page } from '@testing-library/react';
import { Profiler, StrictMode } from 'react';
import { createFormControl, type UseFormReturn, useController, useForm } from 'react-hook-form';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { actions } from '../actions/index.ts';
import { endpoint, fakeWorld, get, makePlan, node, open, settle } from '../runtime/testing.ts';
import type { Value } from '../plan/expression.ts';
import type { ElementPlan, NodePlan } from '../plan/plan.ts';
import { Screen } from '../screen.tsx';
import { fetchWidgets } from '../widgets/index.ts';
import { createForms } from './edit-forms.ts';
import { HOSTILE_NAMES } from './testing.ts';

/*
 * What the engine relies on in react-hook-form: raise its version only if these tests pass. Each promise is tested on the
 * library alone, and on forms as screens mount them.
 */

beforeEach(() => fetchWidgets(['form', 'text-field', 'number-field', 'check', 'button']));
afterEach(cleanup);
window.scrollTo = () => undefined;

const REFUSED: ElementPlan = { props: { rule: 'check', message: 'Refused', check: false } };

const textField = (name: string, rules: readonly ElementPlan[] = []): NodePlan =>
  node('text-field', `field-${name}`, {
    props: { name, label: name, accept: 'any', purpose: 'none' },
    lists: { rules },
  });

const numberField = (name: string): NodePlan =>
  node('number-field', `field-${name}`, { props: { name, label: name, number: 'integer' } });

const tick = (name: string, rules: readonly ElementPlan[] = []): NodePlan =>
  node('check', `field-${name}`, { props: { name, label: name }, lists: { rules } });

const NO_SUPPLY: NonNullable<NodePlan['supply']> = {
  allow: { kinds: [], name: '.*', not: [], count: 20, options: 0, refused: 'skip' },
  elements: [],
};

const SEND: NodePlan = node('button', 'send', {
  props: { text: 'Send', look: 'primary' },
  on: { tap: [{ do: 'submit', props: { form: 'f' } }] },
});

/** The form `f`, which shows "Sent" after it is sent. */
function openForm(body: readonly NodePlan[], more: Partial<NodePlan> = {}) {
  const world = fakeWorld();
  const plan = makePlan({
    uses: { widgets: [], actions: [], remote: true },
    endpoints: { look: endpoint('look', { free: { type: 'boolean' } }, ['words']) },
    body: [
      node('form', 'f', {
        slots: { body },
        on: { submit: [{ do: 'notice', props: { text: 'Sent', tone: 'success', look: 'toast' } }] },
        ...more,
      }),
      SEND,
    ],
  });
  const live = open(world, plan, { actions, createForms });
  const isSent = () => live.surface.snapshot().toasts.some(({ text }) => text === 'Sent');
  const draw = () =>
    render(
      <StrictMode>
        <Screen live={live} />
      </StrictMode>,
    );
  const send = () =>
    act(async () => {
      fireEvent.click(page.getByRole('button', { name: 'Send' }));
      await settle();
    });
  return { world, live, forms: live.engine.forms, isSent, draw, send };
}

describe('1. a rule that always refuses keeps a form from being sent', () => {
  function Controlled({ form }: { readonly form: Pick<UseFormReturn, 'control'> }) {
    const { field } = useController({ control: form.control, name: 'f2' });
    return <input {...field} value={field.value ?? ''} />;
  }

  it('react-hook-form: a control made outside React and mounted twice in StrictMode sends nothing', async () => {
    const form = createFormControl({ defaultValues: { f1: '', f2: null } });
    form.subscribe({ formState: {}, callback: () => {} });
    const send = vi.fn();
    for (const _ of [1, 2]) {
      const { unmount } = render(
        <StrictMode>
          <input {...form.register('f1')} />
          <Controlled form={form as unknown as UseFormReturn} />
        </StrictMode>,
      );
      for (const name of ['f1', 'f2'] as const) form.register(name, { validate: () => 'Refused' });
      await act(() => form.handleSubmit(send)());
      expect(form.getErrors('f1')?.message).toBe('Refused');
      expect(form.getErrors('f2')?.message).toBe('Refused');
      unmount();
    }
    expect(send).not.toHaveBeenCalled();
  });

  it('react-hook-form: useForm({ formControl }) sends values that its resolver refuses, so the linter forbids it', async () => {
    const form = createFormControl({ resolver: () => ({ values: {}, errors: { f1: { type: 'no' } } }) });
    const send = vi.fn();
    function Form() {
      const { register } = useForm({ formControl: form.formControl });
      return <input {...register('f1')} />;
    }
    render(<Form />);
    await act(() => form.handleSubmit(send)());
    // If this fails, the library no longer sends refused values. The lint rule may stay.
    expect(send).toHaveBeenCalledOnce();
  });

  it('react-hook-form: registering a field without its rule removes the rule, and the rule of an unmounted field is skipped', async () => {
    const form = createFormControl();
    form.subscribe({ formState: {}, callback: () => {} });
    const rule = () => 'Refused';
    form.register('f1', { validate: rule });
    form.register('f1');
    expect(await form.trigger('f1')).toBe(true);
    form.register('f1', { validate: rule });
    const { unmount } = render(<input {...form.register('f1', { validate: rule })} />);
    unmount();
    expect(await form.trigger('f1')).toBe(true);
    // So the engine registers rules again before every validation.
    form.register('f1', { validate: rule });
    expect(await form.trigger('f1')).toBe(false);
  });

  it.each([
    ['text', textField('words', [REFUSED])],
    ['check', tick('agreed', [REFUSED])],
  ])('a screen with a %s field, rendered twice in StrictMode, sends nothing', async (_, field) => {
    const { draw, send, isSent } = openForm([field]);
    for (const _time of [1, 2]) {
      const { unmount } = draw();
      await send();
      expect(page.getAllByText('Refused').length).toBeGreaterThan(0);
      expect(isSent()).toBe(false);
      unmount();
    }
  });

  it('a field that a widget registers again while the library applies the rules is refused as well', async () => {
    const { forms } = openForm([textField('words'), tick('x', [REFUSED])]);
    const { joint } = forms.field('f', 'x');
    const sent = forms.submit('f', 'run');
    for (let turn = 0; turn < 50; turn += 1) {
      // Registers without rules, which removes the rules of the field.
      joint?.control.register(joint.name);
      await Promise.resolve();
    }
    expect(await sent).toMatchObject({ kind: 'invalid', message: 'Refused' });
  });

  it('a field that is no longer rendered when the form is sent is refused as well', async () => {
    const { draw, forms } = openForm([textField('words', [REFUSED])]);
    draw().unmount();
    expect(await forms.submit('f', 'run')).toMatchObject({ kind: 'invalid', message: 'Refused' });
  });
});

describe('2. the error belongs to the last value, whatever the order of the answers', () => {
  const ORDERS = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ] as const;
  const remote: ElementPlan = {
    props: {
      rule: 'remote',
      message: ['text', 'Not {words}', { words: get('form.f.words') }],
      endpoint: 'look',
      with: ['record', { words: get('form.f.words') }],
      check: get('reply.free'),
    },
  };

  it.each(
    ORDERS.flatMap((order) => [
      { order, how: 'typed' as const },
      { order, how: 'set by code' as const },
    ]),
  )(
    'the values x, y and z, $how, are answered in the order $order by a transport that cannot abort',
    async ({ order, how }) => {
      for (const isLastFree of [true, false]) {
        const { live, forms, world, draw } = openForm([textField('words', [remote])]);
        const { container } = draw();
        const box = container.querySelector('input') as HTMLInputElement;
        const answers: ((reply: Value) => void)[] = [];
        live.engine.calls.call = () => new Promise((resolve) => void answers.push(resolve));
        for (const words of ['x', 'y', 'z']) {
          await act(async () => {
            if (how === 'typed') fireEvent.change(box, { target: { value: words } });
            else forms.write('f', 'words', words);
            await world.pass(400);
          });
        }
        expect(answers).toHaveLength(3);
        let isAnswered = false;
        for (const at of order) {
          const free = at === 2 ? isLastFree : !isLastFree;
          await act(async () =>
            answers[at]?.(Object.assign(Object.create(null) as object, { free }) as Value),
          );
          isAnswered ||= at === 2;
          const { value, problem, remote: state } = forms.field('f', 'words');
          expect([value, problem]).toEqual(['z', isAnswered && !isLastFree ? 'Not z' : undefined]);
          expect(state?.phase).toBe(isAnswered ? (isLastFree ? 'right' : 'wrong') : 'asking');
        }
        cleanup();
      }
    },
  );
});

describe('3. any text can be the name of a field', () => {
  it('fields that a server gives unusual names are written, refused and sent under these names', async () => {
    const { forms, live } = openForm([
      node('fields', 'fields', { props: { name: 'map' }, supply: NO_SUPPLY }),
    ]);
    const required: ElementPlan = { props: { rule: 'required', message: 'Needed' } };
    const plan = textField('any', [required]);
    const names = HOSTILE_NAMES;
    const { scope } = live.engine;
    forms.supply(
      'f',
      'map',
      names.map((name) => ({ name, plan, scope })),
      'complete',
    );
    for (const name of names.slice(1)) forms.write('f', `map.${name}`, `value of ${name}`);
    expect(await forms.submit('f', 'run')).toMatchObject({ message: 'Needed', pointer: "map.it's" });
    forms.write('f', "map.it's", "value of it's");
    expect(await forms.submit('f', 'run')).toBeUndefined();
    for (const name of names) {
      expect(forms.readSent(['form', 'f', 'map', name])).toBe(`value of ${name}`);
    }
  });
});

describe('4. a form is sent once at a time', () => {
  it('react-hook-form calls back for each of three overlapping sends, so the engine has its own lock', async () => {
    const form = createFormControl();
    const send = vi.fn();
    await Promise.all([1, 2, 3].map(() => form.handleSubmit(send)()));
    expect(send).toHaveBeenCalledTimes(3);
  });

  it('two of three overlapping sends of a form are refused', async () => {
    const { forms } = openForm([textField('words')]);
    const answers = await Promise.all(['a', 'b', 'c'].map((run) => forms.submit('f', run)));
    expect(answers).toEqual([undefined, 'busy', 'busy']);
  });
});

describe('5. a write costs the same at 2,000 fields as at 12', () => {
  /** How many records are copied, and how many renders happen, for one typed and one written value. */
  function costOf(
    count: number,
    field = textField,
    [typing, writing]: readonly [string, Value] = ['a', 'b'],
  ) {
    const { live, forms } = openForm(Array.from({ length: count }, (_, at) => field(`t${at}`)));
    // The library copies a record by `Object.create`: code that copies all values of the form copies all these records.
    for (let at = 1; at < count; at += 1) forms.write('f', `t${at}`, { at });
    const commits = vi.fn();
    const { container } = render(
      <Profiler id="screen" onRender={commits}>
        <Screen live={live} />
      </Profiler>,
    );
    const box = container.querySelector('input') as HTMLInputElement;
    const measure = (change: () => unknown) => {
      commits.mockClear();
      const copies = vi.spyOn(Object, 'create');
      act(() => void change());
      const cost = { copies: copies.mock.calls.length, commits: commits.mock.calls.length };
      copies.mockRestore();
      return cost;
    };
    const typed = measure(() => fireEvent.change(box, { target: { value: typing } }));
    const written = measure(() => forms.write('f', 't0', writing));
    expect(box.value).toBe(String(writing));
    cleanup();
    return { typed, written };
  }

  it('no record is copied, and nothing is rendered', () => {
    const few = costOf(12);
    expect(few.typed.commits).toBe(0);
    expect(few.written.commits).toBe(0);
    expect(costOf(2_000)).toEqual(few);
  }, 60_000);

  it('a number field is not re-rendered for its value either', () => {
    const { typed, written } = costOf(2, numberField, ['12', 7]);
    expect([typed.commits, written.commits]).toEqual([0, 0]);
  });

  it('a write to a field that a server chose copies as much at 2,000 fields as at 12, and all fields are sent', async () => {
    const supplied = async (count: number) => {
      const { forms, live } = openForm([
        node('fields', 'fields', { props: { name: 'map' }, supply: NO_SUPPLY }),
      ]);
      const plan = textField('any');
      const fields = Array.from({ length: count }, (_, at) => ({
        name: `n${at}`,
        plan,
        scope: live.engine.scope,
      }));
      forms.supply('f', 'map', fields, 'complete');
      for (const { name } of fields) forms.write('f', `map.${name}`, { name });
      const copies = vi.spyOn(Object, 'create');
      forms.write('f', 'map.n0', 'a');
      const cost = copies.mock.calls.length;
      copies.mockRestore();
      const last = `n${count - 1}`;
      forms.write('f', `map.${last}`, 'z');
      expect(await forms.submit('f', 'run')).toBeUndefined();
      expect(['n0', last].map((name) => forms.readSent(['form', 'f', 'map', name]))).toEqual(['a', 'z']);
      return cost;
    };
    expect(await supplied(2_000)).toBe(await supplied(12));
  }, 60_000);
});

describe('6. a screen that is left while its form is sent', () => {
  it('ignores the reply, and throws nothing', async () => {
    const saving = { do: 'request', props: { endpoint: 'look', with: ['record', { words: 'x' }] } } as const;
    const toast = { do: 'notice', props: { text: 'Sent', tone: 'success', look: 'toast' } } as const;
    const { world, live, draw, send, isSent } = openForm([textField('words')], {
      on: { submit: [saving, toast] },
    });
    const { unmount } = draw();
    await send();
    const [call] = world.calls;
    expect(call).toBeDefined();
    act(() => live.close());
    unmount();
    await act(async () => call?.reply({ free: true }));
    expect([isSent(), world.faults]).toEqual([false, []]);
    // Closing the screen aborts the request.
    expect(call?.signal.aborted).toBe(true);
  });
});

describe('7. the engine moves the focus to the problems', () => {
  it('react-hook-form moves the focus in the order of registration, and skips a field that is not rendered', async () => {
    const form = createFormControl({ shouldFocusError: true });
    form.subscribe({ formState: {}, callback: () => {} });
    const box = (name: 'f1' | 'f2') => (
      <input key={name} aria-label={name} {...form.register(name, { validate: () => 'Refused' })} />
    );
    // A field whose step is hidden.
    form.register('f0', { validate: () => 'Refused' });
    const { rerender } = render(<>{box('f2')}</>);
    // A field of a record that was inserted before the others.
    rerender(<>{[box('f1'), box('f2')]}</>);
    await act(() => form.handleSubmit(() => {})());
    expect(form.getErrors('f0')?.message).toBe('Refused');
    // If this fails, the library can move the focus itself, and the code of the engine can go.
    expect(document.activeElement).toBe(page.getByLabelText('f2'));
  });
});
