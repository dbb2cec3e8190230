import type { Expression } from '../../plan/expression.ts';
import type { Json } from '../json.ts';
import type { Type } from '../type.ts';
import type { NodePlace } from './node-place.ts';

/**
 * Reads the initial value of a field. It reads nothing of the form: the value exists before the person fills anything in.
 *
 * @param type The type of the field's value; undefined if it is not known.
 */
export function readInitial(
  raw: Json,
  pointer: string,
  at: NodePlace,
  type: Type | undefined,
): Expression | undefined {
  const { initial } = raw;
  const { draft, form, record = [] } = at;
  // Constants are checked with the other constants of the field.
  if (typeof initial === 'number' || typeof initial === 'boolean') return initial;
  if (typeof initial === 'string' && !initial.includes('${') && takesWords(type)) return initial;
  const place = `${pointer}/initial`;
  const [item = 'form'] = record;
  const scope = at.scope.without('form').without(item);
  const slot = { slot: 'any', ...(type !== undefined && { expected: type }) } as const;
  const lowered = draft.value(initial, slot, place, scope, false)?.lowered;
  if (typeof lowered !== 'object') return lowered;
  if (form === undefined) {
    draft.report(
      'field/no-home',
      place,
      'Only a field of a form has an initial value that is computed.',
      'give it a "name" in a form, or give the state an "initial"',
    );
  }
  draft.noteDeciding(lowered, place, scope);
  return lowered;
}

/** Whether a text without `${…}` may be a value of this type, or the options decide about it. */
function takesWords(type: Type | undefined): boolean {
  return type === undefined || ['text', 'date', 'any'].includes(type.kind);
}
