import type { Expression } from '../../plan/expression.ts';
import { NESTS } from '../../plan/nests.ts';
import type { ActionPlan, ElementPlan, NodePlan } from '../../plan/plan.ts';
import { uploadKind } from '../../plan/upload-kinds.ts';
import { ofInput } from '../flow/vessels.ts';
import { isJson, type Json } from '../json.ts';
import { isAssignable, typeName } from '../expression/index.ts';
import { joinPointer } from '../pointer.ts';
import { type NodeShape, shapes } from '../shapes.generated.ts';
import type { Flow, Type } from '../type.ts';
import { compileActions } from './actions.ts';
import { readClock } from './clock.ts';
import type { Condition, Draft } from './draft.ts';
import { rangeRules } from './day-range.ts';
import { BEGINNINGS } from './effects.ts';
import { compileElements, readEach, readVisible } from './elements.ts';
import { checkConstants } from './field-constants.ts';
import { compileFields } from './fields.ts';
import { noteGuards } from './guards.ts';
import { requiredFields } from './forms.ts';
import { checkFrame } from './hosts.ts';
import { readInitial } from './initial.ts';
import type { NodePlace } from './node-place.ts';
import { readsOfNode } from './node-reads.ts';
import { compileSlot, isFilled, spread } from './part-slots.ts';
import { compilePartUse } from './part-use.ts';
import { readProperties } from './properties.ts';
import { checkCells } from './table.ts';
import { compileRepeat } from './repeat.ts';
import { errorRoot, type Scope } from './scope.ts';
import { BOUNDS, checkLook, hasSlider, isSignature, readBounds } from './looks.ts';
import { compileLinks, linkedProperty } from './links.ts';
import { checkPlaces } from './lookups.ts';
import { isAlwaysSensitive, readSecret } from './secrets.ts';
import { checkSuggestions } from './suggestions.ts';
import { checkReview, checkSteps } from './steps.ts';
import { findTerms } from './terms.ts';
import { checkUpload } from './uploads.ts';
import { findWritten, isWritesKnown, typeWritten } from './written-type.ts';

const COMMON = new Set([
  'each',
  'as',
  'at',
  'key',
  'visibleWhen',
  'enabledWhen',
  'id',
  'fallback',
  'placeholders',
  'bind',
]);

const OF_FIELD = new Set([...COMMON, 'initial']);

/**
 * @param place Location of the list, for the ids of nodes without one: `body`, `body-3-body`.
 */
export function compileNodes(raw: unknown, pointer: string, place: string, at: NodePlace): NodePlan[] {
  if (!Array.isArray(raw)) return [];
  return raw.flatMap((node: unknown, index) => {
    const plan = isJson(node)
      ? compileNode(node, joinPointer(pointer, index), `${place}-${index}`, at)
      : undefined;
    return plan ?? [];
  });
}

function compileNode(raw: Json, pointer: string, place: string, at: NodePlace): NodePlan[] | undefined {
  const type = raw['type'];
  if (typeof type !== 'string' || !Object.hasOwn(shapes.widgets, type)) return undefined;
  const shape = shapes.widgets[type];
  if (shape === undefined) return undefined;
  const { draft } = at;
  const id = typeof raw['id'] === 'string' ? raw['id'] : draft.makeId(place);
  draft.origins[id] = { file: draft.document.file, pointer };
  const { each, scope } = readEach(draft, raw, pointer, at.scope);
  const { visible, shown } = readVisible(draft, raw, pointer, scope);
  const isRepeated = at.isRepeated || raw['each'] !== undefined;
  const isSamePlace = shown === at.scope && isRepeated === at.isRepeated;
  const inside: NodePlace = isSamePlace ? at : { ...at, scope: shown, isRepeated };
  // A new object for this node only, so it may be changed.
  const plan: { -readonly [Name in keyof NodePlan]: NodePlan[Name] } =
    type === 'part'
      ? compilePartUse(raw, pointer, id, inside, compileNodes)
      : type === 'slot'
        ? compileSlot(raw, pointer, id, inside, compileNodes)
        : compileOwnNode(shape, type, raw, pointer, id, inside);
  const fallback = compileFallback(raw['fallback'], `${pointer}/fallback`, id, at);
  if (each !== undefined) plan.each = each;
  if (visible !== undefined) plan.visible = visible;
  if (shape.critical) plan.critical = true;
  const terms = findTerms(type, shape);
  if (terms !== undefined) plan.terms = terms;
  const writes = findWritten(raw, plan.props);
  if (writes !== undefined) plan.writes = writes;
  if (fallback !== undefined) plan.fallback = fallback;
  noteGuards(draft, plan, pointer, { outer: at.scope, item: scope, shown });
  plan.reads = readsOfNode(plan);
  // At run time a group of a part renames what is in it, also nodes of this document in a slot.
  if (type === 'part' && isFilled(raw)) return spread(plan.slots?.['body'] ?? [], visible);
  return [plan];
}

function checkTappedCode(draft: Draft, { encode, on }: Json, pointer: string): void {
  if (encode === undefined || !isJson(on) || on['tap'] === undefined) return;
  draft.report(
    'image/tapped-code',
    `${pointer}/on`,
    'An image that can be tapped does not render its QR code.',
    'remove the "tap", and do the same by a button beside the image',
  );
}

function compileFallback(
  raw: unknown,
  pointer: string,
  id: string,
  at: NodePlace,
): NodePlan['fallback'] | undefined {
  if (raw === 'none') return 'none';
  return isJson(raw) ? compileNode(raw, pointer, `${id}-fallback`, at)?.[0] : undefined;
}

/** Reads the properties of a node, and those that follow from others. */
function readOwnProperties(
  shape: NodeShape,
  raw: Json,
  pointer: string,
  at: NodePlace,
  without: typeof COMMON,
): { [name: string]: Expression } {
  const { draft } = at;
  const apart = hasSlider(shape) ? new Set([...without, ...BOUNDS]) : without;
  const { props } = readProperties(draft, shape.properties, raw, pointer, at.scope, apart);
  if (hasSlider(shape)) Object.assign(props, readBounds(draft, raw, pointer, at.scope));
  if (shape.properties['purpose'] !== undefined) Object.assign(props, readSecret(draft, raw, pointer));
  if (isAlwaysSensitive(shape)) props['sensitive'] = true;
  if (isSignature(raw)) props['max'] = 1;
  // A computed field has no input.
  if (props['compute'] !== undefined) props['readOnly'] = true;
  return props;
}

/** Checks what only some widgets have. */
function checkOwn(shape: NodeShape, type: string, raw: Json, pointer: string, at: NodePlace): void {
  const { draft } = at;
  if (type === 'frame') checkFrame(draft, raw, pointer);
  if (type === 'steps') checkSteps(raw, pointer, at);
  if (type === 'review') checkReview(pointer, at);
  if (shape.properties['columns'] !== undefined) checkCells(draft, raw, pointer);
  if (type === 'image') checkTappedCode(draft, raw, pointer);
  if (raw['search'] !== undefined) checkSearch(draft, raw['search'], `${pointer}/search`, at.scope);
  if (type === 'city') checkPlaces(draft, raw, pointer);
  if (shape.properties['upload'] !== undefined) {
    checkUpload(draft, raw['upload'], `${pointer}/upload`, uploadKind(type, raw['look']));
  }
  const isComputed = shape.properties['compute'] !== undefined && raw['compute'] !== undefined;
  if (isComputed && (raw['name'] === undefined || at.record?.length !== 2)) {
    draft.report(
      'field/no-home',
      `${pointer}/compute`,
      'Only a field of a form, outside groups and lists, can be computed.',
      'give it a "name"',
    );
  }
  checkWrites(draft, shape, type, pointer);
}

/** The rules that the properties of a field imply. */
function addedRules(
  shape: NodeShape,
  raw: Json,
  pointer: string,
  props: { readonly [name: string]: Expression },
  at: NodePlace,
): readonly ElementPlan[] {
  const { name } = raw;
  const hasRange = shape.properties['earliest'] !== undefined;
  return [
    ...(hasRange && at.record !== undefined && typeof name === 'string'
      ? rangeRules(props, [...at.record, name])
      : []),
    ...(shape.properties['purpose'] === undefined ? [] : readClock(at.draft, raw, pointer)),
  ];
}

function compileOwnNode(
  shape: NodeShape,
  type: string,
  raw: Json,
  pointer: string,
  id: string,
  at: NodePlace,
): NodePlan {
  const { draft } = at;
  const isField = shape.properties['name'] !== undefined || shape.properties['bind'] !== undefined;
  if (isField) {
    checkConstants(draft, raw, pointer, type);
    checkLook(draft, shape, raw, pointer);
  }
  if (type === 'repeat') {
    const list = compileRepeat(raw, pointer, id, at, compileNodes);
    const { lists } = readLists(shape, { rules: raw['rules'] }, pointer, id, at);
    readHome(shape, raw, pointer, at, undefined);
    return { ...list, ...(isEmpty(lists) ? {} : { lists }) };
  }
  const inside = enter(type, raw, pointer, at);
  const props = readOwnProperties(shape, raw, pointer, at, isField ? OF_FIELD : COMMON);
  checkOwn(shape, type, raw, pointer, at);
  const { lists, slots, options, chosen } = readLists(shape, raw, pointer, id, inside);
  const added = addedRules(shape, raw, pointer, props, at);
  if (added.length > 0) lists['rules'] = [...(lists['rules'] ?? []), ...added];
  if (shape.properties['suggestions'] !== undefined)
    checkSuggestions(draft, raw, pointer, lists['suggestions']);
  const linked = raw['links'] === undefined ? undefined : linkedProperty(shape);
  const text = linked === undefined ? undefined : props[linked];
  if (linked !== undefined && text !== undefined)
    slots['words'] = [compileLinks(raw, linked, pointer, id, text, at)];
  const initial = isField ? readInitial(raw, pointer, at, typeWritten(raw, options)) : undefined;
  if (initial !== undefined) props['initial'] = initial;
  const enabled =
    raw['enabledWhen'] === undefined
      ? undefined
      : draft.condition(raw['enabledWhen'], `${pointer}/enabledWhen`, at.scope);
  const on = readEvents(shape, type, raw, pointer, at, enabled);
  const bind = readHome(shape, raw, pointer, at, typeWritten(raw, options));
  if (bind !== undefined) noteInput(draft, ['get', ...bind], `${pointer}/bind`, at.scope, chosen);
  if (type === 'fields') {
    if (at.record !== undefined && at.record.length !== 2) {
      draft.report(
        'fields/nested',
        `${pointer}/type`,
        'Fields that a server defines cannot be in a group or a repeating group.',
      );
    }
    const supplied = compileFields(draft, raw, pointer, id, at.scope);
    return { id, type, props, ...supplied, reads: [] };
  }
  return {
    id,
    type,
    ...(isEmpty(props) ? {} : { props }),
    ...(isEmpty(lists) ? {} : { lists }),
    ...(isEmpty(slots) ? {} : { slots }),
    ...(isEmpty(on) ? {} : { on }),
    ...(enabled?.lowered === undefined ? {} : { enabled: enabled.lowered }),
    ...(bind === undefined ? {} : { bind }),
    reads: [],
  };
}

/** A search writes a Text to state, which data reads. */
function checkSearch(draft: Draft, raw: unknown, pointer: string, scope: Scope): void {
  if (typeof raw !== 'string') return;
  if (!raw.startsWith('state.')) {
    draft.report('field/not-state', pointer, `"${raw}" is not a path of state.`);
    return;
  }
  const path = draft.path(raw, pointer, scope);
  if (path !== undefined) noteInput(draft, path.lowered, pointer, scope);
  if (path !== undefined && !isAssignable({ kind: 'text' }, path.type)) {
    draft.report(
      'field/type',
      pointer,
      `The value of "search" is Text, but "${raw}" is ${typeName(path.type)}.`,
    );
  }
}

/**
 * Records the value that an input writes to state: one of its options, or the text that the visitor enters.
 */
function noteInput(
  draft: Draft,
  path: Expression,
  pointer: string,
  scope: Scope,
  chosen: readonly Flow[] = [ofInput(draft.document.file)],
): void {
  const target = draft.flowOf(path, scope);
  for (const flow of chosen) draft.noteWritten(target, flow, pointer);
}

function isEmpty(record: object): boolean {
  return Object.keys(record).length === 0;
}

function enter(type: string, raw: Json, pointer: string, at: NodePlace): NodePlace {
  if (type === 'form') return enterForm(raw, pointer, at);
  if (type === 'group') return enterGroup(raw, at);
  return type === 'steps' ? { ...at, isStepped: true } : at;
}

function enterForm(raw: Json, pointer: string, at: NodePlace): NodePlace {
  if (at.form === undefined && at.isEnclosed === true)
    at.draft.report('form/nested', `${pointer}/type`, 'This form is in a slot inside a form of the part.');
  if (at.form !== undefined)
    at.draft.report('form/nested', `${pointer}/type`, `This form is inside the form "${at.form}".`);
  return typeof raw['id'] === 'string' ? { ...at, form: raw['id'], record: ['form', raw['id']] } : at;
}

function enterGroup({ name }: Json, at: NodePlace): NodePlace {
  return typeof name === 'string' ? { ...at, record: [...(at.record ?? []), name] } : at;
}

/** Elements of `fields`, which become nodes. */
const SUPPLY: ReadonlySet<string> = new Set(['field', 'heading']);

/** Reads properties that are lists of elements or of nodes. */
function readLists(shape: NodeShape, raw: Json, pointer: string, id: string, at: NodePlace) {
  const lists: { [name: string]: readonly ElementPlan[] } = {};
  const slots: { [name: string]: readonly NodePlan[] } = {};
  let options: ReadonlyMap<string, Type> | undefined;
  let chosen: readonly Flow[] | undefined;
  for (const name of Object.keys(shape.properties)) {
    const property = shape.properties[name];
    if (property === undefined || raw[name] === undefined) continue;
    const place = joinPointer(pointer, name);
    if (property.slot === 'nodes') slots[name] = compileNodes(raw[name], place, `${id}-${name}`, at);
    if (property.slot === 'elements' && property.element !== undefined && !SUPPLY.has(property.element)) {
      const own = raw['name'];
      const field = at.form === undefined || typeof own !== 'string' ? undefined : `form.${at.form}.${own}`;
      const read = compileElements(at.draft, property.element, raw[name], place, at.scope, field);
      lists[name] = read.elements;
      if (name === 'options') ({ types: options, values: chosen } = read);
      if (name === 'suggestions') chosen = [...read.values, ofInput(at.draft.document.file)];
    }
  }
  return { lists, slots, options, chosen };
}

function readEvents(
  shape: NodeShape,
  type: string,
  raw: Json,
  pointer: string,
  at: NodePlace,
  enabled: Condition | undefined,
): { [event: string]: readonly ActionPlan[] } {
  const on: { [event: string]: readonly ActionPlan[] } = {};
  const lists = isJson(raw['on']) ? raw['on'] : {};
  for (const event of shape.events) {
    if (lists[event] === undefined) continue;
    let { scope } = at;
    if (event === 'tap' && enabled !== undefined) scope = scope.prove(enabled.whenTrue);
    if (event === 'invalid' || event === 'failed') scope = scope.bind('error', errorRoot(at.draft.grammar));
    if (event === 'submit' && type === 'form' && typeof raw['id'] === 'string') {
      const { forms, validForms } = at.draft.names;
      scope = scope
        .bind('form', { ...scope.root('form'), type: validForms(raw['id']), absent: false })
        .prove([...scope.proven, ...requiredFields(raw['id'], forms.get(raw['id']))]);
    }
    on[event] = compileActions(at.draft, lists[event], `${pointer}/on/${event}`, {
      scope,
      isTap: event === 'tap',
      isBegun: BEGINNINGS.has(event),
    }).actions;
  }
  return on;
}

/** A field whose schema does not say what it writes has no type: nothing that reads its value could be checked. */
function checkWrites(draft: Draft, shape: NodeShape, type: string, pointer: string): void {
  const isField = shape.properties['name'] !== undefined || shape.properties['bind'] !== undefined;
  if (!isField || NESTS.has(type) || isWritesKnown(shape)) return;
  const found =
    shape.writes === undefined
      ? `The schema of "${type}" does not say what its value is.`
      : `The schema of "${type}" gives its value the type ${JSON.stringify(shape.writes)}, which does not exist.`;
  draft.report(
    'field/no-type',
    `${pointer}/type`,
    found,
    'write "x-writes" in its schema: "text", "date", { "list": "url" } …',
  );
}

/** Where an input stores its value: a form field or state. Returns the bound path. */
function readHome(
  shape: NodeShape,
  raw: Json,
  pointer: string,
  at: NodePlace,
  writes: Type | undefined,
): readonly string[] | undefined {
  const isInput = shape.properties['name'] !== undefined;
  if (!isInput && shape.properties['bind'] === undefined) return undefined;
  const { draft } = at;
  const { name, bind } = raw;
  if (at.isRepeated && (name !== undefined || bind !== undefined)) {
    draft.report(
      'field/repeated',
      joinPointer(pointer, name === undefined ? 'bind' : 'name'),
      'All repetitions of this field under "each" would write the same state.',
      'repeat a part that has state of its own',
    );
    return undefined;
  }
  if (name !== undefined && bind !== undefined) {
    draft.report('field/two-homes', `${pointer}/bind`, 'A field has "name" or "bind", not both.');
    return undefined;
  }
  if (name !== undefined) {
    if (at.isEnclosed === true) {
      draft.report(
        'slot/field',
        `${pointer}/name`,
        'The slot is in a form of the part, so this field would be sent with that form, and nothing here could read it.',
        'bind it to state, and give the state to the part',
      );
    } else if (at.form === undefined) {
      draft.report(
        'field/no-home',
        `${pointer}/name`,
        '"name" has no effect outside a form.',
        at.slots === undefined ? 'bind it to state' : 'bind it to state, or declare "form" of the part',
      );
    }
    return undefined;
  }
  if (typeof bind !== 'string') {
    if (bind === undefined && isInput) {
      draft.report('field/no-home', pointer, 'A field requires "name" (in a form) or "bind" (to state).');
    }
    return undefined;
  }
  if (raw['rules'] !== undefined) {
    draft.reportName('field/rules', `${pointer}/rules`, 'Rules have no effect on a field with "bind".');
  }
  return readBind(bind, pointer, at, writes);
}

function readBind(
  bind: string,
  pointer: string,
  { draft, scope }: NodePlace,
  writes: Type | undefined,
): readonly string[] | undefined {
  if (!bind.startsWith('state.')) {
    draft.report('field/not-state', `${pointer}/bind`, `"${bind}" is not a path of state.`);
    return undefined;
  }
  const path = draft.path(bind, `${pointer}/bind`, scope);
  if (path === undefined) return undefined;
  if (writes !== undefined && !isAssignable(writes, path.type)) {
    draft.report(
      'field/type',
      `${pointer}/bind`,
      `The value of this field is ${typeName(writes)}, but "${bind}" is ${typeName(path.type)}.`,
    );
  }
  return Array.isArray(path.lowered) ? (path.lowered.slice(1) as string[]) : undefined;
}
