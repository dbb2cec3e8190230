import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { STATE_ATTRIBUTE } from '../../src/shared/states.ts';
import { expect, test } from './visit.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const screens = readdirSync(resolve(ROOT, 'screens'))
  .filter((name) => name.endsWith('.screen.json'))
  .map((name) => name.replace('.screen.json', ''))
  .sort();

test('the gallery has every screen, draws the frames that are near, and lets far ones go', async ({
  page,
  violations,
}) => {
  await page.goto('/gallery');
  const groups = page.locator('section');
  expect(await groups.evaluateAll((all) => all.map(({ id }) => id).sort())).toEqual(screens);
  const phones = page.locator('.phone');
  expect(await phones.count()).toBeGreaterThan(60);
  await expect(page.getByText(`${screens.length} screens in ${await phones.count()} states`)).toBeVisible();

  const order = page.locator('#order');
  await order.locator('.phone').first().scrollIntoViewIfNeeded();
  const first = order.locator('iframe').first().contentFrame();
  await first.locator(`html[${STATE_ATTRIBUTE}=reached]`).waitFor({ state: 'attached' });
  await expect(first.getByRole('heading', { level: 1 })).toHaveText(/order details/i);
  const drawn = () =>
    page
      .frames()
      .filter((frame) => frame.url().includes('/order?'))
      .map((frame) => frame.url());
  const near = drawn();
  expect(near.length).toBeLessThan(await order.locator('.phone').count());

  await phones.last().scrollIntoViewIfNeeded();
  await expect.poll(() => drawn().filter((url) => near.includes(url))).toEqual([]);
  expect(violations).toEqual([]);
});

test('theme and language are asked of every frame', async ({ page, violations }) => {
  await page.goto('/gallery');
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
  expect(violations).toEqual([]);
});
