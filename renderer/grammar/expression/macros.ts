import type { Expression } from '#renderer/plan/expression.ts';
import type { Type } from '../type.ts';
import { type Checked, compose } from './checked.ts';
import { itemsBound } from './cost.ts';
import type { Macro } from './syntax.ts';
import { isNumeric, typeName } from './types.ts';

/** Macros whose second argument is a condition. */
export const WITH_CONDITION: ReadonlySet<Macro> = new Set(['filter', 'exists', 'all', 'count']);

/** An expression that always fails. */
const FAILURE: Expression = ['neg', ''];

/**
 * Lowers a macro to what pages of earlier grammars compute, except `sum`, `min` and `max`.
 *
 * @param name - The name of the item in the lowered body.
 * @param lowered - The lowered body, in which the item has this name.
 * @returns the type that the body should have, if it has another.
 */
export function lowerMacro(
  macro: Macro,
  list: Checked,
  name: string,
  body: Checked,
  lowered: Expression,
): Checked | string {
  const cost = 1 + list.cost + itemsBound(list.type) * body.cost;
  // `each` leaves out what is absent. A total without an item would be wrong, so it fails instead.
  const each: Expression = ['list', ['each', list.lowered, name, ['or', lowered, FAILURE]]];
  const ofEach = { cost: cost + 2 * itemsBound(list.type) + 2 };
  const max = list.type.kind === 'list' ? list.type.max : undefined;
  switch (macro) {
    case 'filter':
      return { ...compose(list.type, ['filter', list.lowered, name, lowered], [list]), cost };
    case 'exists':
    case 'all':
      return { ...compose({ kind: 'boolean' }, [macro, list.lowered, name, lowered], [list]), cost };
    case 'count': {
      const kept: Expression = ['filter', list.lowered, name, lowered];
      const counted = compose({ kind: 'integer' }, ['call', 'size', kept], [list]);
      return { ...counted, cost: 1 + cost + itemsBound(list.type) };
    }
    case 'map': {
      const type: Type = { kind: 'list', items: body.type, ...(max === undefined ? {} : { max }) };
      return { ...compose(type, each, [list]), ...ofEach };
    }
    default: {
      if (!isNumeric(body.type) && body.type.kind !== 'money' && body.type.kind !== 'any') {
        return `"${macro}" takes Numbers or Money, not ${typeName(body.type)}.`;
      }
      const called = macro === 'sum' && body.type.kind !== 'number' ? 'sum!' : macro;
      const total = compose(body.type, ['call', called, each], [list]);
      return { ...total, ...ofEach, optional: macro !== 'sum' };
    }
  }
}
