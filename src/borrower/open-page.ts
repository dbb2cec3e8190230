import type { Services } from '#renderer/engine.ts';
import type { Say } from '#renderer/plan/words.ts';
import { withScreen } from '#src/shared/first-calls.ts';
import type { AheadHttp } from './ahead.ts';
import type { Counter } from './counts.ts';
import { type BorrowerData, CONTENT_ELEMENT_ID } from '#src/shared/borrower-data.ts';
import { openAsRendered } from './as-rendered.ts';
import type { Composition } from './composition.ts';
import { readDevice } from './device.ts';
import { draw } from './draw.tsx';
import { createHistory } from './history.ts';
import { createPage, type Page } from './page.ts';
import { LATER_MS } from './later.ts';
import { paintBrand } from './paint-brand.ts';
import { createPlanSource } from './plan-source.ts';
import type { GivenRelease } from './release.ts';
import { createServices } from './services.ts';
import type { Parameters } from '#src/shared/parameters.ts';

export interface OpenPageOptions extends GivenRelease {
  /** The data of this borrower in the document. */
  readonly rendered: BorrowerData | undefined;
  readonly composition: Composition;
  readonly storage: { readonly session: Storage | undefined; readonly device: Storage | undefined };
  readonly session: Parameters;
  /** Server's clock minus this device's clock, in ms. */
  readonly clockOffsetMs: number;
  /** Absent: the page does not count. */
  readonly counter: Counter | undefined;
  readonly newId: () => string;
  readonly http: AheadHttp;
  /** See `createHttp`. */
  readonly onAged: (how: string) => void;
}

/** Creates the services from browser APIs, opens the first screen from the plan in the document and renders it. */
export function openPage(options: OpenPageOptions): Page {
  const {
    release,
    kept,
    rendered,
    composition,
    storage,
    session,
    newId,
    http,
    onAged,
    counter,
    clockOffsetMs,
  } = options;
  const history = createHistory(window, newId);
  const plain = createServices({ window, storage, history, newId, clockOffsetMs, http });
  const asRendered = rendered && openAsRendered(window, plain, release.language, rendered);
  const services: Services = {
    ...(asRendered?.services ?? plain),
    http: {
      ...http,
      send(request, signal) {
        const reply = http.send(withScreen(request, { id: page.screen() }), signal);
        counter?.call(reply);
        return reply;
      },
    },
    report(fault) {
      counter?.fault(fault);
      plain.report(fault);
    },
  };

  const tellKept = (detail: string) => plain.report({ code: 'release/kept', detail });
  const plans = createPlanSource(
    release,
    (...call) => window.fetch(...call),
    (why) => {
      paintBrand(document, plans.release().app.plan);
      tellKept(why);
    },
  );
  const hasPlaceholder = document.getElementById('capiz')?.firstElementChild != null;
  const hasContent = document.getElementById(CONTENT_ELEMENT_ID) !== null;
  const standing = hasPlaceholder ? { device: asRendered?.device } : undefined;
  const page = createPage({ window, plans, session, services, history, standing });
  if (kept) tellKept(kept);
  window.capizBack = page.handleBack;
  counter?.watchPage(page);
  // The requests of the first screen are sent as it opens.
  const opened = page.subscribe(() => {
    const { live, fault } = page.snapshot();
    if (live === undefined && fault === undefined) return;
    opened();
    http.end();
  });
  const hasHeader = !services.native.inShell;
  const say: Say = (word) => {
    const { app, language } = plans.release();
    return String(app.plan.messages[language]?.[word] ?? word);
  };
  // Answers that arrived before this script are read first and are part of the first render. Until then, and until a
  // plan that replaces the document's is loaded, the placeholder stays. A rendered screen stays until the page has its
  // data: a skeleton would remove the boxes with the typed text.
  let isDrawn = false;
  let stopWaiting = () => {};
  const drawFirst = () => {
    const { live, fault } = page.snapshot();
    if (isDrawn || (live === undefined && fault === undefined)) return;
    stopWaiting();
    if (hasContent && live?.surface.snapshot().phase === 'loading') {
      stopWaiting = live.surface.subscribe(drawFirstLater);
      return;
    }
    isDrawn = true;
    stop();
    composition.whenComplete(() => {
      const { live } = page.snapshot();
      const isSame =
        asRendered?.isSame() === true && http.hasUsedGiven() && live?.surface.snapshot().phase === 'content';
      draw({ page, history, hasHeader, say }, isSame, () =>
        services.report({ code: 'page/rendered-otherwise', screen: page.screen() }),
      );
      asRendered?.end();
      live?.setDevice(readDevice(window, plans.release().language));
    });
  };
  const drawFirstLater = () => void setTimeout(drawFirst);
  const stop = page.subscribe(drawFirstLater);
  page.arrive(window.location.pathname);

  // Prepares offline use after the first screen has loaded.
  const prepare = () =>
    void import('./offline.ts').then(
      (code) => code.prepareOffline(window, onAged),
      () => undefined,
    );
  const prepareLater = () => setTimeout(prepare, LATER_MS);
  if (document.readyState === 'complete') prepareLater();
  else window.addEventListener('load', prepareLater);
  return page;
}
