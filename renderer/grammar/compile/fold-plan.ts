import type { Expression } from '../../plan/expression.ts';
import { NESTS } from '../../plan/nests.ts';
import type {
  ActionPlan,
  CasePlan,
  CriticalPlan,
  EachPlan,
  ElementPlan,
  NodePlan,
  Plan,
} from '../../plan/plan.ts';
import { shapes } from '../shapes.generated.ts';
import { fold } from './fold.ts';
import { readsOfNode } from './node-reads.ts';

type Nodes = Pick<Plan, 'title' | 'documentTitle' | 'body' | 'bar' | 'overlays' | 'data' | 'on'>;

/**
 * Leaves out what constants exclude: conditions that are always true, and nodes, elements, actions and cases whose condition is always
 * false. A part that is used with a constant parameter has them. All ids, and what is rendered and sent, stay the same.
 */
export function foldPlan<T extends Nodes>(plan: T): T {
  const { title, documentTitle, data, on, body, bar, overlays } = plan;
  return {
    ...plan,
    title: fold(title),
    ...(documentTitle === undefined ? {} : { documentTitle: fold(documentTitle) }),
    data: mapRecord(data, (one) => ({
      ...one,
      with: mapRecord(one.with, fold),
      ...(one.when === undefined ? {} : { when: fold(one.when) }),
      ...(one.failed === undefined ? {} : { failed: fold(one.failed) }),
      ...(one.every?.until === undefined ? {} : { every: { ...one.every, until: fold(one.every.until) } }),
      ...(one.load === undefined ? {} : { load: foldActions(one.load) }),
    })),
    on: mapRecord(on, foldActions),
    body: foldNodes(body),
    bar: foldNodes(bar),
    // The condition of an overlay is computed only when it opens.
    overlays: mapRecord(overlays, foldNode),
  };
}

function foldNodes(nodes: readonly NodePlan[]): NodePlan[] {
  return nodes.map(foldNode).filter((node) => node.visible !== false || isNeeded(node));
}

/** A form and a field have values also while they are hidden; the number of a step is stored with a draft. */
function isNeeded({ type, props, bind, slots, supply, fallback }: NodePlan): boolean {
  if (type === 'form' || type === 'steps' || NESTS.has(type)) return true;
  if (bind !== undefined || supply !== undefined || props?.['name'] !== undefined) return true;
  const inside = [...Object.values(slots ?? {}).flat(), ...(typeof fallback === 'object' ? [fallback] : [])];
  return inside.some(isNeeded);
}

function foldNode(node: NodePlan): NodePlan {
  const { type, props, lists, slots, on, each, enabled, supply, fallback } = node;
  const { visible: _visible, enabled: _enabled, ...rest } = node;
  const properties = shapes.widgets[type]?.properties;
  // The places of steps and of links in a sentence have a meaning.
  const isFree = (slot: string): boolean =>
    type === 'part' || (type !== 'steps' && properties?.[slot]?.slot === 'nodes');
  const folded: NodePlan = {
    ...rest,
    ...condition('visible', node.visible),
    ...condition('enabled', enabled),
    ...(props && { props: mapRecord(props, fold) }),
    ...(lists && { lists: mapRecord(lists, foldElements) }),
    ...(slots && {
      slots: mapRecord(slots, (nodes, slot) => (isFree(slot) ? foldNodes(nodes) : nodes.map(foldNode))),
    }),
    ...(on && { on: mapRecord(on, foldActions) }),
    ...(each && { each: foldEach(each) }),
    ...(supply && {
      supply: {
        ...supply,
        elements: supply.elements.map((one) => ({
          ...one,
          ...(one.each && { each: foldEach(one.each) }),
          kind: fold(one.kind),
          name: fold(one.name),
          ...(one.section === undefined ? {} : { section: fold(one.section) }),
          ...(one.initial === undefined ? {} : { initial: fold(one.initial) }),
          nodes: mapRecord(one.nodes, foldNode),
        })),
      },
    }),
    ...(typeof fallback === 'object' && { fallback: foldNode(fallback) }),
  };
  return { ...folded, reads: readsOfNode(folded) };
}

/** No member if the condition is always true. */
function condition<N extends 'visible' | 'enabled' | 'when'>(
  name: N,
  when: Expression | undefined,
): { readonly [name in N]?: Expression } {
  const folded = when === undefined ? true : fold(when);
  return folded === true ? {} : ({ [name]: folded } as { readonly [name in N]: Expression });
}

function foldEach(each: EachPlan): EachPlan {
  return { ...each, list: fold(each.list), ...(each.key === undefined ? {} : { key: fold(each.key) }) };
}

/** A hidden element stays: keys of the elements after it contain their index. */
function foldElements(elements: readonly ElementPlan[]): ElementPlan[] {
  return elements.map(({ each, visible, props }) => ({
    ...(each && { each: foldEach(each) }),
    ...condition('visible', visible),
    props: mapRecord(props, fold),
  }));
}

function foldActions(list: readonly ActionPlan[]): ActionPlan[] {
  return list.map(foldAction).filter(({ when }) => when !== false);
}

function foldAction(action: ActionPlan): ActionPlan {
  const { when, catch: caught, ...rest } = action;
  const { props, cases, critical } = rest;
  const left = foldCases(caught ?? []);
  return {
    ...rest,
    ...condition('when', when),
    ...(props && { props: mapRecord(props, fold) }),
    ...(left.length > 0 && { catch: left }),
    ...(cases && { cases: foldCases(cases) }),
    ...(critical && { critical: foldCritical(critical) }),
  };
}

/** Removes cases whose condition is always false, and all cases after one whose condition is always true. */
function foldCases(cases: readonly CasePlan[]): CasePlan[] {
  const folded = cases.map(({ when, run }) => ({ ...condition('when', when), run: foldActions(run) }));
  const possible = folded.filter(({ when }) => when !== false);
  const last = possible.findIndex(({ when }) => when === undefined);
  return last < 0 ? possible : possible.slice(0, last + 1);
}

function foldCritical(critical: CriticalPlan): CriticalPlan {
  const { per, with: given, done, amounts } = critical;
  return {
    ...critical,
    ...(per === undefined ? {} : { per: fold(per) }),
    ...(given && { with: mapRecord(given, fold) }),
    ...(done === undefined ? {} : { done: fold(done) }),
    amounts: amounts.map(fold),
  };
}

function mapRecord<T, U>(
  record: { readonly [name: string]: T },
  map: (value: T, name: string) => U,
): { [name: string]: U } {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value, name)]));
}
