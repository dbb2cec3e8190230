import { readPlaces } from '#src/simulator/service/places.ts';
import { openStagePage, type StagePage } from '#src/studio/stage/page.tsx';
import type { Scene } from '#src/studio/stage/scene.ts';
import type { OpenedState } from '../answers.ts';
import type { Look } from './frame-api.ts';

interface Told {
  happened(words: string): void;
  threw(error: unknown): void;
}

let stage: StagePage | undefined;

/** Shows a state with the studio's stage: the page over the simulated service. */
export async function showState(
  { state, app, plans, contracts, scenarios, service, places }: OpenedState,
  { theme, textScale, language }: Look,
  { happened, threw }: Told,
): Promise<string | undefined> {
  const scene: Scene = {
    app: { language, plan: app },
    planOf: (screen) => (Object.hasOwn(plans, screen) ? plans[screen] : undefined),
    state,
    rehearsal: {
      ...{ contracts, service },
      scenarios: new Map(scenarios.map((scenario) => [scenario.name, scenario])),
      places: readPlaces(places),
      states: { screens: new Map(), sets: new Map() },
    },
    ...{ theme, textScale },
    motion: 'full',
  };
  if (stage !== undefined) return describe(await stage.update(scene));
  let last = 0;
  const opened = await openStagePage(scene, {
    called(now) {
      for (const { nth, method, path } of now) {
        if (nth > last) happened(`calls ${method} ${path}`);
        last = Math.max(last, nth);
      }
    },
    left: (url) => happened(`leaves for ${url}`),
    threw,
  });
  stage = opened.stage;
  return describe(opened.end);
}

function describe(end: Awaited<ReturnType<StagePage['update']>>): string | undefined {
  return typeof end === 'object' ? end.failed : undefined;
}
