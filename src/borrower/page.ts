import { findLanguage } from '#renderer/plan/language.ts';
import type { Plan } from '#renderer/plan/plan.ts';
import { hasOverlays, openScreen, prepareScreen, type LiveScreen, type Services } from '#renderer/engine.ts';
import { LATER_MS } from './later.ts';
import { isIncomplete, isSignedOut, screenAt } from './admission.ts';
import { readDevice, watchDevice } from './device.ts';
import type { PageHistory } from './history.ts';
import type { PlanSource } from './plan-source.ts';
import { PlanGone, PlanRefused } from './release.ts';
import { renew } from './renew.ts';
import { readParameters, type Parameters } from './session.ts';

export interface PageView {
  /** The current screen; absent while its plan loads. */
  readonly live?: LiveScreen;
  /** Why there is no screen: its plan could not be fetched, or this page cannot open it. */
  readonly fault?: 'lost' | 'unsafe';
  /** Changes with every visit, so that no state of the former screen remains. */
  readonly key: string;
}

/** Shows the screen of the current address and passes the page's events to it. */
export interface Page {
  subscribe(listener: () => void): () => void;
  snapshot(): PageView;
  /** The screen that sends requests now. An opening screen reads its data before it is shown. */
  screen(): string;
  /** Shows the screen of a path if the current history entry changed. */
  arrive(path: string): void;
  /** The release is outdated: this page loads a new document now, or with the next screen. */
  age(isAtOnce: boolean): void;
  /** The shell's back hook. */
  handleBack(): boolean;
  /** Back in the header: the screen handles it, or the page goes back an entry. */
  goBack(): void;
}

export interface PageOptions {
  readonly window: Window;
  readonly plans: PlanSource;
  readonly session: Parameters;
  readonly services: Services;
  readonly history: PageHistory;
  /** Whether the document contains a placeholder of its screen. */
  readonly hasPicture?: boolean;
}

export function createPage(options: PageOptions): Page {
  const { window, plans, session, services, history, hasPicture = false } = options;
  const app = () => plans.release().app.plan;
  const listeners = new Set<() => void>();
  let view: PageView = { key: '' };
  let entry: string | undefined;
  /** The screen whose placeholder is shown. */
  let placeholderScreen = hasPicture ? plans.release().first?.screen : undefined;
  let wasGuarded = false;
  let isAged = false;
  let screenId = '';
  let unwatch: (() => void) | undefined;
  let later: ReturnType<typeof setTimeout> | undefined;

  function show(next: PageView): void {
    view = next;
    for (const listener of listeners) listener();
  }

  /** Whether the address requests another language than this document's; its plans have only one. */
  function isOtherLanguage(): boolean {
    const asked = new URLSearchParams(window.location.search).get('lang');
    const named = asked === null ? undefined : findLanguage(app().languages.list, asked);
    return named !== undefined && named !== plans.release().language;
  }

  /** Id of the node to scroll to. */
  function startNode(plan: Plan): string | undefined {
    return history.current().at ?? plan.anchors?.[window.location.pathname];
  }

  function open(plan: Plan, key: string): void {
    const { search } = window.location;
    const { app, language, screens } = plans.release();
    const at = startNode(plan);
    screenId = plan.id;
    const live = openScreen({
      plan,
      app: app.plan,
      services,
      params: readParameters(app.plan, plan.params, search),
      session,
      device: readDevice(window, language),
      entry: key,
      ...(at !== undefined && { at }),
      hasPlaceholder: placeholderScreen === plan.id,
      hash: screens[plan.id] ?? plan.id,
    });
    placeholderScreen = undefined;
    const told = live.surface.subscribe(() => handleSurface(live));
    unwatch = () => {
      told();
      live.close();
    };
    show({ live, key });
    handleSurface(live);
    // After this screen's data: code of its overlays, and the next screens.
    clearTimeout(later);
    later = setTimeout(() => {
      prepareScreen(plan)?.catch(ignore);
      plans.prefetch(plan, (next) => void prepareScreen(next, 'picture')?.catch(ignore));
    }, LATER_MS);
  }

  /** Reacts to changes of a screen's surface. */
  function handleSurface(live: LiveScreen): void {
    const { title = '', documentTitle = title, overlays, isCovered, error } = live.surface.snapshot();
    // Setting an unchanged title is as expensive for the browser as a new one.
    if (window.document.title !== documentTitle) window.document.title = documentTitle;
    if (overlays.length > 0 || isCovered || live.plan.on.back !== undefined) history.guard();
    // The service refused the data: the session has ended.
    if (error?.kind === 'refused' && entry !== undefined) {
      const { special } = app();
      if (special === undefined) return;
      end();
      load(special.signedOut, entry);
    }
  }

  function load(screen: string, key: string): void {
    const enter = (plan: Plan): void => {
      if (entry !== key) return;
      const { special } = app();
      if (special !== undefined && isSignedOut(app(), plan, session)) load(special.signedOut, key);
      else if (special !== undefined && isIncomplete(app(), plan, window.location.search))
        load(special.unknown, key);
      else begin(plan, key);
    };
    const ready = plans.ready(screen);
    if (ready !== undefined) {
      enter(ready);
      return;
    }
    show({ key });
    plans.load(screen).then(enter, (error: unknown) => {
      if (entry !== key) return;
      if (error instanceof PlanRefused) refuse(screen, key, error.reason);
      else show({ key, fault: 'lost' });
      if (error instanceof PlanGone) renew(window);
    });
  }

  /** Opens a screen when its code is loaded. */
  function begin(plan: Plan, key: string): void {
    const coming = prepareScreen(plan, hasOverlays(services, key) ? 'return' : 'picture');
    if (coming === undefined) {
      attempt(plan, key);
      return;
    }
    show({ key });
    coming.then(
      () => entry === key && attempt(plan, key),
      () => {
        services.report({ code: 'form/unavailable', screen: plan.id });
        if (entry === key) show({ key, fault: 'lost' });
      },
    );
  }

  /** A parsed plan may still fail to open. */
  function attempt(plan: Plan, key: string): void {
    try {
      open(plan, key);
    } catch (error) {
      end();
      refuse(plan.id, key, error instanceof Error ? error.name : typeof error);
    }
  }

  function refuse(screen: string, key: string, detail: string): void {
    services.report({ code: 'plan/refused', screen, detail });
    show({ key, fault: 'unsafe' });
  }

  /** Not for a closed screen: its waiting lists are gone. */
  function save(): void {
    if (unwatch !== undefined) view.live?.save(window.scrollY);
  }

  function end(): void {
    unwatch?.();
    unwatch = undefined;
  }

  function handleBack(): boolean {
    return view.live?.handleBack() ?? false;
  }

  function goOn(): void {
    if (!view.live?.exit()) history.back();
  }

  /** Never throws: React calls it in an effect, where an error would unmount the whole page. */
  function arrive(path: string): void {
    try {
      follow(path);
    } catch (error) {
      services.report({ code: 'page/failed', detail: error instanceof Error ? error.name : typeof error });
      show({ key: entry ?? '', fault: 'lost' });
    }
  }

  function follow(path: string): void {
    // An old link (`#/order?…`) was followed on the open page; only a new page reads it.
    if (window.location.hash.startsWith('#/')) {
      window.location.reload();
      return;
    }
    const state = history.current();
    if (state.entry === entry) {
      // Back from the second entry: the screen may handle it; otherwise go back once more.
      if (wasGuarded && !state.guard) {
        wasGuarded = false;
        if (handleBack()) updateGuard();
        else goOn();
      } else wasGuarded = state.guard === true;
      return;
    }
    save();
    end();
    // Not on the first arrival: a reload would give the same language again.
    if (entry !== undefined && (isAged || isOtherLanguage())) {
      window.location.reload();
      return;
    }
    entry = state.entry;
    wasGuarded = state.guard === true;
    load(screenAt(app(), path), state.entry);
  }

  function updateGuard(): void {
    if (view.live !== undefined) handleSurface(view.live);
  }

  let wasHidden = false;
  window.document.addEventListener('visibilitychange', () => {
    if (window.document.visibilityState === 'hidden') {
      wasHidden = true;
      save();
    } else if (wasHidden) {
      wasHidden = false;
      view.live?.resume();
    }
  });
  window.addEventListener('pagehide', save);
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) view.live?.resume();
  });
  watchDevice(window, () => view.live?.setDevice(readDevice(window, plans.release().language)));

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: () => view,
    screen: () => screenId,
    arrive,
    age(isAtOnce) {
      isAged = true;
      // After the caller has received its answer and stored the result.
      if (isAtOnce) setTimeout(() => renew(window));
    },
    handleBack,
    goBack() {
      if (!handleBack()) goOn();
    },
  };
}

/** A failed prefetch needs no handling: the code is fetched again when it is needed. */
function ignore(): void {}
