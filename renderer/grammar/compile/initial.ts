import type { Expression } from '../../plan/expression.ts';
import { isAssignable, typeName } from '../expression/index.ts';
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

/**
 * Reads the records that a repeating group begins with. Members without a field of their name are ignored.
 *
 * @param fields The type of one record of the group; undefined if it is not known.
 */
export function readInitialRecords(
  raw: Json,
  pointer: string,
  at: NodePlace,
  fields: Type | undefined,
): Expression | undefined {
  const anyList: Type = { kind: 'list', items: { kind: 'any' } };
  const place = `${pointer}/initial`;
  const [item = 'form'] = at.record ?? [];
  const scope = at.scope.without('form').without(item);
  const read = at.draft.value(raw['initial'], { slot: 'any', expected: anyList }, place, scope, false);
  if (read === undefined || read.type.kind !== 'list') return undefined;
  const records = read.type.items;
  at.draft.noteDeciding(read.lowered, place, scope);
  if (fields?.kind !== 'record' || records.kind === 'any') return read.lowered;
  const given = records.kind === 'record' ? [...records.members] : [];
  const known = given.flatMap(([name, member]) => {
    const field = fields.members.get(name);
    return field === undefined ? [] : [{ name, from: member.type, to: field.type }];
  });
  const wrong = known.find(({ from, to }) => !isAssignable(from, to));
  const message =
    wrong !== undefined
      ? `The field "${wrong.name}" is ${typeName(wrong.to)}; the records have ${typeName(wrong.from)}.`
      : known.length === 0
        ? 'No member of the records has the name of a field.'
        : undefined;
  if (message === undefined) return read.lowered;
  at.draft.report('field/type', place, message, 'give the fields the names and types of the members');
  return undefined;
}

/** Whether a text without `${…}` may be a value of this type, or the options decide about it. */
function takesWords(type: Type | undefined): boolean {
  return type === undefined || ['text', 'date', 'any'].includes(type.kind);
}
