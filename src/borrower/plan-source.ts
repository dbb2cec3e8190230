import type { Plan } from '#renderer/plan/plan.ts';
import type { ReleaseDocument } from '#src/shared/release.ts';
import { createPlanFetcher } from './plan-fetcher.ts';
import { planIn, readScreen, type Shown } from './release.ts';

/** Plans by screen. A plan never changes, so each is fetched once. */
export interface PlanSource {
  release(): ReleaseDocument;
  /** Without a fetch: the plan of the first screen, or a plan that was fetched before. */
  ready(screen: string): Plan | undefined;
  load(screen: string): Promise<Plan>;
  /** Fetches the release and the plans of the next screens; calls `prepare` with each plan. */
  prefetch(plan: Plan, prepare: (plan: Plan) => void): void;
}

/**
 * @param onKept - Called when screens come from a stored release from now on; `why` names the release and the reason.
 */
export function createPlanSource(
  release: ReleaseDocument,
  get: typeof fetch,
  onKept: (why: string) => void,
): PlanSource {
  const shown: Shown = { release, ready: new Map() };
  const { first } = release;
  const ready = (screen: string): Plan | undefined => {
    // A plan that cannot be rendered is fetched again by its name, and `load` refuses it.
    const plan =
      shown.ready.get(screen) ??
      (shown.whole
        ? planIn(shown.whole, screen)
        : first?.screen === screen && readScreen(first.plan, screen));
    if (plan) shown.ready.set(screen, plan);
    return plan || undefined;
  };
  const fetcher = createPlanFetcher(shown, ready, get, onKept);
  return {
    release: () => shown.release,
    ready,
    load: async (screen) => ready(screen) ?? fetcher.load(screen),
    prefetch(plan, prepare) {
      // After a failure, the plan is fetched when the person opens the screen.
      fetcher.fetchAhead(plan, prepare).catch(() => undefined);
    },
  };
}
