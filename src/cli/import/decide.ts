import { jsonType, makeSelector, spaced } from './alternatives.ts';
import { and, type Condition, FALSE, implies, isScalar, or, type Scalar, TRUE, under } from './condition.ts';
import type { Report } from './report.ts';
import type { Constraint, Option, Slot, SlotType, Variant } from './slot.ts';
import { joinPointer, listIn, textsIn } from './source.ts';

/** Maximum number of options of a choice. */
const MOST_OPTIONS = 200;

/** Decides for each slot its types, its field kinds, and when it is shown. */
export function decide(root: Slot, report: Report): void {
  settleRequired(root, report);
  root.variants = [{ type: 'object', when: TRUE, field: '' }];
  if (root.constraints.every(({ keyword }) => keyword !== 'type')) {
    report.note(root.pointer, 'The schema has no type; the form uses an object.', 'object');
  }
  for (const member of root.members.values()) decideSlot(member, report);
}

/** A form has a field for every required member, except for members without a description. */
function settleRequired(slot: Slot, report: Report): void {
  for (const member of slot.members.values()) {
    if (member.described.op === 'false') {
      for (const { pointer } of member.required) {
        report.refuse(pointer, 'required', `"${member.name}" is not described, so nobody can fill it in.`);
      }
      member.required.length = 0;
      continue;
    }
    for (const { when, pointer } of member.required) {
      if (under(when, member.described).op === 'true' || under(member.described, when).op === 'true')
        continue;
      const message = `${spaced(member.name)} is missing`;
      slot.demands.push({
        holds: implies(when, member.described),
        when: TRUE,
        pointer,
        keyword: 'required',
        message,
      });
    }
    settleRequired(member, report);
  }
  if (slot.items !== undefined) settleRequired(slot.items, report);
}

function decideSlot(slot: Slot, report: Report): void {
  if (slot.described.op === 'false') return;
  slot.variants = variantsOf(slot, report);
  if (slot.name === '*' && slot.isMixed) keepFirst(slot, report);
  for (const member of slot.members.values()) decideSlot(member, report);
  if (slot.items !== undefined) decideSlot(slot.items, report);
}

function variantsOf(slot: Slot, report: Report): Variant[] {
  const typed = slot.constraints.flatMap((constraint) => {
    const types = typesOf(constraint);
    if (types?.has('null') === true) slot.nulls.push(...nullsOf(constraint));
    return types === undefined ? [] : [{ types, constraint }];
  });
  const isFixed = ({ constraint }: { readonly constraint: Constraint }) =>
    under(slot.described, constraint.when).op === 'true';
  const fixed = typed.filter(isFixed);
  const loose = typed.filter((one) => !isFixed(one));
  const allowed = fixed.reduce<ReadonlySet<string> | undefined>(
    (all, { types }) => (all === undefined ? types : new Set([...all].filter((type) => types.has(type)))),
    undefined,
  );
  const options = allowed?.size === 1 && allowed.has('null') ? undefined : optionsOf(slot, report);
  if (allowed?.size === 1 && allowed.has('null')) {
    if (slot.name !== '*') return [];
    for (const { constraint } of fixed) {
      report.refuse(
        constraint.pointer,
        constraint.keyword,
        'A list of nulls cannot be filled in; a text is asked for.',
      );
    }
  }
  if (allowed !== undefined || loose.length === 0) {
    const types = slotTypes(allowed ?? infer(slot, report));
    const [only = 'string', ...more] = types;
    if (more.length === 0) return [variant(slot, only, TRUE, options, report)];
    if (options !== undefined) return [{ type: 'string', when: TRUE, options: keyed(options), field: '' }];
    return byType(slot, types, loose, report);
  }
  const types = slotTypes(new Set(loose.flatMap((one) => [...one.types])));
  const [only = 'string', ...more] = types;
  if (more.length === 0) return [variant(slot, only, TRUE, options, report)];
  if (options !== undefined) return [{ type: 'string', when: TRUE, options: keyed(options), field: '' }];
  if (loose.some((one) => slotTypes(one.types).length > 1)) return byType(slot, types, loose, report);
  return types.map((type) => {
    const when = or(
      ...loose.filter((one) => slotTypes(one.types)[0] === type).map((one) => one.constraint.when),
    );
    return variant(slot, type, when, undefined, report);
  });
}

/** Several types without a distinguishing property become a separate question. */
function byType(
  slot: Slot,
  types: readonly SlotType[],
  loose: readonly { readonly types: ReadonlySet<string>; readonly constraint: Constraint }[],
  report: Report,
): Variant[] {
  const titles = types.map((type) => TYPE_TITLES[type]);
  const constraint = slot.constraints.find(
    ({ keyword, value }) => keyword === 'type' && Array.isArray(value),
  );
  const listed = Array.isArray(constraint?.value) ? (constraint.value as readonly unknown[]) : [];
  const pointers = types.map((type) =>
    joinPointer(constraint?.pointer ?? slot.pointer, listed.indexOf(type)),
  );
  const selector = makeSelector(slot, 'one', titles, pointers, slot.described);
  const chosen = types.map((_, index): Condition => ({ op: 'chosen', selector, index }));
  for (const { types: some, constraint: one } of loose) {
    const fitting = chosen.filter((_, index) => slotTypes(some).includes(types[index] ?? 'string'));
    const message = 'This kind does not fit what else is filled in';
    slot.demands.push({
      holds: or(...fitting),
      when: one.when,
      pointer: one.pointer,
      keyword: one.keyword,
      message,
    });
  }
  return types.map((type, index) => variant(slot, type, chosen[index] ?? TRUE, undefined, report));
}

const TYPE_TITLES: { readonly [type in SlotType]: string } = {
  string: 'Text',
  number: 'Number',
  integer: 'Whole number',
  boolean: 'Yes or no',
  object: 'Several fields',
  array: 'List',
};

function variant(
  slot: Slot,
  type: SlotType,
  when: Condition,
  options: readonly Option[] | undefined,
  report: Report,
): Variant {
  if (options !== undefined) return { type, when, options, field: '' };
  const isDay = slot.constraints.some(
    (one) =>
      one.keyword === 'format' && one.value === 'date' && under(slot.described, one.when).op === 'true',
  );
  if (type === 'boolean' && (!slot.isAlways || slot.name === '*' || when.op !== 'true')) {
    return { type, when, options: [yes(), no()], field: '' };
  }
  if (type === 'array' && slot.items === undefined) {
    const item = slot.item();
    item.described = TRUE;
    item.pointer = slot.pointer;
    report.note(
      joinPointer(slot.pointer, 'items'),
      'The items have no schema; the form asks for a text.',
      'string',
    );
  }
  return { type, when, field: '', ...(type === 'string' && isDay ? { isDay: true as const } : {}) };
}

function yes(): Option {
  return { value: true, key: keyOf(true), text: 'Yes', when: TRUE };
}

function no(): Option {
  return { value: false, key: keyOf(false), text: 'No', when: TRUE };
}

/**
 * The value of an option in the form. For a form, false and an empty text mean that nothing is chosen, so they get
 * names.
 */
function keyOf(value: Scalar): Scalar {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value === '' ? 'empty' : value;
}

/** The options of an enumeration; undefined if any value of the type is allowed. */
function optionsOf(slot: Slot, report: Report): readonly Option[] | undefined {
  const lists = slot.constraints.flatMap((one) => {
    const values =
      one.keyword === 'const' ? [one.value] : one.keyword === 'enum' ? listIn(one.value) : undefined;
    return values === undefined
      ? []
      : [{ values: values.filter((value) => value !== null), constraint: one }];
  });
  if (lists.length === 0) return undefined;
  const odd = lists.find(({ values }) => !values.every(isScalar));
  if (odd !== undefined) {
    report.refuse(
      odd.constraint.pointer,
      odd.constraint.keyword,
      'Only texts, numbers, yes and no can be chosen from.',
    );
    return undefined;
  }
  const fixed = lists.filter(({ constraint }) => under(slot.described, constraint.when).op === 'true');
  const [first, ...more] = fixed;
  const values =
    first === undefined
      ? lists.flatMap((one) => one.values)
      : first.values.filter((value) => more.every((other) => other.values.includes(value)));
  const covered = or(...lists.map(({ constraint }) => constraint.when));
  if (first === undefined && under(covered, slot.described).op !== 'true') return undefined;
  const unique = [...new Set(values)] as Scalar[];
  if (unique.length === 0 || unique.length > MOST_OPTIONS) {
    for (const { constraint } of lists) {
      const why =
        unique.length === 0 ? 'No value is left to choose.' : `A choice has ${MOST_OPTIONS} options at most.`;
      report.refuse(constraint.pointer, constraint.keyword, why);
    }
    return undefined;
  }
  if (unique.length === 1 && unique[0] === true && first !== undefined && slot.isAlways) return undefined;
  return unique.map((value) => ({
    value,
    key: keyOf(value),
    text: slot.words.titles?.[JSON.stringify(value)] ?? textOf(value),
    when:
      first !== undefined
        ? TRUE
        : or(...lists.filter((one) => one.values.includes(value)).map(({ constraint }) => constraint.when)),
  }));
}

/** Values of several types get names, which are texts. */
function keyed(options: readonly Option[]): readonly Option[] {
  const names = options.map(({ value }) => String(value));
  return options.map((option, index) => ({
    ...option,
    key:
      names.indexOf(names[index] ?? '') === index
        ? (names[index] ?? '')
        : `${names[index]} (${typeof option.value})`,
  }));
}

function textOf(value: Scalar): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return value === '' ? '—' : String(value);
}

/** The items of a list must have one type. */
function keepFirst(slot: Slot, report: Report): void {
  const [first, ...rest] = slot.variants;
  if (first === undefined) return;
  for (const { when } of rest) {
    for (const part of when.op === 'or' ? when.of : [when]) {
      const atom = part.op === 'and' ? part.of.find((one) => one.op === 'chosen') : part;
      if (atom?.op !== 'chosen' || atom.selector.slot !== slot) continue;
      atom.selector.dropped.add(atom.index);
      const pointer = atom.selector.pointers[atom.index] ?? slot.pointer;
      report.refuse(
        pointer,
        'type',
        'The items of a list need the same type; this is another.',
        'alternative',
      );
    }
  }
  slot.variants = [{ ...first, when: TRUE }];
}

function typesOf({ keyword, value }: Constraint): ReadonlySet<string> | undefined {
  if (keyword === 'type') {
    const types = typeof value === 'string' ? [value] : textsIn(value);
    return new Set(types.flatMap((type) => (type === 'number' ? ['number', 'integer'] : [type])));
  }
  if (keyword === 'const') return new Set([jsonType(value)]);
  return keyword === 'enum' ? new Set(listIn(value).map(jsonType)) : undefined;
}

function nullsOf({ keyword, value, pointer }: Constraint): string[] {
  if (keyword === 'const') return [pointer];
  return Array.isArray(value)
    ? [joinPointer(pointer, value.indexOf(keyword === 'type' ? 'null' : null))]
    : [pointer];
}

function slotTypes(types: ReadonlySet<string>): SlotType[] {
  const order: readonly SlotType[] = ['string', 'number', 'integer', 'boolean', 'object', 'array'];
  return order.filter((type) => types.has(type) && !(type === 'integer' && types.has('number')));
}

const TELLING: { readonly [keyword: string]: SlotType } = {
  minLength: 'string',
  maxLength: 'string',
  pattern: 'string',
  format: 'string',
  minimum: 'number',
  maximum: 'number',
  exclusiveMinimum: 'number',
  exclusiveMaximum: 'number',
  multipleOf: 'number',
  minItems: 'array',
  maxItems: 'array',
  uniqueItems: 'array',
};

/** Infers a missing type from the other keywords; default: text. */
function infer(slot: Slot, report: Report): ReadonlySet<string> {
  const [telling] = slot.constraints.flatMap(({ keyword }) => TELLING[keyword] ?? []);
  const isObject = [...slot.members.values()].some(({ described }) => described.op !== 'false');
  const type = isObject ? 'object' : slot.items !== undefined ? 'array' : (telling ?? 'string');
  report.note(slot.pointer, `The schema has no type; the form asks for ${PHRASES[type]}.`, type);
  return new Set([type]);
}

const PHRASES: { readonly [type in SlotType]: string } = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'yes or no',
  object: 'an object',
  array: 'a list',
};

/** A slot is shown when it is described and its parent has a value. */
export function shownWhen(slot: Slot): Condition {
  const { parent } = slot;
  if (parent === undefined || slot.name === '*') return TRUE;
  if (slot.described.op === 'false') return FALSE;
  const around = parent.isMixed
    ? or(...parent.variants.filter(({ type }) => type === 'object').map(({ when }) => when))
    : TRUE;
  return and(slot.described, around);
}
