import type { BrowserContext, Page } from '@playwright/test';
import { expect, type Visit } from './visit.ts';

/* A page whose document has the screen with its data, until and after its scripts take the screen over. */

export const SCRIPTS = /\/capiz\/assets\/.*\.js$/;
const RENDERED = '#capiz-content > .cz-screen';
const TAKEN = '#capiz > .cz-screen:not([inert])';

interface Watched {
  /** The screen that the server rendered. */
  screen?: Element;
}

/**
 * Records the rendered screen and the taps of every later document of this context. Its storage is empty.
 *
 * @returns the number of taps on enabled buttons with a text, also if a tap has opened another document.
 */
export async function watchRendered(context: BrowserContext): Promise<(button: string) => number> {
  const taps: string[] = [];
  await context.exposeFunction('tapped', (button: string) => void taps.push(button));
  await context.addInitScript(() => {
    if (window !== window.top) return;
    const watched: Watched = {};
    Object.assign(window, { watched });
    const look = new MutationObserver(() => {
      const screen = document.querySelector('#capiz-content > .cz-screen');
      if (screen === null) return;
      watched.screen = screen;
      look.disconnect();
    });
    look.observe(document, { childList: true, subtree: true });
    document.addEventListener(
      'click',
      ({ target }) => {
        const name = (target as Element).closest('button')?.textContent;
        if (name != null) (window as unknown as { tapped(button: string): void }).tapped(name);
      },
      true,
    );
  });
  return (button) => taps.filter((one) => one === button).length;
}

/** Delays these scripts until they are released. */
export async function holdScripts(page: Page, which = SCRIPTS): Promise<() => void> {
  let release = (): void => undefined;
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route(which, async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  return () => release();
}

/** Opens an address until its document has content: a busy machine may miss the time for it. */
export async function openRendered(
  { page, address }: { readonly page: Page; readonly address: string },
  content = page.locator(RENDERED),
): Promise<void> {
  await expect(async () => {
    await page.goto(address, { waitUntil: 'commit' });
    await expect(content).toBeAttached({ timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
}

export function openRenderedAt(borrower: Visit, path: string, more?: Record<string, string>): Promise<void> {
  return openRendered({ page: borrower.page, address: borrower.address(path, more) });
}

export async function untilTaken(page: Page): Promise<void> {
  await expect(page.locator(TAKEN)).toBeAttached();
  await expect(page.locator('#capiz-content')).toHaveCount(0);
}

/** Whether the page shows the element that the server rendered. */
export function keepsRendered(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const { watched } = window as unknown as { watched: Watched };
    return watched.screen !== undefined && watched.screen === document.querySelector('#capiz > .cz-screen');
  });
}
