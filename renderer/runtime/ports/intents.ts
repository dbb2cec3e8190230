import type { Expression, Result, Scope, Value } from '../../plan/expression.ts';
import type { CriticalPlan, EndpointPlan } from '../../plan/plan.ts';
import type { Readings } from './data.ts';
import type { Origin } from './runner.ts';
import type { Values } from './store.ts';

/** Intents: each critical action takes effect at most once. */
export interface IntentPort {
  /**
   * Sends a critical request at most once per intent, and only while all its preconditions hold.
   *
   * @throws ActionFailure. Kinds network, timeout and offline mean that nothing was sent.
   */
  send(critical: CriticalCall): Promise<Value | undefined>;
  /** Called when the page is visible again: asks the service about unknown outcomes. */
  resume(): void;
  /**
   * Within 10 s after a critical send, Back shows "being sent" instead of going back. @returns whether Back was held.
   */
  holdBack(): boolean;
}

/** A critical request and the conditions that must still hold when it is sent. */
export interface CriticalCall {
  readonly plan: CriticalPlan;
  readonly endpoint: EndpointPlan;
  readonly request: Values;
  readonly scope: Scope;
  readonly origin: Origin;
  readonly guards: readonly Guard[];
  /** Values of `plan.amounts` at the tap. */
  readonly amountsAtTap: readonly Result[];
  /** The data read before the tap. The person had not seen later data. */
  readonly readingsAtTap: Readings;
  /** Aborted when the waiting list ended early. The intent then stores the result. */
  readonly signal: AbortSignal;
}

/**
 * A condition that the list passed on its way. It must evaluate to `is` again right before a critical request is
 * sent.
 */
export interface Guard {
  readonly condition: Expression;
  readonly scope: Scope;
  readonly is: boolean;
}
