import type { AppPlan } from '#renderer/plan/plan.ts';
import { STATE_PARAMETER } from '#src/shared/states.ts';
import { writeDemoAddress } from '../scenarios/demo-page.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import { type ScreenState, writeUnroutedPath } from './states.ts';

/** The address of a screen in a state, with the session of a new borrower. */
export function writeStateAddress(
  { screen, name, path, params = {}, session = true, lang }: ScreenState,
  scenario: Scenario,
  visit: string,
  askedLanguage: string | undefined,
): string {
  const [, query] = writeDemoAddress(path, scenario, visit).split('?');
  const all = new URLSearchParams(query);
  const given = session
    ? all
    : new URLSearchParams([...all].filter(([wire]) => wire === 'orderId' || wire === 'productId'));
  for (const [wire, value] of Object.entries(params)) given.set(wire, value);
  const language = lang ?? askedLanguage;
  if (language !== undefined) given.set('lang', language);
  given.set(STATE_PARAMETER, `${screen}/${name}`);
  return `${path}?${given}`;
}

/** Gives a route to each screen that has none; only in demonstrations. */
export function routeAll(app: AppPlan): AppPlan {
  const screens = Object.entries(app.screens).map(([id, screen]) => [
    id,
    screen.paths.length > 0 ? screen : { ...screen, paths: [writeUnroutedPath(id)] },
  ]);
  return { ...app, screens: Object.fromEntries(screens) as typeof app.screens };
}
