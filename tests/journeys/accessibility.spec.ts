import { expect, test } from './visit.ts';

const OVERLAYS = [
  ['a sheet', 'repayable', '/repayDelay', 'Payment Method'],
  ['a picture', 'repayable', '/carpmm', 'Tap Bills'],
] as const;

for (const [title, scenario, path, opener] of OVERLAYS) {
  test(`${title} keeps the focus, and returns it to the opener`, async ({ visit, page }) => {
    const borrower = visit(scenario);
    await borrower.open(path);
    const opens = page.getByRole('button', { name: opener }).first();
    // The skeleton has a button that does nothing yet.
    await expect(opens).toBeVisible();
    await expect(opens).not.toHaveAttribute('aria-disabled', 'true');
    await opens.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    for (let press = 0; press < 8; press += 1) {
      await page.keyboard.press('Tab');
      const isInside = await page.evaluate(
        () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
      );
      expect(isInside, `after ${press + 1} presses`).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(opens).toBeFocused();
  });
}

test('2.110 the title of a screen takes the focus after every navigation, and not after the first load', async ({
  visit,
  page,
}) => {
  const title = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  const back = page.getByRole('banner').getByRole('button', { name: 'Back', exact: true });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).first().press('Enter');

  await visit('repayable').open('/order');
  await expect(title('Order Details')).toBeVisible();
  expect(await page.evaluate(() => document.activeElement === document.body), 'the first load').toBe(true);
  await press('REPAY');
  await expect(title('Repayment'), 'a button that goes').toBeFocused();
  await expect(page.getByRole('main').getByRole('button').first()).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').locator(':focus'), 'Tab goes on from the title').toBeVisible();
  await back.press('Enter');
  await expect(title('Order Details'), 'Back in the header').toBeFocused();
  await page.goForward();
  await expect(title('Repayment'), 'forward in the browser').toBeFocused();
  await page.goBack();
  await expect(title('Order Details'), 'back in the browser').toBeFocused();

  await visit('loan-plain').open('/loanConfirmNew');
  await press('Loan');
  await expect(page).toHaveURL(/\/order\?.*from=confirm/);
  await expect(title('Order Details'), 'a screen that replaces another').toBeFocused();

  await visit('error-once').open('/order');
  await press('Try again');
  await expect(page.getByRole('contentinfo').getByRole('button').first()).toBeVisible();
  await expect(title('Order Details'), 'Retry').toBeFocused();

  await page.goto('/');
  await press('Contact us');
  await expect(
    page.getByRole('heading', { name: 'Contact us', exact: true }),
    'a part of the site',
  ).toBeFocused();
});

test('1.7 at high zoom and in landscape sticky parts leave half of the height to the content', async ({
  visit,
  page,
}) => {
  await visit('repayable').open('/order');
  await expect(page.getByRole('contentinfo').getByRole('button').first()).toBeVisible();
  for (const [width, height] of [
    [320, 200],
    [320, 256],
    [667, 375],
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height });
    const taken = () =>
      page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('.cz-header, .cz-bar')]
          .filter((element) => getComputedStyle(element).position === 'sticky')
          .reduce((sum, { offsetHeight }) => sum + offsetHeight, 0),
      );
    await expect.poll(taken, `${width} × ${height}`).toBeLessThanOrEqual(height / 2);
  }
  const button = page.getByRole('contentinfo').getByRole('button').first();
  await button.focus();
  await expect(button, 'the bar follows the content').toBeInViewport();
});
