import { decodeParameters } from '../plan/decode-parameters.ts';
import { evaluateDefault, evaluateShown } from '../plan/evaluate.ts';
import { settle } from '../plan/isolate.ts';
import { type Expression, PENDING } from '../plan/expression.ts';
import { findLost } from '../plan/lost-nodes.ts';
import type { ActionPlan, ParamPlan } from '../plan/plan.ts';
import { withOwn } from '../plan/own-app.ts';
import { ActionFailure } from './action.ts';
import { createCalls } from './calls.ts';
import { isFrameable, refusedImageHost } from './addresses.ts';
import { createCovers } from './covers.ts';
import { createData } from './data.ts';
import { countEndings } from '../plan/endings.ts';
import { createFieldMethods } from './field-doors.ts';
import { fingerprint } from './fingerprint.ts';
import { createIntents } from './intents.ts';
import { createKept } from './kept.ts';
import { returnList } from './lists.ts';
import type { Engine, OpenOptions } from './ports/engine.ts';
import type { Origin } from './ports/runner.ts';
import type { StoreState, Values } from './ports/store.ts';
import type { LiveNode, LiveScreen } from './live.ts';
import { chooseLanguage, createLocale, languageOf } from './locale.ts';
import { createNavigation } from './navigation.ts';
import { noForms } from './no-forms.ts';
import { createNotices } from './notices.ts';
import { createOfflineReplies } from './offline-replies.ts';
import { createOverlays } from './overlays.ts';
import { claimStorage, createPageStorage, identifyOwner } from './page-storage.ts';
import { createRunner } from './runner.ts';
import { LiveScope, writePath } from './scope.ts';
import { createPhases, findStaleSince, findStaleText, type Refusal } from './screen-phase.ts';
import { createStore, type LiveStore } from './store.ts';
import { createSurface } from './surface.ts';
import { createTimers } from './timers.ts';
import { createTree } from './tree.ts';
import { createVisits } from './visit.ts';

/** Every time zone's day starts on a quarter of an hour, so `today` changes at most this often. */
const QUARTER_MS = 15 * 60_000;

/** For tests: called with the instance whenever its expressions are computed. */
export interface Probes {
  readonly onComputed?: (instance: string) => void;
}

/**
 * Starts a screen from its plan, in one commit: storage is claimed for this visitor, parameters are decoded, the
 * history entry's visit is restored, `enter` runs to its first asynchronous action, reads start, and nodes are
 * created.
 */
export function openScreen(
  options: OpenOptions,
  probes: Probes = {},
): LiveScreen & { readonly engine: Engine } {
  const { plan, services, isStill = false, hasPlaceholder = isStill } = options;
  const app = withOwn(options.app, plan);
  const { clock } = services;
  const report = (code: string, detail?: string, node?: string) =>
    services.report({
      code,
      screen: plan.id,
      ...(node !== undefined && { node }),
      ...(detail && { detail }),
    });

  /** Image hosts that were refused and reported. */
  const refusedHosts = new Set<string>();
  const storage = createPageStorage(services);
  const read = isStill ? pendingValues : decodeParameters;
  const onMisfit = (name: string) => report('params/misfit', name);
  const session = read(app.session, options.session, onMisfit);
  const owner = identifyOwner(session, app.required);
  claimStorage(storage, owner);
  const kept = createKept(app, storage, report);
  const hash = options.hash ?? fingerprint(JSON.stringify(plan));
  const visits = createVisits({ storage, plan, hash, owner: owner.person, entry: options.entry });
  const saved = visits.restore();

  const params = read({ ...app.carried, ...plan.params }, options.params, onMisfit);
  const today = () => Math.floor(clock.now() / QUARTER_MS) * QUARTER_MS;
  const store: LiveStore = createStore({
    params,
    session,
    config: app.config,
    device: { ...options.device, today: today() },
    data: Object.fromEntries(
      Object.keys(plan.data).map((name) => [name, { phase: 'waiting', stale: false }]),
    ),
    fetched: {},
    state: { ...initialState(plan.state), ...saved?.state },
    kept: kept.load(),
    timer: Object.fromEntries(Object.keys(plan.timers).map((name) => [name, { left: 0, running: false }])),
    busy: {},
  });
  kept.follow(store);

  const language = () => chooseLanguage(app, store.get().device.language);
  const locale = createLocale(plan, app, clock, language);
  const surface = createSurface(store, {
    online: options.device.online,
    ...(saved && { scrollTop: saved.scrollTop }),
    ...(options.at !== undefined && { scrollTo: options.at }),
  });

  // The parts refer to each other through this object, and only after its construction. So it may be completed below.
  const engine = {
    plan,
    app,
    services,
    store,
    surface,
    report,
    actions: options.actions,
    opening: visits.opening() ?? { endings: countEndings(services.storage), at: clock.now() },
    owner: owner.person,
  } as unknown as { -readonly [K in keyof Engine]: Engine[K] };
  // The same object, because scopes exist when forms are created.
  const scope = new LiveScope(Object.assign(engine, { locale }));
  engine.scope = scope;
  engine.runner = createRunner(engine);
  engine.notices = createNotices(engine);
  engine.overlays = createOverlays(engine, saved?.overlays);
  engine.timers = createTimers(engine);
  engine.navigation = createNavigation(engine, resume);
  engine.intents = createIntents(engine);
  engine.calls = createCalls({
    http: services.http,
    clock: services.clock,
    store,
    sessionQuery: app.sessionQuery,
    report,
  });
  const phases = createPhases({
    plan,
    scope,
    surface,
    services,
    locale,
    hasPlaceholder,
    about() {
      const value = app.reference === undefined ? undefined : params[app.reference];
      return typeof value === 'string' ? value : undefined;
    },
  });
  const data = createData({
    plan,
    store,
    scope,
    clock,
    endings: () => countEndings(services.storage),
    calls: engine.calls,
    runner: engine.runner,
    offline: createOfflineReplies(storage, owner.person, clock.now, report),
    report,
    holdMs: phases.holdMs,
  });
  engine.data = data;
  const tree = createTree({ store, scope, report, onComputed: probes.onComputed });
  engine.tree = tree;
  engine.forms = options.createForms?.(engine) ?? noForms(engine);
  engine.prepareForms = prepareForms;
  engine.fetchWidgets = options.fetchWidgets ?? (() => undefined);

  let body: LiveScreen['body'] = [];
  let bar: LiveScreen['bar'] = [];
  let isClosed = false;
  let resuming: Promise<void> | undefined;
  let isGoingBack = false;
  const refusal = findRefusal();
  const covers = createCovers(surface);

  function findRefusal(): Refusal | undefined {
    const lost = findLost(plan, options.knowsWidget ?? (() => true)).refused;
    for (const { id, type } of lost) report('widget/unknown', type, id);
    if (lost.length > 0) return { kind: 'unsafe', code: 'widget/unknown' };
    const isPrivate = plan.public !== true && Object.keys(plan.data).length > 0;
    const who = isPrivate ? app.required.find((name) => session[name] === undefined) : undefined;
    const what = Object.entries(plan.params).find(
      ([name, param]) => param.required && params[name] === undefined,
    );
    const missing = who ?? what?.[0];
    return missing === undefined ? undefined : { kind: 'refused', code: `missing/${missing}` };
  }

  let areFormsHere = options.createForms !== undefined;

  function prepareForms(): Promise<void> | undefined {
    if (areFormsHere) return undefined;
    return options.fetchForms?.().then(
      (createForms) => {
        if (areFormsHere) return;
        areFormsHere = true;
        engine.forms = createForms(engine);
      },
      () => {
        report('form/unavailable');
        throw new ActionFailure({ kind: 'network', code: 'form/unavailable' });
      },
    );
  }

  function updateSurface(): void {
    const state = store.get();
    const title = titleOf(plan.title);
    surface.set({
      title,
      titleLang: languageOf(plan.titleLang, scope),
      documentTitle: plan.documentTitle === undefined ? title : (titleOf(plan.documentTitle) ?? title),
      online: state.device.online,
      staleSince: findStaleSince(state.data, state.device.online),
      staleText: findStaleText(state.data),
    });
    if (refusal === undefined) phases.update(state.data, engine.navigation.isLeaving);
  }

  function titleOf(expression: Expression): string | undefined {
    const words = evaluateShown(expression, scope);
    const shown = typeof words === 'string' ? words : evaluateDefault(expression, scope);
    return typeof shown === 'string' ? settle(shown) : undefined;
  }

  function setDevice(facts: Partial<StoreState['device']>): void {
    store.change((draft) => {
      Object.assign(draft.device, facts);
    });
  }

  function resume(): void {
    if (isClosed || refusal !== undefined) return;
    // One return fires several events: visible, pageshow, online.
    resuming ??= catchUp().finally(() => {
      resuming = undefined;
    });
  }

  async function catchUp(): Promise<void> {
    kept.reload(store);
    setDevice({ today: today() });
    engine.navigation.resume();
    data.start();
    updateSurface();
    await data.refresh('resume');
    if (isClosed) return;
    engine.timers.resume();
    engine.intents.resume();
  }

  store.settle(updateSurface);
  store.batch(() => {
    engine.timers.restore(saved?.timers);
    if (refusal === undefined && !isStill) {
      void engine.runner.run(plan.on.enter ?? [], { scope, list: 'screen:enter', event: 'enter' });
      if (!engine.navigation.isLeaving) data.start();
    }
    body = tree.make(plan.body);
    bar = tree.make(plan.bar);
    if (refusal !== undefined) phases.refuse(refusal);
    else {
      updateSurface();
      engine.overlays.restore();
      engine.intents.resume();
    }
  });

  return {
    plan,
    app,
    engine,
    locale,
    surface: surface.observable,
    body,
    bar,
    emit(node, event) {
      const list = node.plan.on?.[event];
      if (isClosed || refusal !== undefined || !list || !isReadyFor(node)) return;
      if (resuming && sendsOrNavigates(list)) void emitLater(node, event, list, resuming);
      else start(node, event, list);
    },
    write(node, value, isShown) {
      const place = tree.fieldOf(node);
      const write = () => {
        if (place) engine.forms.write(place.form, place.name, value);
        else if (node.plan.bind) writePath(store, tree.scopeOf(node), node.plan.bind, value);
      };
      if (isShown === true) tree.writeShown(node, value, write);
      else write();
    },
    ...createFieldMethods(engine),
    retry() {
      if (refusal === undefined) data.retry();
    },
    help() {
      if (isClosed || app.help === undefined) return;
      void engine.runner.run(app.help.run, { scope, list: 'app:help:tap', event: 'tap' });
    },
    async pull() {
      if (surface.get().refreshing) return;
      surface.set({ refreshing: true });
      await data.refresh('pull');
      surface.set({ refreshing: false });
    },
    resume,
    setDevice(facts) {
      const wasOnline = store.get().device.online;
      setDevice({ ...facts, today: today() });
      if (!wasOnline && facts.online && refusal === undefined && !isClosed) void data.reload();
    },
    cover: covers.add,
    canFrame(address) {
      if (!isFrameable(address, services.router.origin, app.hosts.frame)) {
        report('frame/not-allowed', '', plan.id);
        return false;
      }
      return store.get().device.online;
    },
    canLoadPicture(address) {
      const host = refusedImageHost(address, services.router.origin, app.hosts.image);
      if (host === undefined) return true;
      if (!refusedHosts.has(host)) report('image/not-allowed', host);
      refusedHosts.add(host);
      return false;
    },
    dismissOverlay: () => void engine.overlays.dismissTop(),
    handleBack() {
      if (isClosed) return false;
      if (engine.intents.holdBack() || covers.closeTop() || engine.overlays.dismissTop()) return true;
      const list = plan.on.back;
      if (!list || engine.navigation.isLeaving) return false;
      if (!isGoingBack) void goBack(list);
      return true;
    },
    exit() {
      if (isClosed || app.exit === undefined || !services.router.isFirst()) return false;
      return engine.navigation.back();
    },
    save(scrollTop) {
      engine.forms.save();
      visits.save({
        state: store.get().state,
        timers: engine.timers.save(),
        overlays: engine.overlays.save(),
        scrollTop,
        opening: engine.opening,
      });
    },
    close() {
      isClosed = true;
      engine.runner.stop();
      data.stop();
    },
    report: (code, node, detail) => report(code, detail, node.plan.id),
    lock: () => tree.lock(),
  };

  function isReadyFor(node: LiveNode): boolean {
    const { visible, enabled } = node.snapshot();
    const isBusy = (store.get().busy[node.instance] ?? 0) > 0 || engine.runner.isRunningFor(node);
    return visible && enabled && !isBusy && !engine.navigation.isLeaving;
  }

  function start(
    node: LiveNode,
    event: string,
    list: readonly ActionPlan[],
    seen?: Pick<Origin, 'amounts' | 'readings'>,
  ): void {
    const overlay = tree.overlayOf(node);
    const origin = {
      scope: tree.scopeOf(node),
      node,
      event,
      ...(overlay !== undefined && { overlay }),
      ...seen,
    };
    // Return on the last field works like `submit`: the form is validated before its list runs.
    const place = isSend(node, event) ? 'return' : event;
    void engine.runner.run(listOf(node, event, list), { ...origin, list: `node:${node.plan.id}:${place}` });
  }

  /** A tap right after a return waits until data is read again; the node is busy until then. */
  async function emitLater(
    node: LiveNode,
    event: string,
    tapped: readonly ActionPlan[],
    until: Promise<void>,
  ): Promise<void> {
    // The tap refers to the amounts that were shown then.
    const amounts = engine.runner.measure(listOf(node, event, tapped), tree.scopeOf(node));
    const readings = data.readings();
    const count = (by: 1 | -1) =>
      store.change((draft) => {
        draft.busy[node.instance] = (draft.busy[node.instance] ?? 0) + by;
      });
    count(1);
    await until;
    store.batch(() => {
      count(-1);
      const list = node.plan.on?.[event];
      if (
        !isClosed &&
        list &&
        tree.find(node.instance) === node &&
        tree.isOpenToEvents(node) &&
        isReadyFor(node)
      ) {
        start(node, event, list, { amounts, readings });
      }
    });
  }

  async function goBack(list: NonNullable<typeof plan.on.back>): Promise<void> {
    isGoingBack = true;
    const end = await engine.runner.run(list, { scope, list: 'screen:back', event: 'back' });
    isGoingBack = false;
    // A failing exit list must not trap the person. A dismissed question means that they chose to stay.
    if (end.end === 'failed' && end.error.kind !== 'dismissed') engine.navigation.back();
  }
}

/** Whether a list sends a request or navigates: then it must not start with data from before a return. */
function sendsOrNavigates(list: readonly ActionPlan[]): boolean {
  return list.some(
    (action) =>
      GOING.has(action.do) ||
      [...(action.cases ?? []), ...(action.catch ?? [])].some(({ run }) => sendsOrNavigates(run)),
  );
}

const GOING: ReadonlySet<string> = new Set(['request', 'submit', 'go', 'leave', 'back']);

function isSend(node: LiveNode, event: string): boolean {
  return node.plan.type === 'form' && event === 'submit';
}

function listOf(node: LiveNode, event: string, list: readonly ActionPlan[]): readonly ActionPlan[] {
  return isSend(node, event) ? returnList(node.plan.id) : list;
}

/** Placeholder values: everything is pending. */
function pendingValues(plans: { readonly [name: string]: ParamPlan }): Values {
  // Expressions treat a pending parameter like pending data.
  return Object.fromEntries(Object.keys(plans).map((name) => [name, PENDING])) as unknown as Values;
}

function initialState(plans: OpenOptions['plan']['state']): Values {
  return Object.fromEntries(Object.entries(plans).map(([name, plan]) => [name, plan.initial]));
}
