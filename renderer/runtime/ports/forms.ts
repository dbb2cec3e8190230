import type { Expression, Result, Scope, Value } from '../../plan/expression.ts';
import type { NodePlan, SupplyPlan } from '../../plan/plan.ts';
import type { ActionError } from '../../plan/problem.ts';
import type { FormStatus } from '../live.ts';
import type { Supply } from '../supply.ts';
import type { TreeNode } from '../tree-node.ts';
import type { FieldState } from './field-state.ts';
import type { Followed } from './runner.ts';

export interface FormsPort {
  /**
   * Validates every field.
   *
   * @param run - Id of the run that sends the form.
   * @returns undefined if the form may be sent, `busy` while another run sends it, else its first problem, with the
   *   field's name as `pointer`.
   */
  submit(form: string, run?: string): Promise<ActionError | 'busy' | undefined>;
  /** Validates the named fields, or all. */
  validate(form: string, fields: readonly string[] | undefined): Promise<ActionError | undefined>;
  reset(form: string): void;
  /** Reads `['form', id, name]` and deeper. `store.touch` notifies of changes. */
  read(path: readonly string[]): Result;
  /** As `read`, for the list that sends the form: without fields that were hidden at validation. */
  readSent(path: readonly string[]): Result;
  /** State of a field. `store.touch` with the field's path notifies of changes. */
  field(form: string, name: string): FieldState;
  /**
   * A widget writes its value.
   * @param settled - True if the engine writes the value, because the options changed.
   */
  write(form: string, name: string, value: Value | undefined, settled?: true): void;
  /**
   * Problems that a server found, by field name or by JSON Pointer into the form. A problem that matches no shown
   * field is shown at the form.
   *
   * @param senders - Nearest first; the first one that sends a form is used.
   */
  blame(problems: { readonly [place: string]: string }, senders: readonly Sender[]): void;
  /** Creates the fields that a server chooses, for the node that contains them. Undefined on a page without forms. */
  makeSupply(plan: SupplyPlan, owner: TreeNode): Supply | undefined;
  /**
   * Sets the fields that a server chose for a map, in order. Other methods name such a field `<map>.<name>`.
   *
   * @param state - The form is sent only if the state is `complete`.
   */
  supply(form: string, map: string, fields: readonly SuppliedField[], state: SupplyState): void;
  /** Status of a form; `store.touch` notifies of changes. */
  news(form: string): FormStatus;
  /** A run moved to its next action, or ended. */
  follow(run: Followed): void;
  /**
   * The run waits for an overlay (-1) or continues (1). A form behind an overlay does not show that it is being sent.
   */
  rest(run: string, by: 1 | -1): void;
  /** Stores unsaved changes of drafts. */
  save(): void;
}

/** A possible sender of a form: the form's own list, or a run that submits a form. */
export interface Sender {
  readonly form: string | undefined;
  readonly run: string | undefined;
}

/** `blocked`: the policy refused a field. */
export type SupplyState = 'loading' | 'complete' | 'blocked';

/** A field that a server chose and the policy allowed. */
export interface SuppliedField {
  readonly name: string;
  readonly plan: NodePlan;
  /** Scope with the item that the field was made of. */
  readonly scope: Scope;
  readonly initial?: Expression;
}
