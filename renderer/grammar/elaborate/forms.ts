import { isJson, type Json } from '../json.ts';
import { shapes } from '../shapes.generated.ts';
import type { Type } from '../type.ts';
import { Draft, type FieldNames, type FormNames } from './draft.ts';
import { elaborateElements } from './elements.ts';
import { visitRawNodes } from './names.ts';
import { type Scope, type Watch, WatchedMembers } from './scope.ts';

/** Types of values that a widget writes whatever its properties say; `choice` has that of its options. */
const WRITES: { readonly [widget: string]: Type } = {
  check: { kind: 'boolean' },
  rating: { kind: 'integer' },
  tabs: { kind: 'integer' },
  'text-field': { kind: 'text' },
  city: { kind: 'text' },
  day: { kind: 'date' },
  photos: { kind: 'list', items: { kind: 'url' } },
  fields: { kind: 'map', items: { kind: 'text' } },
};

interface RawField {
  readonly name: string;
  readonly node: Json;
  /** What it stands in, the outermost first. */
  readonly ancestors: readonly Json[];
  readonly isRequired: boolean;
}

/**
 * The forms of a document and the types of their fields, before anything that reads them.
 *
 * @param scopeWith Makes the document's scope with these forms; options may read other fields, so their
 *   types are found in two rounds.
 */
export function readForms(
  draft: Draft,
  document: Json,
  watch: Watch,
  scopeWith: (forms: ReadonlyMap<string, FormNames>) => Scope,
): ReadonlyMap<string, FormNames> {
  const raw = rawForms(draft, document);
  let forms: ReadonlyMap<string, FormNames> = new Map();
  for (let round = 0; round < 2; round += 1) {
    const scope = scopeWith(forms);
    forms = new Map(
      [...raw].map(([form, fields]) => [
        form,
        { fields: new Map(fields.map((field) => [field.name, readField(draft, field, scope, watch)])) },
      ]),
    );
  }
  return forms;
}

/** `form` as a root. Every field may be absent, whether it is filled is proven where it matters; a map of fields is always there. */
export function formRoot(forms: ReadonlyMap<string, FormNames>, watch: Watch): Type {
  const members = [...forms].map(([form, { fields }]) => {
    const known = [...fields].flatMap(([name, { type }]) =>
      type === undefined ? [] : [[name, { type, absent: type.kind !== 'map' }] as const],
    );
    const broken = [...fields].filter(([, { type }]) => type === undefined).map(([name]) => name);
    const type: Type = { kind: 'record', members: new WatchedMembers(known, broken, watch) };
    return [form, { type, absent: false }] as const;
  });
  return { kind: 'record', members: new Map(members) };
}

/** Paths of the fields of a form that are there once it was found valid. */
export function requiredFields(form: string, names: FormNames | undefined): string[] {
  return [...(names?.fields ?? [])]
    .filter(([, { isRequired }]) => isRequired)
    .map(([name]) => `form.${form}.${name}`);
}

function rawForms(draft: Draft, document: Json): Map<string, RawField[]> {
  const forms = new Map<string, RawField[]>();
  visitRawNodes(document, (node, pointer, ancestors) => {
    if (node['type'] === 'form' && typeof node['id'] === 'string' && !forms.has(node['id'])) {
      forms.set(node['id'], []);
    }
    const { name } = node;
    if (typeof name !== 'string') return;
    const index = ancestors.findIndex((ancestor) => ancestor['type'] === 'form');
    const form = ancestors[index]?.['id'];
    const fields = typeof form === 'string' ? forms.get(form) : undefined;
    if (fields === undefined) return;
    if (fields.some((field) => field.name === name)) {
      draft.report(
        'field/duplicate',
        `${pointer}/name`,
        `The form "${String(form)}" already has a field "${name}".`,
      );
      return;
    }
    const isAlwaysShown = [node, ...ancestors.slice(index + 1)].every(
      (at) => at['visibleWhen'] === undefined,
    );
    // Nobody asks for what nobody can fill in.
    const isAsked = isAlwaysShown && node['enabledWhen'] === undefined;
    fields.push({ name, node, ancestors, isRequired: isAsked && hasRequiredRule(node) });
  });
  return forms;
}

function hasRequiredRule(node: Json): boolean {
  const rules = Array.isArray(node['rules']) ? (node['rules'] as unknown[]) : [];
  return rules.some(
    (rule) =>
      isJson(rule) &&
      rule['rule'] === 'required' &&
      rule['when'] === undefined &&
      rule['visibleWhen'] === undefined &&
      rule['each'] === undefined,
  );
}

function readField(
  draft: Draft,
  { node, ancestors, isRequired }: RawField,
  scope: Scope,
  watch: Watch,
): FieldNames {
  const type = writtenType(node, ancestors, draft, scope, watch);
  return { isRequired, ...(type === undefined ? {} : { type }) };
}

/** The type of what an input writes; undefined where it has none or it could not be understood. */
function writtenType(
  node: Json,
  ancestors: readonly Json[],
  draft: Draft,
  scope: Scope,
  watch: Watch,
): Type | undefined {
  const widget = typeof node['type'] === 'string' ? node['type'] : '';
  if (Object.hasOwn(WRITES, widget)) return WRITES[widget];
  const element = shapes.widgets[widget]?.properties['options']?.element;
  if (element === undefined) return undefined;
  // Its problems are reported when the node itself is read.
  const scratch = new Draft(draft.world, draft.document, watch, []);
  let shown = scope;
  for (const { visibleWhen } of [...ancestors, node]) {
    if (visibleWhen !== undefined) shown = shown.prove(scratch.condition(visibleWhen, '', shown).whenTrue);
  }
  return elaborateElements(scratch, element, node['options'], '', shown).types.get('value');
}

/** The type that an input writes, once its options are known. */
export function typeWritten(
  widget: string,
  options: ReadonlyMap<string, Type> | undefined,
): Type | undefined {
  return Object.hasOwn(WRITES, widget) ? WRITES[widget] : options?.get('value');
}
