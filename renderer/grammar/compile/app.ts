import type { Value } from '../../plan/expression.ts';
import type { ActionPlan, AppPlan, BridgeMethodPlan, KeptPlan } from '../../plan/plan.ts';
import { textsIn } from '../declarations.ts';
import { ofMethodParameters } from '../flow/vessels.ts';
import { isJson, type Json } from '../json.ts';
import { didYouMean } from '../nearest.ts';
import { joinPointer, valueAt } from '../pointer.ts';
import type { Rooted } from '../type.ts';
import type { AppWorld, Declarations, World } from '../world.ts';
import { compileActions } from './actions.ts';
import { Draft } from './draft.ts';
import { checkNamed, checkRegion } from './region.ts';
import { NamedLists } from './named-lists.ts';
import { NamedValues } from './named-values.ts';
import { declaredRoot, rootsScope, sharedRoots } from './roots.ts';
import { errorRoot, type Scope, Watch } from './scope.ts';
import { paramPlans, statePlans } from './screen.ts';

const DEFAULT_BRIDGE_TIMEOUT_MS = 5_000;

/** The same default as in the schema. */
export const DEFAULT_TIME_ZONE = 'Asia/Manila';

/** Members of app.json from a later grammar: `x-since` in the schema. */
const LATER_MEMBERS: readonly (readonly [pointer: string, since: number])[] = [
  ['/hosts/image', 3],
  ['/flows', 3],
  ['/review', 3],
  ['/review/approvalNeedsPictures', 5],
  ['/exit', 3],
  ['/samples', 4],
  ['/languages/service', 4],
  ['/values', 5],
  ['/lists', 5],
  ['/paramSets', 5],
];

/** app.json, checked and lowered. `bridge` has every method; each plan gets only the methods that it uses. */
export interface AppDraft {
  readonly draft: Draft;
  readonly plan: Omit<AppPlan, 'bridge' | 'messages'>;
  readonly bridge: { readonly [method: string]: BridgeMethodPlan };
  /** Texts outside lists: of the configuration and of the help link. */
  readonly texts: readonly string[];
}

/** Checks and lowers app.json. Returns undefined if it does not parse. */
export function compileApp(world: World): AppDraft | undefined {
  const { app } = world;
  if (app?.document === undefined || app.value === undefined) return undefined;
  const watch = new Watch();
  const draft = new Draft(world, app.document, watch, []);
  const roots = sharedRoots(world, watch, false);
  const values = new NamedValues(app.value['values'], app.file, watch);
  const scope = values.enter(rootsScope(roots, watch));
  values.report(draft);
  draft.lists = new NamedLists({ lists: app.lists, document: app.document, scope }, watch);
  draft.lists.report(draft, compileActions);
  const scopeWith = (name: string, root: Rooted): Scope => scope.bind(name, root);
  const failures: { [kind: string]: readonly ActionPlan[] } = {};
  for (const [kind, list] of Object.entries(recordAt(app.value, 'failures'))) {
    failures[kind] = compileActions(draft, list, joinPointer('/failures', kind), {
      scope: scopeWith('error', errorRoot(draft.grammar)),
      isTap: true,
      isBegun: false,
      handlesFailure: true,
    }).actions;
  }
  const bridge: { [method: string]: BridgeMethodPlan } = {};
  for (const [method, { raw, params, result }] of app.bridge) {
    if (raw['inPage'] !== undefined)
      draft.demandGrammar(4, '"inPage" of a bridge method', `${joinPointer('/bridge', method)}/inPage`);
    const root = declaredRoot(params, watch);
    const fallback = compileActions(draft, raw['fallback'], `${joinPointer('/bridge', method)}/fallback`, {
      scope: scopeWith('params', { ...root, flow: ofMethodParameters(method, root.type) }),
      isTap: true,
      isBegun: false,
    }).actions;
    bridge[method] = {
      handler: typeof raw['handler'] === 'string' ? raw['handler'] : method,
      timeoutMs: typeof raw['timeoutMs'] === 'number' ? raw['timeoutMs'] : DEFAULT_BRIDGE_TIMEOUT_MS,
      ...(result === undefined ? {} : { result: result.shape }),
      ...(raw['fallback'] === undefined ? {} : { fallback }),
      ...(raw['inPage'] === true && { inPage: true }),
    };
  }
  const help = recordAt(app.value, 'help');
  const helpRun = compileActions(draft, help['run'], '/help/run', {
    scope,
    isTap: true,
    isBegun: true,
  }).actions;
  for (const [pointer, since] of LATER_MEMBERS) {
    if (valueAt(app.value, pointer) !== undefined) {
      draft.demandGrammar(since, `"${pointer.slice(1).replace('/', '.')}" of app.json`, pointer);
    }
  }
  const exit = compileActions(draft, app.value['exit'], '/exit', {
    scope,
    isTap: false,
    isBegun: false,
  }).actions;
  for (const [name, params] of app.paramSets) paramPlans(draft, params, joinPointer('/paramSets', name));
  const special = recordAt(app.value, 'special');
  const reference = readReference(draft, app);
  checkSpecial(draft, special);
  checkRegion(draft, app.value);
  checkNamed(draft, app);
  checkSamples(draft, app);
  checkReview(draft, recordAt(recordAt(app.value, 'review'), 'alone'));
  return {
    draft,
    bridge,
    texts: [...configTexts(app), ...(typeof help['text'] === 'string' ? [help['text']] : [])],
    plan: {
      grammar: 1,
      languages: readLanguages(draft, app),
      ...readRegion(app.value),
      session: paramPlans(draft, app.session, '/session'),
      carried: paramPlans(draft, app.carried, '/carried'),
      ...(app.value['belongs'] === undefined ? {} : { belongs: readBelongs(draft, app) }),
      config: configValues(app),
      kept: keptPlans(app),
      hosts: { leave: app.leaveHosts, frame: app.frameHosts, image: app.imageHosts },
      failures,
      ...(typeof help['text'] === 'string' ? { help: { text: help['text'], run: helpRun } } : {}),
      ...(app.value['exit'] === undefined ? {} : { exit }),
      ...(reference === undefined ? {} : { reference }),
      screens: screenPlans(world),
      ...(typeof special['unknown'] === 'string' && typeof special['signedOut'] === 'string'
        ? { special: { unknown: special['unknown'], signedOut: special['signedOut'] } }
        : {}),
      ...(app.value['sessionQuery'] === undefined
        ? {}
        : { sessionQuery: textsIn(app.value['sessionQuery']) }),
      ...(app.value['samples'] === undefined ? {} : { samples: textsIn(app.value['samples']) }),
      required: textsIn(app.value['signedIn']),
    },
  };
}

function recordAt(raw: Json, name: string): Json {
  const value = raw[name];
  return isJson(value) ? value : {};
}

function readLanguages(draft: Draft, app: AppWorld): AppPlan['languages'] {
  const first = recordAt(app.value ?? {}, 'languages')['default'];
  if (typeof first === 'string' && !app.languages.includes(first)) {
    draft.report(
      'app/unknown-language',
      '/languages/default',
      `"${first}" is not in the list of languages.`,
      didYouMean(first, app.languages),
    );
  }
  for (const [language, chain] of app.fallbacks) {
    const pointer = joinPointer('/languages/fallback', language);
    const named = [
      [pointer, language] as const,
      ...chain.map((name, at) => [`${pointer}/${at}`, name] as const),
    ];
    for (const [at, name] of named) {
      if (app.languages.includes(name)) continue;
      const message = `"${name}" is not in the list of languages.`;
      draft.report('app/unknown-language', at, message, didYouMean(name, app.languages));
    }
  }
  return { default: typeof first === 'string' ? first : 'source', list: app.languages };
}

function readRegion(raw: Json): Pick<AppPlan, 'currency' | 'timeZone'> {
  const { sign, decimals } = recordAt(raw, 'currency');
  const { timeZone } = raw;
  return {
    ...(typeof sign === 'string' && typeof decimals === 'number' ? { currency: { sign, decimals } } : {}),
    timeZone: typeof timeZone === 'string' ? timeZone : DEFAULT_TIME_ZONE,
  };
}

function configValues(app: AppWorld): AppPlan['config'] {
  const config: { [group: string]: { [name: string]: Value } } = {};
  for (const [group, values] of app.config) {
    const plans: { [name: string]: Value } = {};
    for (const [name, { initial }] of values) if (initial !== undefined) plans[name] = initial;
    config[group] = plans;
  }
  return config;
}

function configTexts(app: AppWorld): string[] {
  return [...app.config.values()]
    .flatMap((group) => [...group.values()])
    .flatMap(({ raw, initial }) => (raw['text'] === true && typeof initial === 'string' ? [initial] : []));
}

function keptPlans(app: AppWorld): { [name: string]: KeptPlan } {
  const plans: { [name: string]: KeptPlan } = {};
  for (const [name, plan] of Object.entries(statePlans(app.kept))) {
    plans[name] = { ...plan, for: app.kept.get(name)?.raw['for'] === 'device' ? 'device' : 'session' };
  }
  return plans;
}

function screenPlans(world: World): AppPlan['screens'] {
  const plans: { [id: string]: AppPlan['screens'][string] } = {};
  for (const [id, { value, params }] of world.screens) {
    plans[id] = { paths: textsIn(value?.['routes']), params: [...params.keys()] };
  }
  return plans;
}

function readReference(draft: Draft, app: AppWorld): string | undefined {
  const name = app.value?.['reference'];
  if (typeof name !== 'string' || app.carried.has(name)) return typeof name === 'string' ? name : undefined;
  const message = `"carried" of app.json has no parameter "${name}".`;
  draft.report('param/unknown-carried', '/reference', message, didYouMean(name, app.carried.keys()));
  return undefined;
}

function readBelongs(draft: Draft, app: AppWorld): { [carried: string]: string[] } {
  const plan: { [carried: string]: string[] } = {};
  for (const [carried, names] of Object.entries(recordAt(app.value ?? {}, 'belongs'))) {
    const pointer = joinPointer('/belongs', carried);
    plan[carried] = textsIn(names);
    if (!app.carried.has(carried)) {
      const message = `"carried" of app.json has no parameter "${carried}".`;
      draft.report('param/unknown-carried', pointer, message, didYouMean(carried, app.carried.keys()));
    }
    plan[carried].forEach((name, index) => {
      if (app.session.has(name)) return;
      const message = `The session has no parameter "${name}".`;
      draft.report(
        'param/unknown-session',
        `${pointer}/${index}`,
        message,
        didYouMean(name, app.session.keys()),
      );
    });
  }
  return plan;
}

function checkSamples(draft: Draft, app: AppWorld): void {
  const names = [
    ...namesWithDefault('session', app.session),
    ...[...app.config].flatMap(([group, values]) => namesWithDefault(`config.${group}`, values)),
  ];
  textsIn(app.value?.['samples']).forEach((name, index) => {
    if (names.includes(name)) return;
    draft.report('app/no-sample', `/samples/${index}`, `"${name}" has no default.`, didYouMean(name, names));
  });
}

function namesWithDefault(prefix: string, declared: Declarations): string[] {
  return [...declared].flatMap(([name, { initial }]) => (initial === undefined ? [] : [`${prefix}.${name}`]));
}

function checkSpecial(draft: Draft, special: Json): void {
  const { screens } = draft.world;
  for (const [name, id] of Object.entries(special)) {
    if (typeof id !== 'string' || screens.has(id)) continue;
    const pointer = joinPointer('/special', name);
    draft.reportUnknown('screen/unknown', pointer, 'screen', id, screens.keys());
  }
}

function checkReview(draft: Draft, alone: Json): void {
  const { screens } = draft.world;
  for (const id of Object.keys(alone)) {
    if (screens.has(id)) continue;
    const pointer = joinPointer('/review/alone', id);
    draft.reportUnknown('screen/unknown', pointer, 'screen', id, screens.keys());
  }
}
