import { expect, type Page, test } from '@playwright/test';
import { AXE, findAny } from './axe.ts';
import { OwnServer } from './own-server.ts';
import { openStudio } from './studio.ts';
import { focused } from './studio-by-keys.ts';

/* Keys that somebody would rather have elsewhere, by keys. */

let own: OwnServer;
test.beforeAll(async () => {
  own = new OwnServer();
  await own.start();
});
test.afterAll(() => own.remove());

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

async function openKeys(page: Page): Promise<void> {
  await page.locator('body').press('?');
  await expect(dialog(page, 'Keys')).toBeVisible();
}

async function close(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test('a key is given to somebody else’s hand, kept from what needs it, there after a reload, and as it was again', async ({
  page,
}) => {
  await page.addInitScript(AXE);
  const faults = await openStudio(page, own, 'ana', 'editor');
  await openKeys(page);
  const keys = dialog(page, 'Keys');
  const told = keys.getByRole('status');
  const change = keys.getByRole('button', { name: /: Go to a screen, or to words on one$/ }).last();
  await change.focus();
  await page.keyboard.press('Enter');
  await expect(told).toContainText('Press new keys for “Go to a screen, or to words on one”.');
  await page.keyboard.press('Control+j');
  await expect(told).toContainText('⌘J is “The document as JSON” already.');
  await page.keyboard.press('b');
  await expect(told).toContainText('screen readers');
  await expect(keys.getByText('⌘K', { exact: true })).toBeVisible();
  // It is taken back by Escape, and the list stays.
  await page.keyboard.press('Escape');
  await expect(told).toHaveText('It is as it was.');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+b');
  await expect(told).toHaveText('⌘B is “Go to a screen, or to words on one” now.');
  await expect(keys.getByText('⌘B', { exact: true })).toBeVisible();
  await expect(keys.getByText('⌘K', { exact: true })).toHaveCount(0);
  expect(await findAny(page)).toEqual([]);
  await close(page);

  await page.reload();
  const go = page.getByRole('button', { name: 'Go to…' });
  await expect(go).toHaveAttribute('aria-keyshortcuts', 'Control+B Meta+B');
  await expect(page.getByRole('tree', { name: 'Outline' })).toBeVisible();
  await page.locator('body').press('Control+k');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.locator('body').press('Control+b');
  await expect(dialog(page, 'Go to')).toBeVisible();
  await close(page);

  // What is done to a line is, too.
  await openKeys(page);
  await keys.getByRole('button', { name: 'Change: Say it twice' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('F8');
  await expect(told).toHaveText('F8 is “Say it twice” now.');
  await close(page);
  await page.getByRole('treeitem').nth(1).click();
  const moved = page.locator('.st-outline-said');
  await page.keyboard.press('Control+d');
  await expect(moved).toHaveText('');
  await page.keyboard.press('F8');
  await expect(moved).toContainText('is there twice');

  await openKeys(page);
  await keys.getByRole('button', { name: 'As it was: Say it twice' }).focus();
  await page.keyboard.press('Enter');
  await expect(told).toHaveText('⌘D is “Say it twice” again.');
  await expect(focused(page)).toHaveAccessibleName('Change: Say it twice');
  await keys.getByRole('button', { name: 'All as they were' }).focus();
  await page.keyboard.press('Enter');
  await expect(told).toHaveText('All keys are as they were first.');
  await expect(focused(page)).toHaveText('Close');
  await close(page);
  await page.keyboard.press('Control+k');
  await expect(dialog(page, 'Go to')).toBeVisible();
  expect(faults).toEqual([]);
});

test('letters and digits by themselves do nothing for whoever speaks to their computer, in a review neither', async ({
  page,
}) => {
  const faults = await openStudio(page, own, 'ben', 'editor');
  const state = page.getByRole('combobox', { name: 'State', exact: true });
  await expect(state).toBeVisible();
  const first = await state.inputValue();
  await page.locator('body').press('2');
  await expect(state).not.toHaveValue(first);
  await page.locator('body').press('1');
  await expect(state).toHaveValue(first);

  await page.getByRole('button', { name: 'Keys', exact: true }).click();
  const alone = dialog(page, 'Keys').getByRole('checkbox', {
    name: /^Letters, digits and signs do something/,
  });
  await expect(alone).toBeChecked();
  await alone.uncheck();
  await close(page);
  await page.locator('body').press('2');
  await page.locator('body').press('?');
  // What comes after both is heard.
  await page.locator('body').press('Control+k');
  await expect(dialog(page, 'Go to')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await close(page);
  await expect(state).toHaveValue(first);

  await page.reload();
  await page.getByRole('treeitem').nth(1).click();
  await page.keyboard.press('Control+d');
  await expect(page.getByRole('link', { name: 'Review 1 change' })).toBeVisible();
  await page.keyboard.press('Control+Shift+d');
  const zoom = page.getByRole('button', { name: 'Zoom 72 %' });
  await expect(zoom).toBeVisible();
  await expect(zoom).not.toHaveAttribute('aria-keyshortcuts');
  await page.keyboard.press('z');
  await page.keyboard.press('Control+k');
  await expect(dialog(page, 'Go to')).toBeVisible();
  await close(page);
  await expect(zoom).toBeVisible();
  await page.getByRole('button', { name: 'Keys', exact: true }).click();
  await dialog(page, 'Keys').getByRole('button', { name: 'All as they were' }).click();
  await close(page);
  await expect(zoom).toHaveAttribute('aria-keyshortcuts', 'Z');
  await page.keyboard.press('z');
  await expect(page.getByRole('button', { name: 'Zoom 100 %' })).toBeVisible();
  expect(faults).toEqual([]);
});
