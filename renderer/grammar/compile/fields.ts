import type { Expression } from '../../plan/expression.ts';
import { parsePattern } from '../../plan/pattern.ts';
import type { AllowPlan, ElementPlan, NodePlan, SuppliedPlan } from '../../plan/plan.ts';
import { textsIn } from '../declarations.ts';
import { isJson, type Json } from '../json.ts';
import { isAssignable, typeName } from '../expression/index.ts';
import { joinPointer } from '../pointer.ts';
import { type PropertyShapes, shapes } from '../shapes.generated.ts';
import type { Draft } from './draft.ts';
import { compileElements, readEach, readVisible } from './elements.ts';
import { checkConstants } from './field-constants.ts';
import { checkPlaces } from './lookups.ts';
import { withReads } from './node-reads.ts';
import { addReads } from './plan-expression.ts';
import { readProperties } from './properties.ts';
import type { Scope } from './scope.ts';

/** Properties that are read here and not passed to the widget. */
const OWN = new Set([
  'each',
  'as',
  'at',
  'key',
  'visibleWhen',
  'kind',
  'name',
  'section',
  'initial',
  'placeholders',
]);

const FIELD: PropertyShapes = shapes.elements['field']?.properties ?? {};

/** Reads the sections and fields of a `fields` node. A field whose kind comes from data gets a node per allowed kind. */
export function compileFields(
  draft: Draft,
  raw: Json,
  pointer: string,
  id: string,
  scope: Scope,
): Required<Pick<NodePlan, 'slots' | 'supply'>> {
  const allow = readAllow(draft, raw['allow'], `${pointer}/allow`);
  const { nodes, keys } = readSections(draft, raw['sections'], `${pointer}/sections`, id, scope);
  const elements: SuppliedPlan[] = [];
  const fields = Array.isArray(raw['fields']) ? (raw['fields'] as unknown[]) : [];
  fields.forEach((field, index) => {
    if (!isJson(field)) return;
    const at = joinPointer(`${pointer}/fields`, index);
    const plan = readField(draft, field, at, draft.makeId(`${id}-field-${index}`), scope, { allow, keys });
    if (plan !== undefined) elements.push(plan);
  });
  return { slots: { sections: nodes }, supply: { allow, elements } };
}

function readAllow(draft: Draft, raw: unknown, pointer: string): AllowPlan {
  const given = isJson(raw) ? raw : {};
  const { name, count, options, refused } = given;
  if (typeof name === 'string' && parsePattern(name) === undefined) {
    draft.report(
      'rule/bad-pattern',
      `${pointer}/name`,
      `"${name}" is not a pattern that the page can match: look-around and back-references can take unlimited time.`,
    );
  }
  return {
    kinds: textsIn(given['kinds']),
    name: typeof name === 'string' ? name : '[A-Za-z][A-Za-z0-9_]{0,39}',
    not: textsIn(given['not']),
    count: typeof count === 'number' ? count : 100,
    options: typeof options === 'number' ? options : 200,
    refused: refused === 'skip' ? 'skip' : 'block',
  };
}

/**
 * Makes a node with a heading and a field list for each section, and a last list for fields without a
 * section.
 */
function readSections(draft: Draft, raw: unknown, pointer: string, id: string, scope: Scope) {
  const nodes: NodePlan[] = [];
  const keys = new Set<string>();
  const place = (key: string | undefined): NodePlan => ({
    id: draft.makeId(`${id}-${key ?? 'rest'}-list`),
    type: 'field-list',
    ...(key === undefined ? {} : { props: { section: key } }),
    reads: [],
  });
  (Array.isArray(raw) ? (raw as unknown[]) : []).forEach((section, index) => {
    if (!isJson(section) || typeof section['key'] !== 'string') return;
    const { key } = section;
    const at = joinPointer(pointer, index);
    if (keys.has(key)) {
      draft.report('fields/section', `${at}/key`, `There is already a section "${key}".`);
      return;
    }
    keys.add(key);
    const title = draft.value(section['title'], { slot: 'text' }, `${at}/title`, scope, true);
    const reads = new Set<string>();
    addReads(title?.lowered, reads);
    const node = draft.makeId(`${id}-${key}`);
    draft.origins[node] = { file: draft.document.file, pointer: at };
    nodes.push({
      id: node,
      type: 'section',
      props: { look: 'plain', title: title?.lowered ?? '' },
      slots: { body: [place(key)] },
      reads: [...reads].sort(),
    });
  });
  return { nodes: [...nodes, place(undefined)], keys };
}

interface Surrounding {
  readonly allow: AllowPlan;
  readonly keys: ReadonlySet<string>;
}

function readField(
  draft: Draft,
  raw: Json,
  pointer: string,
  id: string,
  outer: Scope,
  { allow, keys }: Surrounding,
): SuppliedPlan | undefined {
  draft.origins[id] = { file: draft.document.file, pointer };
  const { each, scope } = readEach(draft, raw, pointer, outer);
  const one = (name: string, required: boolean) =>
    draft.value(raw[name], { slot: 'plain' }, `${pointer}/${name}`, scope, required);
  const kind = draft.value(raw['kind'], { slot: 'word', words: allow.kinds }, `${pointer}/kind`, scope, true);
  const name = one('name', true);
  const section = one('section', false);
  const initial = one('initial', false);
  checkSection(draft, raw, pointer, keys);
  const { visible, shown } = readVisible(draft, raw, pointer, scope);
  const { props } = readProperties(draft, FIELD, raw, pointer, shown, OWN);
  const lists = readLists(draft, raw, pointer, shown);
  const placeholders = raw['placeholders'];
  const kinds = typeof raw['kind'] === 'string' && !raw['kind'].includes('${') ? [raw['kind']] : allow.kinds;
  const nodes = Object.fromEntries(
    kinds.map((one) => {
      const node: NodePlan = {
        id,
        type: one,
        ...pick(draft, one, raw, pointer, { props, lists }),
        ...(visible === undefined ? {} : { visible }),
        reads: [],
      };
      return [one, withReads(node)];
    }),
  );
  if (kinds.includes('city')) checkPlaces(draft, raw, pointer);
  const [only] = kinds;
  if (only !== undefined && kinds.length === 1) checkSuppliedConstants(draft, raw, pointer, only);
  if (kind === undefined || name === undefined) return undefined;
  return {
    ...(each === undefined
      ? {}
      : { each: { ...each, ...(typeof placeholders === 'number' ? { placeholders } : {}) } }),
    kind: kind.lowered,
    name: name.lowered,
    ...(section === undefined ? {} : { section: section.lowered }),
    ...(initial === undefined ? {} : { initial: initial.lowered }),
    nodes,
  };
}

/** An `initial` here is a text or computed, so a constant number is not checked. */
function checkSuppliedConstants(draft: Draft, raw: Json, pointer: string, kind: string): void {
  const { initial, ...others } = raw;
  const isText = typeof initial === 'string' && !initial.includes('${');
  checkConstants(draft, isText ? raw : others, pointer, kind);
}

/** A constant section must exist. A section from data is checked on the page. */
function checkSection(draft: Draft, { section }: Json, pointer: string, keys: ReadonlySet<string>): void {
  if (typeof section !== 'string' || section.includes('${') || keys.has(section)) return;
  draft.reportUnknown('fields/section', `${pointer}/section`, 'section', section, keys);
}

type Lists = { readonly [name: string]: readonly ElementPlan[] };

function readLists(draft: Draft, raw: Json, pointer: string, scope: Scope): Lists {
  const lists: { [name: string]: readonly ElementPlan[] } = {};
  for (const [name, property] of Object.entries(FIELD)) {
    if (property.slot !== 'elements' || property.element === undefined || raw[name] === undefined) continue;
    const { elements, types } = compileElements(
      draft,
      property.element,
      raw[name],
      joinPointer(pointer, name),
      scope,
    );
    lists[name] = elements;
    const written = property.element === 'option' ? types.get('value') : undefined;
    if (written !== undefined && !isAssignable(written, { kind: 'text' })) {
      draft.report(
        'field/type',
        joinPointer(pointer, name),
        `The values of fields that a server defines are Text; these are ${typeName(written)}.`,
      );
    }
  }
  return lists;
}

/**
 * Selects the properties that the widget has. Reports properties that the widget needs and the field lacks.
 */
function pick(
  draft: Draft,
  kind: string,
  raw: Json,
  pointer: string,
  read: { readonly props: { readonly [name: string]: Expression }; readonly lists: Lists },
): Pick<NodePlan, 'props' | 'lists'> {
  const known = shapes.widgets[kind]?.properties ?? {};
  const props: { [name: string]: Expression } = {};
  const lists: { [name: string]: readonly ElementPlan[] } = {};
  for (const [name, property] of Object.entries(known)) {
    if (property.required && FIELD[name]?.required !== true && raw[name] === undefined) {
      draft.report(
        'fields/kind-needs',
        `${pointer}/kind`,
        `A field of the kind "${kind}" requires "${name}".`,
      );
    }
    const value = read.props[name] ?? (OWN.has(name) ? undefined : property.default);
    const list = read.lists[name];
    if (value !== undefined) props[name] = value;
    if (list !== undefined) lists[name] = list;
  }
  const { spoken } = read.props;
  if (spoken !== undefined) props['spoken'] = spoken;
  return { props, ...(Object.keys(lists).length === 0 ? {} : { lists }) };
}
