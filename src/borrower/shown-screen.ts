import {
  type DeviceFacts,
  openScreen,
  prepareScreen,
  type LiveScreen,
  type Services,
} from '#renderer/engine.ts';
import type { Plan } from '#renderer/plan/plan.ts';
import { readDevice } from './device.ts';
import type { PageHistory } from './history.ts';
import { LATER_MS } from './later.ts';
import type { PlanSource } from './plan-source.ts';
import { type Parameters, readParameters } from '#src/shared/parameters.ts';

export interface PageView {
  /** The current screen; absent while its plan loads. */
  readonly live?: LiveScreen;
  /** Why there is no screen: its plan could not be fetched, or this page cannot open it. */
  readonly fault?: 'lost' | 'unsafe';
  /** Changes with every visit, so that no state of the former screen remains. */
  readonly key: string;
}

/** What the page shows. */
export interface ShownScreen {
  subscribe(listener: () => void): () => void;
  view(): PageView;
  /** Id of the last screen that was opened. */
  id(): string;
  show(view: PageView): void;
  /** Opens a screen and shows it. */
  open(plan: Plan, key: string): void;
  /** Applies the screen's title, and guards its Back. */
  update(): void;
  /** Saves the state for a return to this entry. Not for a closed screen: its waiting lists are gone. */
  save(): void;
  close(): void;
}

export interface ShownScreenOptions {
  readonly window: Window;
  readonly plans: PlanSource;
  readonly session: Parameters;
  readonly services: Services;
  readonly history: PageHistory;
  /** Set if the document already shows its screen; `device`: what the server assumed when it rendered the data. */
  readonly standing?: { readonly device: DeviceFacts | undefined } | undefined;
}

/** @param onRefused - The service refused the screen's data: the session has ended. */
export function createShownScreen(
  { window, plans, session, services, history, standing }: ShownScreenOptions,
  onRefused: (key: string) => void,
): ShownScreen {
  const listeners = new Set<() => void>();
  let view: PageView = { key: '' };
  let id = '';
  /** The screen that the document shows. */
  let placeholder = standing && plans.release().first?.screen;
  let unwatch: (() => void) | undefined;
  let later: ReturnType<typeof setTimeout> | undefined;

  function show(next: PageView): void {
    view = next;
    for (const listener of listeners) listener();
  }

  function open(plan: Plan, key: string): void {
    const { location } = window;
    const { app, language, screens } = plans.release();
    const at = history.current().at ?? plan.anchors?.[location.pathname];
    id = plan.id;
    const live = openScreen({
      plan,
      app: app.plan,
      services,
      params: readParameters(app.plan, plan.params, location.search),
      session,
      device: (placeholder === id && standing?.device) || readDevice(window, language),
      entry: key,
      ...(at !== undefined && { at }),
      hasPlaceholder: placeholder === id,
      hash: screens[id] ?? id,
    });
    placeholder = undefined;
    const stop = live.surface.subscribe(update);
    unwatch = () => {
      stop();
      live.close();
    };
    show({ live, key });
    update();
    clearTimeout(later);
    later = setTimeout(() => prepareNext(plan, plans), LATER_MS);
  }

  function update(): void {
    const { live, key } = view;
    if (live === undefined) return;
    const { title = '', documentTitle = title, overlays, isCovered, error } = live.surface.snapshot();
    // Setting an unchanged title is as expensive for the browser as a new one.
    if (window.document.title !== documentTitle) window.document.title = documentTitle;
    if (overlays.length > 0 || isCovered || live.plan.on.back !== undefined) history.guard();
    if (error?.kind === 'refused') onRefused(key);
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    view: () => view,
    id: () => id,
    show,
    open,
    update,
    save() {
      if (unwatch !== undefined) view.live?.save(window.scrollY);
    },
    close() {
      unwatch?.();
      unwatch = undefined;
    },
  };
}

/** After a screen's own data is read: fetches the code of its overlays, and the next screens. */
function prepareNext(plan: Plan, plans: PlanSource): void {
  prepareScreen(plan)?.catch(ignore);
  plans.prefetch(plan, (next) => void prepareScreen(next, 'picture')?.catch(ignore));
}

/** A failed prefetch needs no handling: the code is fetched again when it is needed. */
function ignore(): void {}
