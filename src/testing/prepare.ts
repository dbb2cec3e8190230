import { prepareScreen } from '#renderer/index.ts';
import type { Plan } from '#renderer/plan/plan.ts';

const pieces = import.meta.glob([
  '../../renderer/{actions,forms,kit,live,screen,widgets}/**/*.{ts,tsx}',
  '../../src/borrower/browser-handlers.ts',
  '!**/*.test.*',
  '!**/testing.ts',
]);

let fetched: Promise<unknown> | undefined;

/** Loads every lazy chunk of the page, so that no test depends on loading times. */
export async function prepareScreens(plans: Iterable<Plan>): Promise<void> {
  await (fetched ??= Promise.all(Object.values(pieces).map((load) => load())));
  for (const plan of plans) await prepareScreen(plan);
}
