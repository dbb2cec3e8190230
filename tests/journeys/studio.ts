import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';
import type { OwnServer } from './own-server.ts';

/** Staff sit at a laptop; the pages of borrowers beside are as small as their phones. */
export const DESK = { width: 1440, height: 900 };

/**
 * A colleague's browser with the studio open.
 *
 * @returns What the page has complained of since, its policy too; a journey ends with none.
 */
export async function openStudio(
  page: Page,
  own: OwnServer,
  name: string,
  role: string,
): Promise<readonly string[]> {
  const faults = watchFaults(page);
  await page.setViewportSize(DESK);
  await page.goto(await own.invite(name, role));
  await page.locator('input[type=password]').fill('seven boats on the river');
  await page.getByRole('button').last().click();
  await page.waitForURL(/\/capiz\/staff$/);
  await page.goto(`${own.origin}/studio`);
  await expect(page.getByRole('tree', { name: 'Outline' })).toBeVisible();
  await expect(page.getByText('All screens are being read.')).toHaveCount(0);
  return faults;
}

/**
 * What a page and its frames complain of from now on, to the console too.
 *
 * Of a violated policy the browser itself says so there: in the studio nobody has to listen for it, and nothing that is
 * loaded could keep it from being heard.
 */
export function watchFaults(page: Page): readonly string[] {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || /Content Security Policy|violates|TrustedHTML/.test(message.text()))
      faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  return faults;
}

/** What Problems say where nothing is wrong; what a check warns of comes once nobody types. */
export const errorless = (page: Page): Locator => page.getByText(/^(?:No problems|\d+ warnings?)$/);

/** The draft as it is drawn now. */
export const previewOf = (page: Page): FrameLocator => page.frameLocator('iframe:visible');

/** Waits until all that was done is kept. */
export async function waitUntilSaved(page: Page): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible();
}
