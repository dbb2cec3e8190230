import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { LiveScreen } from '#renderer/index.ts';
import { App } from '#src/borrower/app.tsx';
import { createHistory } from '#src/borrower/history.ts';
import { createPage } from '#src/borrower/page.ts';
import { createServices } from '#src/borrower/services.ts';
import { nameDevice, readVisitor } from '#src/borrower/session.ts';
import type { Release } from '#src/server/delivery/release.ts';
import type { Script } from '#src/shared/scripts.ts';
import { type Effects, type OnReply, recordServices } from './stage-services.ts';
import { TEST_NOW } from './stage-window.ts';

export interface PageOptions {
  readonly language: string;
  /** Overrides of the application's configuration, by group. */
  readonly config?: Script['config'];
  /** Called for each screen that opens. */
  readonly onOpen?: (live: LiveScreen) => void;
  readonly onReply?: OnReply | undefined;
}

/** Opens the borrowers' page at an address. */
export function openPage(
  release: Release,
  address: string,
  { language, config, onOpen, onReply }: PageOptions,
): { readonly effects: Effects; readonly close: () => void } {
  const spoken = release.languages.get(language) ?? release;
  const app = config ? configure(spoken.app, config) : spoken.app;
  const { screens } = spoken;
  window.history.pushState(null, '', '/capiz/before');
  window.history.pushState(null, '', address);
  const storage = { session: window.sessionStorage, device: window.localStorage };
  const visitor = readVisitor(app.plan, window.location, storage.session);
  window.history.replaceState(null, '', visitor.path + visitor.search);
  let ids = 0;
  const newId = () => `id-${(ids += 1)}`.padEnd(8, '0');
  const session = nameDevice(visitor.session, storage.device, newId);
  const history = createHistory(window, newId);
  const effects: Effects = { deeds: [], faults: [], left: [] };
  const made = createServices({ window, storage, history, newId, clockOffsetMs: 0 });
  const services = recordServices(made, effects, onReply);
  const plans = {
    release: () => ({ language, app, screens, now: TEST_NOW, demo: true, name: '', version: 0 }),
    ready: (screen: string) => release.plans.get(screens[screen] ?? ''),
    load: (screen: string) => Promise.reject(new Error(`The release has no screen ${screen}.`)),
    prefetch: () => undefined,
  };
  const page = createPage({ window, plans, session, services, history });
  window.capizBack = page.handleBack;
  let last: LiveScreen | undefined;
  page.subscribe(() => {
    const { live } = page.snapshot();
    if (live === undefined || live === last) return;
    last = live;
    onOpen?.(live);
  });
  page.arrive(window.location.pathname);
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place, { onCaughtError: () => undefined, onUncaughtError: () => undefined });
  root.render(
    <App
      page={page}
      history={history}
      hasHeader={!services.native.inShell}
      say={(word) => String(app.plan.messages[language]?.[word] ?? word)}
    />,
  );
  const close = (): void => {
    page.snapshot().live?.close();
    flushSync(() => root.unmount());
  };
  return { effects, close };
}

function configure(app: Release['app'], given: NonNullable<Script['config']>): Release['app'] {
  const { config } = app.plan;
  const groups = Object.entries(given).map(([name, group]) => [name, { ...config[name], ...group }]);
  return {
    ...app,
    plan: { ...app.plan, config: { ...config, ...Object.fromEntries(groups) } as typeof config },
  };
}
