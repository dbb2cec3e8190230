import type { Plan } from '#renderer/plan/plan.ts';
import type { ReleaseDocument } from '#src/shared/release.ts';
import { createPlanFetcher } from './plan-fetcher.ts';
import { planIn, readScreen, type Shown } from './release.ts';

/** Plans by screen; a plan never changes, so each is fetched once. */
export interface PlanSource {
  release(): ReleaseDocument;
  /** At hand already: the first screen's, and whatever was fetched before. */
  ready(screen: string): Plan | undefined;
  load(screen: string): Promise<Plan>;
  /** Fetches the release, and what the screens that this plan can go to need; `prepare` hears of each. */
  prefetch(plan: Plan, prepare: (plan: Plan) => void): void;
}

/**
 * @param get - Fetches.
 * @param onKept - Screens are of a kept release from now on; `why` says of which, and why.
 */
export function createPlanSource(
  release: ReleaseDocument,
  get: typeof fetch,
  onKept: (why: string) => void,
): PlanSource {
  const shown: Shown = { release, ready: new Map() };
  const { first } = release;
  const ready = (screen: string): Plan | undefined => {
    // One that cannot be drawn is asked for again, by its name, and refused there.
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
      // What could not be fetched ahead is fetched when it is gone to.
      fetcher.fetchAhead(plan, prepare).catch(() => undefined);
    },
  };
}
