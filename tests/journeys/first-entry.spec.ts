import type { Page } from '@playwright/test';
import { LONG } from '../property/settings.ts';
import { listPlaces } from './every-screen.ts';
import { enterShell, type Message } from './shell.ts';
import { expect, test, type Visit } from './visit.ts';

/*
 * A screen as the first page of its web view or tab: Back closes the web view, or opens the site. In a short run one half of
 * the screens is opened in a web view, the other half in a tab; in a long one all in both.
 */
const isChosen = (index: number, half: 0 | 1) => LONG || index % 2 === half;

const CLOSE: Message = ['closeWebView', {}];

/** Opens a screen without history, like an app or a link in a new tab. */
async function openFirst(borrower: Visit, path: string, more?: Record<string, string>): Promise<void> {
  const { page } = borrower;
  const address = new URL(borrower.address(path, more), test.info().project.use.baseURL).href;
  await page.goto('about:blank');
  await page.evaluate((to) => window.location.replace(to), address);
  await expect(page.locator('#capiz > :not([inert]) main')).toBeVisible();
}

/** A new tab for each screen, so that its history is empty. */
async function inNewTab(borrower: Visit): Promise<Visit> {
  return borrower.inTab(await borrower.page.context().newPage());
}

const askShellBack = (page: Page) => page.evaluate(() => window.capizBack?.() ?? false);
/** The dialog that asks a borrower to stay. */
const retention = (page: Page) =>
  page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Agree', exact: true }) });
const cancel = (page: Page) => retention(page).getByRole('button', { name: 'Cancel', exact: true }).click();
const isGuarded = (page: Page) =>
  page.evaluate(() => (window.history.state as { guard?: boolean } | null)?.guard === true);

/** The older offer opens a promotion, which Back closes first. */
async function closePromotion(page: Page): Promise<void> {
  const promotion = page.getByRole('dialog', { name: 'For you' });
  if (await promotion.isVisible()) await promotion.getByRole('button', { name: 'Close' }).click();
  await expect(promotion).toBeHidden();
}

test('a screen as the first page of a web view: Back closes the web view', async ({
  visit,
  page,
  request,
}) => {
  test.setTimeout(300_000);
  const trapped: string[] = [];
  for (const [index, { screen, path, scenario, params }] of (await listPlaces(request)).entries()) {
    if (!isChosen(index, 0)) continue;
    const borrower = await inNewTab(visit(scenario));
    const sent = await enterShell(borrower.page);
    await openFirst(borrower, path, params);
    const isLeft = async () => (await sent()).some(([method]) => method === 'closeWebView');
    let left = false;
    for (let tries = 0; tries < 4 && !left; tries += 1) {
      // An unhandled Back closes the web view.
      left = !(await askShellBack(borrower.page)) || (await isLeft());
      if (!left && (await retention(borrower.page).isVisible())) {
        await cancel(borrower.page);
        await expect(retention(borrower.page)).toBeHidden();
        left = await isLeft();
      }
    }
    if (!left) trapped.push(screen);
    await borrower.page.close();
  }
  expect(trapped).toEqual([]);
  await page.close();
});

test('a screen as the first page of a browser: Back opens the site', async ({ visit, page, request }) => {
  test.setTimeout(300_000);
  const trapped: string[] = [];
  for (const [index, { screen, path, scenario, params }] of (await listPlaces(request)).entries()) {
    if (!isChosen(index, 1)) continue;
    const borrower = await inNewTab(visit(scenario));
    await openFirst(borrower, path, params);
    const header = borrower.page.getByRole('banner').getByRole('button', { name: 'Back', exact: true });
    const isHome = () => new URL(borrower.page.url()).pathname === '/';
    for (let tries = 0; tries < 4 && !isHome(); tries += 1) {
      if (await retention(borrower.page).isVisible()) await cancel(borrower.page);
      else if (await isGuarded(borrower.page)) await borrower.page.evaluate(() => window.history.back());
      else if (await header.isVisible()) await header.click();
      await borrower.page.waitForTimeout(300);
    }
    // A page of the site has no Back button and does not intercept the browser's.
    const isPage = !(await header.isVisible()) && !(await isGuarded(borrower.page));
    if (!isHome() && !isPage) trapped.push(screen);
    await borrower.page.close();
  }
  expect(trapped).toEqual([]);
  await page.close();
});

for (const [path, scenario, isPopType] of [
  ['/loanConfirmNew', 'loan-offer', 1],
  ['/loanConfirmNew', 'loan-plain', 0],
  ['/loanConfirm', 'older-offer', 1],
  ['/loanConfirm', 'older-offer-plain', 0],
] as const) {
  test.describe(`4.49 ${path} as the first page, isPopType ${isPopType}`, () => {
    test('in a web view', async ({ visit, page }) => {
      const borrower = visit(scenario);
      const sent = await enterShell(page);
      await openFirst(borrower, path);
      await closePromotion(page);
      expect(await askShellBack(page)).toBe(true);
      if (isPopType === 1) await cancel(page);
      await expect.poll(sent).toContainEqual(CLOSE);
      // An app that stays open is asked again.
      await askShellBack(page);
      await expect
        .poll(async () => (await sent()).filter(([method]) => method === CLOSE[0]))
        .toEqual([CLOSE, CLOSE]);
    });

    test('in a browser', async ({ visit, page }) => {
      const borrower = visit(scenario);
      await openFirst(borrower, path);
      await closePromotion(page);
      await page.evaluate(() => window.history.back());
      if (isPopType === 1) await cancel(page);
      await expect(page).toHaveURL(({ pathname }) => pathname === '/');
      await expect(page.getByRole('dialog')).toBeHidden();
    });
  });
}

for (const path of ['/setting', '/repaymentOfCode', '/repaymentOfCode2']) {
  test(`the Back button of ${path} as the first page of a browser opens the site`, async ({
    visit,
    page,
  }) => {
    const borrower = visit('repayable');
    await openFirst(borrower, path, { orderId: '', productId: '' });
    await page.getByRole('contentinfo').getByRole('button', { name: 'Back', exact: true }).click();
    await expect(page).toHaveURL(({ pathname }) => pathname === '/');
    expect(await page.evaluate(() => window.history.length)).toBe(1);
  });

  test(`the button of ${path} as the first page of a web view is handled by the app`, async ({
    visit,
    page,
  }) => {
    const borrower = visit('repayable');
    const sent = await enterShell(page);
    await openFirst(borrower, path, { orderId: '', productId: '' });
    await page.getByRole('contentinfo').getByRole('button').click();
    await expect.poll(sent).toContainEqual(path === '/setting' ? ['goMine', {}] : CLOSE);
  });
}
