import { prepareScreen } from '#renderer/index.ts';
import type { Plan } from '#renderer/plan/plan.ts';

const pieces = import.meta.glob([
  '../../renderer/{actions,forms,kit,live,screen,widgets}/**/*.{ts,tsx}',
  '../../src/borrower/browser-handlers.ts',
  '!**/*.test.*',
  '!**/testing.ts',
]);

let fetched: Promise<unknown> | undefined;

/** Fetches every piece of code that the page fetches when it needs it: when it would come depends on the disk. */
export async function prepareScreens(plans: Iterable<Plan>): Promise<void> {
  await (fetched ??= Promise.all(Object.values(pieces).map((load) => load())));
  for (const plan of plans) await prepareScreen(plan);
}
