import { expect, mark, test } from './visit.ts';

test('a business error shows its words with a button to try again, which loads again', async ({
  visit,
  page,
}) => {
  const borrower = visit('error-once');
  await borrower.open('/order');
  const again = borrower.button('Try again');
  await expect(again).toBeVisible();
  await again.click();
  await expect(page.getByText('Repayment is open')).toBeVisible();
});

for (const scenario of ['error', 'error-without-words', 'garbage', 'nothing', 'http500', 'wrong-types']) {
  for (const path of ['/order', '/repay', '/repayDelay']) {
    test(`8.2 8.8 ${scenario} on ${path}: an error with a message and Try again, never blank`, async ({
      visit,
      page,
    }) => {
      const borrower = visit(scenario);
      await borrower.open(path, { lang: 'source' });
      await expect(borrower.button('Try again')).toBeVisible();
      const words = await page.getByRole('main').innerText();
      expect(words.replace('Try again', '').trim().length).toBeGreaterThan(10);
      expect(words).not.toMatch(/undefined|null|NaN|\[object/);
    });
  }
}

test('while data is loading the screen is a skeleton', async ({ visit, page }) => {
  const borrower = visit('slow');
  await borrower.open('/repay');
  await expect(page.locator('[aria-busy="true"]').first()).toBeVisible();
  await expect(page.getByText('₱3,412.50').first()).toBeVisible({ timeout: 30_000 });
});

test('offline: a banner, and Payment shows a message without sending', async ({ visit, page, context }) => {
  const borrower = visit('repayable');
  await borrower.open('/repay');
  await borrower.button('Payment Method').click();
  await expect(borrower.button('Payment')).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText(/You are offline/).first()).toBeVisible();
  await borrower.button('Payment').click();
  await expect(page.getByText('You are offline. Connect and try again.').first()).toBeVisible();
  await context.setOffline(false);
  await page.waitForTimeout(500);
  expect((await borrower.requests()).filter((call) => call.path.endsWith('generate-vcode'))).toEqual([]);
});

test('details: two rows, more shows all, hide goes back to two', async ({ visit, page }) => {
  const borrower = visit('many-details');
  await borrower.open('/repay');
  const more = borrower.button('more');
  await expect(more).toHaveAttribute('aria-expanded', 'false');
  const count = () => page.locator('main dt, main [role="term"]').count();
  const few = await count();
  expect(few).toBe(2);
  await more.click();
  await expect(borrower.button('hide')).toHaveAttribute('aria-expanded', 'true');
  expect(await count()).toBeGreaterThanOrEqual(6);
  await borrower.button('hide').click();
  expect(await count()).toBe(2);
});

test('no toggle with two details', async ({ visit, page }) => {
  const borrower = visit('two-details');
  await borrower.open('/repay');
  await expect(page.getByText('₱3,412.50').first()).toBeVisible();
  await expect(borrower.button('more')).toBeHidden();
});

test('the help image is shown only if the reply contains it, and opens the instructions', async ({
  visit,
  page,
}) => {
  const without = visit('no-help');
  await without.open('/repay');
  await expect(page.getByText('₱3,412.50').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'How to pay' })).toBeHidden();
  const borrower = visit('repayable');
  await borrower.open('/repay');
  await page.getByRole('button', { name: 'How to pay' }).click();
  await expect(page).toHaveURL(/\/carpmm/);
});

test('popups open one at a time: card, kind tips, withdraw now, rating', async ({ visit, page }) => {
  const borrower = visit('popups-all');
  await borrower.open('/order');
  await expect(page.getByRole('dialog', { name: 'Bind your card' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await borrower.button('Close').click();
  await expect(page.getByRole('dialog', { name: 'Kind tips' })).toBeVisible();
  await borrower.button('Confirm').click();
  await expect(page.getByRole('dialog', { name: 'Withdraw now' })).toBeVisible();
  await borrower.button('Cancel').click();
  await expect(page.getByRole('dialog', { name: 'Rate us' })).toBeVisible();
  await borrower.button('Close').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test.describe('the order rating', () => {
  test('without a star the rating shows a message and sends nothing', async ({ visit, page }) => {
    const borrower = visit('popup-rating');
    await borrower.open('/order', { lang: 'source' });
    await borrower.button('Submit').click();
    await expect(page.getByText('Silakan pilih').first()).toBeVisible();
    expect(await borrower.requests('/v3/loan-details/google-score')).toEqual([]);
  });

  for (const stars of [2, 5]) {
    test(`${stars} stars send 5, and ${stars < 4 ? 'show the result' : 'end the popup'}`, async ({
      visit,
      page,
    }) => {
      const borrower = visit('popup-rating');
      await borrower.open('/order');
      await mark(page.getByRole('radio', { name: `${stars} stars` }));
      const sent = page.waitForRequest((request) => request.url().endsWith('/google-score'));
      await borrower.button('Submit').click();
      expect((await sent).postData()).toBe('score=5');
      const result = page.getByRole('dialog', { name: 'Thank you' });
      await (stars < 4 ? expect(result).toBeVisible() : expect(page.getByRole('dialog')).toHaveCount(0));
    });
  }
});

test('Go and bind the card opens the bank form with source=loanDetail', async ({ visit, page }) => {
  const borrower = visit('popup-card');
  await borrower.open('/order');
  await borrower.button('Go and bind the card').click();
  await expect(page).toHaveURL(/\/bindBank\?.*source=loanDetail/);
});
