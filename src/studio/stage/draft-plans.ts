import { PlanRefused } from '#src/borrower/release.ts';
import type { PlanSource } from '#src/borrower/plan-source.ts';
import { routeAll } from '#src/simulator/states/state-address.ts';
import type { Scene } from './scene.ts';
import { withPayments } from './with-payments.ts';

/** The plans of a draft, for the page. @param reader - Grammar version of the page. */
export function plansOfDraft(sceneNow: () => Scene, reader: number): PlanSource {
  return {
    release() {
      const { app } = sceneNow();
      return {
        language: app.language,
        app: { name: 'draft', plan: withPayments(routeAll(app.plan)) },
        screens: {},
        name: 'draft',
        version: 0,
        now: Date.now(),
        demo: true,
      };
    },
    ready(screen) {
      const plan = sceneNow().planOf(screen);
      return plan !== undefined && plan.grammar <= reader ? plan : undefined;
    },
    load: (screen) =>
      Promise.reject(
        sceneNow().planOf(screen) === undefined
          ? new Error(`There is no screen ${screen}.`)
          : new PlanRefused('grammar'),
      ),
    prefetch: () => undefined,
  };
}
