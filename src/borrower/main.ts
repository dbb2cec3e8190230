import type { Page } from './page.ts';
import { countEndings } from '#renderer/plan/endings.ts';
import { callsOf } from '#src/shared/first-calls.ts';
import { readPlan } from '#renderer/plan/read-plan.ts';
import { sendAhead } from './ahead.ts';
import { watchComposition } from './composition.ts';
import { readBorrowerData } from './read-borrower-data.ts';
import { takeServerData } from './server-data.ts';
import { type EntryState, readEntry } from './entry-state.ts';
import { createHttp } from './http.ts';
import { createId } from './create-id.ts';
import { paintBrand } from './paint-brand.ts';
import 'virtual:capiz/theme.css';
import './page.css';
import { isOlder, readRelease } from './release.ts';
import { renew } from './renew.ts';
import { nameDevice, readVisitor } from './session.ts';
import { createStoragePort, findStorage } from './storage.ts';
import { watchMissingCode } from './watch-missing-code.ts';

boot();

/**
 * Startup, in order: removes session parameters from the address before the first paint, sends the first screen's
 * requests, and hands over to the code that opens and renders the screen, which loads in parallel.
 */
function boot(): void {
  const { release, kept } = readRelease(document);
  const rendered = readBorrowerData(document);
  const composition = watchComposition(document);
  const storage = {
    session: findStorage(window, 'sessionStorage'),
    device: findStorage(window, 'localStorage'),
  };
  const visitor = readVisitor(release.app.plan, window.location, storage.session);
  const newId = () => createId(window.crypto);
  // Only an entry without an id gets one: changing the history blocks a browser for some time.
  const named: EntryState = readEntry(window.history.state) ?? {
    entry: newId(),
    ...(window.history.length === 1 && { first: true }),
  };
  // With the origin: a path such as `//order` would be another host, which the History API refuses.
  window.history.replaceState(named, '', window.location.origin + visitor.path + visitor.search);
  window.history.scrollRestoration = 'manual';
  if (kept === undefined && isOlder(release, storage.device)) {
    renew(window);
    return;
  }

  const session = nameDevice(visitor.session, storage.device, newId);
  const onAged = (how: string) => void opened.then((page) => page?.age(how === 'closed'));
  const plan = readPlan(release.first?.plan);
  const calls = typeof plan === 'string' ? [] : callsOf(release.app.plan, plan, session, window.location);
  const http = sendAhead(
    createHttp(window, onAged),
    calls,
    countEndings({ device: createStoragePort(storage.device) }),
    rendered?.replies,
  );
  // Runs while other code loads, because reading a cookie takes milliseconds.
  const aside = takeServerData(window, storage.device, kept);
  paintBrand(document, release.app.plan);
  watchMissingCode(window, () => renew(window));
  // Most pages send no counts and need no code for it.
  const counting = aside.tag[0] ? import('./counts.ts').catch(() => undefined) : undefined;
  const opened: Promise<Page | undefined> = Promise.all([import('./open-page.ts'), counting]).then(
    ([{ openPage }, counts]) => {
      const counter = counts?.createCounter(window, aside.tag);
      return openPage({
        ...{ release, kept, composition, storage, session, newId, http, onAged, counter },
        clockOffsetMs: aside.clockOffsetMs,
        // The server rendered what path and query say.
        rendered: visitor.isFromQuery ? rendered : undefined,
      });
    },
    // The loss was reported; the plain page stays.
    () => undefined,
  );
}
