import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';
import type { OwnServer } from './own-server.ts';

/** Staff use a laptop; borrowers' pages beside it are as small as a phone. */
export const DESK = { width: 1440, height: 900 };

/**
 * Opens a new draft in a colleague's browser, past Home.
 *
 * @returns The page's errors and policy violations since; a journey must end with none.
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
  await page.waitForURL(/\/studio$/);
  await page.goto(`${own.origin}/studio/new/screens`);
  await expect(page.getByRole('tree', { name: 'Outline' })).toBeVisible();
  await expect(page.getByText('All screens are being read.')).toHaveCount(0);
  return faults;
}

/**
 * Records errors of a page and its frames from now on, including the console.
 *
 * The browser logs policy violations to the console, which no code in the page can prevent.
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

/** The Problems text without problems; warnings of a check come after a debounce. */
export const errorless = (page: Page): Locator => page.getByText(/^(?:No problems|\d+ warnings?)$/);

/** The rendered preview of the draft; the small pictures of screens are no preview. */
export const previewOf = (page: Page): FrameLocator => page.frameLocator('iframe:visible:not(.st-picture)');

/** The line of a screen in the list of screens: its title, its id, and whether it is changed or has errors. */
export const lineOf = (page: Page, screen: string): Locator =>
  page.getByRole('link', { name: new RegExp(`(?:^| )${screen}(?: changed)?(?: error)?$`) });

/** Waits until everything is saved. */
export async function waitUntilSaved(page: Page): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible();
}
