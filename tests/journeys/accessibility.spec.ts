import { expect, test } from './visit.ts';

const OVERLAYS = [
  ['a sheet', 'repayable', '/repayDelay', 'Payment Method'],
  ['a picture', 'repayable', '/carpmm', 'Tap Bills'],
] as const;

for (const [title, scenario, path, opener] of OVERLAYS) {
  test(`${title} keeps the focus, and gives it back to what opened it`, async ({ visit, page }) => {
    const borrower = visit(scenario);
    await borrower.open(path);
    const opens = page.getByRole('button', { name: opener }).first();
    // A skeleton has the button, and it does nothing yet.
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
