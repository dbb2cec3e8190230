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

/** All nodes beneath these, themselves first. */
export function* nodesOf(nodes: Iterable<NodePlan>): Generator<NodePlan> {
  for (const node of nodes) {
    yield node;
    for (const slot of Object.values(node.slots ?? {})) yield* nodesOf(slot);
    for (const { nodes: kinds } of node.supply?.elements ?? []) yield* nodesOf(Object.values(kinds));
    if (node.fallback !== undefined && node.fallback !== 'none') yield* nodesOf([node.fallback]);
  }
}

/** All actions of a list, those of its cases included. */
export function* actionsOf(list: readonly ActionPlan[] | undefined): Generator<ActionPlan> {
  for (const action of list ?? []) {
    yield action;
    for (const { run } of [...(action.catch ?? []), ...(action.cases ?? [])]) yield* actionsOf(run);
  }
}

export function* allNodes(walkable: Walkable): Generator<NodePlan> {
  yield* nodesOf(walkable.nodes);
  yield* nodesOf(Object.values(walkable.overlays));
}

export function* allActions(walkable: Walkable): Generator<ActionPlan> {
  for (const node of allNodes(walkable)) {
    for (const list of Object.values(node.on ?? {})) yield* actionsOf(list);
  }
  for (const { load } of Object.values(walkable.data)) yield* actionsOf(load);
  for (const list of walkable.lists) yield* actionsOf(list);
}

/** Every expression that is evaluated. */
export function* allExpressions(walkable: Walkable): Generator<Expression> {
  yield* walkable.expressions;
  for (const node of allNodes(walkable)) yield* expressionsOfNode(node);
  for (const { with: given, when, failed } of Object.values(walkable.data)) {
    yield* defined([...Object.values(given), when, failed]);
  }
  for (const action of allActions(walkable)) {
    const { critical } = action;
    yield* defined([action.when, ...Object.values(action.props ?? {})]);
    yield* defined([critical?.per, ...Object.values(critical?.with ?? {}), critical?.done]);
    for (const { when } of [...(action.catch ?? []), ...(action.cases ?? [])]) yield* defined([when]);
  }
}

function* expressionsOfNode(node: NodePlan): Generator<Expression> {
  yield* defined([node.visible, node.enabled, node.each?.list, node.each?.key]);
  yield* Object.values(node.props ?? {});
  for (const { each, kind, name, section, initial } of node.supply?.elements ?? []) {
    yield* defined([each?.list, each?.key, kind, name, section, initial]);
  }
  for (const element of Object.values(node.lists ?? {}).flat()) {
    yield* defined([element.each?.list, element.each?.key, element.visible]);
    yield* Object.values(element.props);
  }
}

function* defined(expressions: readonly (Expression | undefined)[]): Generator<Expression> {
  for (const expression of expressions) if (expression !== undefined) yield expression;
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
