import {
  addressOf,
  type Destination,
  isSameAddress,
  ownAddress,
  readDestination,
  hasSessionParameter,
  withMore,
} from './addresses.ts';
import { keepEqual } from './keep-equal.ts';
import { ActionFailure } from './action.ts';
import type { ActionPlan } from '../plan/plan.ts';
import { isUrl } from '../plan/url.ts';
import type { Engine } from './ports/engine.ts';
import type { NavigationPort } from './ports/navigation.ts';
import type { Values } from './ports/store.ts';

/** If the screen is still shown this many ms after `history.back()`, it was the first entry. */
const BACK_TIMEOUT_MS = 1_000;

/**
 * Navigation: go, leave and back. The first navigation wins and ends the screen's lists and reads.
 *
 * @param stayed - Called when going back did not leave the screen.
 */
export function createNavigation(engine: Engine, stayed: () => void): NavigationPort {
  const { app, services, plan } = engine;
  const { router, clock } = services;
  const exit = createExit(engine);
  let isLeaving = false;

  function first(navigate: () => void): boolean {
    if (isLeaving) return false;
    isLeaving = true;
    engine.runner.stop();
    engine.data.stop();
    navigate();
    return true;
  }

  /** With a session parameter the page is reloaded: at startup it reads the parameter and removes it. */
  function visit(url: URL, hasSession: boolean, options: { replace: boolean; at?: string }): boolean {
    return first(() => {
      if (hasSession) router.leave(url.href, options);
      else router.go(url.pathname + url.search + url.hash, options);
    });
  }

  return {
    get isLeaving() {
      return isLeaving;
    },
    go(screen, params, options) {
      const address = addressOf(app, screen, params, engine.store.get().params);
      if (address === undefined) throw new ActionFailure({ kind: 'unsupported', code: 'go/unknown-screen' });
      if (options.at !== undefined && isHere(engine, screen, params)) {
        router.show(options.at);
        return true;
      }
      const { query, ...how } = options;
      if (query === undefined) return first(() => router.go(address, how));
      const url = withMore(new URL(address, router.origin), query);
      return visit(url, hasSessionParameter(app, url), how);
    },
    isScreen(value) {
      const to = typeof value === 'string' && isUrl(value) ? read(engine, value) : undefined;
      return to?.kind === 'own' && ownAddress(app, to.url, {}) !== undefined;
    },
    leave(text, { replace }) {
      const to = read(engine, text);
      if (to === undefined) throw refuse(engine, 'leave/not-allowed');
      switch (to.kind) {
        case 'aside':
          router.leave(to.url, { replace });
          return true;
        case 'foreign':
          return first(() => router.leave(to.url, { replace }));
        case 'own': {
          const here = engine.store.get().params;
          const address = ownAddress(app, to.url, here);
          if (address === undefined) throw refuse(engine, 'leave/unknown-path');
          if (replace && isSameAddress(app, plan.id, to.url, here)) return false;
          return visit(new URL(address, router.origin), hasSessionParameter(app, to.url), { replace });
        }
      }
    },
    back() {
      if (router.isFirst() && app.exit !== undefined) return exit(app.exit);
      return first(() => {
        router.back();
        clock.after(BACK_TIMEOUT_MS, () => {
          if (isLeaving) stayed();
        });
      });
    },
    resume() {
      if (!isLeaving) return;
      isLeaving = false;
      engine.runner.resume();
    },
  };
}

/** Runs the list that replaces going back from the first entry. */
function createExit(engine: Engine): (list: readonly ActionPlan[]) => boolean {
  let isExiting = false;
  return (list) => {
    // The exit list itself went back: prevents an endless loop.
    if (isExiting) throw refuse(engine, 'exit/back');
    if (engine.navigation.isLeaving) return false;
    isExiting = true;
    engine.runner.stop();
    // The screen stays until the exit list leaves it, so its buttons are not busy.
    engine.runner.resume();
    const end = engine.runner.run(list, { scope: engine.scope, list: 'app:exit:back', event: 'back' });
    void Promise.resolve(end).then(() => {
      isExiting = false;
    });
    return true;
  };
}

function read({ app, services, plan }: Engine, text: string): Destination | undefined {
  return readDestination(text, services.router.origin, app.hosts.leave, app.screens[plan.id]?.paths[0]);
}

/** Whether this screen with these parameters is already shown. */
function isHere({ plan, store }: Engine, screen: string, params: Values): boolean {
  const here = store.get().params;
  return (
    screen === plan.id &&
    Object.entries(params).every(([name, value]) => keepEqual(here[name], value) === here[name])
  );
}

function refuse(engine: Engine, code: string): ActionFailure {
  engine.report(code);
  return new ActionFailure({ kind: 'refused', code });
}
