import { sendingScope } from './scope.ts';
import type { Scope } from '../plan/expression.ts';
import type { ActionPlan, AppPlan, NodePlan, Plan } from '../plan/plan.ts';
import type { Engine } from './ports/engine.ts';
import type { Origin } from './ports/runner.ts';
import type { SavedOrigin } from './saved-lists.ts';

/** A node of a plan and the overlay it is written in. */
export interface PlacedNode {
  readonly plan: NodePlan;
  readonly overlay?: string;
}

/** Every node of a plan, including overlays, in document order. */
export function* walkNodes(plan: Plan): Generator<PlacedNode> {
  for (const node of [...plan.body, ...plan.bar]) yield* walk(node);
  for (const [id, overlay] of Object.entries(plan.overlays)) yield* walk(overlay, id);
}

function* walk(plan: NodePlan, overlay?: string): Generator<PlacedNode> {
  yield overlay === undefined ? { plan } : { plan, overlay };
  for (const nodes of Object.values(plan.slots ?? {})) {
    for (const node of nodes) yield* walk(node, overlay);
  }
  if (plan.fallback !== undefined && plan.fallback !== 'none') yield* walk(plan.fallback, overlay);
}

export function findNode(plan: Plan, id: string): PlacedNode | undefined {
  for (const node of walkNodes(plan)) if (node.plan.id === id) return node;
  return undefined;
}

/** A form by its id; ids of forms inside a part begin with `<use id>/`. */
export function findForm(plan: Plan, id: string): PlacedNode | undefined {
  for (const node of walkNodes(plan)) if (node.plan.type === 'form' && node.plan.id === id) return node;
  return undefined;
}

/** The list for Return on a form's last field: the same as a submit button's. */
export function returnList(form: string): readonly ActionPlan[] {
  return [{ do: 'submit', props: { form } }];
}

/**
 * The list that `Origin.list` names: `node:<id>:<event>`, `data:<name>:load`, `screen:<event>`,
 * `overlay:<id>:close`, `bridge:<method>:fallback`, `failure:<kind>:default`,
 * `app:help:tap` or `app:exit:back`.
 */
export function findList(plan: Plan, app: AppPlan, name: string): readonly ActionPlan[] | undefined {
  const first = name.indexOf(':');
  const last = name.lastIndexOf(':');
  const room = name.slice(0, first);
  const id = name.slice(first + 1, last);
  const event = name.slice(last + 1);
  switch (room) {
    case 'node':
      return event === 'return' ? returnList(id) : findNode(plan, id)?.plan.on?.[event];
    case 'overlay':
      return own(plan.overlays, id)?.on?.[event];
    case 'data':
      return own(plan.data, id)?.load;
    case 'screen':
      return event === 'enter' || event === 'back' ? plan.on[event] : undefined;
    case 'bridge':
      return (own(plan.bridge, id) ?? own(app.bridge, id))?.fallback;
    case 'failure':
      return own(app.failures, id);
    case 'app':
      return id === 'exit' ? app.exit : app.help?.run;
    default:
      return undefined;
  }
}

function isSendingList(plan: Plan, name: string): boolean {
  const form = /^node:(.*):submit$/.exec(name)?.[1];
  return form !== undefined && findForm(plan, form) !== undefined;
}

/** Reads own properties only, so that a definition cannot name an inherited one. */
export function own<T>(record: { readonly [name: string]: T }, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

export function saveOrigin(origin: Origin): SavedOrigin {
  const { list, event, run, overlay, node } = origin;
  return {
    list,
    event,
    ...(run === undefined ? {} : { run }),
    ...(overlay === undefined ? {} : { overlay }),
    ...(node === undefined ? {} : { node: node.instance }),
  };
}

/** Restores an origin; undefined if its node no longer exists. */
export function reviveOrigin(engine: Engine, saved: SavedOrigin): Origin | undefined {
  const node = saved.node === undefined ? undefined : engine.tree.find(saved.node);
  if (saved.node !== undefined && node === undefined) return undefined;
  const around: Scope = node === undefined ? engine.scope : engine.tree.scopeOf(node);
  const scope = isSendingList(engine.plan, saved.list) ? sendingScope(around) : around;
  return {
    scope,
    list: saved.list,
    event: saved.event,
    ...(saved.run === undefined ? {} : { run: saved.run }),
    ...(saved.overlay === undefined ? {} : { overlay: saved.overlay }),
    ...(node === undefined ? {} : { node }),
  };
}
