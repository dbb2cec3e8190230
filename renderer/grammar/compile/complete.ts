import type { Expression } from '../../plan/expression.ts';
import { MORE_FUNCTIONS } from '../../plan/more-functions.ts';
import type { ActionPlan, AppPlan, BridgeMethodPlan, EndpointPlan, Plan } from '../../plan/plan.ts';
import { ENGINE_WORDS } from '../../plan/words.ts';
import { functionsOf, GROUPS, grammarOf, readsChanges } from '../since.ts';
import type { World } from '../world.ts';
import type { AppDraft } from './app.ts';
import { completeCritical } from './critical.ts';
import { foldPlan } from './fold-plan.ts';
import { messagesFor } from './messages.ts';
import type { PartTemplate } from './parts.ts';
import { readsOf } from './plan-expression.ts';
import { actionsOf, Walk } from './plan-walk.ts';
import type { ScreenDraft } from './screen.ts';

/** All lowered contracts and bridge methods of a project. Each plan gets only those it uses. */
export interface Callables {
  readonly endpoints: { readonly [name: string]: EndpointPlan };
  readonly bridge: { readonly [method: string]: BridgeMethodPlan };
  /** app.json calls a function that pages load separately. */
  readonly areFunctionsUsed: boolean;
}

/** A screen's plan in two forms. */
export interface CompletePlans {
  /** Everything that the definition has: its places are those of the definition. */
  readonly written: Plan;
  /** What pages get: without what constants exclude. */
  readonly plan: Plan;
}

/**
 * Adds what a screen uses to its plan: contracts, bridge methods, messages, names of widgets and actions.
 *
 * @param drafted A walk through the draft.
 */
export function completePlan(
  { plan }: ScreenDraft,
  drafted: Walk,
  world: World,
  callables: Callables,
): CompletePlans {
  // Most screens have no critical request; then the walk through the draft is also a walk through the plan.
  const isCritical = drafted.actions.some(({ critical }) => critical !== undefined);
  const complete = isCritical ? completeCritical(plan) : plan;
  const own = isCritical ? walkScreen(complete) : drafted;
  const { walk, ...used } = usedBy(complete, own, world, callables);
  const grammar = grammarOf(walk, used.endpoints);
  const folded = foldPlan(complete);
  const { walk: _walk, ...left } = usedBy(folded, walkScreen(folded), world, callables);
  return { written: { ...complete, grammar, ...used }, plan: { ...folded, grammar, ...left } };
}

/** What a plan needs beside its own nodes and lists. */
function usedBy(plan: ScreenDraft['plan'], own: Walk, world: World, callables: Callables) {
  const bridge = usedMethods(own.actions, callables.bridge);
  const walk = withFallbacks(own, bridge);
  const widgets = new Set(walk.nodes.map(({ type }) => type));
  for (const group of GROUPS) widgets.delete(group);
  const actions = new Set(walk.actions.map((action) => action.do));
  const endpoints = usedEndpoints(walk, callables.endpoints);
  return {
    walk,
    endpoints,
    bridge,
    messages: messagesFor(world, walk.texts),
    uses: {
      widgets: [...widgets].sort(),
      actions: [...actions].sort(),
      ...(asksServices(walk) ? { remote: true as const } : {}),
      ...(editsForms(walk) ? { edit: true as const } : {}),
      ...(callables.areFunctionsUsed || needsRareCode(plan, walk, endpoints) ? { rare: true as const } : {}),
    },
  };
}

/** Whether the page needs `renderer/rare-code.ts`. */
function needsRareCode({ data }: Pick<Plan, 'data'>, walk: Walk, endpoints: Plan['endpoints']): boolean {
  const isReadAgain = Object.values(data).some(({ every, pages }) => every ?? pages);
  return isReadAgain || Object.values(endpoints).some(({ http }) => http) || usesFunctions(walk, endpoints);
}

/** Whether app.json calls a function that pages load separately: its lists run on every screen. */
export function appUsesFunctions(app: AppDraft): boolean {
  return usesFunctions(withFallbacks(walkApp(app), app.bridge), {});
}

function usesFunctions(walk: Walk, endpoints: Plan['endpoints']): boolean {
  return [...functionsOf(walk, endpoints)].some((name) => Object.hasOwn(MORE_FUNCTIONS, name));
}

/** Remote rules, options from data and computed fields need additional form code. */
function asksServices({ nodes }: Walk): boolean {
  return nodes.some(
    ({ lists, props }) =>
      props?.['compute'] !== undefined ||
      lists?.['rules']?.some(({ props }) => props['rule'] === 'remote') ||
      lists?.['options']?.some(({ each }) => readsOf(each?.list).some((path) => path.startsWith('data.'))),
  );
}

/** Computed initial values, checks before sending, warnings, unique or moved records, and reads of what was changed need the form code for editing. */
function editsForms(walk: Walk): boolean {
  const isEarly = (when: Expression | undefined) => when === 'leave' || when === 'type';
  return (
    walk.nodes.some(
      ({ props = {}, lists = {} }) =>
        typeof props['initial'] === 'object' ||
        isEarly(props['check']) ||
        (props['record'] === true && (props['up'] ?? props['down']) !== undefined) ||
        lists['rules']?.some(({ props: rule }) => rule['blocks'] === false || rule['rule'] === 'unique'),
    ) || readsChanges(walk)
  );
}

/** The application's plan with the bridge methods that its lists use, and the messages that no screen has. */
export function completeApp(app: AppDraft, world: World): AppPlan {
  const own = walkApp(app);
  const bridge = usedMethods(own.actions, app.bridge);
  const texts = new Set([...withFallbacks(own, bridge).texts, ...ENGINE_WORDS, ...app.texts]);
  return { ...app.plan, bridge, messages: messagesFor(world, texts) };
}

/**
 * The ids of all texts of a project that the visitor may see.
 *
 * @param screens The texts of each screen.
 */
export function shownTexts(
  screens: readonly ReadonlySet<string>[],
  templates: readonly PartTemplate[],
  app: AppDraft | undefined,
): ReadonlySet<string> {
  const walks = [
    ...templates.map(walkPart),
    ...(app === undefined ? [] : [withFallbacks(walkApp(app), app.bridge)]),
  ];
  const texts = new Set<string>([...ENGINE_WORDS, ...(app?.texts ?? [])]);
  for (const own of screens) for (const text of own) texts.add(text);
  for (const walk of walks) for (const text of walk.texts) texts.add(text);
  return texts;
}

export function walkScreen(plan: ScreenDraft['plan']): Walk {
  return new Walk({
    nodes: [...plan.body, ...plan.bar],
    overlays: plan.overlays,
    lists: [plan.on.enter, plan.on.back].filter((list) => list !== undefined),
    data: plan.data,
    expressions: [plan.title, plan.documentTitle].filter((text) => text !== undefined),
  });
}

export function walkPart(template: PartTemplate): Walk {
  return new Walk({
    nodes: [...template.body, ...template.bar],
    overlays: template.overlays,
    lists: [],
    data: {},
    expressions: [],
  });
}

function walkApp({ plan: { failures, help, exit = [] } }: AppDraft): Walk {
  const lists = [...Object.values(failures), ...(help === undefined ? [] : [help.run]), exit];
  return new Walk({ nodes: [], overlays: {}, lists, data: {}, expressions: [] });
}

function withFallbacks(walk: Walk, bridge: Callables['bridge']): Walk {
  const fallbacks = Object.values(bridge).flatMap(({ fallback }) =>
    fallback === undefined ? [] : [fallback],
  );
  if (fallbacks.length === 0) return walk;
  return new Walk({ ...walk.of, lists: [...walk.of.lists, ...fallbacks] });
}

/** Bridge methods that actions call, including those that their fallbacks call. */
function usedMethods(actions: Iterable<ActionPlan>, all: Callables['bridge']): Callables['bridge'] {
  const used: { [method: string]: BridgeMethodPlan } = {};
  const collect = (list: Iterable<ActionPlan>): void => {
    for (const action of list) {
      const method = action.do === 'native' ? action.props?.['method'] : undefined;
      if (typeof method !== 'string' || Object.hasOwn(used, method)) continue;
      const plan = Object.hasOwn(all, method) ? all[method] : undefined;
      if (plan === undefined) continue;
      used[method] = plan;
      collect(actionsOf(plan.fallback));
    }
  };
  collect(actions);
  return used;
}

function usedEndpoints(walk: Walk, all: Callables['endpoints']): Callables['endpoints'] {
  const names = new Set(Object.values(walk.of.data).map(({ endpoint }) => endpoint));
  for (const { props, critical } of walk.actions) {
    if (typeof props?.['endpoint'] === 'string') names.add(props['endpoint']);
    if (critical?.ask !== undefined) names.add(critical.ask);
  }
  for (const { props, lists } of walk.nodes) {
    for (const name of [props?.['upload'], props?.['lookup']]) if (typeof name === 'string') names.add(name);
    for (const rule of lists?.['rules'] ?? []) {
      if (typeof rule.props['endpoint'] === 'string') names.add(rule.props['endpoint']);
    }
  }
  const used: { [name: string]: EndpointPlan } = {};
  for (const name of names) {
    const plan = Object.hasOwn(all, name) ? all[name] : undefined;
    if (plan !== undefined) used[name] = plan;
  }
  return used;
}
