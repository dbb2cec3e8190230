import type { Json } from '#renderer/grammar/json.ts';
import { and, type Condition, TRUE, under } from './condition.ts';
import { spaced } from './alternatives.ts';
import { shownWhen } from './decide.ts';
import { isBox, pathOf, print, Unsayable } from './print.ts';
import { checks, type Emission, escape, mustBeTicked, type Rule, rulesOf, shownWord } from './rules.ts';
import type { Selector } from './condition.ts';
import type { Slot, Variant } from './slot.ts';
import { FORMATS } from './formats.ts';
import type { Hint, Hints, Layout } from './hints.ts';

/** A choice with more options is shown in a sheet. */
const MOST_IN_PLACE = 5;

/** JSON Schema does not limit the decimals, so a number field allows the maximum. */
const MOST_DECIMALS = 6;

const MOST_ENTRIES = 50;
const MOST_UNIQUE = 25;

/** The context of emitting nodes. */
export interface NodeEmission extends Emission {
  readonly hints: Hints;
  /** Conditions that no field could check: the form is not sent if one fails. */
  readonly stops: { readonly when: string; readonly text: string }[];
  /** Slots without a field: nothing may read them. */
  readonly unasked: Set<Slot>;
}

/** The fields for an object's members, in order. */
export function emitMembers(slot: Slot, emission: NodeEmission): Json[] {
  const { layout } = emission.hints;
  const nodes = [
    ...slot.selectors.flatMap((selector) => emitSelector(selector, emission)),
    ...(slot.parent === undefined && layout !== undefined
      ? emitLayout(layout, slot, emission)
      : emission.hints.order(slot).flatMap((member) => emitSlot(member, emission))),
  ];
  emitDemands(slot, nodes, emission);
  return nodes;
}

function emitLayout(layout: readonly Layout[], root: Slot, emission: NodeEmission): Json[] {
  return layout.flatMap((element) => {
    const shown = tryPrint(element.visible, emission, root);
    const nodes =
      element.kind === 'slot'
        ? emitSlot(element.slot, emission)
        : element.kind === 'words'
          ? [{ type: 'text', text: escape(element.text) }]
          : emitGroup(element, root, emission);
    return nodes.map((node) => withCondition(node, shown));
  });
}

function emitGroup(
  { title, look, body }: Extract<Layout, { readonly kind: 'group' }>,
  root: Slot,
  emission: NodeEmission,
): Json[] {
  const nodes = emitLayout(body, root, emission);
  return nodes.length === 0
    ? []
    : [{ type: 'section', ...(title === undefined ? {} : { title: escape(title) }), look, body: nodes }];
}

/** The nodes of one slot; none if it is not described, or its value is fixed. */
export function emitSlot(slot: Slot, emission: NodeEmission): Json[] {
  if (slot.described.op === 'false') return [];
  const hint = emission.hints.of(slot);
  const shown = shownBy(slot, emission, hint);
  if (shown === undefined) {
    emission.unasked.add(slot);
    return [];
  }
  // The questions of an object are shown with its members.
  const asksFirst = slot.isMixed || slot.variants.every(({ type }) => type !== 'object');
  const nodes = [
    ...(asksFirst ? slot.selectors.flatMap((selector) => emitSelector(selector, emission)) : []),
    ...slot.variants.flatMap((variant) => {
      const when = slot.isMixed ? tryPrint(variant.when, emission, slot) : undefined;
      return emitVariant(slot, variant, emission).map((node) => withCondition(node, when));
    }),
  ];
  return nodes.map((node) => withCondition(node, shown));
}

function shownBy(slot: Slot, emission: NodeEmission, hint: Hint): string | undefined {
  const condition = hint.visible === undefined ? shownWhen(slot) : and(shownWhen(slot), hint.visible);
  return tryPrint(condition, emission, slot);
}

function tryPrint(condition: Condition, { report, form, records }: Emission, slot: Slot): string | undefined {
  try {
    return print(condition, form, records);
  } catch (thrown) {
    if (!(thrown instanceof Unsayable)) throw thrown;
    report.refuse(
      slot.pointer,
      slot.name,
      `When it is asked for cannot be said. ${thrown.message}`,
      'alternative',
    );
    return undefined;
  }
}

function withCondition(node: Json, when: string | undefined): Json {
  if (when === undefined || when === 'true') return node;
  const own = node['visibleWhen'];
  const { type, ...rest } = node;
  return { type, ...rest, visibleWhen: typeof own === 'string' ? `${when} && ${own}` : when };
}

function emitVariant(slot: Slot, variant: Variant, emission: NodeEmission): Json[] {
  if (variant.type === 'object') return emitObject(slot, emission);
  if (variant.field === '') return [];
  if (variant.type === 'array') return [emitList(slot, variant, emission)];
  const rules = rulesOf(slot, variant, emission);
  const common = {
    name: variant.field,
    label: labelOf(slot, emission),
    ...helpOf(slot, emission),
    ...initialOf(slot, variant, emission),
  };
  const withRules = rules.length === 0 ? {} : { rules };
  if (isBox(variant)) {
    const { hint, ...box } = common;
    const help = hint === undefined ? [] : [{ type: 'text', text: hint }];
    return [{ type: 'check', ...box, ...withRules }, ...help];
  }
  if (variant.options !== undefined)
    return [emitChoice(slot, variant, { common, rules: withRules }, emission)];
  if (variant.isDay === true) return [{ type: 'day', ...common, ...withRules }];
  if (variant.type !== 'string')
    return [{ type: 'number-field', ...common, ...kindOfNumber(slot, variant), ...withRules }];
  const hint = emission.hints.of(slot);
  return [
    {
      type: 'text-field',
      ...common,
      ...(hint.isMultiline ? { multiline: true } : {}),
      ...purposeOf(slot),
      ...withRules,
    },
  ];
}

function kindOfNumber(slot: Slot, { type }: Variant): Json {
  const isCounted = slot.constraints.some(
    ({ keyword, value, when }) =>
      (keyword === 'minimum' || keyword === 'exclusiveMinimum') &&
      typeof value === 'number' &&
      value >= 0 &&
      under(slot.described, when).op === 'true',
  );
  return {
    ...(type === 'integer' ? {} : { number: 'decimal', decimals: MOST_DECIMALS }),
    ...(isCounted ? {} : { negative: true }),
  };
}

function emitChoice(
  slot: Slot,
  { options = [] }: Variant,
  { common, rules }: { readonly common: Json; readonly rules: Json },
  emission: NodeEmission,
): Json {
  const hint = emission.hints.of(slot);
  const isShort = options.length <= 3 && options.every(({ text }) => text.length <= 12);
  const look = hint.look ?? (isShort ? 'segmented' : options.length <= MOST_IN_PLACE ? 'list' : 'sheet');
  return {
    type: 'choice',
    ...common,
    look,
    options: options.map(({ key, text, when }) => ({
      value: typeof key === 'string' ? escape(key) : key,
      text: escape(text),
      ...optionWhen(slot, when, emission),
    })),
    ...rules,
  };
}

function optionWhen(slot: Slot, when: Condition, emission: NodeEmission): Json {
  const text = tryPrint(under(shownWhen(slot), when), emission, slot);
  return text === undefined || text === 'true' ? {} : { visibleWhen: text };
}

function emitObject(slot: Slot, emission: NodeEmission): Json[] {
  const { hint } = helpOf(slot, emission);
  const body = [
    ...(hint === undefined ? [] : [{ type: 'text', text: hint }]),
    ...emitMembers(slot, emission),
  ];
  const title = labelOf(slot, emission);
  if (slot.toggle === undefined) return body.length === 0 ? [] : [{ type: 'section', title, body }];
  const known = shownWhen(slot);
  const rules: Rule[] = [];
  for (const { when, pointer } of slot.required) {
    const needed = under(known, when);
    const place = { pointer, keyword: 'required' };
    const message = 'This is needed';
    rules.push(...checks(emission, place, { op: 'has', slot }, needed, TRUE, message));
  }
  const path = pathOf(slot, slot.toggle, emission.form, emission.records);
  const box = { type: 'check', name: slot.toggle, label: title, ...(rules.length === 0 ? {} : { rules }) };
  if (body.length === 0) return [box];
  return [box, { type: 'section', title, visibleWhen: `has(${path}) && ${path}`, body }];
}

function emitList(slot: Slot, variant: Variant, emission: NodeEmission): Json {
  const { items } = slot;
  const label = labelOf(slot, emission);
  const rules = rulesOf(slot, variant, emission);
  const name = `item${emission.records.size === 0 ? '' : emission.records.size + 1}`;
  const inside = {
    ...emission,
    records: items === undefined ? emission.records : new Map([...emission.records, [items, name]]),
  };
  const isObject = items?.variants.some(({ type }) => type === 'object') === true;
  const body = items === undefined ? [] : isObject ? emitMembers(items, inside) : emitSlot(items, inside);
  const most = mostEntries(slot, emission);
  const one = (items && shownWord(items, 'title', emission.report)) ?? singular(label);
  return {
    type: 'repeat',
    name: variant.field,
    as: name,
    label,
    ...helpOf(slot, emission),
    title: one,
    add: 'Add',
    remove: 'Remove',
    ...(most < MOST_ENTRIES ? { max: most } : {}),
    body,
    ...(rules.length === 0 ? {} : { rules }),
  };
}

/** The maximum number of entries. */
function mostEntries(slot: Slot, { report }: Emission): number {
  const bounds = slot.constraints.filter(
    ({ keyword, when }) => keyword === 'maxItems' && under(slot.described, when).op === 'true',
  );
  const most = Math.min(
    ...bounds.map(({ value }) => (typeof value === 'number' ? value : MOST_ENTRIES)),
    MOST_ENTRIES,
  );
  // Each entry is compared with all others.
  const isUnique = slot.constraints.some(({ keyword, value }) => keyword === 'uniqueItems' && value === true);
  const kept = isUnique ? Math.min(most, MOST_UNIQUE) : most;
  if (kept < most || bounds.length === 0) report.note(slot.pointer, `A list has ${kept} entries at most.`);
  return Math.max(kept, 1);
}

function singular(label: string): string {
  return label.replace(/ies$/, 'y').replace(/([^s])s$/, '$1');
}

function emitSelector(selector: Selector, emission: NodeEmission): Json[] {
  const { slot, kind, titles, dropped, names } = selector;
  const left = titles.flatMap((title, index) => (dropped.has(index) ? [] : [{ title, index }]));
  if (kind === 'one' && left.length < 2) return [];
  const known = slot.isMixed ? shownWhen(slot) : TRUE;
  const shown = tryPrint(under(known, under(slot.described, selector.when)), emission, slot);
  if (shown === undefined) return [];
  const place = { pointer: selector.pointers[0] ?? slot.pointer, keyword: 'anyOf' };
  const label = `${labelOf(slot, emission)}: which`;
  if (kind === 'any') {
    const chosen = left.map(({ index }): Condition => ({ op: 'chosen', selector, index }));
    return left.map(({ title, index }, order) => {
      const message = 'Tick at least one';
      const holds: Condition = { op: 'or', of: chosen };
      const rules = order === 0 ? checks(emission, place, holds, TRUE, TRUE, message) : [];
      return withCondition(
        { type: 'check', name: names[index], label: escape(title), ...(rules.length === 0 ? {} : { rules }) },
        shown,
      );
    });
  }
  const isScalar = !slot.isMixed && slot.variants.every(({ type }) => type !== 'object' && type !== 'array');
  const needed: Condition = slot.isMixed
    ? slot.isAlways || slot.name === '*'
      ? TRUE
      : under(known, slot.needed)
    : isScalar
      ? { op: 'has', slot }
      : TRUE;
  const rules = needed.op === 'false' ? [] : requiredWhen(needed, slot, emission);
  return [
    withCondition(
      {
        type: 'choice',
        name: names[0],
        label,
        look: left.length <= MOST_IN_PLACE ? 'list' : 'sheet',
        options: left.map(({ title, index }) => ({ value: index, text: escape(title) })),
        ...(rules.length === 0 ? {} : { rules }),
      },
      shown,
    ),
  ];
}

function requiredWhen(needed: Condition, slot: Slot, emission: NodeEmission): readonly Rule[] {
  const when = tryPrint(needed, emission, slot);
  if (when === undefined || when === 'false') return [];
  return [{ rule: 'required', message: 'Choose one', ...(when === 'true' ? {} : { when }) }];
}

/** Checks of an object are made by its first field that is always shown, else before sending. */
function emitDemands(slot: Slot, nodes: Json[], emission: NodeEmission): void {
  const demands = [...slot.demands, ...closings(slot)];
  for (const demand of demands) {
    const at = nodes.findIndex(
      (node) => node['visibleWhen'] === undefined && FIELDS.has(String(node['type'])),
    );
    const { message } = demand;
    const rules = checks(emission, demand, demand.holds, demand.when, shownWhen(slot), message);
    const [rule] = rules;
    if (rule === undefined) continue;
    const node = nodes[at];
    if (node !== undefined)
      nodes[at] = { ...node, rules: [...((node['rules'] as Rule[] | undefined) ?? []), rule] };
    else if (slot.record === undefined) {
      const around = slot.parent === undefined ? 'true' : tryPrint({ op: 'has', slot }, emission, slot);
      // The object has no field, and the report says so.
      if (around === undefined) continue;
      const when = [around, rule['when'], `!(${String(rule['check'])})`].filter(
        (part) => part !== 'true' && part !== undefined,
      );
      emission.stops.push({ when: when.join(' && '), text: message });
    } else
      emission.report.refuse(demand.pointer, demand.keyword, 'No field of the list’s items could check it.');
  }
}

const FIELDS: ReadonlySet<string> = new Set([
  'text-field',
  'number-field',
  'choice',
  'check',
  'day',
  'repeat',
]);

/**
 * Conditions from `additionalProperties: false` if another schema has more members, and from bounds on the number of
 * members.
 */
function closings(slot: Slot): readonly (typeof slot.demands)[number][] {
  return slot.constraints
    .flatMap(({ keyword, value, pointer, when }) => {
      const demand = (holds: Condition, message: string) => [{ holds, when, pointer, keyword, message }];
      if (keyword === 'minProperties' && typeof value === 'number' && value > 0) {
        return demand({ op: 'count', slot, by: '>=', to: value }, `Fill in at least ${value}`);
      }
      if (keyword === 'maxProperties' && typeof value === 'number') {
        return demand({ op: 'count', slot, by: '<=', to: value }, `Fill in ${value} at most`);
      }
      return [];
    })
    .concat(
      slot.closed.map(({ names, pointer, when }) => ({
        holds: { op: 'only', slot, names },
        when,
        pointer,
        keyword: 'additionalProperties',
        message: 'This cannot be filled in together with the rest',
      })),
    );
}

function labelOf(slot: Slot, emission: NodeEmission): string {
  const { title } = emission.hints.of(slot);
  const own = shownWord(slot, 'title', emission.report);
  if (title !== undefined && title !== '') return escape(title);
  if (own !== undefined) return own;
  if (slot.name !== '*') return escape(spaced(slot.name));
  const { parent } = slot;
  return parent === undefined ? 'Entry' : singular(labelOf(parent, emission));
}

function helpOf(slot: Slot, { hints, report }: NodeEmission): { readonly hint?: string } {
  const { help } = hints.of(slot);
  const own = shownWord(slot, 'description', report);
  const hint = help === undefined ? own : escape(help);
  return hint === undefined || hint === '' ? {} : { hint };
}

function initialOf(slot: Slot, variant: Variant, { report }: Emission): Json {
  const first = slot.said('default');
  if (first === undefined) return {};
  const { value, pointer } = first;
  report.show(pointer);
  const option = variant.options?.find((one) => one.value === value);
  const fits = variant.options !== undefined ? option !== undefined : isValueOf(variant, value);
  if (!fits || mustBeTicked(slot, variant)) {
    const why = mustBeTicked(slot, variant)
      ? 'Nobody has agreed before they tick it.'
      : 'It is no value of this field.';
    if (value !== null || !slot.isNullable) report.refuse(pointer, 'default', why);
    return {};
  }
  const initial = option?.key ?? value;
  return { initial: typeof initial === 'string' ? escape(initial) : initial };
}

function isValueOf({ type, isDay }: Variant, value: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (isDay === true) return typeof value === 'string' && isDate(value);
  return typeof value === type;
}

function isDate(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text;
}

function purposeOf(slot: Slot): Json {
  const format = slot.constraints.find(({ keyword }) => keyword === 'format')?.value;
  const purpose = typeof format === 'string' ? FORMATS[format]?.purpose : undefined;
  return purpose === undefined ? {} : { purpose };
}
