import type { Expression } from '../../plan/expression.ts';
import { limits } from '../../plan/limits.generated.ts';
import type { NodePlan } from '../../plan/plan.ts';
import { memberOf } from '../flow/flow.ts';
import { ofPartParameters } from '../flow/vessels.ts';
import { isJson, type Json } from '../json.ts';
import { joinPointer } from '../pointer.ts';
import { readWith, takenOf } from './members.ts';
import type { Draft } from './draft.ts';
import { checkCountedUse } from './effects.ts';
import { checkFormAround, formAround } from './part-form.ts';
import type { NodePlace } from './node-place.ts';
import { takesPart, TOO_DEEP } from './part-size.ts';
import { type CompileBody, compileFilled } from './part-slots.ts';
import { defaultIn, instantiate, type PartTemplate } from './parts.ts';
import { literalExpression } from './plan-expression.ts';

/**
 * Reads a use of a part. It becomes a group with copies of the part's nodes, with names and parameters of
 * this document.
 */
export function compilePartUse(
  raw: Json,
  pointer: string,
  id: string,
  at: NodePlace,
  compileBody: CompileBody,
): NodePlan {
  const empty: NodePlan = { id, type: 'part', reads: [] };
  const { draft, parts } = at;
  const { part } = raw;
  if (typeof part !== 'string') return empty;
  const known = draft.world.parts.get(part);
  if (known === undefined) {
    draft.reportUnknown('part/unknown', `${pointer}/part`, 'part', part, draft.world.parts.keys());
    return empty;
  }
  if (parts.isReading(part)) {
    draft.report('part/circular', `${pointer}/part`, `The part "${part}" uses itself.`);
    return empty;
  }
  if (known.value === undefined) return empty;
  // The depth of nested parts is computed from the innermost part; very deep nesting is not followed to its
  // end.
  if (parts.depth > 2 * limits.partDepth) {
    draft.report('limit/parts', `${pointer}/part`, TOO_DEEP);
    return empty;
  }
  const given = readWith(draft, raw['with'], takenOf(known.params), pointer, at.scope, {
    missing: 'part/missing-parameter',
    unknown: 'part/unknown-parameter',
    owner: `The part "${part}"`,
    noun: 'parameter',
    property: 'part',
  });
  const parameters = ofPartParameters(part, undefined);
  for (const [name, { lowered }] of given) {
    const flow = draft.flowOf(lowered, at.scope);
    draft.noteWritten(memberOf(parameters, name), flow, joinPointer(`${pointer}/with`, name));
  }
  const template = parts.get(part);
  if (template === undefined) return empty;
  draft.hasForm ||= template.hasForm;
  if (template.hasForm && (at.form !== undefined || at.isEnclosed === true)) {
    draft.report(
      'form/nested',
      `${pointer}/type`,
      at.form === undefined
        ? 'The part has a form, and it is in a slot inside a form.'
        : `The part has a form, and it is inside the form "${at.form}".`,
    );
  }
  checkFormAround(template, part, pointer, at);
  checkCountedUse(template, given, pointer, at);
  checkBar(template, part, raw, pointer, at);
  const filled = compileFilled(raw, pointer, id, at, template.placed, compileBody);
  const values = new Map<string, Expression>();
  for (const [name, { initial }] of known.params) {
    const typed = given.get(name);
    const computed = template.defaults.get(name);
    const constant = initial === undefined ? undefined : literalExpression(initial);
    const fallback = computed === undefined ? constant : defaultIn(id, computed, values);
    if (typed === undefined) {
      if (fallback !== undefined) values.set(name, fallback);
    } else if (typed.absent && fallback !== undefined) values.set(name, ['or', typed.lowered, fallback]);
    else values.set(name, typed.lowered);
  }
  if (!takesPart(draft, template, values, pointer)) return empty;
  const instance = instantiate(template, id, values, filled, at.form);
  draft.bar.push(...instance.bar);
  Object.assign(draft.overlays, instance.overlays);
  Object.assign(draft.state, instance.state);
  Object.assign(draft.timers, instance.timers);
  Object.assign(draft.origins, instance.origins);
  return { ...empty, slots: { body: instance.body } };
}

/** A bar is the screen's: a part adds to it once, always, and where the use is not inside anything. */
function checkBar(
  { bar, form }: PartTemplate,
  part: string,
  raw: Json,
  pointer: string,
  { draft }: NodePlace,
): void {
  if (bar.length === 0) return;
  const report = (message: string) => draft.report('part/bar', `${pointer}/part`, message);
  if (draft.barred.has(part))
    report(`The part "${part}" has a "bar", so a document uses it once, and this document uses it already.`);
  else if (raw['each'] !== undefined || raw['visibleWhen'] !== undefined)
    report(`The part "${part}" has a "bar", so its use cannot have "each" or "visibleWhen".`);
  else if (form !== undefined ? !isInPlainForm(pointer, draft) : !/^\/body\/\d+$/.test(pointer))
    report(
      form === undefined
        ? `The part "${part}" has a "bar", so it must be used directly in the body.`
        : `The part "${part}" has a "bar", so it must be used directly in a form of the body, without a condition.`,
    );
  draft.barred.add(part);
}

/** Directly in a form without a condition, which is directly in the body; or in the form around the use of this part. */
function isInPlainForm(pointer: string, { document }: Draft): boolean {
  if (!isJson(document.value)) return false;
  const { body } = document.value;
  const [, index, within] = /^\/body\/(\d+)(\/body\/\d+)?$/.exec(pointer) ?? [];
  if (index === undefined) return false;
  if (within === undefined) return formAround(document.value) !== undefined;
  const form: unknown = Array.isArray(body) ? body[Number(index)] : undefined;
  return (
    isJson(form) && form['type'] === 'form' && form['visibleWhen'] === undefined && form['each'] === undefined
  );
}
