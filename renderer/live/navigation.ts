import { addressOf, ownAddress, readDestination } from './addresses.ts';
import { ActionFailure, type Engine, type NavigationPort } from './live.ts';

/** Going, leaving and going back. The first navigation wins; lists and reads of the screen end there. */
export function createNavigation(engine: Engine): NavigationPort {
  let isLeaving = false;

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
      return first(() => engine.services.router.go(address, options));
    },
    leave(text, options) {
      const to = readDestination(text, engine.services.router.origin, engine.app.hosts.leave);
      if (to === undefined) throw refuse('leave/not-allowed');
      switch (to.kind) {
        case 'aside':
          engine.services.router.leave(to.url, options);
          return true;
        case 'foreign':
          return first(() => engine.services.router.leave(to.url, options));
        case 'own': {
          const address = ownAddress(engine.app, to.url, engine.store.get().params);
          if (address === undefined) throw refuse('leave/unknown-path');
          return first(() => engine.services.router.go(address, { replace: options.replace }));
        }
      }
    },
    back() {
      return first(() => engine.services.router.back());
    },
    resume() {
      if (!isLeaving) return;
      isLeaving = false;
      engine.runner.resume();
    },
  };

  function refuse(code: string): ActionFailure {
    engine.report(code);
    return new ActionFailure({ kind: 'refused', code });
  }
}
