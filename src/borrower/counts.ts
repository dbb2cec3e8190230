import { HttpFailure, type Fault, type HttpReply } from '#renderer/engine.ts';
import { REPORTS_ADDRESS } from '#src/shared/release.ts';
import type { CountReport, ReportKind } from '#src/shared/reports.ts';
import type { Page } from './page.ts';

/** Delay before counts are sent, in ms. A page that ends sends the rest at once. */
const SEND_DELAY_MS = 5_000;

/** Kinds of faults that count for a screen's health; the others do not. */
export const KINDS: { readonly [code: string]: ReportKind } = {
  'widget/threw': 'render',
  'plan/refused': 'render',
  'text/failed': 'render',
  'list/failed': 'render',
  'condition/failed': 'render',
  'amount/not-shown': 'render',
  'widget/unknown': 'unsupported',
  'action/unknown': 'unsupported',
  'form/unsupported': 'unsupported',
  'action/fault': 'script',
  'data/fault': 'script',
  'data/inputs-failed': 'script',
  'request/not-built': 'script',
  'form/unavailable': 'script',
  'reply/invalid': 'reply',
  'fields/refused': 'reply',
};

/** Counts per screen, without visitor data. */
export interface Counter {
  fault(fault: Fault): void;
  /** Counts a call that ends without an answer. */
  call(reply: Promise<HttpReply>): void;
  watchPage(page: Page): void;
}

/** @param tag - Release, group and token; see `Aside`. */
export function createCounter(window: Window, [release = '', group, token]: readonly string[]): Counter {
  const tag = { release, ...(group && { group }), ...(token && { token }) };
  let screens: Record<string, Partial<Record<ReportKind, number>>> = {};
  let contentMs: number | undefined;
  let screen = '';
  let visit: unknown;
  let seen = new Set<ReportKind>();
  let timer: number | undefined;

  function send(): void {
    window.clearTimeout(timer);
    timer = undefined;
    if (Object.keys(screens).length === 0) return;
    const report: CountReport = { type: 'counts', ...tag, screens, ...(contentMs && { contentMs }) };
    screens = {};
    contentMs = undefined;
    window.navigator.sendBeacon(REPORTS_ADDRESS, JSON.stringify(report));
  }

  /** Once per visit of a screen, so that each count is a share of `view`. */
  function count(kind: ReportKind): void {
    if (seen.has(kind) || screen === '') return;
    seen.add(kind);
    const counts = (screens[screen] ??= {});
    counts[kind] = (counts[kind] ?? 0) + 1;
    timer ??= window.setTimeout(send, SEND_DELAY_MS);
  }

  window.addEventListener('error', () => count('script'));
  window.addEventListener('unhandledrejection', () => count('script'));
  window.addEventListener('pagehide', send);
  window.document.addEventListener('visibilitychange', () => {
    if (window.document.visibilityState === 'hidden') send();
  });
  window.addEventListener(
    'click',
    ({ target }) => {
      if ((target as Element).closest('.cz-button-primary:not([aria-disabled])')) count('tap');
    },
    true,
  );

  return {
    fault({ code, screen: named }) {
      const kind = KINDS[code];
      // A screen that could not be opened is counted as viewed here.
      if (code === 'plan/refused' && named !== undefined) view(named, {});
      if (kind !== undefined) count(kind);
    },
    call(reply) {
      reply.then(
        ({ status }) => {
          if (status >= 500) count('request');
        },
        (error: unknown) => {
          if (error instanceof HttpFailure && error.kind !== 'offline') count('request');
        },
      );
    },
    watchPage(page) {
      const look = (): void => {
        const { live } = page.snapshot();
        if (live === undefined || live === visit) return;
        const isFirst = visit === undefined;
        view(live.plan.id, live);
        if (!isFirst) return;
        count('load');
        let isOver = false;
        const wait = (): void => {
          const { phase } = live.surface.snapshot();
          if (isOver || phase === 'loading') return;
          isOver = true;
          if (live !== visit || phase !== 'content') return;
          contentMs = Math.round(window.performance.now());
          count('content');
        };
        live.surface.subscribe(wait);
        wait();
      };
      page.subscribe(look);
      look();
    },
  };

  function view(id: string, what: unknown): void {
    screen = id;
    visit = what;
    seen = new Set();
    count('view');
  }
}
