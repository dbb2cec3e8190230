import type { Result, Scope, Value } from '../plan/expression.ts';
import type { ActionPlan } from '../plan/plan.ts';
import type { ActionError } from '../plan/problem.ts';
import type { Readings } from './ports/data.ts';
import type { Engine } from './ports/engine.ts';
import type { Guard } from './ports/intents.ts';
import type { Begun, Origin } from './ports/runner.ts';

/* The types of actions. */

/** Thrown by actions and caught by the runner; `catch` reads it as `error`. */
export class ActionFailure extends Error {
  readonly error: ActionError;
  /** For a call: certain that nothing was sent. */
  readonly unsent: boolean;
  /** For a call that was answered. */
  readonly answer: FailedAnswer | undefined;
  constructor(error: ActionError, unsent = false, answer?: FailedAnswer) {
    super(error.kind);
    this.error = error;
    this.unsent = unsent;
    this.answer = answer;
  }
}

export interface FailedAnswer {
  /** HTTP status. */
  readonly status: number;
  /** Result of the contract's success rule. `yes` if only the reply does not match its shape. */
  readonly verdict: 'yes' | 'no' | undefined;
  /** Problems by field, if the contract maps them. */
  readonly fields: { readonly [name: string]: string } | undefined;
}

/** The input of one action: its computed properties and the engine. */
export interface ActionContext {
  readonly plan: ActionPlan;
  /** Computed properties; absent optional ones are left out. */
  readonly props: { readonly [name: string]: Value };
  readonly scope: Scope;
  readonly origin: Origin;
  readonly engine: Engine;
  /** True until the list's first asynchronous action: the browser still treats the code as part of the tap. */
  readonly isTap: boolean;
  /** What started the list. */
  readonly begun: Begun;
  /** Aborted when the list ends early, also when the screen is left. */
  readonly signal: AbortSignal;
  /** Conditions that the list passed so far. */
  readonly guards: readonly Guard[];
  /** Values at the tap of the Money that a critical action compares. */
  readonly amountsAtTap: readonly Result[];
  /** The state of the screen's data at the tap. */
  readonly readingsAtTap: Readings;
}

/**
 * An action of the language.
 *
 * `run` returns nothing, the result for `as`, or an instruction. A promise makes the action asynchronous, so an
 * action that can end at once must not return one. Throws ActionFailure to fail.
 */
export interface ActionDefinition {
  readonly name: string;
  /** If one of these properties is absent when the action starts, the action fails with `changed`. */
  readonly required?: readonly string[];
  /** Properties passed unevaluated: paths. */
  readonly raw?: readonly string[];
  /** Properties whose values are shown to people. */
  readonly shown?: readonly string[];
  run(context: ActionContext): ActionResult | Promise<ActionResult>;
}
export type ActionResult = Value | void | Instruction;
export type ActionCatalogue = { readonly [name: string]: ActionDefinition };

/** What the runner does next on behalf of the action. */
export type Instruction = Branch | Pause | Stop;

/** Runs a list as a part of the action; the action ends with the list. */
export class Branch {
  readonly kind = 'branch';
  readonly list: readonly ActionPlan[];
  /**
   * Finds the list again after a reload: index of a case of this action, or the name of a list in the plan
   * (`Origin.list`).
   */
  readonly at: number | string;
  /** Names that the list's scope adds. */
  readonly names: { readonly [name: string]: Result };
  /** For a named list: its own scope and surface. */
  readonly origin: Origin | undefined;
  /** The failure with which the action ends after the list ended without a failure. */
  readonly fails: ActionError | undefined;
  constructor(
    list: readonly ActionPlan[],
    at: number | string,
    more: {
      readonly names?: { readonly [name: string]: Result };
      readonly origin?: Origin;
      readonly fails?: ActionError;
    } = {},
  ) {
    this.list = list;
    this.at = at;
    this.names = more.names ?? {};
    this.origin = more.origin;
    this.fails = more.fails;
  }
}

/** Waits until a time (ms); survives a reload. */
export class Pause {
  readonly kind = 'pause';
  readonly until: number;
  constructor(until: number) {
    this.until = until;
  }
}

/** Ends the list without a failure. */
export class Stop {
  readonly kind = 'stop';
}
