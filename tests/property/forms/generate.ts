import fc from 'fast-check';
import {
  type Action,
  BOUND,
  type Condition,
  type FieldSpec,
  type FormSpec,
  type ItemSpec,
  type Kind,
  OPTIONS,
  PATTERNS,
  type RuleSpec,
  type SectionSpec,
} from './spec.ts';

/* Forms and what happens to them, drawn at random; everything shrinks towards fewer fields and fewer actions. */

const NAMES = ['a', 'b', 'c', 'd', 'e'] as const;
const CODES = ['k1', 'k2', 'k3'] as const;
/** A choice that begins with its first option is written when it is shown: what it waits for is no such choice. */
const PLAIN: readonly string[] = ['a', 'b', 'c'];

function conditionOver(fields: readonly string[], depth = 1): fc.Arbitrary<Condition> {
  const leaf = fc.record({
    op: fc.constantFrom('filled' as const, 'is' as const),
    field: fc.constantFrom(...fields),
    // What is both typed and chosen, so that it comes true.
    value: fc.constantFrom('x', 'y'),
  });
  if (depth === 0) return leaf;
  const inner = conditionOver(fields, depth - 1);
  return fc.oneof(
    { weight: 4, arbitrary: leaf },
    // Shown until something is written, so that what was written there is hidden.
    { weight: 4, arbitrary: fc.record({ op: fc.constant('not' as const), of: inner }) },
    {
      weight: 1,
      arbitrary: fc.record({
        op: fc.constantFrom('both' as const, 'either' as const),
        of: fc.tuple(inner, inner),
      }),
    },
  );
}

/** Present every second time. */
function maybe<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.option(arbitrary, { nil: undefined, freq: 2 });
}

function ruleFor(kind: Kind, others: readonly string[], texts: readonly string[]): fc.Arbitrary<RuleSpec> {
  const rules: fc.Arbitrary<RuleSpec>[] = [
    fc.constant<RuleSpec>({ rule: 'required' }),
    fc.record({ rule: fc.constant('check' as const), check: conditionOver(others) }),
  ];
  if (kind === 'text' || kind === 'digits') {
    rules.push(
      fc.record({
        rule: fc.constant('length' as const),
        min: fc.nat(2),
        max: fc.integer({ min: 2, max: 4 }),
      }),
      fc.record({ rule: fc.constant('pattern' as const), pattern: fc.constantFrom(...PATTERNS) }),
    );
    if (texts.length > 0) {
      rules.push(fc.record({ rule: fc.constant('equals' as const), field: fc.constantFrom(...texts) }));
    }
  }
  if (kind === 'rating') {
    rules.push(fc.constant<RuleSpec>({ rule: 'range', min: 2, max: 4 }));
  }
  return fc
    .tuple(fc.oneof(...rules), maybe(conditionOver(others, 0)))
    .map(([rule, when]) => (when === undefined ? rule : { ...rule, when }));
}

function fieldNamed(name: string, kind: Kind, all: readonly FieldHead[]): fc.Arbitrary<FieldSpec> {
  const texts = all.filter((one) => one.name !== name && one.kind === 'text').map((one) => one.name);
  const names = all.map((one) => one.name);
  const isPlain = PLAIN.includes(name);
  return fc
    .record({
      max: maybe(fc.constant(kind === 'digits' ? 3 : 4)),
      preselect: fc.boolean(),
      sensitive: fc.nat(4),
      visible: maybe(conditionOver([...names.filter((one) => PLAIN.includes(one)), BOUND])),
      // Most fields have none: a form that can never be sent shows little.
      rules: fc.oneof(
        { weight: 3, arbitrary: fc.constant([]) },
        { weight: 2, arbitrary: fc.array(ruleFor(kind, names, texts), { minLength: 1, maxLength: 2 }) },
      ),
    })
    .map(({ max, preselect, sensitive, visible, rules }) => ({
      type: 'field',
      name,
      kind,
      rules,
      ...(max !== undefined && (kind === 'text' || kind === 'digits') && { max }),
      ...(preselect && kind === 'choice' && !isPlain && { preselect: true as const }),
      ...(sensitive > 3 && kind === 'text' && { sensitive: true as const }),
      ...(visible !== undefined && { visible }),
    }));
}

interface FieldHead {
  readonly name: string;
  readonly kind: Kind;
}

const kind = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Kind>('text') },
  { weight: 5, arbitrary: fc.constantFrom<Kind>('digits', 'check', 'choice', 'rating') },
  { weight: 1, arbitrary: fc.constant<Kind>('day') },
);

/** Fields in order, some of them in sections, and those in sections. */
function nest(fields: readonly FieldSpec[], cuts: readonly Cut[]): FormSpec['body'] {
  const [cut, ...rest] = cuts;
  if (cut === undefined || fields.length < 2) return fields;
  const at = cut.at % fields.length;
  const section: SectionSpec = {
    type: 'section',
    body: nest(fields.slice(at), rest),
    ...(cut.visible !== undefined && { visible: cut.visible }),
  };
  return [...fields.slice(0, at), section];
}

interface Cut {
  readonly at: number;
  readonly visible: Condition | undefined;
}

const item = (code: string): fc.Arbitrary<ItemSpec> =>
  fc
    .record({
      kind: fc.constantFrom('text' as const, 'choice' as const),
      optional: fc.boolean(),
      value: maybe(fc.constantFrom(...OPTIONS)),
      group: maybe(fc.constantFrom('one' as const, 'two' as const)),
      guarded: fc.boolean(),
    })
    .map(({ kind: of, optional, guarded, value, group }) => ({
      code,
      kind: of,
      optional,
      guarded,
      ...(value !== undefined && { value }),
      ...(group !== undefined && { group }),
    }));

const reply: fc.Arbitrary<readonly ItemSpec[]> = fc
  .tuple(fc.subarray([...CODES]), fc.tuple(...CODES.map(item)))
  .map(([present, items]) => items.filter(({ code }) => present.includes(code as (typeof CODES)[number])));

export const form: fc.Arbitrary<FormSpec> = fc
  .array(kind, { minLength: 1, maxLength: NAMES.length })
  .chain((kinds) => {
    const heads = kinds.map((of, at) => ({ name: NAMES[at] ?? 'a', kind: of }));
    const plain = [...heads.map(({ name }) => name).filter((name) => PLAIN.includes(name)), BOUND];
    return fc.record({
      hidden: fc.constantFrom('drop' as const, 'keep' as const),
      after: fc.constantFrom('nothing' as const, 'reset' as const),
      draft: fc.oneof(
        { weight: 4, arbitrary: fc.constant(true) },
        { weight: 1, arbitrary: fc.constant(false) },
      ),
      fields: fc.tuple(...heads.map((head) => fieldNamed(head.name, head.kind, heads))),
      cuts: fc.array(fc.record({ at: fc.nat(4), visible: maybe(conditionOver(plain)) }), { maxLength: 2 }),
      supplied: maybe(
        fc.record({
          guard: conditionOver([...plain, ...CODES.slice(0, 1)]),
          replies: fc.array(reply, { minLength: 1, maxLength: 3 }),
        }),
      ),
    });
  })
  .map(({ hidden, after, draft, fields, cuts, supplied }) => {
    const body = nest(fields, cuts);
    // The field beside the form is there where something reads it.
    const bound = JSON.stringify([body, supplied?.guard]).includes(`"${BOUND}"`);
    return { hidden, after, draft, body, bound, ...(supplied && { supplied }) };
  });

const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constant('write' as const), field: fc.nat(8), value: fc.nat(7) }),
  },
  { weight: 4, arbitrary: fc.constant<Action>({ do: 'submit' }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      how: fc.constantFrom('good' as const, 'business' as const, 'fields' as const, 'network' as const),
      field: fc.nat(8),
    }),
  },
  { weight: 1, arbitrary: fc.constant<Action>({ do: 'reset' }) },
  { weight: 1, arbitrary: fc.constant<Action>({ do: 'read again' }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('reload' as const),
      killed: fc.boolean(),
      hours: fc.constantFrom(0, 1, 25),
    }),
  },
);

export const sequence: fc.Arbitrary<readonly Action[]> = fc.array(action, {
  minLength: 1,
  maxLength: 9,
  size: 'max',
});
