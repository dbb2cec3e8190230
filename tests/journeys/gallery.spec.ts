import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { STATE_ATTRIBUTE } from '../../src/shared/states.ts';
import { AXE, findAny } from './axe.ts';
import { expect, test } from './visit.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const screens = readdirSync(resolve(ROOT, 'screens'))
  .filter((name) => name.endsWith('.screen.json'))
  .map((name) => name.replace('.screen.json', ''))
  .sort();

test('the gallery lists every screen, shows one at a time, loads nearby frames, and unloads far ones', async ({
  page,
  violations,
}) => {
  await page.addInitScript(AXE);
  await page.goto('/gallery');
  const links = page.getByRole('navigation').getByRole('link');
  const paths = await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).pathname));
  expect(paths.sort()).toEqual(screens.map((screen) => `/gallery/${screen}`));
  await expect(page.getByText(new RegExp(`^${screens.length} screens in \\d{3,} states$`))).toBeVisible();
  expect(await findAny(page)).toEqual([]);

  // By keyboard: search, and the only matching screen.
  await page.getByLabel('Search screens and states').focus();
  await page.keyboard.type('repay-code-qr');
  await expect(links).toHaveText([/^repay-code-qr-tips/]);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('order');
  const link = page.getByRole('link', { name: /^order \d+$/ });
  for (
    let press = 0;
    press < 20 && !(await link.evaluate((one) => one === document.activeElement));
    press += 1
  )
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('order');
  const phones = page.locator('.phone');
  expect(await phones.count()).toBeGreaterThan(20);

  const order = page.locator('#order');
  await order.locator('.phone').first().scrollIntoViewIfNeeded();
  const first = order.locator('iframe').first().contentFrame();
  await first.locator(`html[${STATE_ATTRIBUTE}=reached]`).waitFor({ state: 'attached' });
  await expect(first.getByRole('heading', { level: 1 })).toHaveText(/order details/i);
  const drawn = () =>
    page
      .frames()
      .filter((frame) => frame !== page.mainFrame() && frame.url().includes('/order?'))
      .map((frame) => frame.url());
  const near = drawn();
  expect(near.length).toBeLessThan(await order.locator('.phone').count());

  await phones.last().scrollIntoViewIfNeeded();
  await expect.poll(() => drawn().filter((url) => near.includes(url))).toEqual([]);
  expect(violations).toEqual([]);
});

test('theme, language and size apply to every frame and are in the address', async ({ page, violations }) => {
  await page.goto('/gallery/order');
  const phone = page.locator('#order .phone').first();
  await phone.scrollIntoViewIfNeeded();
  const frame = phone.locator('iframe').contentFrame();
  await frame.locator(`html[${STATE_ATTRIBUTE}=reached]`).waitFor({ state: 'attached' });
  const ground = () =>
    frame.locator('html').evaluate((root) => window.getComputedStyle(root).backgroundColor);
  await page.getByLabel('Dark').check();
  await expect.poll(ground).toBe('rgb(10, 17, 30)');
  await page.getByLabel('source').check();
  await expect(frame.locator('html')).toHaveAttribute('lang', 'en');
  await expect.poll(ground).toBe('rgb(10, 17, 30)');
  await page.getByLabel('Light').check();
  await expect.poll(ground).toBe('rgb(244, 246, 250)');
  await page.getByLabel('320 × 568').check();
  await expect(phone.locator('iframe')).toHaveAttribute('width', '320');
  expect(page.url()).toMatch(/\/gallery\/order\?theme=light&lang=source&size=320x568$/);
  await page.reload();
  await expect(page.getByLabel('Light')).toBeChecked();
  await expect(phone.locator('iframe')).toHaveAttribute('width', '320');
  expect(violations).toEqual([]);
});
