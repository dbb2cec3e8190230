import { countEndings } from '../plan/endings.ts';
import type { AppPlan, Plan } from '../plan/plan.ts';
import { createCalls } from './calls.ts';
import { createData } from './data.ts';
import { createFormFetcher } from './form-code.ts';
import { createIntents } from './intents.ts';
import { chooseLanguage, createLocale } from './locale.ts';
import { createNavigation } from './navigation.ts';
import { noForms } from './no-forms.ts';
import { createNotices } from './notices.ts';
import { createOfflineReplies } from './offline-replies.ts';
import type { Opening } from './opening.ts';
import { createOverlays } from './overlays.ts';
import type { Engine, OpenOptions } from './ports/engine.ts';
import type { DeviceFacts } from './live.ts';
import { quarterOf } from './refresh.ts';
import { createRunner } from './runner.ts';
import { LiveScope } from './scope.ts';
import { createPhases } from './screen-phase.ts';
import { createStore, type LiveStore } from './store.ts';
import { createSurface } from './surface.ts';
import { createTimers } from './timers.ts';
import { createTree } from './tree.ts';

/** For tests: called with the instance whenever its expressions are computed. */
export interface Probes {
  readonly onComputed?: (instance: string) => void;
}

/**
 * Creates the parts of a screen. They refer to each other through the engine, and only after their construction.
 *
 * @param stayed - Called when going back did not leave the screen.
 */
export function createEngine(
  options: OpenOptions,
  app: AppPlan,
  opening: Opening,
  probes: Probes,
  report: Engine['report'],
  stayed: () => void,
) {
  const { plan, services, isStill = false, hasPlaceholder = isStill } = options;
  const { clock, http } = services;
  const { saved, owner, params } = opening;
  const device = { ...options.device, today: quarterOf(clock.now()) };
  const store = createScreenStore(plan, app, opening, device);
  const locale = createLocale(plan, app, clock, () => chooseLanguage(app, store.get().device.language));
  const surface = createSurface(store, {
    online: options.device.online,
    ...(saved && { scrollTop: saved.scrollTop }),
    ...(options.at !== undefined && { scrollTo: options.at }),
  });
  const endings = () => countEndings(services.storage);
  // Completed below, before any part is used.
  const engine = {
    plan,
    app,
    services,
    store,
    surface,
    report,
    actions: options.actions,
    opening: opening.visits.opening() ?? { endings: endings(), at: clock.now() },
    owner,
  } as unknown as { -readonly [K in keyof Engine]: Engine[K] };
  // Adds to the same object, because scopes already refer to it when forms are created.
  const scope = new LiveScope(Object.assign(engine, { locale }));
  engine.scope = scope;
  engine.runner = createRunner(engine);
  engine.notices = createNotices(engine);
  engine.overlays = createOverlays(engine, saved?.overlays);
  engine.timers = createTimers(engine);
  engine.navigation = createNavigation(engine, stayed);
  engine.intents = createIntents(engine);
  engine.calls = createCalls({
    ...{ http, clock, store, sessionQuery: app.sessionQuery, report },
    contracts: options.rare,
  });
  const about = app.reference === undefined ? undefined : params[app.reference];
  const phases = createPhases({ plan, scope, surface, services, locale, hasPlaceholder, about });
  const { rare } = options;
  const due = { ...saved?.pages };
  const data = createData({
    ...{ plan, store, scope, clock, endings, report, holdMs: phases.holdMs },
    calls: engine.calls,
    runner: engine.runner,
    offline: createOfflineReplies(opening.storage, owner, clock.now, report),
    complete: (name, value, signal) =>
      due[name] === undefined ? undefined : rare?.readPagesAgain(engine, due, name, value, signal),
  });
  engine.data = data;
  const tree = createTree({ store, scope, report, onComputed: probes.onComputed });
  engine.tree = tree;
  engine.forms = options.createForms?.(engine) ?? noForms(engine);
  engine.prepareForms = createFormFetcher(engine, options);
  engine.fetchWidgets = options.fetchWidgets ?? (() => undefined);
  return { engine, store, scope, locale, surface, phases, data, tree };
}

function createScreenStore(
  plan: Plan,
  app: AppPlan,
  { session, params, saved, kept }: Opening,
  device: DeviceFacts & { readonly today: number },
): LiveStore {
  const each = <In, Out>(of: { readonly [name: string]: In }, make: (item: In) => Out) =>
    Object.fromEntries(Object.entries(of).map(([name, item]) => [name, make(item)]));
  const store = createStore({
    params,
    session,
    config: app.config,
    device,
    data: each(plan.data, () => ({ phase: 'waiting', stale: false }) as const),
    fetched: {},
    pages: {},
    state: { ...each(plan.state, ({ initial }) => initial), ...saved?.state },
    kept: kept.load(),
    timer: each(plan.timers, () => ({ left: 0, running: false })),
    busy: {},
  });
  kept.follow(store);
  return store;
}
