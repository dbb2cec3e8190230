import { expect, test } from '@playwright/test';
import { AXE, findAny } from './axe.ts';
import { OwnServer } from './own-server.ts';
import { lineOf, openStudio } from './studio.ts';

/* A path through the screens, played on the map. */

let own: OwnServer;
test.beforeAll(async () => {
  own = new OwnServer();
  await own.start();
});
test.afterAll(() => own.remove());

test('a path is played on the map screen by screen, with its taps, by keyboard', async ({ page }) => {
  await page.addInitScript(AXE);
  const faults = await openStudio(page, own, 'ana', 'editor');
  await lineOf(page, 'order').click();
  await page.getByRole('link', { name: 'Map', exact: true }).click();
  const start = page.getByRole('group', { name: 'Play a path' });
  await expect(start.getByLabel('From')).toHaveValue('order');
  await start.getByRole('combobox', { name: 'From' }).selectOption('borrow-detail');
  await start.getByRole('combobox', { name: 'To' }).selectOption('repay');
  await start.getByRole('button', { name: 'Play' }).click();

  // The shortest path, each screen in its content state, with the tapped element.
  const path = page.getByRole('region', { name: 'Path' });
  const phone = path.frameLocator('iframe');
  const said = path.getByRole('status');
  await expect(said).toHaveText('1. borrow-detail');
  await expect(path.getByRole('button', { name: 'Order details → order' })).toBeFocused();
  await expect(phone.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(said).toHaveText('2. order');
  await expect(phone.getByRole('button', { name: 'REPAY', exact: true })).toBeVisible();
  await expect(path.locator('.st-play-tapped')).toBeVisible();
  await expect(page.locator('.st-map-box.st-near')).toContainText('order');
  expect(await findAny(page)).toEqual([]);
  await page.keyboard.press('ArrowLeft');
  await expect(said).toHaveText('1. borrow-detail');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(said).toHaveText('3. repay, where the path ends');
  await page.keyboard.press('Escape');

  // Any target.
  await start.getByRole('combobox', { name: 'From' }).selectOption('order');
  await start.getByRole('combobox', { name: 'To' }).selectOption('');
  await start.getByRole('button', { name: 'Play' }).focus();
  await page.keyboard.press('Enter');
  await expect(said).toHaveText('1. order');
  await path.getByRole('button', { name: 'Rollover Repayment → rollover' }).focus();
  await page.keyboard.press('Enter');
  await expect(said).toHaveText('2. rollover');
  await page.keyboard.press('Escape');

  // A box of the diagram can be pressed.
  await page.locator('.st-map-box text', { hasText: /^repay$/ }).click();
  await expect(page.getByRole('group', { name: 'Phone' })).toBeVisible();
  await expect(lineOf(page, 'repay')).toHaveAttribute('aria-current', 'page');
  expect(faults).toEqual([]);
});
