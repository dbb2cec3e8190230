import { expect, type Locator, type Page, test } from '@playwright/test';
import { AXE, findSerious } from './axe.ts';
import { OwnServer } from './own-server.ts';
import { openStudio, previewOf } from './studio.ts';

/* The phone in the middle of the studio: how it stands there, and what hands do on it. */

let own: OwnServer;
test.beforeAll(async () => {
  own = new OwnServer();
  await own.start();
});
test.afterAll(() => own.remove());

const LAPTOP = { width: 1280, height: 720 };
const box = (page: Page) => page.locator('.st-box');
const choose = (page: Page, label: string, option: string) =>
  page.getByRole('combobox', { name: label, exact: true }).selectOption(option);

/** Waits until what marks an element lies over it to the pixel, as both are seen. */
async function expectOver(mark: Locator, element: Locator): Promise<void> {
  await expect(async () => {
    const [one, other] = [await mark.boundingBox(), await element.boundingBox()];
    if (one === null || other === null) throw new Error('One of them is not drawn.');
    for (const side of ['x', 'y', 'width', 'height'] as const)
      expect(Math.abs(one[side] - other[side]), side).toBeLessThan(1);
  }).toPass();
}

test('the whole phone is seen at any size of its pane, and what is selected is marked where it stands', async ({
  page,
}) => {
  await page.addInitScript(AXE);
  const faults = await openStudio(page, own, 'ana', 'editor');
  await page.setViewportSize(LAPTOP);
  await page.getByRole('button', { name: 'repay', exact: true }).click();
  const button = previewOf(page).getByRole('button', { name: 'Payment Method' });
  const phone = page.locator('.st-phone');
  await button.click();
  // All of it, and of its true size to the page in it.
  await expect(phone).toBeInViewport({ ratio: 0.99 });
  await expect(box(page)).toBeInViewport({ ratio: 0.99 });
  await expectOver(box(page), button);
  const inside = () => button.evaluate(() => [window.innerWidth, window.innerHeight]);
  expect(await inside()).toEqual([390, 760]);
  expect((await phone.boundingBox())?.height).toBeLessThan(600);

  // In a pane in which nobody could read it, it is scrolled to what is selected.
  await page.keyboard.press('Control+j');
  await expect(page.getByRole('region', { name: 'JSON', exact: true })).toBeVisible();
  await expect(phone).not.toBeInViewport({ ratio: 0.99 });
  await expect(box(page)).toBeInViewport({ ratio: 0.99 });
  await expectOver(box(page), button);

  await choose(page, 'Size', '100 %');
  await expect.poll(async () => (await phone.boundingBox())?.height).toBe(762);
  await expect(box(page)).toBeInViewport({ ratio: 0.99 });
  await expectOver(box(page), button);
  await expect(page.getByRole('group', { name: 'Phone' })).toHaveAttribute('tabindex', '0');
  expect(await findSerious(page)).toEqual([]);

  // It stays so from screen to screen.
  await page.getByRole('button', { name: 'about-us', exact: true }).click();
  await expect(previewOf(page).getByText('Welcome', { exact: true })).toBeVisible();
  expect((await phone.boundingBox())?.height).toBe(762);
  await choose(page, 'Size', 'Whole phone');
  await expect.poll(async () => (await phone.boundingBox())?.height).toBeLessThan(600);
  expect(faults).toEqual([]);
});
