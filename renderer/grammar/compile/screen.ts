import type { Expression } from '../../plan/expression.ts';
import type {
  ActionPlan,
  OverlayPlan,
  ParamPlan,
  Plan,
  ResourcePlan,
  StatePlan,
  TimerPlan,
} from '../../plan/plan.ts';
import { textsIn } from '../declarations.ts';
import { heldApart } from '../flow/flow.ts';
import { ofAddress, ofForm, ofPartParameters, ofReply, ofState } from '../flow/vessels.ts';
import { isJson, type Json } from '../json.ts';
import { didYouMean } from '../nearest.ts';
import { joinPointer } from '../pointer.ts';
import { shapes } from '../shapes.generated.ts';
import type { Flow, Member, Rooted, Type, Typed } from '../type.ts';
import { type Declarations, type ScreenWorld, shapeOf, type World } from '../world.ts';
import { compileActions } from './actions.ts';
import { Draft } from './draft.ts';
import { checkCycles } from './cycles.ts';
import { formRoot, readForms } from './forms.ts';
import { noteGuards } from './guards.ts';
import { findContract, readRequestWith } from './endpoints.ts';
import { loweredOf } from './members.ts';
import { checkDuplicateIds, ownIds, visitRawNodes } from './names.ts';
import { checkOneWay } from './steps.ts';
import type { NodePlace } from './node-place.ts';
import { withReads } from './node-reads.ts';
import { compileNodes } from './nodes.ts';
import { compilePages, pagedNames, pagesRoot, withAllPages } from './pages.ts';
import { compileEvery } from './polling.ts';
import { checkCountedDefaults, compileDefaults } from './part-defaults.ts';
import { sizeOf } from './part-size.ts';
import { formAround, inFormAround } from './part-form.ts';
import { checkPlaced } from './part-slots.ts';
import type { Parts, PartTemplate } from './parts.ts';
import { readsOf } from './plan-expression.ts';
import { findSpokenLanguage, readProperties } from './properties.ts';
import { NamedLists } from './named-lists.ts';
import { NamedValues } from './named-values.ts';
import { declaredRoot, rootsScope, sharedRoots } from './roots.ts';
import { errorRoot, Scope, timerRoot, Watch, WatchedMembers } from './scope.ts';

/** A checked and lowered screen, before contracts, messages and amounts are added to its plan. */
export interface ScreenDraft {
  readonly draft: Draft;
  readonly plan: Omit<Plan, 'grammar' | 'endpoints' | 'bridge' | 'messages' | 'uses'>;
}

const OVERLAY_OWN = new Set(['visibleWhen']);

/** Checks and lowers a screen. Returns undefined if it does not parse. */
export function compileScreen(world: World, parts: Parts, screen: ScreenWorld): ScreenDraft | undefined {
  if (screen.document === undefined || screen.value === undefined) return undefined;
  const raw = screen.value;
  const watch = new Watch();
  const draft = new Draft(world, screen.document, watch, ownIds(raw));
  const roots = sharedRoots(world, watch, isJson(raw['data']));
  const params = declaredRoot(screen.params, watch);
  roots.set('params', { ...params, flow: ofAddress(draft.document.file, params.type) });
  roots.set('data', dataRoot(world, raw, watch));
  roots.set('fetched', fetchedRoot(raw));
  const pages = pagesRoot(raw);
  if (pages !== undefined) roots.set('pages', pages);
  const scope = enterDocument(draft, raw, roots, screen, parts, watch);
  demandNames(draft, raw);

  checkDuplicateIds(draft, raw);
  checkOneWay(draft, raw);
  const data = compileData(draft, raw, scope);
  const title = draft.value(raw['title'], { slot: 'text' }, '/title', scope, true);
  if (title !== undefined && !isComputableWithoutData(title.lowered)) {
    draft.report(
      'screen/title-needs-data',
      '/title',
      'The title cannot be computed before data is loaded.',
      'make it a "choose" whose last entry reads no data',
    );
  }
  // While data loads, the entry without data is shown, so it is used even if an earlier entry always becomes
  // true.
  draft.withdraw('value/never-chosen', '/title');
  const titleLang = findSpokenLanguage(draft, title?.lowered, scope);
  const documentTitle = draft.value(raw['documentTitle'], { slot: 'text' }, '/documentTitle', scope, false);
  const at: NodePlace = { draft, parts, scope, isRepeated: false };
  const body = compileNodes(raw['body'], '/body', 'body', at);
  const bar = [...compileNodes(raw['bar'], '/bar', 'bar', at), ...draft.bar];
  const overlays = compileOverlays(raw, at);
  checkCycles(draft, data, [...body, ...bar, ...Object.values(overlays)]);
  const on = compileEvents(draft, raw, scope);
  checkOpened(draft, raw);

  return {
    draft,
    plan: {
      id: screen.name,
      title: title?.lowered ?? '',
      ...(titleLang === undefined ? {} : { titleLang }),
      ...(documentTitle === undefined ? {} : { documentTitle: documentTitle.lowered }),
      ...(raw['layout'] === 'page' && { layout: 'page' }),
      ...(isJson(raw['anchors']) && { anchors: anchorPlans(draft, raw, raw['anchors']) }),
      ...(raw['public'] === true && { public: true }),
      ...(raw['demo'] === true && { demo: true }),
      params: paramPlans(draft, screen.params, '/params'),
      data,
      state: { ...statePlans(screen.state, framedState(raw)), ...draft.state },
      timers: { ...timerPlans(raw), ...draft.timers },
      on,
      body,
      bar,
      overlays: { ...overlays, ...draft.overlays },
    },
  };
}

/** Checks that each anchor has a route of the screen and a node that exists. */
function anchorPlans(draft: Draft, raw: Json, anchors: Json): { [path: string]: string } {
  const routes = textsIn(raw['routes']);
  const ids = ownIds(raw);
  const plans: { [path: string]: string } = {};
  for (const [path, id] of Object.entries(anchors)) {
    const pointer = joinPointer('/anchors', path);
    if (!routes.includes(path)) {
      draft.report('route/unknown', pointer, `The screen has no route "${path}".`, didYouMean(path, routes));
    } else if (typeof id === 'string' && !ids.has(id)) {
      draft.report('node/unknown', pointer, `The screen has no node "${id}".`, didYouMean(id, ids));
    } else plans[path] = String(id);
  }
  return plans;
}

/** Checks and lowers a part once, with its own names. Returns undefined if it does not parse. */
export function compilePart(world: World, parts: Parts, part: ScreenWorld): PartTemplate | undefined {
  if (part.document === undefined || part.value === undefined) return undefined;
  const raw = part.value;
  const watch = new Watch();
  const draft = new Draft(world, part.document, watch, ownIds(raw));
  const roots = sharedRoots(world, watch, false);
  const params = declaredRoot(part.params, watch);
  roots.set('params', { ...params, flow: ofPartParameters(part.name, params.type) });
  const scope = enterDocument(draft, raw, roots, part, parts, watch);
  demandNames(draft, raw);
  checkDuplicateIds(draft, raw);
  checkOneWay(draft, raw);
  const slots = new Set(Object.keys(isJson(raw['slots']) ? raw['slots'] : {}));
  const at: NodePlace = { draft, parts, scope, isRepeated: false, slots };
  for (const later of ['form', 'slots', 'bar']) {
    if (raw[later] !== undefined) draft.demandGrammar(5, `"${later}" of a part`, `/${later}`);
  }
  const defaults = compileDefaults(draft, part, sharedRoots(world, watch, false), watch);
  const form = formAround(raw);
  const body = compileNodes(raw['body'], '/body', 'body', inFormAround(at, form));
  const bar = [...compileNodes(raw['bar'], '/bar', 'bar', at), ...draft.bar];
  const overlays = compileOverlays(raw, at);
  checkPlaced(at);
  checkCycles(draft, {}, [...body, ...bar, ...Object.values(overlays)]);
  checkOpened(draft, raw);
  checkCountedDefaults(draft, defaults, scope);
  let { hasForm } = draft;
  visitRawNodes(raw, (node) => {
    hasForm ||= node['type'] === 'form';
  });
  const parted = {
    body,
    bar,
    overlays: { ...overlays, ...draft.overlays },
    state: { ...statePlans(part.state, framedState(raw)), ...draft.state },
    timers: { ...timerPlans(raw), ...draft.timers },
  };
  return {
    ...parted,
    params: part.params,
    hasForm,
    form:
      form === undefined
        ? undefined
        : { name: form, fields: draft.names.forms.get(form)?.fields ?? new Map() },
    defaults: new Map([...defaults].map(([name, { lowered }]) => [name, lowered])),
    placed: draft.placed,
    size: sizeOf(parted, draft.expanded.depth + 1),
    isTooLarge: draft.expanded.isTooLarge,
    origins: draft.origins,
    problems: draft.problems,
    unsettled: draft.unsettled,
    flows: draft.flows,
    counted: draft.counted,
  };
}

/** Sets the draft's names and returns the scope of the whole document. */
function enterDocument(
  draft: Draft,
  raw: Json,
  roots: Map<string, Rooted | undefined>,
  { state, lists, document }: ScreenWorld,
  parts: Parts,
  watch: Watch,
): Scope {
  const timers = isJson(raw['timers']) ? Object.keys(raw['timers']) : [];
  const { file } = draft.document;
  const own = declaredRoot(state, watch);
  roots.set('state', { ...own, flow: ofState(file, own.type) });
  const { app } = draft.world;
  const sharedValues = new NamedValues(app?.value?.['values'], app?.file ?? '', watch);
  const sharedScope = sharedValues.enter(rootsScope(sharedRoots(draft.world, watch, false), watch));
  roots.set('timer', timerRoot(timers));
  const enter = (form: Type) => {
    const all = new Map(roots).set('form', { type: form, absent: false, flow: ofForm(file, form) });
    const values = new NamedValues(raw['values'], file, watch, sharedValues);
    return { values, scope: values.enter(rootsScope(all, watch)) };
  };
  const scopeWith = (form: Type): Scope => enter(form).scope;
  const forms = readForms(draft, raw, watch, parts, (found) => scopeWith(formRoot(found, watch)));
  draft.names = {
    overlays: new Set(isJson(raw['overlays']) ? Object.keys(raw['overlays']) : []),
    timers: new Set(timers),
    data: new Set(isJson(raw['data']) ? Object.keys(raw['data']) : []),
    paged: new Set(pagedNames(raw)),
    forms,
    validForms: (form) => formRoot(forms, watch, form),
  };
  const { values, scope } = enter(formRoot(forms, watch));
  values.report(draft);
  const ofApp = app && { lists: app.lists, document: app.document, scope: sharedScope };
  draft.lists = new NamedLists({ lists, document, scope }, watch, ofApp);
  draft.lists.report(draft, compileActions);
  return scope;
}

/** Reports names that need grammar 5 in a document of an earlier grammar. */
function demandNames(draft: Draft, raw: Json): void {
  for (const name of ['values', 'lists', 'paramSets']) {
    if (raw[name] !== undefined) draft.demandGrammar(5, `"${name}" of a document`, `/${name}`);
  }
}

/**
 * `data`: a member may be absent if its resource is optional or has a `when`; it is broken if its endpoint is broken.
 */
function dataRoot(world: World, raw: Json, watch: Watch): Rooted {
  const members: [string, { type: Type; absent: boolean }][] = [];
  const flows: [string, Flow][] = [];
  const broken: string[] = [];
  for (const [name, resource] of Object.entries(isJson(raw['data']) ? raw['data'] : {})) {
    const endpoint = isJson(resource) ? resource['endpoint'] : undefined;
    const contract = typeof endpoint === 'string' ? world.contracts.get(endpoint) : undefined;
    if (contract === undefined || !isJson(resource)) broken.push(name);
    else {
      const absent = resource['optional'] === true || resource['when'] !== undefined || contract.mayBeAbsent;
      members.push([name, { type: withAllPages(contract.reply.type, resource['pages']), absent }]);
      flows.push([name, ofReply(contract.name, contract.reply.type)]);
    }
  }
  return {
    absent: false,
    type: { kind: 'record', members: new WatchedMembers(members, broken, watch) },
    flow: heldApart(flows),
  };
}

/** `fetched.<name>`: when `data.<name>` was loaded; absent before that. */
function fetchedRoot(raw: Json): Rooted {
  const names = Object.keys(isJson(raw['data']) ? raw['data'] : {});
  const members = names.map((name) => [name, { type: { kind: 'date' }, absent: true }] as const);
  return { absent: false, type: { kind: 'record', members: new Map<string, Member>(members) } };
}

function compileData(draft: Draft, raw: Json, scope: Scope): { [name: string]: ResourcePlan } {
  const plans: { [name: string]: ResourcePlan } = {};
  for (const [name, resource] of Object.entries(isJson(raw['data']) ? raw['data'] : {})) {
    if (isJson(resource)) plans[name] = compileResource(draft, name, resource, scope);
  }
  return plans;
}

function compileResource(draft: Draft, name: string, raw: Json, scope: Scope): ResourcePlan {
  const pointer = joinPointer('/data', name);
  const given = raw['endpoint'];
  const endpoint = typeof given === 'string' ? given : '';
  const contract = typeof given === 'string' ? findContract(draft, given, `${pointer}/endpoint`) : undefined;
  if (contract !== undefined && !contract.isSafe) {
    draft.report(
      'endpoint/unsafe-read',
      `${pointer}/endpoint`,
      `The endpoint "${endpoint}" is not safe, so it cannot be read as data.`,
      'call it by "request"',
    );
  }
  if (raw['offline'] === true && contract?.isSensitive) {
    draft.report(
      'data/sensitive-offline',
      `${pointer}/offline`,
      `The reply of "${endpoint}" is sensitive, so it is not stored on the device.`,
    );
  }
  // `fetched` and `pages` change with each load, so a request that reads them would load again and again.
  const asked = scope.without('fetched').without('pages');
  const when = raw['when'] === undefined ? undefined : draft.condition(raw['when'], `${pointer}/when`, asked);
  const inner = when === undefined ? scope : scope.prove(when.whenTrue);
  const values =
    contract === undefined
      ? new Map<string, Typed>()
      : readRequestWith(draft, raw['with'], contract, pointer, inner.without('fetched').without('pages'));
  for (const [member, { lowered }] of values) {
    draft.noteDeciding(lowered, joinPointer(`${pointer}/with`, member), inner);
  }
  const failed = draft.value(
    raw['failed'],
    { slot: 'text' },
    `${pointer}/failed`,
    scope.bind('error', errorRoot(draft.grammar)),
    false,
  );
  const failedLang = findSpokenLanguage(
    draft,
    failed?.lowered,
    scope.bind('error', errorRoot(draft.grammar)),
  );
  const events = isJson(raw['on']) ? raw['on'] : {};
  const load = compileActions(draft, events['load'], `${pointer}/on/load`, {
    scope: inner.prove([`data.${name}`]),
    isTap: false,
    isBegun: false,
  }).actions;
  const every = compileEvery(draft, name, raw['every'], load, inner);
  const pages = compilePages(draft, name, raw, contract, inner);
  const refresh = Array.isArray(raw['refresh']) ? (raw['refresh'] as ('pull' | 'resume')[]) : undefined;
  const request: { [member: string]: Expression } = loweredOf(values);
  return {
    endpoint,
    with: request,
    ...(when?.lowered === undefined ? {} : { when: when.lowered }),
    ...(raw['optional'] === true ? { optional: true as const } : {}),
    ...(refresh === undefined ? {} : { refresh }),
    ...(every === undefined ? {} : { every }),
    ...(pages === undefined ? {} : { pages }),
    ...(raw['offline'] === true ? { offline: true as const } : {}),
    ...(failed === undefined ? {} : { failed: failed.lowered }),
    ...(failedLang === undefined ? {} : { failedLang }),
    ...(events['load'] === undefined ? {} : { load }),
    reads: readsOf(...Object.values(request), when?.lowered),
  };
}

/** Overlays know the document's names and what their own condition proves, but no results of lists. */
function compileOverlays(raw: Json, at: NodePlace): { [id: string]: OverlayPlan } {
  const overlays: { [id: string]: OverlayPlan } = {};
  const { draft } = at;
  for (const [id, overlay] of Object.entries(isJson(raw['overlays']) ? raw['overlays'] : {})) {
    if (!isJson(overlay) || typeof overlay['type'] !== 'string') continue;
    const shape = Object.hasOwn(shapes.overlays, overlay['type'])
      ? shapes.overlays[overlay['type']]
      : undefined;
    if (shape === undefined) continue;
    const pointer = joinPointer('/overlays', id);
    draft.origins[id] = { file: draft.document.file, pointer };
    const visible =
      overlay['visibleWhen'] === undefined
        ? undefined
        : draft.condition(overlay['visibleWhen'], `${pointer}/visibleWhen`, at.scope);
    const scope = visible === undefined ? at.scope : at.scope.prove(visible.whenTrue);
    const inside: NodePlace = { ...at, scope };
    const { props } = readProperties(draft, shape.properties, overlay, pointer, scope, OVERLAY_OWN);
    const events = isJson(overlay['on']) ? overlay['on'] : {};
    const close = compileActions(draft, events['close'], `${pointer}/on/close`, {
      scope,
      isTap: false,
      isBegun: false,
    });
    const slots: { [name: string]: OverlayPlan[] } = {};
    for (const [name, property] of Object.entries(shape.properties)) {
      if (property.slot !== 'nodes' || overlay[name] === undefined) continue;
      slots[name] = compileNodes(overlay[name], `${pointer}/${name}`, `${id}-${name}`, inside);
    }
    const plan = withReads({
      id,
      type: overlay['type'],
      ...(Object.keys(props).length === 0 ? {} : { props }),
      slots,
      ...(events['close'] === undefined ? {} : { on: { close: close.actions } }),
      ...(visible?.lowered === undefined ? {} : { visible: visible.lowered }),
      ...(shape.critical ? { critical: true as const } : {}),
      reads: [],
    });
    noteGuards(draft, plan, pointer, { outer: at.scope, item: at.scope, shown: scope });
    overlays[id] = plan;
  }
  return overlays;
}

function compileEvents(draft: Draft, raw: Json, scope: Scope): Plan['on'] {
  const events = isJson(raw['on']) ? raw['on'] : {};
  const on: { enter?: ActionPlan[]; back?: ActionPlan[] } = {};
  if (events['enter'] !== undefined) {
    // `enter` runs before data is loaded.
    on.enter = compileActions(draft, events['enter'], '/on/enter', {
      scope: scope.without('data').without('fetched').without('pages'),
      isTap: false,
      isBegun: false,
    }).actions;
  }
  if (events['back'] !== undefined) {
    on.back = compileActions(draft, events['back'], '/on/back', {
      scope,
      isTap: false,
      isBegun: false,
    }).actions;
  }
  return on;
}

function checkOpened(draft: Draft, raw: Json): void {
  if (draft.world.hasErrors) return;
  for (const id of Object.keys(isJson(raw['overlays']) ? raw['overlays'] : {})) {
    if (draft.opened.has(id)) continue;
    draft.reportName('overlay/never-opened', joinPointer('/overlays', id), `No action opens "${id}".`);
  }
}

/** A title is shown while data loads, so one of its entries must not read data. */
function isComputableWithoutData(title: Expression): boolean {
  const readsData = (expression: Expression): boolean =>
    readsOf(expression).some((path) => path === 'data' || path.startsWith('data.'));
  if (!readsData(title)) return true;
  if (!Array.isArray(title) || title[0] !== 'choose') return false;
  const entries = title.slice(1) as (readonly [Expression, Expression])[];
  return entries.some(([when, value]) => !readsData(when) && !readsData(value));
}

export function paramPlans(
  draft: Draft,
  params: Declarations,
  pointer: string,
): { [name: string]: ParamPlan } {
  const plans: { [name: string]: ParamPlan } = {};
  for (const [name, param] of params) {
    if (param.declared === undefined) continue;
    const shape = shapeOf(param, true);
    if (shape === undefined) {
      draft.report(
        'param/not-scalar',
        joinPointer(pointer, name),
        `"${name}" cannot be a parameter of an address: only a string, number, boolean, amount or date can.`,
      );
      continue;
    }
    plans[name] = {
      wire: param.wire,
      shape,
      ...(param.required ? { required: true as const } : {}),
      ...(param.carried ? { carried: true as const } : {}),
      ...(param.initial === undefined ? {} : { default: param.initial }),
    };
  }
  return plans;
}

/** Names of state that frames write. */
function framedState(raw: Json): ReadonlySet<string> {
  const names = new Set<string>();
  visitRawNodes(raw, ({ type, bind }) => {
    const [root, name] = type === 'frame' && typeof bind === 'string' ? bind.split('.') : [];
    if (root === 'state' && name !== undefined) names.add(name);
  });
  return names;
}

export function statePlans(
  state: Declarations,
  framed: ReadonlySet<string> = new Set(),
): { [name: string]: StatePlan } {
  const plans: { [name: string]: StatePlan } = {};
  for (const [name, declaration] of state) {
    const shape = shapeOf(declaration);
    if (shape === undefined) continue;
    plans[name] = {
      shape,
      ...(declaration.initial === undefined ? {} : { initial: declaration.initial }),
      ...(framed.has(name) && { ofFrame: true as const }),
    };
  }
  return plans;
}

function timerPlans(raw: Json): { [name: string]: TimerPlan } {
  const plans: { [name: string]: TimerPlan } = {};
  for (const [name, timer] of Object.entries(isJson(raw['timers']) ? raw['timers'] : {})) {
    if (isJson(timer) && typeof timer['seconds'] === 'number') plans[name] = { seconds: timer['seconds'] };
  }
  return plans;
}
