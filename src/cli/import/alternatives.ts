import { isJson, type Json } from '#renderer/grammar/json.ts';
import type { Pending, Walk } from './walk.ts';
import {
  and,
  type Condition,
  isScalar,
  not,
  or,
  type Scalar,
  type Selector,
  TRUE,
  whyUnsayable,
} from './condition.ts';
import { exactlyOne, fits } from './fits.ts';
import { KEYWORDS } from './keywords.ts';
import type { Slot } from './slot.ts';
import { joinPointer } from './source.ts';

/** The properties of an alternative that distinguish it from the others without knowing a value. */
interface Branch {
  readonly index: number;
  readonly pointer: string;
  /** JSON types that its value can have; undefined: any. */
  readonly types: ReadonlySet<string> | undefined;
  /** Members that it describes. */
  readonly names: ReadonlySet<string>;
  /** Required members with a fixed set of values. */
  readonly fixed: ReadonlyMap<string, readonly Scalar[]>;
  /** Its values, if it is an enumeration. */
  readonly values: readonly unknown[] | undefined;
  readonly title: { readonly text: string; readonly pointer: string } | undefined;
}

/**
 * `anyOf` and `oneOf` become a choice between values if all alternatives are lists of values, a check if the
 * alternatives add no fields, or otherwise a separate question for the alternative.
 */
export function collectAlternatives(walk: Walk, slot: Slot, pending: Pending): void {
  const { pointer, branches, when, keyword } = pending;
  const all = branches.map((_, index) => describeBranch(walk, joinPointer(pointer, index), index));
  const rest = all.filter(({ types }) => !(types?.size === 1 && types.has('null')));
  if (rest.length < all.length) {
    for (const { pointer: at } of all.filter((one) => !rest.includes(one))) {
      slot.nulls.push(at);
      meetAll(walk, at);
    }
  }
  const [only] = rest;
  if (only === undefined) {
    slot.constraints.push({ keyword: 'type', value: 'null', pointer, when });
    return;
  }
  if (rest.length === 1) return walk.apply(slot, only.pointer, when);
  if (rest.every(({ values }) => values !== undefined)) return collectValues(walk, slot, rest, pending);
  if (!addsStructure(slot, rest) && collectCheck(walk, slot, rest, pending)) return;
  const kind = keyword === 'anyOf' && mayCombine(rest) ? 'any' : 'one';
  const chosen = chooseBy(walk, slot, rest, when, kind);
  rest.forEach((branch, index) => walk.apply(slot, branch.pointer, and(when, chosen[index] ?? TRUE)));
  if (keyword === 'oneOf' && !areDisjoint(rest)) forbidOthers(walk, slot, rest, chosen, pending);
}

/** Values with titles become options. */
function collectValues(walk: Walk, slot: Slot, rest: readonly Branch[], { pointer, when }: Pending): void {
  const titles: { [text: string]: string } = {};
  const values: unknown[] = [];
  for (const branch of rest) {
    meetAll(walk, branch.pointer);
    for (const value of branch.values ?? []) {
      values.push(value);
      if (branch.title !== undefined && branch.values?.length === 1)
        titles[JSON.stringify(value)] = titleIn(walk, branch.title);
    }
  }
  slot.constraints.push({ keyword: 'enum', value: values, pointer, when });
  slot.words.titles = { ...slot.words.titles, ...titles };
}

/** Whether an alternative adds members or types that nothing else describes. */
function addsStructure(slot: Slot, rest: readonly Branch[]): boolean {
  const said = slot.constraints.filter(({ keyword, when }) => keyword === 'type' && when.op === 'true');
  const isObject = said.some(({ value }) => value === 'object') || slot.parent === undefined;
  return rest.some(
    ({ names, types }) =>
      [...names].some((name) => slot.members.get(name)?.described.op !== 'true') ||
      (types !== undefined && !isObject && said.length === 0),
  );
}

function collectCheck(
  walk: Walk,
  slot: Slot,
  rest: readonly Branch[],
  { keyword, pointer, when }: Pending,
): boolean {
  const parts = rest.map((branch) => fits(walk, slot, branch.pointer));
  const holds = keyword === 'anyOf' ? or(...parts) : exactlyOne(parts);
  if (whyUnsayable(holds) !== undefined) return false;
  const message =
    keyword === 'anyOf' ? 'None of the possibilities fits' : 'Exactly one of the possibilities has to fit';
  slot.demands.push({ holds, when, pointer, keyword, message });
  return true;
}

/** Conditions that select each alternative: by a distinguishing member, else by a question. */
function chooseBy(
  walk: Walk,
  slot: Slot,
  rest: readonly Branch[],
  when: Condition,
  kind: Selector['kind'],
): readonly Condition[] {
  const name = discriminatorOf(rest);
  if (name !== undefined) {
    const member = slot.member(name);
    member.described = or(member.described, when);
    member.required.push({ when, pointer: rest[0]?.pointer ?? '' });
    const values = rest.flatMap(({ fixed }) => fixed.get(name) ?? []);
    const titles = Object.fromEntries(
      rest.flatMap(({ fixed, title }) => {
        const [value, ...more] = fixed.get(name) ?? [];
        if (title === undefined || more.length > 0) return [];
        return [[JSON.stringify(value), titleIn(walk, title)] as const];
      }),
    );
    member.words.titles = { ...member.words.titles, ...titles };
    member.constraints.push({ keyword: 'enum', value: values, pointer: rest[0]?.pointer ?? '', when });
    return rest.map(({ fixed }) =>
      or(...(fixed.get(name) ?? []).map((value): Condition => ({ op: 'equals', slot: member, value }))),
    );
  }
  const titles = rest.map((branch) =>
    branch.title === undefined ? titleOf(walk, branch) : titleIn(walk, branch.title),
  );
  const pointers = rest.map(({ pointer }) => pointer);
  const selector = makeSelector(slot, kind, titles, pointers, when);
  return rest.map((_, index): Condition => ({ op: 'chosen', selector, index }));
}

/** The title of an alternative, which labels it in the choice. */
function titleIn({ report }: Walk, { text, pointer }: NonNullable<Branch['title']>): string {
  report.show(pointer);
  return text;
}

export function makeSelector(
  slot: Slot,
  kind: Selector['kind'],
  titles: readonly string[],
  pointers: readonly string[],
  when: Condition,
): Selector {
  const selector = {
    slot,
    kind,
    titles: distinct(titles),
    pointers,
    when,
    dropped: new Set<number>(),
    names: [],
  };
  slot.selectors.push(selector);
  return selector;
}

function forbidOthers(
  walk: Walk,
  slot: Slot,
  rest: readonly Branch[],
  chosen: readonly Condition[],
  { keyword, pointer, when }: Pending,
): void {
  const parts = rest.map((branch) => fits(walk, slot, branch.pointer));
  for (const [index, condition] of chosen.entries()) {
    const others = parts.filter((_, other) => other !== index && !areDisjoint([rest[index], rest[other]]));
    const holds = and(...others.map(not));
    const why = whyUnsayable(holds);
    if (why === undefined) {
      const message = 'This fits more than one of the possibilities';
      slot.demands.push({ holds, when: and(when, condition), pointer, keyword, message });
    } else
      walk.report.refuse(pointer, keyword, `That only one of them fits is not checked. ${why}`, 'exclusive');
  }
}

/** Whether a value could have members of several alternatives at once. */
function mayCombine(rest: readonly Branch[]): boolean {
  const isObject = ({ types, names }: Branch) => types?.has('object') ?? names.size > 0;
  return rest.every(isObject) && !areDisjoint(rest);
}

/** Whether no value matches two of the alternatives. */
function areDisjoint(rest: readonly (Branch | undefined)[]): boolean {
  return rest.every((one, index) =>
    rest.slice(index + 1).every((other) => one !== undefined && other !== undefined && isApart(one, other)),
  );
}

function isApart(one: Branch, other: Branch): boolean {
  if (one.types !== undefined && other.types !== undefined) {
    const { types } = other;
    const overlap = [...one.types].some((type) => types.has(type));
    const isNumber = (of: ReadonlySet<string>) => of.has('number') || of.has('integer');
    if (!overlap && !(isNumber(one.types) && isNumber(other.types))) return true;
  }
  if (one.values !== undefined && other.values !== undefined) {
    return !one.values.some((value) => other.values?.includes(value));
  }
  return [...one.fixed].some(([name, values]) => {
    const others = other.fixed.get(name);
    return others !== undefined && !values.some((value) => others.includes(value));
  });
}

/** A member that each alternative requires with a different value. */
function discriminatorOf(rest: readonly Branch[]): string | undefined {
  const [first] = rest;
  return [...(first?.fixed.keys() ?? [])].find((name) => {
    const sets = rest.map(({ fixed }) => fixed.get(name));
    if (sets.some((values) => values === undefined)) return false;
    const values = sets.flatMap((set) => set ?? []);
    return new Set(values).size === values.length && new Set(values.map((value) => typeof value)).size === 1;
  });
}

function describeBranch(walk: Walk, pointer: string, index: number): Branch {
  const names = new Set<string>();
  const needed = new Set<string>();
  const fixed = new Map<string, readonly Scalar[]>();
  let types: ReadonlySet<string> | undefined;
  let values: readonly unknown[] | undefined;
  let title: Branch['title'];
  let isPlain = true;
  for (const { schema, at } of merged(walk, pointer, new Set())) {
    if (typeof schema['title'] === 'string') {
      title ??= { text: schema['title'], pointer: joinPointer(at, 'title') };
    }
    for (const name of Array.isArray(schema['required']) ? (schema['required'] as unknown[]) : []) {
      if (typeof name === 'string') needed.add(name);
    }
    for (const [name, member] of Object.entries(isJson(schema['properties']) ? schema['properties'] : {})) {
      names.add(name);
      const of = isJson(member) ? valuesOf(member) : undefined;
      if (of?.every(isScalar) === true) fixed.set(name, of);
    }
    types = typesOf(schema) ?? types;
    values ??= valuesOf(schema);
    // An unknown keyword has no effect.
    isPlain &&= Object.keys(schema).every((keyword) => PLAIN.has(keyword) || KEYWORDS[keyword] === undefined);
  }
  for (const name of [...fixed.keys()]) if (!needed.has(name)) fixed.delete(name);
  return { index, pointer, types, names, fixed, values: isPlain ? values : undefined, title };
}

/** Keywords that do not change the meaning of a list of values beside them. */
const PLAIN: ReadonlySet<string> = new Set([
  'const',
  'enum',
  'title',
  'description',
  'type',
  '$comment',
  'deprecated',
]);

/** A schema and all schemas that it includes by `$ref` and `allOf`. */
function* merged(
  walk: Walk,
  pointer: string,
  seen: Set<string>,
): Generator<{ readonly schema: Json; readonly at: string }> {
  const schema = walk.references.schemaAt(pointer);
  if (!isJson(schema) || seen.has(pointer)) return;
  seen.add(pointer);
  const { $ref, allOf, ...own } = schema;
  yield { schema: own, at: pointer };
  if ($ref !== undefined) {
    const target = walk.references.resolve($ref, pointer);
    if ('pointer' in target) yield* merged(walk, target.pointer, seen);
  }
  for (const index of (Array.isArray(allOf) ? (allOf as unknown[]) : []).keys()) {
    yield* merged(walk, joinPointer(pointer, 'allOf', index), seen);
  }
}

function valuesOf(schema: Json): readonly unknown[] | undefined {
  if ('const' in schema) return [schema['const']];
  return Array.isArray(schema['enum']) ? (schema['enum'] as readonly unknown[]) : undefined;
}

/** The types that a schema allows, stated or inferred from its other keywords. */
export function typesOf(schema: Json): ReadonlySet<string> | undefined {
  const { type } = schema;
  if (typeof type === 'string') return new Set([type]);
  if (Array.isArray(type)) return new Set(type.filter((one) => typeof one === 'string'));
  const values = valuesOf(schema);
  return values === undefined ? undefined : new Set(values.map(jsonType));
}

export function jsonType(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

function titleOf(walk: Walk, { types, names, index, pointer }: Branch): string {
  const [type] = types ?? [];
  const schema = walk.references.schemaAt(pointer);
  const target = isJson(schema) ? schema['$ref'] : undefined;
  if (typeof target === 'string') return spaced(target.split('/').at(-1) ?? target);
  const known: { readonly [type: string]: string } = {
    string: 'Text',
    number: 'Number',
    integer: 'Whole number',
    boolean: 'Yes or no',
    array: 'List',
  };
  if (type !== undefined && known[type] !== undefined) return known[type];
  const [first] = names;
  return first === undefined ? `Possibility ${index + 1}` : spaced(first);
}

/** Splits a name into words: `billingAddress` becomes "Billing address". */
export function spaced(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[^A-Za-z0-9\u00c0-\u024f]+/g, ' ')
    .trim()
    .toLowerCase();
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1);
}

function distinct(titles: readonly string[]): readonly string[] {
  return titles.map((title, index) => (titles.indexOf(title) === index ? title : `${title} ${index + 1}`));
}

/** Reports all keywords of an alternative as processed, because no walk processes them. */
function meetAll(walk: Walk, pointer: string): void {
  const schema = walk.references.schemaAt(pointer);
  for (const keyword of isJson(schema) ? Object.keys(schema) : []) {
    walk.report.meet(joinPointer(pointer, keyword), keyword);
  }
}
