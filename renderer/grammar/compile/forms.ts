import { NESTS } from '../../plan/nests.ts';
import { isForbiddenName } from '../expression/index.ts';
import { isJson, type Json } from '../json.ts';
import type { Member, Type } from '../type.ts';
import { Draft, type FieldNames, type FormNames } from './draft.ts';
import { compileElements } from './elements.ts';
import { visitRawNodes } from './names.ts';
import { OF_FORM } from './of-form.ts';
import { fieldsOfUse, formAround } from './part-form.ts';
import type { Parts } from './parts.ts';
import { type Scope, type Watch, WatchedMembers } from './scope.ts';
import { typeWritten, widgetShape } from './written-type.ts';

interface RawField {
  readonly name: string;
  readonly node: Json;
  /** The nodes around the field, the outermost first. */
  readonly ancestors: readonly Json[];
  readonly isRequired: boolean;
  /** No node between the field and its form, or its record in a list, has a `visibleWhen`. */
  readonly isAlwaysShown: boolean;
  /** For a group and a repeating group: the members of their records. */
  readonly members: RawField[] | undefined;
  /** For a field of a part: the field as the part has read it. `node` is the use of the part. */
  readonly ofPart?: FieldNames;
}

/** The name of one record in a repeating group. */
export function itemNameOf(repeat: Json): string {
  return typeof repeat['as'] === 'string' ? repeat['as'] : 'item';
}

/**
 * The forms of a document and the types of their fields, read before all expressions that use them.
 *
 * @param scopeWith Makes the document's scope with these forms; options may read other fields, so their types
 *   are found in two rounds.
 */
export function readForms(
  draft: Draft,
  document: Json,
  watch: Watch,
  parts: Parts,
  scopeWith: (forms: ReadonlyMap<string, FormNames>) => Scope,
): ReadonlyMap<string, FormNames> {
  const raw = rawForms(draft, document, parts);
  const around = formAround(document);
  let forms: ReadonlyMap<string, FormNames> = new Map();
  let items: ReadonlyMap<Json, Type> = new Map();
  for (let round = 0; round < 2; round += 1) {
    const reader = new FieldReader(draft, scopeWith(forms), watch, items);
    forms = new Map(
      [...raw].map(([form, fields]) => [
        form,
        {
          // A part does not know all fields of the form around it.
          hasChanges: grammarOf(document) >= 5 && form !== around,
          fields: new Map(fields.map((field) => [field.name, reader.read(field)])),
        },
      ]),
    );
    items = reader.items;
  }
  return forms;
}

/**
 * `form` as a root. Every field may be absent: an expression that needs its value must prove that it is
 * filled. A map of fields is always present.
 *
 * @param valid A form that was found valid: its records have their required members.
 */
export function formRoot(forms: ReadonlyMap<string, FormNames>, watch: Watch, valid?: string): Type {
  const members = [...forms].map(([form, { fields, hasChanges }]) => {
    const known = [...fields].flatMap(([name, { type, filled, isGiven }]) =>
      type === undefined
        ? []
        : [[name, { type: form === valid ? (filled ?? type) : type, absent: !isGiven }] as const],
    );
    const broken = [...fields].filter(([, { type }]) => type === undefined).map(([name]) => name);
    const own = hasChanges ? changesOf(fields, broken, watch) : [];
    const type: Type = { kind: 'record', members: new WatchedMembers([...own, ...known], broken, watch) };
    return [form, { type, absent: false }] as const;
  });
  return { kind: 'record', members: new Map(members) };
}

/**
 * `isChanged` and `changes` of a form. A removed value is absent like an unchanged one, so `changes` has only fields that
 * have a value after each change: required ones, texts (empty), ticks, lists and maps.
 */
function changesOf(
  fields: FormNames['fields'],
  broken: readonly string[],
  watch: Watch,
): readonly (readonly [string, Member])[] {
  const known = [...fields].flatMap(([name, { type, isRequired, isGiven }]) =>
    type !== undefined && (isRequired || isGiven || type.kind === 'text' || type.kind === 'boolean')
      ? [[name, { type, absent: true }] as const]
      : [],
  );
  return [
    ['isChanged', { type: { kind: 'boolean' }, absent: false }],
    [
      'changes',
      { type: { kind: 'record', members: new WatchedMembers(known, broken, watch) }, absent: false },
    ],
  ];
}

function grammarOf({ grammar }: Json): number {
  return typeof grammar === 'number' ? grammar : 1;
}

/** Paths of the fields of a form that are present after its validation. */
export function requiredFields(form: string, names: FormNames | undefined): string[] {
  return [...(names?.fields ?? [])].flatMap(([name, { isRequired, required = [] }]) => [
    ...(isRequired ? [`form.${form}.${name}`] : []),
    ...required.map((member) => `form.${form}.${name}.${member}`),
  ]);
}

function rawForms(draft: Draft, document: Json, parts: Parts): Map<string, RawField[]> {
  const forms = new Map<string, RawField[]>();
  const around = formAround(document);
  if (around !== undefined) forms.set(around, []);
  const nests = new Map<Json, RawField[]>();
  visitRawNodes(document, (node, pointer, ancestors) => {
    if (node['type'] === 'form' && typeof node['id'] === 'string' && !forms.has(node['id'])) {
      forms.set(node['id'], []);
    }
    const { name } = node;
    const given = node['type'] === 'part' ? fieldsOfUse(node, draft.world, parts) : undefined;
    if (typeof name !== 'string' && given === undefined) return;
    const index = ancestors.findIndex((ancestor) => ancestor['type'] === 'form');
    const ofUse = pointer.startsWith('/body/') ? around : undefined;
    const form = index < 0 ? ofUse : ancestors[index]?.['id'];
    const inside = ancestors.slice(index + 1);
    const nest = inside.filter((ancestor) => nests.has(ancestor)).at(-1);
    const siblings = nest === undefined ? undefined : nests.get(nest);
    const fields = siblings ?? (typeof form === 'string' ? forms.get(form) : undefined);
    if (fields === undefined) return;
    if (given !== undefined) {
      // In a record of a group or a list, the use is reported.
      if (nest === undefined) fields.push(...ofPart(draft, given, node, pointer, ancestors, index, fields));
      return;
    }
    if (typeof name !== 'string') return;
    if (isForbiddenName(name)) {
      draft.report('expression/forbidden-name', `${pointer}/name`, `"${name}" is not allowed as a name.`);
    }
    if (fields.some((field) => field.name === name)) {
      const owner =
        nest === undefined ? `form "${String(form)}"` : `${String(nest['type'])} "${String(nest['name'])}"`;
      draft.report('field/duplicate', `${pointer}/name`, `The ${owner} already has a field "${name}".`);
      return;
    }
    if (nest === undefined && OF_FORM.has(name) && grammarOf(document) >= 5) {
      draft.report(
        'field/reserved',
        `${pointer}/name`,
        `"form.${String(form)}.${name}" is a value of the form itself, so no field can have this name.`,
        'give the field another name',
      );
    }
    const members: RawField[] | undefined = NESTS.has(node['type']) ? [] : undefined;
    if (members !== undefined) nests.set(node, members);
    const list = inside.map((ancestor) => ancestor['type']).lastIndexOf('repeat');
    const isAlwaysShown = [node, ...inside.slice(list + 1)].every(
      (at) => at['visibleWhen'] === undefined && !OF_PARTS.has(at['type']),
    );
    // A field that is disabled or hidden cannot be filled in.
    const isAsked = isAlwaysShown && node['enabledWhen'] === undefined;
    const isRequired = isAsked && hasRequiredRule(node);
    fields.push({ name, node, ancestors, isRequired, isAlwaysShown, members });
  });
  return forms;
}

/** The fields that a use of a part adds to the form `ancestors[index]`. Reports names that the form already has. */
function ofPart(
  draft: Draft,
  given: FormNames['fields'],
  node: Json,
  pointer: string,
  ancestors: readonly Json[],
  index: number,
  known: readonly RawField[],
): RawField[] {
  const isAlwaysShown =
    node['visibleWhen'] === undefined &&
    ancestors.slice(index + 1).every((at) => at['visibleWhen'] === undefined && !OF_PARTS.has(at['type']));
  return [...given].flatMap(([name, field]) => {
    if (known.some((other) => other.name === name)) {
      const message = `The form already has a field "${name}", and so has the part "${String(node['part'])}".`;
      draft.report('field/duplicate', `${pointer}/part`, message);
      return [];
    }
    const isRequired = field.isRequired && isAlwaysShown;
    return [{ name, node, ancestors, isRequired, isAlwaysShown, members: undefined, ofPart: field }];
  });
}

/** A part decides whether it shows what is in its slots. */
const OF_PARTS: ReadonlySet<unknown> = new Set(['part', 'slot']);

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

/** Reads the types of fields. Stores the record types of repeating groups for the second round. */
class FieldReader {
  /** The type of one record, by repeating group. */
  readonly items = new Map<Json, Type>();
  readonly #draft: Draft;
  readonly #scope: Scope;
  readonly #watch: Watch;
  readonly #known: ReadonlyMap<Json, Type>;

  constructor(draft: Draft, scope: Scope, watch: Watch, known: ReadonlyMap<Json, Type>) {
    this.#draft = draft;
    this.#scope = scope;
    this.#watch = watch;
    this.#known = known;
  }

  read(field: RawField): FieldNames {
    const { node, isRequired, isAlwaysShown, members, ofPart: given } = field;
    if (given !== undefined) {
      const isGiven = given.isGiven && (isAlwaysShown || given.type?.kind === 'map');
      return { ...given, isRequired, isGiven, required: isAlwaysShown ? (given.required ?? []) : [] };
    }
    if (members === undefined) {
      const type = this.#writtenType(field);
      return { isRequired, isGiven: type?.kind === 'map', ...(type === undefined ? {} : { type }) };
    }
    const read = members.map((member) => [member.name, this.read(member)] as const);
    const record = recordOf(node, read, false);
    const filled = recordOf(node, read, true);
    if (node['type'] === 'repeat') {
      this.items.set(node, record);
      const listOf = (items: Type): Type => ({ kind: 'list', items, max: maxOf(node) });
      return { type: listOf(record), filled: listOf(filled), isRequired, isGiven: isAlwaysShown };
    }
    const required = read.flatMap(([name, inner]) => [
      ...(inner.isRequired ? [name] : []),
      ...(inner.required ?? []).map((deeper) => `${name}.${deeper}`),
    ]);
    return { type: record, filled, isRequired, isGiven: isAlwaysShown, required };
  }

  #writtenType({ node, ancestors }: RawField): Type | undefined {
    let scope = this.#scope;
    for (const ancestor of ancestors) {
      if (ancestor['type'] !== 'repeat') continue;
      const type = this.#known.get(ancestor);
      scope = scope.bind(itemNameOf(ancestor), type === undefined ? undefined : { type, absent: false });
      if (typeof ancestor['at'] === 'string') {
        scope = scope.bind(ancestor['at'], { type: { kind: 'integer' }, absent: false });
      }
    }
    return writtenType(node, ancestors, this.#draft, scope, this.#watch);
  }
}

function maxOf({ max }: Json): number {
  return typeof max === 'number' ? max : 50;
}

function recordOf(group: Json, fields: readonly (readonly [string, FieldNames])[], isFilled: boolean): Type {
  const members = fields.map(([name, { type, filled, isGiven, isRequired }]) => {
    const absent = !isGiven && !(isFilled && isRequired);
    return [name, { type: (isFilled ? filled : type) ?? type ?? { kind: 'any' }, absent }] as const;
  });
  return { kind: 'record', members: new Map(members), group };
}

/** The type of the value that an input writes; undefined if it has none or could not be read. */
function writtenType(
  node: Json,
  ancestors: readonly Json[],
  draft: Draft,
  scope: Scope,
  watch: Watch,
): Type | undefined {
  const element = widgetShape(node['type'])?.properties['options']?.element;
  if (element === undefined) return typeWritten(node, undefined);
  // The problems of this draft are dropped: they are reported when the node itself is read.
  const scratch = new Draft(draft.world, draft.document, watch, []);
  let shown = scope;
  for (const { visibleWhen } of [...ancestors, node]) {
    if (visibleWhen !== undefined) shown = shown.prove(scratch.condition(visibleWhen, '', shown).whenTrue);
  }
  return typeWritten(node, compileElements(scratch, element, node['options'], '', shown).types);
}
