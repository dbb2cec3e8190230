import type { Page } from '@playwright/test';
import { expect, test } from './visit.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const viewer = (page: Page) => page.getByRole('dialog');
const picture = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('2.7 2.45 2.46 The instructions explain two wallets and stores, with fee and posting time', async ({
  visit,
  page,
}) => {
  const borrower = visit('repayable');
  await borrower.open('/carpmm');
  await expect(borrower.button('Wallet One')).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByText('Open Wallet One and tap Bills.')).toBeVisible();
  await expect(page.getByText(/payment code as the reference number/).first()).toBeVisible();
  await borrower.button('Wallet Two').click();
  await expect(page.getByText('Open Wallet Two and tap Bills.')).toBeVisible();
  await borrower.button('At a store').click();
  await expect(page.getByText(/your payment code as the reference number/).last()).toBeVisible();
  await expect(page.getByText('Posting time')).toHaveCount(3);
  await expect(page.getByText('Keep your receipt until your order shows the payment')).toBeVisible();
  // No code is stored, so there is no code to show.
  await expect(page.getByRole('img', { name: /^Payment code, / })).toHaveCount(0);
});

test('1.10 2.45 The stored code is shown at the top, to be copied', async ({ visit, page }) => {
  const borrower = visit('repayable');
  await borrower.open('/repay');
  await borrower.button(/Wallet One bill payment/).click();
  await expect(page.getByText('Total Payment')).toBeVisible();
  await borrower.open('/carpmm');
  await expect(page.getByRole('img', { name: /^Payment code, 8 0 3 2 / })).toBeVisible();
  await expect(page.getByText('₱3,412.50')).toBeVisible();
  await borrower.button('Copy').click();
  await expect(page.getByRole('status').getByText('Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('803277140956');
});

test('2.47 A tap enlarges an image; X, Escape and Back close it, and the focus returns', async ({
  visit,
  page,
}) => {
  const borrower = visit('repayable');
  await borrower.open('/carpmm');
  const second = picture(page, 'Tap Loans, then the biller');
  const close = [
    () => viewer(page).getByRole('button', { name: 'Close' }).click(),
    () => page.keyboard.press('Escape'),
    () => page.goBack(),
    () => page.evaluate(() => window.capizBack?.()),
  ];
  for (const act of close) {
    await second.click();
    await expect(viewer(page).getByRole('heading', { name: 'Image 2 of 3' })).toBeFocused();
    await act();
    await expect(viewer(page)).toHaveCount(0);
    await expect(page).toHaveURL(/\/carpmm/);
    await expect(second).toBeFocused();
  }
});

test('2.47 The focus stays in the viewer, which moves between the images', async ({ visit, page }) => {
  const borrower = visit('repayable');
  await borrower.open('/carpmm');
  await borrower.button('Wallet Two').click();
  await picture(page, 'Tap Bills').first().click();
  await expect(viewer(page).getByRole('heading', { name: 'Image 1 of 6' })).toBeVisible();
  for (let press = 0; press < 8; press += 1) {
    await page.keyboard.press('Tab');
    expect(
      await page.evaluate(
        () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
      ),
      `after ${press + 1} presses`,
    ).toBe(true);
  }
  await viewer(page).getByRole('button', { name: 'Next image' }).click();
  await expect(viewer(page).getByRole('img', { name: 'Tap Loans, then the biller' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(viewer(page).getByRole('heading', { name: 'Image 3 of 6' })).toBeVisible();
});

test.describe('with fingers', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('2.47 Two fingers enlarge the image, and one moves it up to its edge', async ({ visit, page }) => {
    await visit('repayable').open('/carpmm');
    await picture(page, 'Tap Bills').tap();
    const shown = viewer(page).getByRole('img', { name: 'Tap Bills' });
    await expect(shown).toBeVisible();
    const client = await page.context().newCDPSession(page);
    const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [number, number][]) =>
      await client.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: points.map(([x, y], id) => ({ x, y, id })),
      });
    const widthOf = async () => (await shown.boundingBox())?.width ?? 0;
    const before = await widthOf();
    await touch('touchStart', [150, 400], [240, 400]);
    await touch('touchMove', [105, 400], [285, 400]);
    await touch('touchEnd');
    await expect.poll(widthOf).toBeCloseTo(before * 2, 0);
    await expect(viewer(page).getByRole('button', { name: 'Zoom out' })).toBeVisible();
    const at = await shown.boundingBox();
    await touch('touchStart', [100, 400]);
    await touch('touchMove', [380, 400]);
    await touch('touchEnd');
    await expect.poll(async () => (await shown.boundingBox())?.x).toBeCloseTo(0, 0);
    expect(at?.x).toBeLessThan(-100);
    await viewer(page).getByRole('button', { name: 'Zoom out' }).click();
    await expect.poll(widthOf).toBeCloseTo(before, 0);
    // A swipe across a whole image shows the next one.
    await touch('touchStart', [300, 400]);
    await touch('touchMove', [120, 405]);
    await touch('touchEnd');
    await expect(viewer(page).getByRole('heading', { name: 'Image 2 of 3' })).toBeVisible();
  });
});
