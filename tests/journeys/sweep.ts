import type { Page } from '@playwright/test';
import { PSEUDO_LANGUAGE, readPseudo } from '../../src/shared/pseudo-language.ts';
import { STATE_ATTRIBUTE, type State } from '../../src/shared/states.ts';
import { findSerious } from './axe.ts';
import { findKeyboardFaults, readAloud } from './keyboard.ts';
import { findCut, findMisfits, findSmallTargets } from './layout.ts';
import { findForeignWords } from './spoken.ts';
import { expect, PAYMENT_PORT } from './visit.ts';

/* Visits a state of the gallery; `sweep.spec.ts` says what is checked. */

export type ScreenState = State & { readonly screen: string };

export interface Lane {
  readonly page: Page;
  readonly theme: 'light' | 'dark';
  /** Since the last state. */
  readonly errors: string[];
  readonly replies: Promise<string>[];
}

export const PHONE = { width: 390, height: 844 };
const NARROW = { width: 320, height: 568 };
export const IS_LONG = process.env.CAPIZ_LONG === '1';

export async function openLane(page: Page, theme: Lane['theme']): Promise<Lane> {
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

/** Checks what is shown at 320 px, with text of twice the size, and with both. */
export async function findLayoutFaults(page: Page): Promise<string[]> {
  const found: string[] = [];
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
  return found;
}

/** Two states look equal if they differ only in generated names. */
async function lookOf(page: Page): Promise<string> {
  return await page.evaluate(() =>
    document.body.outerHTML.replaceAll(/<script[^]*?<\/script>/g, '').replaceAll(/[\w-]*-[0-9a-f]{8}/g, ''),
  );
}

/**
 * All faults of one state; for a state that looks like an earlier one, only those of this visit.
 *
 * @param origin - The server of another project than the shipped one.
 */
export async function visitState(
  lane: Lane,
  state: ScreenState,
  seen: Set<string>,
  origin = '',
): Promise<string[]> {
  const { page, errors, replies } = lane;
  errors.length = 0;
  replies.length = 0;
  const language = origin === '' ? languageOf(state) : PSEUDO_LANGUAGE;
  await page.setViewportSize({ ...PHONE, ...state.size });
  await page.goto(`${origin}/gallery/${state.screen}/${state.name}?lang=${language}`);
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
    if (origin === '' && READ_ALOUD.has(state.screen))
      expect.soft(await readAloud(page)).toMatchSnapshot(`${state.screen}.txt`);
    found.push(...(await findKeyboardFaults(page)));
  }
  const look = await lookOf(page);
  if (!IS_LONG && seen.has(look)) return [...found, ...errors];
  seen.add(look);
  found.push(...(await findSerious(page)), ...(await findSmallTargets(page)));
  const headings = await page.locator('h1').count();
  if (headings !== 1) found.push(`${headings} first headings`);
  found.push(...(await findLayoutFaults(page)));
  return [...found, ...errors];
}
