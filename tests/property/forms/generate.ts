import fc from 'fast-check';
import { compileProject } from '#renderer/grammar/compile.ts';
import { library } from '#renderer/grammar/testing.ts';
import { endpointsOf, screenOf } from './definition.ts';
import {
  type Action,
  type Body,
  BOUND,
  type Condition,
  type FieldSpec,
  FIRST,
  type FormSpec,
  type ItemSpec,
  type Kind,
  LIST,
  listIn,
  PATTERNS,
  type RepeatSpec,
  ROW_NAMES,
  type RuleSpec,
  type SectionSpec,
} from './spec.ts';

/* Random forms and actions; everything shrinks towards fewer fields and fewer actions. */

const NAMES = ['a', 'b', 'c', 'd', 'e'] as const;
const CODES = ['k1', 'k2', 'k3'] as const;
/** A choice with a preselected option is written when it is shown, so it cannot wait for a condition. */
const PLAIN: readonly string[] = ['a', 'b', 'c'];

function conditionOver(fields: readonly string[], depth = 1): fc.Arbitrary<Condition> {
  const leaf = fc.record({
    op: fc.constantFrom('filled' as const, 'is' as const),
    field: fc.constantFrom(...fields),
    // Values that are both typed and chosen, so that conditions become true.
    value: fc.constantFrom('x', 'y'),
  });
  if (depth === 0) return leaf;
  const inner = conditionOver(fields, depth - 1);
  return fc.oneof(
    { weight: 4, arbitrary: leaf },
    // Shown until something is typed, so that a typed value gets hidden.
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

/** Present in half of the cases. */
function maybe<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.option(arbitrary, { nil: undefined, freq: 2 });
}

function ruleFor(
  kind: Kind,
  others: readonly string[],
  texts: readonly string[],
  isAlone: boolean,
): fc.Arbitrary<RuleSpec> {
  const rules: fc.Arbitrary<RuleSpec>[] = [
    fc.constant<RuleSpec>({ rule: 'required' }),
    fc.record({ rule: fc.constant('check' as const), check: conditionOver(others) }),
  ];
  if (kind === 'choices') rules.push(fc.constant<RuleSpec>({ rule: 'length', min: 2, max: 2 }));
  if (kind === 'text' || kind === 'digits') {
    if (isAlone)
      rules.push(fc.constant<RuleSpec>({ rule: 'remote' }), fc.constant<RuleSpec>({ rule: 'remote' }));
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
  if (kind === 'rating' || kind === 'number') {
    rules.push(fc.constant<RuleSpec>({ rule: 'range', min: 2, max: 4 }));
  }
  return fc
    .tuple(fc.oneof(...rules), maybe(conditionOver(others, 0)))
    .map(([rule, when]) => (when === undefined ? rule : { ...rule, when }));
}

/** At most one rule that calls a service, because the call belongs to a field. */
function rulesFrom(rule: fc.Arbitrary<RuleSpec>): fc.Arbitrary<readonly RuleSpec[]> {
  const isFirst = (one: RuleSpec, at: number, all: readonly RuleSpec[]) =>
    one.rule !== 'remote' || all.findIndex((other) => other.rule === 'remote') === at;
  // Most fields have no rules: a form that can never be sent tests little.
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    {
      weight: 2,
      arbitrary: fc.array(rule, { minLength: 1, maxLength: 2 }).map((rules) => rules.filter(isFirst)),
    },
  );
}

function fieldNamed(
  { name, kind }: FieldHead,
  all: readonly FieldHead[],
  plain: readonly string[],
): fc.Arbitrary<FieldSpec> {
  const texts = all.filter((one) => one.name !== name && one.kind === 'text').map((one) => one.name);
  const names = all.map((one) => one.name);
  const isInRow = ROW_NAMES.some((own) => own === name);
  const isPlain = PLAIN.includes(name) || isInRow;
  return fc
    .record({
      max: maybe(fc.constant(kind === 'digits' ? 3 : 4)),
      preselect: fc.boolean(),
      sensitive: fc.nat(4),
      initial: fc.nat(4),
      visible: maybe(conditionOver(plain)),
      rules: rulesFrom(ruleFor(kind, names, texts, !isInRow)),
    })
    .map(({ max, preselect, sensitive, initial, visible, rules }) => ({
      type: 'field',
      name,
      kind,
      rules,
      ...(max !== undefined && (kind === 'text' || kind === 'digits') && { max }),
      ...(preselect && kind === 'choice' && !isPlain && { preselect: true as const }),
      ...(sensitive > 3 && kind === 'text' && !isInRow && { sensitive: true as const }),
      ...(initial > 2 && kind === 'number' && { initial }),
      ...(visible !== undefined && { visible }),
    }));
}

interface FieldHead {
  readonly name: string;
  readonly kind: Kind;
}

const kind = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Kind>('text') },
  { weight: 5, arbitrary: fc.constantFrom<Kind>('digits', 'number', 'check', 'choice', 'choices', 'rating') },
  { weight: 1, arbitrary: fc.constant<Kind>('day') },
);

/** The fields of a record, whose conditions can read the record's fields and the form's plain ones. */
function listOver(plain: readonly string[]): fc.Arbitrary<RepeatSpec> {
  return fc.array(kind, { minLength: 1, maxLength: ROW_NAMES.length }).chain((kinds) => {
    const heads = kinds.map((of, at) => ({ name: ROW_NAMES[at] ?? 'p', kind: of }));
    const seen = [...plain, ...heads.map(({ name }) => name)];
    return fc
      .record({
        min: fc.nat(1),
        more: fc.integer({ min: 1, max: 2 }),
        visible: maybe(conditionOver(plain)),
        rules: fc.subarray<RuleSpec>([{ rule: 'required' }, { rule: 'length', min: 1, max: 1 }], {
          maxLength: 1,
        }),
        body: fc.tuple(...heads.map((head) => fieldNamed(head, heads, seen))),
      })
      .map(({ min, more, visible, rules, body }) => ({
        type: 'repeat',
        min,
        max: min + more,
        ...(visible !== undefined && { visible }),
        rules,
        body,
      }));
  });
}

/** Fields in order, some of them in sections. */
function nest(fields: Body, cuts: readonly Cut[]): Body {
  const [cut, ...rest] = cuts;
  if (cut === undefined || fields.length < 2) return fields;
  const at = cut.at % fields.length;
  return [...fields.slice(0, at), toSection(nest(fields.slice(at), rest), cut)];
}

function toSection(body: Body, { visible }: Cut): SectionSpec {
  return { type: 'section', body, ...(visible !== undefined && { visible }) };
}

/** Every field in one of several consecutive sections. */
function divide(fields: Body, cuts: readonly Cut[]): Body {
  const [cut = { at: 0, visible: undefined }, ...rest] = cuts;
  const at = 1 + (cut.at % fields.length);
  if (at === fields.length) return [toSection(fields, cut)];
  return [toSection(fields.slice(0, at), cut), ...divide(fields.slice(at), rest)];
}

interface Cut {
  readonly at: number;
  readonly visible: Condition | undefined;
}

const item = (code: string): fc.Arbitrary<ItemSpec> =>
  fc
    .record({
      kind: fc.constantFrom(
        'text' as const,
        'choice' as const,
        'choices' as const,
        'number' as const,
        'check' as const,
      ),
      optional: fc.boolean(),
      value: maybe(fc.constantFrom(...FIRST)),
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
    const own = heads.map(({ name }) => name).filter((name) => PLAIN.includes(name));
    const plain = [...own, BOUND];
    return fc.record({
      hidden: fc.constantFrom('drop' as const, 'keep' as const),
      after: fc.constantFrom('nothing' as const, 'reset' as const),
      draft: fc.oneof(
        { weight: 4, arbitrary: fc.constant(true) },
        { weight: 1, arbitrary: fc.constant(false) },
      ),
      fields: fc.tuple(...heads.map((head) => fieldNamed(head, heads, plain))),
      list: maybe(fc.record({ at: fc.nat(4), list: listOver(plain) })),
      cuts: fc.array(fc.record({ at: fc.nat(4), visible: maybe(conditionOver([...plain, LIST])) }), {
        maxLength: 2,
      }),
      steps: fc.option(fc.record({ review: fc.boolean() }), { nil: undefined, freq: 1 }),
      supplied: maybe(
        fc.record({
          guard: conditionOver([...plain, ...CODES.slice(0, 1)]),
          replies: fc.array(reply, { minLength: 1, maxLength: 3 }),
        }),
      ),
    });
  })
  .map(({ hidden, after, draft, fields, list, cuts, steps, supplied }) => {
    const at = (list?.at ?? 0) % (fields.length + 1);
    const all = list ? [...fields.slice(0, at), list.list, ...fields.slice(at)] : fields;
    // Without a list no condition can read one.
    const known = list
      ? cuts
      : cuts.map((cut) => (JSON.stringify(cut).includes(`"${LIST}"`) ? { ...cut, visible: undefined } : cut));
    const body = steps ? divide(all, known) : nest(all, known);
    // The field beside the form exists only if something reads it.
    const bound = JSON.stringify([body, supplied?.guard]).includes(`"${BOUND}"`);
    return { hidden, after, draft, body, bound, ...(steps && { steps }), ...(supplied && { supplied }) };
  })
  .filter(isAccepted);

/** The checker refuses forms that can never be sent, such as a numeric field with a pattern of letters. */
function isAccepted(spec: FormSpec): boolean {
  return compileProject(library(screenOf(spec), { endpoints: endpointsOf(spec) })).app !== undefined;
}

interface Weighted {
  readonly weight: number;
  readonly arbitrary: fc.Arbitrary<Action>;
}

const USUAL: readonly Weighted[] = [
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
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('reload' as const),
      killed: fc.boolean(),
      hours: fc.constantFrom(0, 1, 25),
    }),
  },
];

/** Actions that this form has controls for. */
function actionsOn(spec: FormSpec): fc.Arbitrary<Action> {
  const isAsked = JSON.stringify(spec.body).includes('"remote"');
  return fc.oneof(
    ...USUAL,
    ...(spec.supplied ? [{ weight: 1, arbitrary: fc.constant<Action>({ do: 'read again' }) }] : []),
    ...(listIn(spec.body)
      ? [
          { weight: 3, arbitrary: fc.constant<Action>({ do: 'add' }) },
          { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), row: fc.nat(2) }) },
        ]
      : []),
    ...(spec.steps
      ? [
          { weight: 6, arbitrary: fc.constant<Action>({ do: 'next' }) },
          { weight: 1, arbitrary: fc.constant<Action>({ do: 'back' }) },
        ]
      : []),
    ...(spec.steps?.review
      ? [{ weight: 2, arbitrary: fc.record({ do: fc.constant('change' as const), step: fc.nat(2) }) }]
      : []),
    ...(isAsked
      ? [
          {
            weight: 6,
            arbitrary: fc.record({
              do: fc.constant('tell' as const),
              which: fc.nat(2),
              fails: fc.nat(3).map((by) => by === 3),
            }),
          },
        ]
      : []),
  );
}

export function sequenceFor(spec: FormSpec): fc.Arbitrary<readonly Action[]> {
  return fc.array(actionsOn(spec), { minLength: 1, maxLength: 9, size: 'max' });
}
