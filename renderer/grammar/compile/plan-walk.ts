import type { Expression } from '../../plan/expression.ts';
import type { ActionPlan, NodePlan, OverlayPlan, ResourcePlan } from '../../plan/plan.ts';
import { messageId } from '../../plan/message.ts';
import { visitOperations } from './plan-expression.ts';

/** The nodes, lists and expressions of a plan, a part or an application. */
export interface Walkable {
  readonly nodes: readonly NodePlan[];
  readonly overlays: { readonly [id: string]: OverlayPlan };
  readonly lists: readonly (readonly ActionPlan[])[];
  readonly data: { readonly [name: string]: ResourcePlan };
  /** Expressions outside nodes and lists: a title. */
  readonly expressions: readonly Expression[];
}

/** These nodes and all their descendants. */
export function nodesOf(nodes: Iterable<NodePlan>, found: NodePlan[] = []): readonly NodePlan[] {
  for (const node of nodes) {
    found.push(node);
    const { slots, supply, fallback } = node;
    if (slots !== undefined) for (const slot of Object.values(slots)) nodesOf(slot, found);
    for (const { nodes: kinds } of supply?.elements ?? []) nodesOf(Object.values(kinds), found);
    if (fallback !== undefined && fallback !== 'none') nodesOf([fallback], found);
  }
  return found;
}

/** All actions of a list, including those in cases. */
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

/** Collects nodes, actions, expressions and texts of a `Walkable`. Each is collected on first access. */
export class Walk {
  readonly of: Walkable;
  #nodes: readonly NodePlan[] | undefined;
  #actions: readonly ActionPlan[] | undefined;
  #expressions: readonly Expression[] | undefined;
  #said: { readonly texts: ReadonlySet<string>; readonly functions: ReadonlySet<string> } | undefined;

  constructor(of: Walkable) {
    this.of = of;
  }

  /** All nodes, including those of overlays. */
  get nodes(): readonly NodePlan[] {
    return (this.#nodes ??= nodesOf([...this.of.nodes, ...Object.values(this.of.overlays)]));
  }

  get actions(): readonly ActionPlan[] {
    return (this.#actions ??= this.#findActions());
  }

  /** Every expression that is evaluated. */
  get expressions(): readonly Expression[] {
    return (this.#expressions ??= this.#findExpressions());
  }

  /** Ids of messages, in order of appearance. */
  get texts(): ReadonlySet<string> {
    return (this.#said ??= this.#findSaid()).texts;
  }

  /** Names of the functions that expressions call, in order of appearance. */
  get functions(): ReadonlySet<string> {
    return (this.#said ??= this.#findSaid()).functions;
  }

  #findActions(): readonly ActionPlan[] {
    const found: ActionPlan[] = [];
    for (const { on } of this.nodes) {
      if (on !== undefined) for (const list of Object.values(on)) actionsOf(list, found);
    }
    for (const { load } of Object.values(this.of.data)) actionsOf(load, found);
    for (const list of this.of.lists) actionsOf(list, found);
    return found;
  }

  #findExpressions(): readonly Expression[] {
    const found: Expression[] = [...this.of.expressions];
    const take = (...expressions: readonly (Expression | undefined)[]): void => {
      for (const expression of expressions) if (expression !== undefined) found.push(expression);
    };
    for (const node of this.nodes) takeFromNode(node, take);
    for (const { with: given, when, failed, every, pages } of Object.values(this.of.data)) {
      take(...Object.values(given), when, failed, every?.until);
      take(...Object.values(pages?.with ?? {}), pages?.when);
    }
    for (const action of this.actions) {
      const { critical } = action;
      take(action.when, ...Object.values(action.props ?? {}));
      take(critical?.per, ...Object.values(critical?.with ?? {}), critical?.done);
      for (const { when } of action.catch ?? []) take(when);
      for (const { when } of action.cases ?? []) take(when);
    }
    return found;
  }

  #findSaid() {
    const texts = new Set<string>();
    const functions = new Set<string>();
    for (const expression of this.expressions) {
      visitOperations(expression, (operation) => {
        if (operation[0] === 'call') functions.add(operation[1]);
        if (operation[0] === 'text') texts.add(messageId(operation[1], operation[3]));
      });
    }
    return { texts, functions };
  }
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
