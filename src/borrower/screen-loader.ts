import { hasOverlays, prepareScreen, type Services } from '#renderer/engine.ts';
import type { Plan } from '#renderer/plan/plan.ts';
import { isIncomplete, isSignedOut } from '#src/shared/admission.ts';
import type { PlanSource } from './plan-source.ts';
import { PlanGone, PlanRefused } from './release.ts';
import { renew } from './renew.ts';
import type { Parameters } from '#src/shared/parameters.ts';
import type { ShownScreen } from './shown-screen.ts';

export interface ScreenLoaderOptions {
  readonly window: Window;
  readonly plans: PlanSource;
  readonly session: Parameters;
  readonly services: Services;
}

/**
 * Loads the plan and the code of a screen, and opens it unless another visit has begun meanwhile.
 * @returns loads a screen; `key` identifies the visit.
 */
export function createScreenLoader(
  { window, plans, session, services }: ScreenLoaderOptions,
  shown: ShownScreen,
): (screen: string, key: string) => void {
  let visit = '';

  function load(screen: string, key: string): void {
    visit = key;
    const ready = plans.ready(screen);
    if (ready !== undefined) {
      enter(ready, key);
      return;
    }
    shown.show({ key });
    plans.load(screen).then(
      (plan) => enter(plan, key),
      (error: unknown) => {
        if (visit !== key) return;
        if (error instanceof PlanRefused) refuse(screen, key, error.reason);
        else shown.show({ key, fault: 'lost' });
        if (error instanceof PlanGone) renew(window);
      },
    );
  }

  /** Opens the screen, or the special screen that replaces it. */
  function enter(plan: Plan, key: string): void {
    if (visit !== key) return;
    const app = plans.release().app.plan;
    const { special } = app;
    if (special !== undefined && isSignedOut(app, plan, session)) load(special.signedOut, key);
    else if (special !== undefined && isIncomplete(app, plan, window.location.search))
      load(special.unknown, key);
    else openPrepared(plan, key);
  }

  /** Opens a screen when its code is loaded. */
  function openPrepared(plan: Plan, key: string): void {
    const coming = prepareScreen(plan, hasOverlays(services, key) ? 'return' : 'picture');
    if (coming === undefined) {
      open(plan, key);
      return;
    }
    shown.show({ key });
    coming.then(
      () => visit === key && open(plan, key),
      () => {
        services.report({ code: 'form/unavailable', screen: plan.id });
        if (visit === key) shown.show({ key, fault: 'lost' });
      },
    );
  }

  /** A parsed plan may still fail to open. */
  function open(plan: Plan, key: string): void {
    try {
      shown.open(plan, key);
    } catch (error) {
      shown.close();
      refuse(plan.id, key, error instanceof Error ? error.name : typeof error);
    }
  }

  function refuse(screen: string, key: string, detail: string): void {
    services.report({ code: 'plan/refused', screen, detail });
    shown.show({ key, fault: 'unsafe' });
  }

  return load;
}
