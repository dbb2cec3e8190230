import type { Scope, Value } from '../plan/expression.ts';
import type { ActionPlan } from '../plan/plan.ts';
import { evaluate, evaluateShown } from '../plan/evaluate.ts';
import { compute, decide, NotYet } from './conditions.ts';
import { own } from './lists.ts';
import { type ActionCatalogue, type ActionDefinition, ActionFailure } from './action.ts';

/** An action whose `when` holds, with its properties computed. */
export interface Prepared {
  readonly definition: ActionDefinition;
  readonly props: { readonly [name: string]: Value };
}

/** The action's `when` is false. */
export const SKIPPED: unique symbol = Symbol('skipped');

/**
 * Evaluates `when`, then computes the properties of an action.
 *
 * @throws NotYet while a value is pending; ActionFailure if a value cannot be computed (`refused`) or is absent
 *   (`changed`), or if the action is unknown. A critical action never waits: pending is `refused`.
 */
export function prepareAction(
  actions: ActionCatalogue,
  action: ActionPlan,
  scope: Scope,
): Prepared | typeof SKIPPED {
  try {
    return prepare(actions, action, scope);
  } catch (thrown) {
    if (!action.critical || !(thrown instanceof NotYet)) throw thrown;
    throw new ActionFailure({ kind: 'refused', code: 'value/pending' });
  }
}

function prepare(actions: ActionCatalogue, action: ActionPlan, scope: Scope): Prepared | typeof SKIPPED {
  if (action.when !== undefined && !decide(action.when, scope)) return SKIPPED;
  const definition = own(actions, action.do);
  if (!definition) throw new ActionFailure({ kind: 'unsupported', code: 'action/unknown' });
  const props: { [name: string]: Value } = {};
  for (const [name, expression] of Object.entries(action.props ?? {})) {
    if (definition.raw?.includes(name)) continue;
    const value = compute(
      expression,
      scope,
      definition.shown?.includes(name) === true ? evaluateShown : evaluate,
    );
    if (value !== undefined) props[name] = value;
  }
  const gone = definition.required?.find((name) => !Object.hasOwn(props, name));
  if (gone !== undefined) throw new ActionFailure({ kind: 'changed', code: 'value/absent' });
  return { definition, props };
}
