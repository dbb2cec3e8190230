import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LONG, SEED } from '#tests/property/settings.ts';
import type { Value } from '../plan/expression.ts';
import { isSame } from './form-state.ts';
import { createLibraryForm, type LibraryForm } from './library-form.ts';
import { HOSTILE_NAMES } from './testing.ts';

/*
 * For any fields and whatever is done to them: the form that react-hook-form keeps has the values, problems and touched
 * fields of one that is kept in plain maps, as forms were before it.
 */

/** A form in plain maps. */
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
      const found = judge(name, this.values.get(name));
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

/** One rule for all: it refuses what is absent, empty or a list. */
function judge(name: string, value: Value | undefined): string | undefined {
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

/** What may be done to a form with a few of the names. */
function actOn(names: readonly string[]) {
  const name = fc.constantFrom(...names);
  return fc.oneof(
    // What is absent when a control comes is where the library puts the default back: both happen often here.
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

/** A few names, the defaults of fields that have them, and what is done to these. */
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

async function perform(deed: Act, form: LibraryForm, plain: PlainForm): Promise<void> {
  if (deed.do === 'check') {
    const names = deed.names.filter((one) => plain.defaults.has(one));
    await form.check(names);
    plain.check(names);
  } else if (deed.do === 'send') {
    const isSent = await form.beginSending();
    plain.check(plain.defaults.keys());
    expect(isSent).toBe(plain.problems.size === 0);
    form.endSending();
  } else if (deed.do === 'reset') {
    form.reset();
    plain.reset();
  } else if (deed.do === 'add') {
    if (plain.defaults.has(deed.name)) return;
    form.add([{ name: deed.name, initial: deed.value }]);
    plain.add(deed.name, deed.value);
  } else if (plain.defaults.has(deed.name)) change(deed, form, plain);
}

function change(
  deed: Exclude<Act, { do: 'check' | 'send' | 'reset' | 'add' }>,
  form: LibraryForm,
  plain: PlainForm,
): void {
  const joint = form.joint(deed.name);
  const registered = joint?.control.register(joint.name);
  switch (deed.do) {
    case 'write':
      form.write(deed.name, deed.value);
      return plain.write(deed.name, deed.value);
    case 'type':
      void registered?.onChange({ target: { name: joint?.name, value: deed.value }, type: 'change' });
      return plain.write(deed.name, deed.value);
    case 'set':
      form.set(deed.name, deed.value);
      return plain.set(deed.name, deed.value);
    case 'default':
      form.setDefaults([{ name: deed.name, initial: deed.value }]);
      return void plain.defaults.set(deed.name, deed.value);
    case 'forget':
      form.forget([deed.name]);
      return plain.forget(deed.name);
    case 'mount':
      return registered?.ref(control());
    case 'unmount':
      return registered?.ref(null);
    case 'untouch':
      form.untouch(deed.name);
      return void plain.touched.delete(deed.name);
    case 'blame':
      form.setProblem(deed.name, 'Taken');
      return void plain.problems.set(deed.name, 'Taken');
    case 'clear':
      form.clearProblem(deed.name);
      return void plain.problems.delete(deed.name);
    default:
  }
}

it('a form of the library is what a form in plain maps is, whatever its fields are called', async () => {
  const property = fc.asyncProperty(played, async ([fields, deeds]) => {
    const plain = new PlainForm();
    const form: LibraryForm = createLibraryForm({
      findProblem: (one) => judge(one, form.value(one)),
      written: (one) => form.write(one, form.value(one)),
    });
    form.add(fields);
    for (const { name, initial } of fields) plain.add(name, initial);
    for (const deed of deeds) {
      await perform(deed, form, plain);
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
