import type { Page } from '@playwright/test';
import { AXE, findSerious } from './axe.ts';
import { Job, openPhone, publishDraft } from './job.ts';
import { OwnServer } from './own-server.ts';
import { DESK, errorless, openStudio, previewOf, waitUntilSaved } from './studio.ts';
import { expect, test, Visit } from './visit.ts';

/* The first job of product staff: other words on a button, in the light and the dark theme, at two widths. */

const casesOf = (page: Page) => page.getByRole('region', { name: 'Cases of Text' });

for (const { name, width, theme } of [
  { name: 'J1', width: DESK.width, theme: 'light' },
  { name: 'J14a', width: 1180, theme: 'dark' },
] as const)
  test(`the words of the repay button are changed in its cases, everywhere or on one screen, ${width} px wide in the ${theme} theme`, async ({
    page,
    browser,
    request,
  }) => {
    test.setTimeout(300_000);
    const own = new OwnServer();
    await own.start();
    await page.addInitScript(AXE);
    await page.emulateMedia({ colorScheme: theme });
    const faults = await openStudio(page, own, 'ana', 'admin');
    await page.setViewportSize({ width, height: 800 });
    const job = new Job(name);
    await job.step('everywhere', page, async (hand) => {
      await hand.find('REPAY');
      const cases = casesOf(page).getByRole('listitem');
      await expect(cases).toHaveCount(2);
      await expect(cases.nth(0)).toContainText(
        'When “is delay of order” is yes and “order status of order” is not “170”',
      );
      await expect(cases.nth(1)).toContainText('Otherwise');
      // The case that is shown now has the focus.
      const shown = casesOf(page).locator('[data-shown] textarea');
      await expect(shown).toBeFocused();
      const others = casesOf(page).locator('li:not([data-shown]) textarea');
      const before = await others.inputValue();
      await hand.type('Pay your loan');
      await expect(previewOf(page).getByRole('button', { name: 'Pay your loan', exact: true })).toBeVisible();
      // The other case stays as it is.
      await expect(others).toHaveValue(before);
    });
    await expect(errorless(page)).toBeVisible();
    expect(await findSerious(page)).toEqual([]);
    await waitUntilSaved(page);
    await job.step('on one screen', page, async (hand) => {
      await hand.find('Payment Method');
      await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toBeFocused();
      await hand.click(page.getByRole('button', { name: 'Here only' }));
      await expect(page.getByText('a change shows on this screen alone')).toBeVisible();
      await hand.key('Control+a');
      await hand.type('Ways to pay');
      await expect(previewOf(page).getByRole('button', { name: 'Ways to pay', exact: true })).toBeVisible();
    });
    await waitUntilSaved(page);
    expect(faults).toEqual([]);

    await publishDraft(page, browser, own, 'ben');
    const borrower = new Visit(await openPhone(browser), request, 'repayable');
    for (const [path, button] of [
      ['/order', 'Pay your loan'],
      ['/repay', 'Ways to pay'],
      ['/repayDelay', 'Payment Method'],
    ] as const) {
      await borrower.page.goto(own.origin + borrower.address(path, { lang: 'source' }));
      await expect(borrower.button(button)).toBeVisible();
    }
    await own.remove();
    job.end();
  });
