import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LONG, SEED } from '#tests/property/settings.ts';
import type { Value } from '../plan/expression.ts';
import { isSame } from './form-state.ts';
import { LibraryForm } from './library-form.ts';
import { HOSTILE_NAMES } from './testing.ts';

/*
 * For any fields and any sequence of operations: a form in react-hook-form has the same values, problems and touched
 * fields as a model in plain maps.
 */

/** The model: a form in plain maps. */
class PlainForm {
  readonly values = new Map<string, Value>();
  readonly problems = new Map<string, string>();
  readonly touched = new Set<string>();
  readonly defaults = new Map<string, Value | undefined>();

  add(name: string, initial: Value | undefined): void {
    this.defaults.set(name, initial);
    this.set(name, initial);
  }

  forget(name: string): void {
    for (const known of [this.values, this.problems, this.touched, this.defaults]) known.delete(name);
  }

  set(name: string, value: Value | undefined): void {
    if (value === undefined) this.values.delete(name);
    else this.values.set(name, value);
  }

  write(name: string, value: Value | undefined): void {
    this.set(name, value);
    this.touched.add(name);
  }

  check(names: Iterable<string>): void {
    for (const name of names) {
      const found = problemOf(name, this.values.get(name));
      if (found === undefined) this.problems.delete(name);
      else this.problems.set(name, found);
    }
  }

  reset(): void {
    for (const [name, initial] of this.defaults) this.set(name, initial);
    this.problems.clear();
    this.touched.clear();
  }
}

/** The rule of every field: it refuses an absent value, an empty text and a list. */
function problemOf(name: string, value: Value | undefined): string | undefined {
  return value === undefined || value === '' || Array.isArray(value) ? `${name} is wrong` : undefined;
}

const value: fc.Arbitrary<Value | undefined> = fc.option(
  fc.oneof(
    fc.constantFrom<Value>('', 'x', 'y', 0, false, true),
    fc.string({ maxLength: 4 }),
    fc.array(fc.constantFrom('p', 'q'), { maxLength: 2 }),
    fc.record({ target: fc.constantFrom('x', 'y') }),
  ),
  { nil: undefined, freq: 2 },
);

/** Operations on a form with a few of the names. */
function actOn(names: readonly string[]) {
  const name = fc.constantFrom(...names);
  return fc.oneof(
    // When a control is mounted, the library replaces an absent value by the default. So absent values and defaults
    // occur often here.
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constantFrom('write' as const, 'set' as const, 'type' as const),
        name,
        value,
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constantFrom('mount' as const, 'unmount' as const), name }),
    },
    fc.record({ do: fc.constantFrom('add' as const, 'default' as const), name, value }),
    fc.record({
      do: fc.constantFrom('forget' as const, 'untouch' as const, 'blame' as const, 'clear' as const),
      name,
    }),
    fc.record({ do: fc.constant('check' as const), names: fc.uniqueArray(name) }),
    fc.record({ do: fc.constant('send' as const) }),
    fc.record({ do: fc.constant('reset' as const) }),
  );
}
type Act = ReturnType<typeof actOn> extends fc.Arbitrary<infer T> ? T : never;

/** A few names, the defaults of their fields, and operations on them. */
const played = fc
  .uniqueArray(fc.constantFrom(...HOSTILE_NAMES), { minLength: 1, maxLength: 3 })
  .chain((names) =>
    fc.tuple(
      fc.tuple(...names.map((name) => fc.record({ name: fc.constant(name), initial: value }))),
      fc.array(actOn(names), { maxLength: 40 }),
    ),
  );

/** A control on the page, as the library sees it. */
const control = () => ({ type: 'text', value: '', focus() {} });

async function perform(act: Act, form: LibraryForm, plain: PlainForm): Promise<void> {
  if (act.do === 'check') {
    const names = act.names.filter((one) => plain.defaults.has(one));
    await form.check(names);
    plain.check(names);
  } else if (act.do === 'send') {
    const isSent = await form.beginSending();
    plain.check(plain.defaults.keys());
    expect(isSent).toBe(plain.problems.size === 0);
    form.endSending();
  } else if (act.do === 'reset') {
    form.reset();
    plain.reset();
  } else if (act.do === 'add') {
    if (plain.defaults.has(act.name)) return;
    form.add([{ name: act.name, initial: act.value }]);
    plain.add(act.name, act.value);
  } else if (plain.defaults.has(act.name)) change(act, form, plain);
}

function change(
  act: Exclude<Act, { do: 'check' | 'send' | 'reset' | 'add' }>,
  form: LibraryForm,
  plain: PlainForm,
): void {
  const joint = form.joint(act.name);
  const registered = joint?.control.register(joint.name);
  switch (act.do) {
    case 'write':
      form.write(act.name, act.value);
      return plain.write(act.name, act.value);
    case 'type':
      void registered?.onChange({ target: { name: joint?.name, value: act.value }, type: 'change' });
      return plain.write(act.name, act.value);
    case 'set':
      form.set(act.name, act.value);
      return plain.set(act.name, act.value);
    case 'default':
      form.setDefaults([{ name: act.name, initial: act.value }]);
      return void plain.defaults.set(act.name, act.value);
    case 'forget':
      form.forget([act.name]);
      return plain.forget(act.name);
    case 'mount':
      return registered?.ref(control());
    case 'unmount':
      return registered?.ref(null);
    case 'untouch':
      form.untouch(act.name);
      return void plain.touched.delete(act.name);
    case 'blame':
      form.setProblem(act.name, 'Taken');
      return void plain.problems.set(act.name, 'Taken');
    case 'clear':
      form.clearProblem(act.name);
      return void plain.problems.delete(act.name);
    default:
  }
}

it('a form of react-hook-form agrees with a model of plain maps, for any names of fields', async () => {
  const property = fc.asyncProperty(played, async ([fields, acts]) => {
    const plain = new PlainForm();
    const form = new LibraryForm({
      findProblem: (one) => problemOf(one, form.value(one)),
      written: (one) => form.write(one, form.value(one)),
    });
    form.add(fields);
    for (const { name, initial } of fields) plain.add(name, initial);
    for (const act of acts) {
      await perform(act, form, plain);
      for (const { name: one } of fields) {
        const has = form.value(one);
        if (!isSame(has, plain.values.get(one))) expect([one, has]).toEqual([one, plain.values.get(one)]);
        expect([one, form.problem(one)]).toEqual([one, plain.problems.get(one)]);
        expect([one, form.isTouched(one)]).toEqual([one, plain.touched.has(one)]);
      }
    }
  });
  await fc.assert(property, { seed: SEED, numRuns: LONG ? 10_000 : 300 });
}, 600_000);
