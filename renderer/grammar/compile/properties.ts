import type { Expression } from '../../plan/expression.ts';
import { literalExpression } from './plan-expression.ts';
import type { PropertyShape, PropertyShapes } from '../shapes.generated.ts';
import type { SlotExpectation } from '../expression/index.ts';
import { textsIn } from '../declarations.ts';
import { isJson, type Json } from '../json.ts';
import { didYouMean } from '../nearest.ts';
import { joinPointer } from '../pointer.ts';
import type { Type } from '../type.ts';
import type { Draft } from './draft.ts';
import { flowsIn } from '../flow/flow.ts';
import { checkPicture } from './hosts.ts';
import type { Scope } from './scope.ts';
import { languageOfText } from './service-texts.ts';

/** A lowered property, with its type if it has one. */
export interface ReadProperty {
  readonly lowered: Expression;
  readonly type?: Type;
}

/**
 * Reads a property whose slot is a value, a condition or a literal.
 * @returns Undefined if the property is missing or has errors. Also undefined for slots with more structure
 * (nodes, actions, elements), which the caller reads.
 */
export function readProperty(
  draft: Draft,
  shape: PropertyShape,
  raw: unknown,
  pointer: string,
  scope: Scope,
): ReadProperty | undefined {
  if (raw === undefined) return shape.default === undefined ? undefined : { lowered: shape.default };
  switch (shape.slot) {
    case 'literal':
    case 'id':
    case 'name':
      return isConstant(raw) ? { lowered: literalExpression(raw) } : undefined;
    case 'path':
      return readTarget(raw);
    case 'expression': {
      const { lowered } = draft.condition(raw, pointer, scope);
      return lowered === undefined ? undefined : { lowered };
    }
    case 'nodes':
    case 'slots':
    case 'links':
    case 'actions':
    case 'cases':
    case 'elements':
    case 'critical':
    case 'allow':
    case 'fallback':
    case 'query':
      return undefined;
    case 'image':
      checkAssets(draft, raw, pointer);
      checkPicture(draft, raw, pointer);
      return draft.value(raw, { slot: 'image' }, pointer, scope, isNeeded(shape));
    default:
      if (shape.list === true) return readList(draft, shape, shape.slot, raw, pointer, scope);
      return draft.value(raw, expectationOf(shape.slot, shape), pointer, scope, isNeeded(shape));
  }
}

/** Reads a list of values. Each must be present: a missing one would move the others. */
function readList(
  draft: Draft,
  shape: PropertyShape,
  slot: ValueSlot,
  raw: unknown,
  pointer: string,
  scope: Scope,
): ReadProperty | undefined {
  const items = (Array.isArray(raw) ? raw : []).map(
    (item: unknown, index) =>
      draft.value(item, expectationOf(slot, shape), joinPointer(pointer, index), scope, true)?.lowered,
  );
  return items.every((item) => item !== undefined) ? { lowered: ['list', ...items] } : undefined;
}

/**
 * Whether a value must be present at run time. That is also so for a property that is written instead of
 * another one (`unless`).
 */
function isNeeded(shape: PropertyShape): boolean {
  return shape.required || shape.unless !== undefined;
}

/** Reports an image name that is not in screens/assets. */
function checkAssets(draft: Draft, raw: unknown, pointer: string): void {
  if (isJson(raw)) {
    const entries = Array.isArray(raw['choose']) ? raw['choose'] : [];
    for (const [index, entry] of entries.entries()) {
      const at = joinPointer(joinPointer(pointer, 'choose'), index);
      if (isJson(entry)) checkAssets(draft, entry['value'], joinPointer(at, 'value'));
      else checkAssets(draft, entry, at);
    }
  }
  const name = typeof raw === 'string' ? /^asset:([^$]*)$/.exec(raw)?.[1] : undefined;
  if (name === undefined || draft.world.assets.has(name)) return;
  draft.report(
    'value/unknown-asset',
    pointer,
    `No picture in screens/assets is called "${name}".`,
    didYouMean(name, [...draft.world.assets]),
  );
}

/** Reads one or several paths to write to. They are lowered like paths to read. */
function readTarget(raw: unknown): ReadProperty | undefined {
  const pathOf = (path: string): Expression => ['get', ...path.split('.')];
  if (Array.isArray(raw)) return { lowered: ['list', ...textsIn(raw).map(pathOf)] };
  return typeof raw === 'string' ? { lowered: pathOf(raw) } : undefined;
}

type ValueSlot = Exclude<
  PropertyShape['slot'],
  | 'literal'
  | 'id'
  | 'name'
  | 'path'
  | 'expression'
  | 'nodes'
  | 'slots'
  | 'links'
  | 'actions'
  | 'cases'
  | 'elements'
  | 'critical'
  | 'allow'
  | 'fallback'
  | 'query'
>;

function expectationOf(slot: ValueSlot, shape: PropertyShape): SlotExpectation {
  return slot === 'word' ? { slot, words: shape.words ?? [] } : { slot };
}

/** Whether a literal property is a JSON scalar or a list of scalars. */
function isConstant(raw: unknown): raw is string | number | boolean | readonly (string | number | boolean)[] {
  if (Array.isArray(raw)) return raw.every(isConstant);
  return typeof raw === 'string' || typeof raw === 'number' || typeof raw === 'boolean';
}

const TEXT_SLOTS: ReadonlySet<string | undefined> = new Set(['text', 'display', 'plain']);

/** The language of a text that a service wrote. */
export function findSpokenLanguage(
  draft: Draft,
  text: Expression | undefined,
  scope: Scope,
): Expression | undefined {
  const language = draft.world.app?.serviceLanguage;
  return language === undefined ? undefined : languageOfText(text, language, flowsIn(scope));
}

/** The texts of a property by name: those of a list are `cells.0`, `cells.1` … */
function textsOf(name: string, text: Expression, isList = false): readonly (readonly [string, Expression])[] {
  if (!isList || !Array.isArray(text)) return [[name, text]];
  const items = (text as readonly Expression[]).slice(1);
  return items.map((one, index) => [`${name}.${index}`, one] as const);
}

/** The languages of texts that services wrote, by property. */
function findSpoken(
  draft: Draft,
  shapes: PropertyShapes,
  props: { readonly [name: string]: Expression },
  scope: Scope,
): Expression | undefined {
  const spoken: { [name: string]: Expression } = {};
  for (const [name, text] of Object.entries(props)) {
    if (!TEXT_SLOTS.has(shapes[name]?.slot)) continue;
    for (const [key, one] of textsOf(name, text, shapes[name]?.list)) {
      const of = findSpokenLanguage(draft, one, scope);
      if (of !== undefined) spoken[key] = of;
    }
  }
  return Object.keys(spoken).length === 0 ? undefined : ['record', spoken];
}

/** Reads all properties except some. Missing ones without a default are left out. */
export function readProperties(
  draft: Draft,
  shapes: PropertyShapes,
  raw: Json,
  pointer: string,
  scope: Scope,
  except: ReadonlySet<string>,
): { props: { [name: string]: Expression }; types: Map<string, Type> } {
  const props: { [name: string]: Expression } = {};
  const types = new Map<string, Type>();
  for (const name of Object.keys(shapes)) {
    const shape = shapes[name];
    if (shape === undefined || except.has(name)) continue;
    if (raw[name] === undefined && shape.default === undefined) continue;
    const place = joinPointer(pointer, name);
    if (raw[name] !== undefined) draft.checkName(name, shape, place);
    const read = readProperty(draft, shape, raw[name], place, scope);
    if (read === undefined) continue;
    // Pages of earlier grammars read the first name.
    props[shape.was ?? name] = read.lowered;
    if (read.type !== undefined) types.set(name, read.type);
  }
  const spoken = findSpoken(draft, shapes, props, scope);
  if (spoken !== undefined) props['spoken'] = spoken;
  return { props, types };
}
