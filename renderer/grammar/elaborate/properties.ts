import type { Expression } from '../../plan/expression.ts';
import { literalExpression } from './plan-expression.ts';
import type { PropertyShape, PropertyShapes } from '../shapes.generated.ts';
import type { SlotExpectation } from '../expression/index.ts';
import { type Json, textsIn } from '../declarations.ts';
import { joinPointer } from '../pointer.ts';
import type { Type } from '../type.ts';
import type { Draft } from './draft.ts';
import type { Scope } from './scope.ts';

/** What a property has become, and its type where it has one. */
export interface ReadProperty {
  readonly lowered: Expression;
  readonly type?: Type;
}

/**
 * Reads a property whose slot is a value, a condition, or stands as it is.
 *
 * @returns Undefined where there is nothing, or what there is has errors; slots that hold more of the
 *   grammar (nodes, actions, elements) are the caller's.
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
    case 'actions':
    case 'cases':
    case 'elements':
    case 'critical':
    case 'fallback':
      return undefined;
    default:
      return draft.value(raw, expectationOf(shape.slot, shape), pointer, scope, shape.required);
  }
}

/** A place to be written, or several. It is carried as the path that reads it would be. */
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
  | 'actions'
  | 'cases'
  | 'elements'
  | 'critical'
  | 'fallback'
>;

function expectationOf(slot: ValueSlot, shape: PropertyShape): SlotExpectation {
  return slot === 'word' ? { slot, words: shape.words ?? [] } : { slot };
}

/** A JSON scalar or a list of such: what a literal property may be. */
function isConstant(raw: unknown): raw is string | number | boolean | readonly (string | number | boolean)[] {
  if (Array.isArray(raw)) return raw.every(isConstant);
  return typeof raw === 'string' || typeof raw === 'number' || typeof raw === 'boolean';
}

/** Reads all properties but some; absent ones without a default are left out. */
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
  for (const [name, shape] of Object.entries(shapes)) {
    if (except.has(name)) continue;
    const read = readProperty(draft, shape, raw[name], joinPointer(pointer, name), scope);
    if (read === undefined) continue;
    props[name] = read.lowered;
    if (read.type !== undefined) types.set(name, read.type);
  }
  return { props, types };
}
