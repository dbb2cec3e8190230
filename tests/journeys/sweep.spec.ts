import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { PSEUDO_LANGUAGE, readPseudo } from '../../src/shared/pseudo-language.ts';
import { STATE_ATTRIBUTE, type State } from '../../src/shared/states.ts';
import { AXE, findSerious } from './axe.ts';
import { findKeyboardFaults, readAloud } from './keyboard.ts';
import { findCut, findMisfits, findSmallTargets } from './layout.ts';
import { findForeignWords } from './spoken.ts';
import { expect, PAYMENT_PORT, test as base } from './visit.ts';

/**
 * Visits every screen in its states of the gallery: each is reached without an error, axe finds nothing, touch targets are
 * large enough, there is one first heading, and nothing is cut at 320 px or at twice the text size. The content state of each
 * screen is also walked by keyboard. Most states use the pseudo-language, which is 40 % longer than English. Themes alternate
 * from state to state, and a state that looks like an earlier one of the screen is skipped. A short run visits the content
 * and every third of the other states, which `capiz test` renders all; a long one (`CAPIZ_LONG=1`) visits each in both themes.
 */
type ScreenState = State & { readonly screen: string };

interface Lane {
  readonly page: Page;
  readonly theme: 'light' | 'dark';
  /** Since the last state. */
  readonly errors: string[];
  readonly replies: Promise<string>[];
}

const SCREENS = resolve(import.meta.dirname, '../../screens');
const screens = readdirSync(SCREENS)
  .filter((name) => name.endsWith('.screen.json'))
  .map((name) => name.replace('.screen.json', ''))
  .sort();

const PHONE = { width: 390, height: 844 };
const NARROW = { width: 320, height: 568 };
const IS_LONG = process.env.CAPIZ_LONG === '1';

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

async function openLane(page: Page, theme: Lane['theme']): Promise<Lane> {
  const errors: string[] = [];
  const replies: Promise<string>[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    // A reply of 500 is a state like others.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      errors.push(message.text());
  });
  page.on('response', (reply) => {
    const { pathname } = new URL(reply.url());
    if (reply.headers()['content-type']?.includes('json') === true && !pathname.startsWith('/capiz/'))
      replies.push(reply.text().catch(() => ''));
  });
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  return { page, theme, errors, replies };
}

/** Screens whose reading order is stored in `reading-order/`. */
const READ_ALOUD = new Set([
  'order',
  'repay',
  'repay-code',
  'bind-bank',
  'loan-confirm-new',
  'complaint-form',
  'complaint-list',
]);

/** The content state uses the application's language; states without their own language use the pseudo-language. */
function languageOf({ name, lang }: State): string {
  return lang ?? (name === 'content' ? 'en-PH' : PSEUDO_LANGUAGE);
}

const LAYOUTS = [
  ['text at 200 %', PHONE, 2, findMisfits],
  ['320 px wide and text at 200 %', NARROW, 2, findCut],
  ['320 px wide', NARROW, 1, findMisfits],
] as const;

/** The test itself makes states narrow and large; variants that differ only in that are for screenshots. */
function isOnlyResized({ size, textScale, scenario, network, device, params, steps }: State, content: State) {
  return (
    (size ?? textScale) !== undefined &&
    JSON.stringify([scenario, network, device, params, steps]) ===
      JSON.stringify([content.scenario, content.network, content.device, content.params, content.steps])
  );
}

/** Two states look equal if they differ only in generated names. */
async function lookOf(page: Page): Promise<string> {
  return await page.evaluate(() =>
    document.body.outerHTML.replaceAll(/<script[^]*?<\/script>/g, '').replaceAll(/[\w-]*-[0-9a-f]{8}/g, ''),
  );
}

/** All faults of one state; for a state that looks like an earlier one, only those of this visit. */
async function visitState(lane: Lane, state: ScreenState, seen: Set<string>): Promise<string[]> {
  const { page, errors, replies } = lane;
  errors.length = 0;
  replies.length = 0;
  const language = languageOf(state);
  await page.setViewportSize({ ...PHONE, ...state.size });
  await page.goto(`/gallery/${state.screen}/${state.name}?lang=${language}`);
  if (state.leaves === true) {
    await page.waitForURL(({ port }) => port === PAYMENT_PORT);
    return [...errors];
  }
  const root = page.locator(`html[${STATE_ATTRIBUTE}]`);
  await root.waitFor({ state: 'attached' });
  const end = await root.getAttribute(STATE_ATTRIBUTE);
  if (end !== 'reached') {
    const stood = await page.locator('body').innerText();
    return [`${end}; it says “${readPseudo(stood).replaceAll(/\s+/g, ' ').slice(0, 300)}”`, ...errors];
  }
  // A transition between two checks is neither state.
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
    await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)));
  });
  const found: string[] = [];
  if (language === 'en-PH' || language === 'fil-PH')
    found.push(...(await findForeignWords(page, language, (await Promise.all(replies)).join('\n'))));
  if (state.name === 'content') {
    if (READ_ALOUD.has(state.screen))
      expect.soft(await readAloud(page)).toMatchSnapshot(`${state.screen}.txt`);
    found.push(...(await findKeyboardFaults(page)));
  }
  const look = await lookOf(page);
  if (!IS_LONG && seen.has(look)) return [...found, ...errors];
  seen.add(look);
  found.push(...(await findSerious(page)), ...(await findSmallTargets(page)));
  const headings = await page.locator('h1').count();
  if (headings !== 1) found.push(`${headings} first headings`);
  for (const [title, size, scale, find] of LAYOUTS) {
    await page.setViewportSize(size);
    await page.evaluate(async (factor) => {
      document.documentElement.style.fontSize = `${16 * factor}px`;
      // Content that adapts to its width does so in the next frame.
      for (let frame = 0; frame < 2; frame += 1)
        await new Promise((resolve) => {
          requestAnimationFrame(resolve);
        });
    }, scale);
    found.push(...(await find(page)).map((misfit) => `${title}: ${misfit}`));
  }
  return [...found, ...errors];
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
