import type { Expression } from '../../plan/expression.ts';
import type { ActionPlan, NodePlan, OverlayPlan, ResourcePlan } from '../../plan/plan.ts';
import { messageId } from '../../plan/message.ts';
import { visitOperations } from './plan-expression.ts';

/** What of a plan, a part or an application has nodes, lists of actions and texts. */
export interface Walkable {
  readonly nodes: readonly NodePlan[];
  readonly overlays: { readonly [id: string]: OverlayPlan };
  readonly lists: readonly (readonly ActionPlan[])[];
  readonly data: { readonly [name: string]: ResourcePlan };
  /** Expressions that stand by themselves: a title. */
  readonly expressions: readonly Expression[];
}

/* Lists and no generators: a screen is walked many times for each compilation, and these cost a third of it. */

/** All nodes beneath these, themselves first. */
export function nodesOf(nodes: Iterable<NodePlan>, found: NodePlan[] = []): readonly NodePlan[] {
  for (const node of nodes) {
    found.push(node);
    for (const slot of Object.values(node.slots ?? {})) nodesOf(slot, found);
    for (const { nodes: kinds } of node.supply?.elements ?? []) nodesOf(Object.values(kinds), found);
    if (node.fallback !== undefined && node.fallback !== 'none') nodesOf([node.fallback], found);
  }
  return found;
}

/** All actions of a list, those of its cases included. */
export function actionsOf(
  list: readonly ActionPlan[] | undefined,
  found: ActionPlan[] = [],
): readonly ActionPlan[] {
  for (const action of list ?? []) {
    found.push(action);
    for (const { run } of action.catch ?? []) actionsOf(run, found);
    for (const { run } of action.cases ?? []) actionsOf(run, found);
  }
  return found;
}

export function allNodes(walkable: Walkable): readonly NodePlan[] {
  const found: NodePlan[] = [];
  nodesOf(walkable.nodes, found);
  return nodesOf(Object.values(walkable.overlays), found);
}

export function allActions(walkable: Walkable): readonly ActionPlan[] {
  const found: ActionPlan[] = [];
  for (const node of allNodes(walkable)) {
    for (const list of Object.values(node.on ?? {})) actionsOf(list, found);
  }
  for (const { load } of Object.values(walkable.data)) actionsOf(load, found);
  for (const list of walkable.lists) actionsOf(list, found);
  return found;
}

/** Every expression that is evaluated. */
export function allExpressions(walkable: Walkable): readonly Expression[] {
  const found: Expression[] = [...walkable.expressions];
  const take = (...expressions: readonly (Expression | undefined)[]): void => {
    for (const expression of expressions) if (expression !== undefined) found.push(expression);
  };
  for (const node of allNodes(walkable)) takeFromNode(node, take);
  for (const { with: given, when, failed } of Object.values(walkable.data)) {
    take(...Object.values(given), when, failed);
  }
  for (const action of allActions(walkable)) {
    const { critical } = action;
    take(action.when, ...Object.values(action.props ?? {}));
    take(critical?.per, ...Object.values(critical?.with ?? {}), critical?.done);
    for (const { when } of action.catch ?? []) take(when);
    for (const { when } of action.cases ?? []) take(when);
  }
  return found;
}

function takeFromNode(
  node: NodePlan,
  take: (...expressions: readonly (Expression | undefined)[]) => void,
): void {
  take(node.visible, node.enabled, node.each?.list, node.each?.key);
  take(...Object.values(node.props ?? {}));
  for (const { each, kind, name, section, initial } of node.supply?.elements ?? []) {
    take(each?.list, each?.key, kind, name, section, initial);
  }
  for (const elements of Object.values(node.lists ?? {})) {
    for (const { each, visible, props } of elements) {
      take(each?.list, each?.key, visible, ...Object.values(props));
    }
  }
}

/** Ids of messages, in the order they are met. */
export function textsOf(walkable: Walkable): Set<string> {
  const texts = new Set<string>();
  for (const expression of allExpressions(walkable)) {
    visitOperations(expression, (operation) => {
      if (operation[0] === 'text') texts.add(messageId(operation[1], operation[3]));
    });
  }
  return texts;
}
