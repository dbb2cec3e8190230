import type { ActionPlan } from '../plan/plan.ts';
import { createCovers } from './covers.ts';
import type { LiveScreen } from './live.ts';
import type { Engine } from './ports/engine.ts';
import type { ScreenStatus } from './screen-status.ts';

/** What Back closes before the screen itself: surfaces of widgets, overlays, then the screen's own list. */
export function createBack(
  engine: Engine,
  status: ScreenStatus,
): Pick<LiveScreen, 'cover' | 'dismissOverlay' | 'handleBack' | 'exit'> {
  const { app, plan, services, navigation, overlays, intents } = engine;
  const covers = createCovers(engine.surface);
  let isGoingBack = false;

  async function goBack(list: readonly ActionPlan[]): Promise<void> {
    isGoingBack = true;
    const end = await engine.runner.run(list, { scope: engine.scope, list: 'screen:back', event: 'back' });
    isGoingBack = false;
    // A failing exit list must not trap the person. A dismissed question means that the person chose to stay.
    if (end.end === 'failed' && end.error.kind !== 'dismissed') navigation.back();
  }

  return {
    cover: covers.add,
    dismissOverlay: () => void overlays.dismissTop(),
    handleBack() {
      if (status.isClosed) return false;
      if (intents.holdBack() || covers.closeTop() || overlays.dismissTop()) return true;
      const list = plan.on.back;
      if (!list || navigation.isLeaving) return false;
      if (!isGoingBack) void goBack(list);
      return true;
    },
    exit() {
      if (status.isClosed || app.exit === undefined || !services.router.isFirst()) return false;
      return navigation.back();
    },
  };
}
