import {
  addressOf,
  type Destination,
  isSameAddress,
  ownAddress,
  readDestination,
  tellsSession,
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
  let isLeaving = false;
  let isExiting = false;

  function first(navigate: () => void): boolean {
    if (isLeaving) return false;
    isLeaving = true;
    engine.runner.stop();
    engine.data.stop();
    navigate();
    return true;
  }

  return {
    get isLeaving() {
      return isLeaving;
    },
    go(screen, params, options) {
      const address = addressOf(engine.app, screen, params, engine.store.get().params);
      if (address === undefined) throw new ActionFailure({ kind: 'unsupported', code: 'go/unknown-screen' });
      if (options.at !== undefined && isHere(screen, params)) {
        engine.services.router.show(options.at);
        return true;
      }
      const { query, ...how } = options;
      if (query === undefined) return first(() => engine.services.router.go(address, how));
      return visit(withMore(new URL(address, engine.services.router.origin), query), how);
    },
    isScreen(value) {
      const to = typeof value === 'string' && isUrl(value) ? read(value) : undefined;
      return to?.kind === 'own' && ownAddress(engine.app, to.url, {}) !== undefined;
    },
    leave(text, options) {
      const { app, plan } = engine;
      const to = read(text);
      if (to === undefined) throw refuse('leave/not-allowed');
      switch (to.kind) {
        case 'aside':
          engine.services.router.leave(to.url, options);
          return true;
        case 'foreign':
          return first(() => engine.services.router.leave(to.url, options));
        case 'own': {
          const here = engine.store.get().params;
          const address = ownAddress(app, to.url, here);
          if (address === undefined) throw refuse('leave/unknown-path');
          if (options.replace && isSameAddress(app, plan.id, to.url, here)) return false;
          return tellsSession(engine.app, to.url)
            ? reloadAt(new URL(address, engine.services.router.origin), options)
            : first(() => engine.services.router.go(address, { replace: options.replace }));
        }
      }
    },
    back() {
      const { clock, router } = engine.services;
      if (router.isFirst() && engine.app.exit !== undefined) return exit(engine.app.exit);
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

  function read(text: string): Destination | undefined {
    const { app, services, plan } = engine;
    return readDestination(text, services.router.origin, app.hosts.leave, app.screens[plan.id]?.paths[0]);
  }

  function exit(list: readonly ActionPlan[]): boolean {
    // The exit list itself went back: prevents an endless loop.
    if (isExiting) throw refuse('exit/back');
    if (isLeaving) return false;
    isExiting = true;
    engine.runner.stop();
    // The screen stays until the exit list leaves it, so its buttons are not busy.
    engine.runner.resume();
    const end = engine.runner.run(list, { scope: engine.scope, list: 'app:exit:back', event: 'back' });
    void Promise.resolve(end).then(() => {
      isExiting = false;
    });
    return true;
  }

  /** Reloads the page: at startup it reads the session parameters and removes them from the address. */
  function reloadAt(url: URL, options: { replace: boolean }): boolean {
    return first(() => engine.services.router.leave(url.href, options));
  }

  function visit(url: URL, options: { replace: boolean; at?: string }): boolean {
    return tellsSession(engine.app, url)
      ? reloadAt(url, options)
      : first(() => engine.services.router.go(url.pathname + url.search, options));
  }

  /** Whether this screen with these parameters is already shown. */
  function isHere(screen: string, params: Values): boolean {
    const here = engine.store.get().params;
    return (
      screen === engine.plan.id &&
      Object.entries(params).every(([name, value]) => keepEqual(here[name], value) === here[name])
    );
  }

  function refuse(code: string): ActionFailure {
    engine.report(code);
    return new ActionFailure({ kind: 'refused', code });
  }
}
