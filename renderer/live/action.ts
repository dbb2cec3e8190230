import type { Result, Scope, Value } from '../plan/expression.ts';
import type { ActionPlan } from '../plan/plan.ts';
import type { ActionError } from '../plan/problem.ts';
import type { Begun, Engine, Guard, Origin, Readings } from './ports.ts';

/* What actions are made of. */

/** Thrown by actions; caught by the runner, seen by `catch` as `error`. */
export class ActionFailure extends Error {
  readonly error: ActionError;
  /** Of a call: certain that nothing was sent. */
  readonly unsent: boolean;
  /** Of a call that was answered. */
  readonly answer: FailedAnswer | undefined;
  constructor(error: ActionError, unsent = false, answer?: FailedAnswer) {
    super(error.kind);
    this.error = error;
    this.unsent = unsent;
    this.answer = answer;
  }
}

export interface FailedAnswer {
  /** Of HTTP. */
  readonly status: number;
  /** What the contract's success rule said: yes where only the reply does not fit. */
  readonly verdict: 'yes' | 'no' | undefined;
  /** Problems by field, where the contract names them. */
  readonly fields: { readonly [name: string]: string } | undefined;
}

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
  /** Who started the list. */
  readonly begun: Begun;
  /** Aborted when the list ends early, the screen is left included. */
  readonly signal: AbortSignal;
  /** What let the list come this far. */
  readonly guards: readonly Guard[];
  /** Values at the tap of the Money that a critical action compares. */
  readonly amountsAtTap: readonly Result[];
  /** The state of the screen's data at the tap. */
  readonly readingsAtTap: Readings;
}

/**
 * An action of the language.
 *
 * `run` returns nothing, the result named by `as`, or an instruction; a promise makes it asynchronous,
 * so an action that can end at once must not return one. It fails by throwing ActionFailure.
 */
export interface ActionDefinition {
  readonly name: string;
  /** Properties that must be there: one that is absent when the action begins fails it with `changed`. */
  readonly required?: readonly string[];
  /** Properties read from the plan as they stand: paths. */
  readonly raw?: readonly string[];
  /** Properties whose values are shown to people. */
  readonly shown?: readonly string[];
  run(context: ActionContext): ActionResult | Promise<ActionResult>;
}
export type ActionResult = Value | void | Instruction;
export type ActionCatalogue = { readonly [name: string]: ActionDefinition };

/** What an action asks the runner to do as its own next step. */
export type Instruction = Branch | Pause | Stop;

/** Runs a list as part of the action; the action ends as the list does. */
export class Branch {
  readonly kind = 'branch';
  readonly list: readonly ActionPlan[];
  /** How the list is found again: a case of this action by index, or a list of the plan by its name (`Origin.list`). */
  readonly at: number | string;
  /** Names that the list sees besides those around it. */
  readonly names: { readonly [name: string]: Result };
  /** Of a list found by its name: it stands there, with that scope and surface. */
  readonly origin: Origin | undefined;
  /** The action fails with this after the list has ended well. */
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

/** Waits until the clock says so; survives a reload. */
export class Pause {
  readonly kind = 'pause';
  readonly until: number;
  constructor(until: number) {
    this.until = until;
  }
}

/** Ends the list, well. */
export class Stop {
  readonly kind = 'stop';
}
