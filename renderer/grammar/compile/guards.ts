import type { ActionPlan, NodePlan } from '../../plan/plan.ts';
import type { Draft } from './draft.ts';
import { showsMoney } from './plan-expression.ts';
import { actionsOf, nodesOf } from './plan-walk.ts';
import type { Scope } from './scope.ts';
import { amountsOfWidget } from './terms.ts';

interface Scopes {
  /** The scope around the node. */
  readonly outer: Scope;
  /** The scope with the names of one item. */
  readonly item: Scope;
  /** The scope that includes what the node's `visibleWhen` proves. */
  readonly shown: Scope;
}

/**
 * Records the conditions of a node that sends a critical request, shows an amount or a payment code, or
 * contains such a node.
 */
export function noteGuards(draft: Draft, node: NodePlan, pointer: string, scopes: Scopes): void {
  const { each, visible, enabled } = node;
  if (node.type === 'code') draft.noteDeciding(node.props?.['value'], `${pointer}/value`, scopes.shown);
  if (each === undefined && visible === undefined && enabled === undefined) return;
  if (!nodesOf([node]).some(isGuarded)) return;
  draft.noteDeciding(each && ['has', each.list], `${pointer}/each`, scopes.outer);
  draft.noteDeciding(visible, `${pointer}/visibleWhen`, scopes.item);
  draft.noteDeciding(enabled, `${pointer}/enabledWhen`, scopes.shown);
}

function isGuarded({ type, on, props, lists }: NodePlan): boolean {
  // A use may put anything into a slot.
  if (type === 'slot' || type === 'code' || amountsOfWidget(type).length > 0) return true;
  const shown = [props, ...Object.values(lists ?? {}).flatMap((list) => list.map((one) => one.props))];
  if (shown.some((one) => Object.values(one ?? {}).some(showsMoney))) return true;
  return Object.values(on ?? {}).some((list) => actionsOf(list).some(isCritical));
}

/** Whether the action, or an action in its cases, is critical. */
export function holdsCritical(action: ActionPlan): boolean {
  return actionsOf([action]).some(isCritical);
}

function isCritical({ critical }: ActionPlan): boolean {
  return critical !== undefined;
}
