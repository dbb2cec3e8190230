import { findLanguage } from '#renderer/plan/language.ts';
import { screenAt } from '#src/shared/admission.ts';
import { readDevice, watchDevice } from './device.ts';
import { listen } from './listen.ts';
import type { PlanSource } from './plan-source.ts';
import { renew } from './renew.ts';
import { createScreenLoader } from './screen-loader.ts';
import {
  createShownScreen,
  type PageView,
  type ShownScreen,
  type ShownScreenOptions,
} from './shown-screen.ts';

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
  /** Saves and closes the screen, and stops listening to the window. */
  close(): void;
}

export function createPage(options: ShownScreenOptions): Page {
  const { window, plans, services, history } = options;
  const app = () => plans.release().app.plan;
  let entry: string | undefined;
  let wasGuarded = false;
  let isAged = false;
  const shown = createShownScreen(options, (key) => {
    const { special } = app();
    if (special === undefined) return;
    shown.close();
    load(special.signedOut, key);
  });
  const load = createScreenLoader(options, shown);

  function handleBack(): boolean {
    return shown.view().live?.handleBack() ?? false;
  }

  function goOn(): void {
    if (!shown.view().live?.exit()) history.back();
  }

  /** Never throws: React calls it in an effect, where an error would unmount the whole page. */
  function arrive(path: string): void {
    try {
      follow(path);
    } catch (error) {
      services.report({ code: 'page/failed', detail: error instanceof Error ? error.name : typeof error });
      shown.show({ key: entry ?? '', fault: 'lost' });
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
        if (handleBack()) shown.update();
        else goOn();
      } else wasGuarded = state.guard === true;
      return;
    }
    shown.save();
    shown.close();
    // Not on the first arrival: a reload would give the same language again.
    if (entry !== undefined && (isAged || isOtherLanguage(window, plans))) {
      window.location.reload();
      return;
    }
    entry = state.entry;
    wasGuarded = state.guard === true;
    load(screenAt(app(), path), entry);
  }

  const stops = [
    watchVisibility(window, shown),
    watchDevice(window, () => shown.view().live?.setDevice(readDevice(window, plans.release().language))),
  ];

  return {
    subscribe: shown.subscribe,
    snapshot: shown.view,
    screen: shown.id,
    arrive,
    age(isAtOnce) {
      isAged = true;
      // Renews the page after the caller has received its answer and stored the result.
      if (isAtOnce) setTimeout(() => renew(window));
    },
    handleBack,
    goBack() {
      if (!handleBack()) goOn();
    },
    close() {
      for (const stop of stops) stop();
      shown.save();
      shown.close();
    },
  };
}

/** Whether the address requests another language than this document's; its plans have only one. */
function isOtherLanguage({ location }: Window, plans: PlanSource): boolean {
  const { app, language } = plans.release();
  const asked = new URLSearchParams(location.search).get('lang');
  const named = asked === null ? undefined : findLanguage(app.plan.languages.list, asked);
  return named !== undefined && named !== language;
}

/**
 * Saves the screen when the page is hidden or left, and resumes it when the page is back.
 * @returns stops it.
 */
function watchVisibility(window: Window, shown: ShownScreen): () => void {
  const resume = () => shown.view().live?.resume();
  let wasHidden = false;
  const stops = [
    listen(window.document, 'visibilitychange', () => {
      if (window.document.visibilityState === 'hidden') {
        wasHidden = true;
        shown.save();
      } else if (wasHidden) {
        wasHidden = false;
        resume();
      }
    }),
    listen(window, 'pagehide', () => shown.save()),
    listen(window, 'pageshow', (event) => {
      if ('persisted' in event && event.persisted === true) resume();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
