import type { Scope, Value } from '../plan/expression.ts';
import type { ActionPlan } from '../plan/plan.ts';
import type { Engine, Origin } from '../live/live.ts';

/** What one action is given: its properties computed when it begins, and the engine's doors. */
export interface ActionContext {
  readonly plan: ActionPlan;
  /** Computed properties; an absent optional one is left out. */
  readonly props: { readonly [name: string]: Value };
  readonly scope: Scope;
  readonly origin: Origin;
  readonly engine: Engine;
  /** True until the list's first asynchronous action: the browser still counts it as the tap. */
  readonly isTap: boolean;
  readonly signal: AbortSignal;
}

/**
 * An action of the language.
 *
 * `run` returns nothing or the result named by `as`; a promise makes it asynchronous, so an action
 * that can end at once must not return one. It fails by throwing ActionFailure.
 */
export interface ActionDefinition {
  readonly name: string;
  run(context: ActionContext): Value | void | Promise<Value | void>;
}

export function defineAction(definition: ActionDefinition): ActionDefinition {
  return definition;
}
