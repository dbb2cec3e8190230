import { expect, test } from './visit.ts';

test('9.6 the language of an address is remembered until 31 December 9999, and another address overrides it', async ({
  visit,
  page,
  context,
}) => {
  const borrower = visit('repayable');
  const language = page.locator('html');
  const reply = await page.goto(borrower.address('/repay', { lang: 'fil-PH' }));
  expect(await reply?.headerValue('set-cookie')).toContain('Expires=Fri, 31 Dec 9999 23:59:59 GMT');
  await expect(language).toHaveAttribute('lang', 'fil-PH');
  await expect(borrower.button('Paraan ng pagbabayad')).toBeVisible();

  // Chromium keeps no cookie longer than 400 days.
  const [cookie] = (await context.cookies()).filter(({ name }) => name === 'capiz-lang');
  expect((cookie?.expires ?? 0) - Date.now() / 1_000).toBeGreaterThan(390 * 24 * 60 * 60);

  await borrower.open('/repay');
  await expect(language).toHaveAttribute('lang', 'fil-PH');
  await expect(borrower.button('Paraan ng pagbabayad')).toBeVisible();
  await borrower.open('/repay', { lang: 'en-PH' });
  await expect(language).toHaveAttribute('lang', 'en-PH');
  await expect(borrower.button('Payment Method')).toBeVisible();
  await borrower.open('/repay');
  await expect(language).toHaveAttribute('lang', 'en-PH');
});

test('an unknown language changes nothing', async ({ visit, page }) => {
  const borrower = visit('repayable');
  await borrower.open('/repay', { lang: 'tlh' });
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-PH');
  await expect(borrower.button('Payment Method')).toBeVisible();
});
