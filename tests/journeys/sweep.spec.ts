import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { State } from '../../src/shared/states.ts';
import { AXE } from './axe.ts';
import { IS_LONG, type Lane, openLane, PHONE, type ScreenState, visitState } from './sweep.ts';
import { expect, test as base } from './visit.ts';

/**
 * Visits every screen in its states of the gallery: each is reached without an error, axe finds nothing, touch targets are
 * large enough, there is one first heading, and nothing is cut at 320 px or at twice the text size. The content state of each
 * screen is also walked by keyboard. Most states use the pseudo-language, which is 40 % longer than English. Themes alternate
 * from state to state, and a state that looks like an earlier one of the screen is skipped. A short run visits the content
 * and every third of the other states, which `capiz test` renders all; a long one (`CAPIZ_LONG=1`) visits each in both themes.
 */
const SCREENS = resolve(import.meta.dirname, '../../screens');
const screens = readdirSync(SCREENS)
  .filter((name) => name.endsWith('.screen.json'))
  .map((name) => name.replace('.screen.json', ''))
  .sort();

const test = base.extend<object, { lanes: readonly Lane[] }>({
  // One context for all screens of a worker and theme: its cached files and code serve every state. Two themes in one
  // context would be two tabs of one borrower, where the second waits for calls of the first.
  lanes: [
    async ({ browser }, use, { project }) => {
      const { baseURL, locale, timezoneId } = project.use;
      const options = {
        viewport: PHONE,
        hasTouch: true,
        reducedMotion: 'reduce' as const,
        // A worker answers from its cache; every state starts without one.
        serviceWorkers: 'block' as const,
        ...(baseURL !== undefined && { baseURL }),
        ...(locale !== undefined && { locale }),
        ...(timezoneId !== undefined && { timezoneId }),
      };
      await use(
        await Promise.all(
          (['light', 'dark'] as const).map(async (theme) => {
            const context = await browser.newContext(options);
            // Injected once for each document instead of each analysis, because it is larger than the page.
            await context.addInitScript(AXE);
            return openLane(await context.newPage(), theme);
          }),
        ),
      );
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { scope: 'worker' },
  ],
});

/** The test itself makes states narrow and large; variants that differ only in that are for screenshots. */
function isOnlyResized({ size, textScale, scenario, network, device, params, steps }: State, content: State) {
  return (
    (size ?? textScale) !== undefined &&
    JSON.stringify([scenario, network, device, params, steps]) ===
      JSON.stringify([content.scenario, content.network, content.device, content.params, content.steps])
  );
}

// Screens in parallel: together they are the longest file.
test.describe.configure({ mode: 'parallel' });

for (const [place, screen] of screens.entries()) {
  test(`${screen} in every state: reached, no serious finding, nothing cut, every word in its language`, async ({
    lanes,
    request,
  }) => {
    const all = (await (await request.get('/capiz/gallery/states.json')).json()) as readonly ScreenState[];
    const own = all.filter((state) => state.screen === screen);
    const [content] = own;
    if (content === undefined) throw new Error(`${screen} has no state.`);
    const states = IS_LONG
      ? own
      : own
          .filter((state) => !isOnlyResized(state, content))
          .filter((_, index) => index === 0 || (index + place) % 3 === 0);
    test.setTimeout(60_000 + states.length * 10_000);
    const found: string[] = [];
    await Promise.all(
      lanes.map(async (lane, which) => {
        const seen = new Set<string>();
        for (const [index, state] of states.entries()) {
          if (!IS_LONG && (index + place) % lanes.length !== which) continue;
          const wrong = await visitState(lane, state, seen);
          found.push(...wrong.map((one) => `${state.name}, ${lane.theme}: ${one}`));
        }
      }),
    );
    expect(found).toEqual([]);
  });
}
