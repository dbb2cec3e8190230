import { expect, type Locator, type Page } from '@playwright/test';
import type { OwnServer } from './own-server.ts';
import { DESK, openStudio, previewOf } from './studio.ts';

/* Keyboard-only use: presses keys, and waits for the visible result. */

/** The accessible name of the focused element. */
export const focused = (page: Page) => page.locator(':focus');

/** Presses a key until an element has the focus. */
export async function pressUntil(
  page: Page,
  key: 'Tab' | 'Shift+Tab' | 'F6',
  wanted: Locator,
): Promise<void> {
  for (let pressed = 0; pressed < 60; pressed += 1) {
    if ((await wanted.count()) > 0) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not come to ${String(wanted)}.`);
}

type Control = 'button' | 'link' | 'textbox' | 'combobox' | 'checkbox' | 'radio' | 'spinbutton';

export async function tabTo(page: Page, role: Control, name: string | RegExp): Promise<void> {
  const wanted = page.getByRole(role, { name, exact: true });
  // Tab skips elements that are missing or disabled, so wait until the target is visible.
  await expect(wanted.first()).toBeEnabled();
  await pressUntil(page, 'Tab', wanted.and(focused(page)));
}

/** Moves through the panes until the named one has the focus. */
export async function goToPane(
  page: Page,
  name: string,
  role: 'region' | 'form' | 'tree' | 'main' = 'region',
): Promise<void> {
  await pressUntil(page, 'F6', page.getByRole(role, { name, exact: true }).filter({ has: focused(page) }));
}

export async function find(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(words);
  await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText(words);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('treeitem', { selected: true })).toContainText(words);
}

export async function openAs(
  page: Page,
  own: OwnServer,
  name: string,
  role: string,
): Promise<readonly string[]> {
  await page.setViewportSize(DESK);
  const faults = await openStudio(page, own, name, role);
  await expect(previewOf(page).getByRole('heading').first()).toBeVisible();
  return faults;
}
