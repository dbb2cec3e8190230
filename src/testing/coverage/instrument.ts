import type { Origins } from '#renderer/grammar/compile.ts';
import { isSentence, linkName } from '#renderer/grammar/compile/links.ts';
import type { ActionPlan, ElementPlan, NodePlan, Plan } from '#renderer/plan/plan.ts';
import { ActionPoints } from './action-points.ts';
import { NamedListPlaces } from './named-list-places.ts';
import { below, type Place, type Point, Points } from './points.ts';

/** A plan that reports its covered points and otherwise behaves the same. */
export interface Instrumented {
  readonly plan: Plan;
  /** By id: `<file>#<pointer>`, with a number if one text has several conditions. */
  readonly points: ReadonlyMap<string, Point>;
  /** The point id of each action. */
  readonly actions: ReadonlyMap<ActionPlan, string>;
  /** The point id of each node, by node id. */
  readonly nodes: ReadonlyMap<string, string>;
}

export function instrument(plan: Plan, origins: Origins, lists: NamedListPlaces): Instrumented {
  const points = new Points();
  const actions = new ActionPoints(plan, points, lists);
  const nodes = new Map<string, string>();

  function node(given: NodePlan): NodePlan {
    const at = origins[given.id];
    if (at === undefined) return given;
    if (isSentence(given)) return { ...given, slots: { links: (given.slots?.['links'] ?? []).map(link) } };
    nodes.set(given.id, points.add(at, 'node', ['drawn'], '!'));
    const { visible, enabled, each, props, lists, slots, on, supply, fallback } = given;
    return {
      ...given,
      ...(visible !== undefined && {
        visible: points.condition(visible, below(at, 'visibleWhen')),
      }),
      ...(enabled !== undefined && {
        enabled: points.condition(enabled, below(at, 'enabledWhen')),
      }),
      ...(each && { each: { ...each, list: points.expression(each.list, below(at, 'each')) } }),
      ...(props && { props: points.record(props, at) }),
      ...(lists && {
        lists: Object.fromEntries(
          Object.entries(lists).map(([name, all]) => [
            name,
            all.map((one, index) => element(points, one, below(at, `${name}/${index}`))),
          ]),
        ),
      }),
      ...(slots && {
        slots: Object.fromEntries(Object.entries(slots).map(([name, all]) => [name, all.map(node)])),
      }),
      ...(on && { on: actions.events(on, below(at, 'on')) }),
      ...(supply && {
        supply: {
          ...supply,
          elements: supply.elements.map((one) => ({
            ...one,
            nodes: Object.fromEntries(Object.entries(one.nodes).map(([kind, each]) => [kind, node(each)])),
          })),
        },
      }),
      ...(fallback !== undefined && fallback !== 'none' && { fallback: node(fallback) }),
    };
  }

  /** A link of a sentence is no node of the definition: only its actions are points. */
  function link(given: NodePlan): NodePlan {
    const { id, on = {} } = given;
    const at = origins[id];
    if (at === undefined) return given;
    return { ...given, on: { tap: actions.list(on['tap'] ?? [], below(at, `links/${linkName(given)}`)) } };
  }

  const screen: Place = { file: `screens/${plan.id}.screen.json`, pointer: '' };
  const { title, documentTitle, data, on, body, bar, overlays } = plan;
  const made: Plan = {
    ...plan,
    title: points.expression(title, below(screen, 'title')),
    ...(documentTitle !== undefined && {
      documentTitle: points.expression(documentTitle, below(screen, 'documentTitle')),
    }),
    data: Object.fromEntries(
      Object.entries(data).map(([name, resource]) => {
        const at = below(screen, `data/${name}`);
        const { when, failed, load } = resource;
        const one = {
          ...resource,
          with: points.record(resource.with, below(at, 'with')),
          ...(when !== undefined && { when: points.condition(when, below(at, 'when')) }),
          ...(failed !== undefined && { failed: points.expression(failed, below(at, 'failed')) }),
          ...(load && { load: actions.list(load, below(at, 'load')) }),
        };
        return [name, one];
      }),
    ),
    on: actions.events({ ...on }, below(screen, 'on')),
    body: body.map(node),
    bar: bar.map(node),
    overlays: Object.fromEntries(Object.entries(overlays).map(([id, one]) => [id, node(one)])),
  };
  return { plan: made, points: points.all, actions: actions.ids, nodes };
}

function element(points: Points, given: ElementPlan, at: Place): ElementPlan {
  const { visible, props, each } = given;
  return {
    ...given,
    ...(visible !== undefined && { visible: points.condition(visible, below(at, 'visibleWhen')) }),
    ...(each && { each: { ...each, list: points.expression(each.list, below(at, 'each')) } }),
    props: points.record(props, at),
  };
}
