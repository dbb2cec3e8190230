import type { Expression } from '../../plan/expression.ts';
import type { ActionPlan, CasePlan, NodePlan, Plan } from '../../plan/plan.ts';
import { withReads } from './node-reads.ts';
import { readsOf } from './plan-expression.ts';
import { actionsOf } from './plan-walk.ts';
import { amountsOfWidget } from './terms.ts';

type Nodes = Pick<Plan, 'body' | 'bar' | 'overlays' | 'data' | 'on'>;

/**
 * Adds to every critical request the amounts that the visitor sees with it and the data that must be fresh.
 *
 * Amounts are those in the body, in the bar and in the overlay that sends the request, each under its
 * `visibleWhen`: a hidden amount is absent, so showing or hiding it is a change as well. The button is
 * disabled until those data are loaded, as with a pending `enabledWhen`; a tap before that would be refused.
 */
export function completeCritical<T extends Nodes>(plan: T): T {
  const shared = amountsOf([...plan.body, ...plan.bar]);
  const nodes = (list: readonly NodePlan[], amounts: readonly Expression[], guards: readonly Expression[]) =>
    list.map((node) => completeNode(node, amounts, guards));
  const overlays = Object.fromEntries(
    Object.entries(plan.overlays).map(([id, overlay]) => {
      const amounts = [...shared, ...amountsOf([overlay])];
      return [id, completeNode(overlay, amounts, [])];
    }),
  );
  const lists = (list: readonly ActionPlan[]) => completeList(list, shared, []);
  return {
    ...plan,
    body: nodes(plan.body, shared, []),
    bar: nodes(plan.bar, shared, []),
    overlays,
    data: Object.fromEntries(
      Object.entries(plan.data).map(([name, resource]) => [
        name,
        resource.load === undefined ? resource : { ...resource, load: lists(resource.load) },
      ]),
    ),
    on: {
      ...(plan.on.enter === undefined ? {} : { enter: lists(plan.on.enter) }),
      ...(plan.on.back === undefined ? {} : { back: lists(plan.on.back) }),
    },
  };
}

/** The amounts that nodes show, absent while hidden. For repeated nodes the list itself is used. */
function amountsOf(nodes: readonly NodePlan[], conditions: readonly Expression[] = []): Expression[] {
  return nodes.flatMap((node) => {
    const outer = conditions;
    const inner = node.visible === undefined ? outer : [...outer, node.visible];
    const values = amountsOfWidget(node.type)
      .map((name) => node.props?.[name])
      .filter((value) => value !== undefined);
    const below = Object.values(node.slots ?? {}).flat();
    if (node.each !== undefined) {
      const repeated = [...values, ...amountsOf(below)];
      return repeated.length === 0 ? [] : [shownWhen(outer, node.each.list)];
    }
    return [...values.map((value) => shownWhen(inner, value)), ...amountsOf(below, inner)];
  });
}

function shownWhen(conditions: readonly Expression[], value: Expression): Expression {
  const [first, ...rest] = conditions;
  if (first === undefined) return value;
  const all = rest.reduce<Expression>((left, right) => ['&&', left, right], first);
  return ['choose', [all, value]];
}

function completeNode(
  node: NodePlan,
  amounts: readonly Expression[],
  outer: readonly Expression[],
): NodePlan {
  const own = [node.each?.list, node.visible, node.enabled].filter((guard) => guard !== undefined);
  const guards = [...outer, ...own];
  const { slots, fallback } = node;
  const on = node.on && mapValues(node.on, (list) => completeList(list, amounts, guards));
  return {
    ...withKnown(node, on?.['tap'] ?? []),
    ...(slots === undefined
      ? {}
      : { slots: mapValues(slots, (list) => list.map((child) => completeNode(child, amounts, guards))) }),
    ...(on === undefined ? {} : { on }),
    ...(fallback === undefined || fallback === 'none'
      ? {}
      : { fallback: completeNode(fallback, amounts, outer) }),
  };
}

/** Makes `enabled` pending while data of a critical request in the node's own tap list are pending. */
function withKnown(node: NodePlan, tap: readonly ActionPlan[]): NodePlan {
  const names = new Set([...actionsOf(tap)].flatMap(({ critical }) => critical?.fresh ?? []));
  if (names.size === 0) return node;
  const known = [...names].map((name): Expression => {
    const isThere: Expression = ['has', ['get', 'data', name]];
    return ['||', isThere, ['!', isThere]];
  });
  const all = node.enabled === undefined ? known : [node.enabled, ...known];
  return withReads({ ...node, enabled: all.reduce((left, right) => ['&&', left, right]) });
}

function completeList(
  list: readonly ActionPlan[],
  amounts: readonly Expression[],
  outer: readonly Expression[],
): ActionPlan[] {
  const guards = [...outer];
  return list.map((action) => {
    if (action.when !== undefined) guards.push(action.when);
    return completeAction(action, amounts, [...guards]);
  });
}

function completeAction(
  action: ActionPlan,
  amounts: readonly Expression[],
  guards: readonly Expression[],
): ActionPlan {
  const { critical, cases } = action;
  const sent = [action.props?.['with'], critical?.per];
  return {
    ...action,
    ...(action.catch === undefined ? {} : { catch: completeCases(action.catch, amounts, guards) }),
    ...(cases === undefined ? {} : { cases: completeCases(cases, amounts, guards) }),
    ...(critical === undefined
      ? {}
      : { critical: { ...critical, amounts, fresh: dataOf([...guards, ...amounts, ...sent]) } }),
  };
}

function completeCases(
  cases: readonly CasePlan[],
  amounts: readonly Expression[],
  outer: readonly Expression[],
): CasePlan[] {
  const guards = [...outer];
  return cases.map((item) => {
    if (item.when !== undefined) guards.push(item.when);
    return { ...item, run: completeList(item.run, amounts, guards) };
  });
}

function dataOf(expressions: readonly (Expression | undefined)[]): string[] {
  const names = readsOf(...expressions)
    .map((path) => path.split('.'))
    .filter(([root, name]) => root === 'data' && name !== undefined)
    .map(([, name]) => name ?? '');
  return [...new Set(names)].sort();
}

function mapValues<T, U>(
  record: { readonly [name: string]: T },
  map: (value: T) => U,
): { [name: string]: U } {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}
