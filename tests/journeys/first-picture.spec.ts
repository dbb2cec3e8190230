import type { Page, Route } from '@playwright/test';
import { expect, readInPage, test, type Visit } from './visit.ts';

/* The placeholder that a document shows before its scripts have loaded, and how the page replaces it. */

const SHELL =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148';
const SCRIPTS = /\/capiz\/assets\/.*\.js$/;

/** Delays requests until they are released. */
async function hold(page: Page, what: RegExp): Promise<() => void> {
  let release = (): void => undefined;
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route(what, async (route: Route) => {
    await held;
    await route.continue();
  });
  return () => release();
}

/** Opens a document with delayed scripts, until its placeholder is styled. */
async function begin(borrower: Visit, path: string, more?: Record<string, string>): Promise<void> {
  await borrower.page.goto(borrower.address(path, more), { waitUntil: 'commit' });
  await expect(borrower.page.locator('#capiz > [inert]')).toHaveCSS('animation-name', 'capiz-picture');
}

/** Records what every frame of the page shows, and violations of its policy. */
async function watchFrames(
  page: Page,
): Promise<() => Promise<{ readonly seen: string[]; readonly refused: string[] }>> {
  await page.addInitScript(() => {
    const told = { seen: [] as string[], refused: [] as string[] };
    Object.assign(window, { told });
    document.addEventListener('securitypolicyviolation', (event) =>
      told.refused.push(event.violatedDirective),
    );
    const look = (): void => {
      const main = document.querySelector('#capiz main');
      const body = document.querySelector('#capiz .cz-body');
      const isStill = document.querySelector('#capiz > [inert]') !== null;
      const kind = main?.ariaBusy === 'true' ? 'skeleton' : 'content';
      const now =
        body === null || body.childElementCount === 0 ? 'nothing' : `${isStill ? 'still ' : ''}${kind}`;
      if (now !== told.seen.at(-1)) told.seen.push(now);
      requestAnimationFrame(look);
    };
    look();
  });
  return () =>
    page.evaluate(
      () =>
        // Read the current state in the next frame.
        new Promise((done) => {
          requestAnimationFrame(() =>
            requestAnimationFrame(() =>
              done((window as unknown as { told: { seen: string[]; refused: string[] } }).told),
            ),
          );
        }),
    );
}

test.setTimeout(30_000);
test.beforeEach(({ page }) => readInPage(page));

test('a borrower sees the screen before any script has loaded, and can use its links', async ({
  page,
  visit,
}) => {
  const release = await hold(page, SCRIPTS);
  const told = await watchFrames(page);
  await begin(visit('repayable'), '/order');
  await expect(page.locator('#capiz h1')).toHaveText('Order Details');
  await expect(page.locator('#capiz .cz-skeleton').first()).toBeVisible();
  // A control that does nothing yet is invisible and not focusable.
  await expect(page.getByText('Customer service')).toBeHidden();
  for (const _ of [1, 2, 3]) await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  release();
  await expect(page.getByRole('button', { name: 'REPAY', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Customer service' })).toBeVisible();
  await expect(page.locator('[inert]')).toHaveCount(0);
  const { seen, refused } = await told();
  // After the first content nothing is blank.
  expect(seen.filter((what) => what !== 'nothing')).toEqual(seen.slice(seen.indexOf('still skeleton')));
  expect(seen.at(-1)).toBe('content');
  expect(refused).toEqual([]);
});

test('a reply that arrived before the page is shown at once', async ({ page, visit }) => {
  const release = await hold(page, /\/capiz\/assets\/engine-.*\.js$/);
  const told = await watchFrames(page);
  // The reply comes after the start of the page's own skeleton, which would stay for its minimum time.
  await page.route(/loan-details\?/, async (route) => {
    await new Promise((done) => setTimeout(done, 250));
    await route.continue();
  });
  const answered = page.waitForResponse(/loan-details\?/);
  await begin(visit('repayable'), '/order');
  await answered;
  await page.waitForTimeout(50);
  release();
  await expect(page.getByRole('button', { name: 'REPAY', exact: true })).toBeVisible();
  const { seen } = await told();
  expect(seen.slice(seen.indexOf('still skeleton'))).toEqual(['still skeleton', 'content']);
});

const FORM = /\/capiz\/assets\/forms-[\w-]+\.js$/;

test.describe('the code for the form of a screen is loaded separately', () => {
  const open = async (page: Page, borrower: Visit): Promise<() => void> => {
    const release = await hold(page, FORM);
    const engine = page.waitForResponse(/\/capiz\/assets\/engine-[\w-]+\.js$/);
    await begin(borrower, '/bindBank');
    await engine;
    return release;
  };

  test('late: the placeholder stays, and the screen appears complete', async ({ page, visit }) => {
    const release = await open(page, visit('repayable'));
    await page.waitForTimeout(1500);
    await expect(page.locator('[inert]')).toHaveCount(1);
    release();
    await page.waitForFunction(() => document.querySelector('[inert]') === null);
    expect(await page.getByRole('textbox').count()).toBeGreaterThan(0);
  });

  test('failed: the page shows a message, and opens the screen after a retry', async ({ page, visit }) => {
    await page.route('**/healthz', (route) => route.abort('internetdisconnected'));
    await page.route(FORM, (route) => route.abort('internetdisconnected'));
    const borrower = visit('repayable');
    await page.goto(borrower.address('/bindBank'));
    await expect(page.getByRole('heading', { name: 'We could not open this page' })).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('textbox').first()).toBeVisible();
  });
});

test('the placeholder stays until the screen that replaces it is loaded', async ({ page }) => {
  const told = await watchFrames(page);
  await page.route(/\/capiz\/plans\//, async (route) => {
    await new Promise((done) => setTimeout(done, 300));
    await route.continue();
  });
  const asked = page.waitForRequest(/\/capiz\/plans\//);
  await page.goto('/order?orderId=o1');
  await asked;
  await expect(page.locator('[inert]')).toHaveCount(0);
  await expect(page.locator('#capiz main')).toBeVisible();
  const { seen } = await told();
  expect(seen.slice(seen.indexOf('still skeleton'))).toEqual(['still skeleton', 'content']);
});

test('a page of text can be read before any script has loaded', async ({ page, visit }) => {
  const release = await hold(page, SCRIPTS);
  const told = await watchFrames(page);
  await begin(visit('repayable'), '/privacyPolicy');
  const words = page.locator('#capiz main');
  await expect(words).toBeVisible();
  const still = await words.innerText();
  expect(still.length).toBeGreaterThan(300);
  release();
  await expect(page.locator('[inert]')).toHaveCount(0);
  expect(await words.innerText()).toBe(still);
  expect((await told()).refused).toEqual([]);
});

test('in the app the placeholder has no header, and in each language its own words', async ({
  browser,
  baseURL,
  visit,
}) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '', userAgent: SHELL });
  const page = await context.newPage();
  await readInPage(page);
  await hold(page, SCRIPTS);
  await begin(visit('repayable').inTab(page), '/bindBank', { lang: 'fil-PH' });
  await expect(page.locator('#capiz .cz-section-title').first()).toBeVisible();
  await expect(page.locator('#capiz header')).toHaveCount(0);
  await expect(page.locator('html')).toHaveAttribute('lang', 'fil-PH');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
});

for (const [path, scenario] of Object.entries({
  '/order': 'repayable',
  '/bindBank': 'bank-form',
  '/repay': 'repayable',
  '/repayDelay': 'repayable',
  '/aboutUs': 'repayable',
})) {
  test(`nothing moves when the placeholder of ${path} is replaced`, async ({ page, visit }) => {
    const release = await hold(page, SCRIPTS);
    await page.addInitScript(() => {
      Object.assign(window, { shifted: 0 });
      new PerformanceObserver((list) => {
        for (const { value } of list.getEntries() as (PerformanceEntry & { value: number })[])
          (window as unknown as { shifted: number }).shifted += value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await begin(visit(scenario), path);
    const places = () =>
      page
        .locator('#capiz .cz-body > *')
        .evaluateAll((all) =>
          all.map((one) => [one.classList[0], Math.round(one.getBoundingClientRect().top)]),
        );
    await expect(page.locator('#capiz .cz-body > *').first()).toBeVisible();
    const [first] = await places();
    release();
    await expect(page.locator('[inert]')).toHaveCount(0);
    await expect(page.locator('main')).not.toHaveAttribute('aria-busy');
    expect((await places())[0]).toEqual(first);
    expect(await page.evaluate(() => (window as unknown as { shifted: number }).shifted)).toBeLessThanOrEqual(
      0.02,
    );
  });
}
