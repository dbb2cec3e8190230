import { compileLibrary, library } from '#renderer/grammar/testing.ts';
import { hostileDefinitions } from '#tests/property/hostile-definitions.ts';
import { openApi } from '#tests/publish-api.ts';

/* The Node part of `npm run bench -- hostile`: our definitions, refused by the publish API or forced past it. Built by `hostile.mjs`. */

export { WatchedPage } from '#tests/hostile-page.ts';
export { answerShelf, servePlan } from '#tests/journeys/library-page.ts';
export { forcePlan } from '#tests/property/forced-plans.ts';
export { hostileDefinitions };

export const { app } = compileLibrary({ routes: ['/shelf'], data: {}, body: [] });

/** Titles of the definitions that the server accepts, by class. */
export async function findTaken(): Promise<{ readonly [kind: string]: readonly string[] }> {
  const send = await openApi();
  const taken: { [kind: string]: string[] } = {};
  for (const { class: kind, title, screen } of hostileDefinitions()) {
    const { status } = await send(library(screen));
    taken[kind] ??= [];
    if (status !== 422) taken[kind].push(title);
  }
  return taken;
}
