import { LATER_MS, type Services } from '#renderer/engine.ts';
import { takeAside } from './aside.ts';
import { CHUNK_LOST } from './chunk-loader.ts';
import type { Counter } from './counts.ts';
import { createHistory } from './history.ts';
import { createPage } from './page.ts';
import { paintBrand } from './paint-brand.ts';
import 'virtual:capiz/theme.css';
import './page.css';
import type { Say } from '#renderer/plan/words.ts';
import { SCREEN_HEADER } from '#src/shared/release.ts';
import { createPlanSource, isOlder, readRelease } from './release.ts';
import { renew } from './renew.ts';
import { createServices } from './services.ts';
import { nameDevice, readVisitor } from './session.ts';
import { findStorage } from './storage.ts';

boot();

/**
 * Boot, in order: the session leaves the address before anything is painted, the services are made of
 * the browser's parts, the first screen opens from the plan in the document and asks for its data, and React, which came
 * beside all this, draws it.
 */
function boot(): void {
  const { release, kept } = readRelease(document);
  const storage = {
    session: findStorage(window, 'sessionStorage'),
    device: findStorage(window, 'localStorage'),
  };
  const visitor = readVisitor(release.app.plan, window.location, storage.session);
  window.history.replaceState(window.history.state, '', visitor.path + visitor.search);
  window.history.scrollRestoration = 'manual';
  if (kept === undefined && isOlder(release, storage.device)) {
    renew(window);
    return;
  }

  const newId = () => createId(window.crypto);
  const session = nameDevice(visitor.session, storage.device, newId);
  const history = createHistory(window, newId);
  const { clockOffsetMs, tag } = takeAside(window, storage.device, kept);
  const onAged = (how: string) => page.age(how === 'closed');
  const plain = createServices({ window, storage, history, newId, clockOffsetMs, onAged });
  // Most pages count nothing and do not fetch how; one that cannot fetch it is like one that never was heard of.
  const counter = tag[0]
    ? import('./counts.ts').then(
        ({ createCounter }) => createCounter(window, tag),
        () => undefined,
      )
    : undefined;
  const tell = (run: (counter: Counter | undefined) => void) => void counter?.then(run);
  const services: Services = {
    ...plain,
    http: {
      ...plain.http,
      send(request, signal) {
        const headers = { ...request.headers, [SCREEN_HEADER]: page.screen() };
        const reply = plain.http.send({ ...request, headers }, signal);
        tell((counting) => counting?.call(reply));
        return reply;
      },
    },
    report(fault) {
      tell((counting) => counting?.fault(fault));
      plain.report(fault);
    },
  };

  const tellKept = (detail: string) => plain.report({ code: 'release/kept', detail });
  const paint = () => paintBrand(document, plans.release().app.plan);
  const plans = createPlanSource(
    release,
    (...call) => window.fetch(...call),
    (why) => {
      paint();
      tellKept(why);
    },
  );
  paint();
  const hasPicture = document.getElementById('capiz')?.firstElementChild != null;
  const page = createPage({ window, plans, session, services, history, hasPicture });
  if (kept) tellKept(kept);
  window.capizBack = page.handleBack;
  // A chunk that is gone, while there is somebody to ask: the next document names others.
  window.addEventListener(CHUNK_LOST, () => {
    window.fetch('/healthz').then(
      ({ ok }) => ok && renew(window),
      () => undefined,
    );
  });

  tell((counting) => counting?.watchPage(page));
  page.arrive();
  const hasHeader = !services.native.inShell;
  const say: Say = (word) => {
    const { app, language } = plans.release();
    return String(app.plan.messages[language]?.[word] ?? word);
  };
  import('./draw.tsx').then(
    ({ draw }) => draw({ page, hasHeader, say }),
    // That it is lost was told; the document's plain page stays.
    () => undefined,
  );

  // What a reload without a network needs comes when the first screen has what it needs.
  window.addEventListener('load', () => {
    setTimeout(
      () =>
        import('./offline.ts').then(
          ({ prepareOffline }) => prepareOffline(window, onAged),
          // The connection went before it came: the next visit prepares for that.
          () => undefined,
        ),
      LATER_MS,
    );
  });
}

/** 128 random bits, written like a GUID; `crypto.randomUUID` needs iOS 15.4 and a secure context. */
function createId(crypto: Crypto): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
