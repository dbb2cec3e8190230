import type { BrowserContext, Page } from '@playwright/test';
import { untilKept } from './kept.ts';
import { expect, PAY_CODE, test, type Visit } from './visit.ts';

test.use({ serviceWorkers: 'allow' });

/* Offline: loaded data stays readable after a reload, with its time, and nothing can be paid. */

const CODE = '803277140956';

/** Takes page and worker offline, and waits until the worker is. */
async function goOffline(context: BrowserContext): Promise<void> {
  await context.setOffline(true);
  const [worker] = context.serviceWorkers();
  const reaches = await worker?.evaluate(() =>
    fetch('/healthz').then(
      () => true,
      () => false,
    ),
  );
  expect(reaches, 'the worker has no network').toBe(false);
}

const banner = (page: Page) =>
  page.getByText(/^You are offline\. Showing details from \d{1,2}:\d\d [AP]M\.$/);

for (const { path, shows } of [
  { path: '/repay', shows: ['₱3,412.50', CODE] },
  { path: '/repayDelay', shows: ['Your next payment date is', CODE] },
  { path: '/order', shows: ['Repayment is open', 'Amount due'] },
]) {
  test(`${path} offline after a reload: the stored data with its time; online it is loaded again`, async ({
    visit,
    page,
    context,
  }) => {
    const borrower = visit('repayable');
    await borrower.open(path);
    for (const words of shows) await expect(page.getByText(words).first()).toBeVisible();
    await untilKept(page);
    await goOffline(context);
    await page.reload();
    await expect(banner(page)).toBeVisible();
    for (const words of shows) await expect(page.getByText(words).first()).toBeVisible();
    const before = (await borrower.requests()).length;
    await context.setOffline(false);
    await expect(banner(page)).toBeHidden();
    await expect.poll(async () => (await borrower.requests()).length).toBeGreaterThan(before);
    for (const words of shows) await expect(page.getByText(words).first()).toBeVisible();
  });
}

test('a stored amount cannot be paid: Payment shows that it is offline', async ({ visit, page, context }) => {
  const borrower = visit('repayable');
  await borrower.open('/repay');
  await borrower.button('Payment Method').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await borrower.button('Close').click();
  await untilKept(page);
  await goOffline(context);
  await page.reload();
  await borrower.button('Payment Method').click();
  await borrower.button('Payment').click();
  await expect(
    page
      .getByRole('dialog')
      .getByText(/offline|cannot be done/i)
      .first(),
  ).toBeVisible();
  await context.setOffline(false);
  await expect(banner(page)).toBeHidden();
  expect(await borrower.requests(PAY_CODE)).toEqual([]);
});

async function openStored(borrower: Visit): Promise<void> {
  await borrower.open('/repay');
  await borrower.button(/Wallet One bill payment/).click();
  await expect(borrower.page).toHaveURL(/\/repaymentOfCode2/);
}

test('the stored code offline after a reload: amount, code, steps, and its time', async ({
  visit,
  page,
  context,
}) => {
  const borrower = visit('repayable');
  await openStored(borrower);
  await expect(page.getByText(/^Received \w{3} \d{1,2}, \d{4}, \d{1,2}:\d\d [AP]M$/)).toBeVisible();
  await untilKept(page);
  await goOffline(context);
  await page.reload();
  await expect(page.getByText('You are offline', { exact: true })).toBeVisible();
  for (const words of ['₱3,412.50', CODE, 'Open Wallet One and choose Bills.', 'With Wallet One']) {
    await expect(page.getByText(words).first()).toBeVisible();
  }
  await expect(page.getByText(/^Received /)).toBeVisible();
  await expect(page.getByText('This code may have expired')).toBeHidden();
});

test('a code of another day shows its date, and that it may have expired', async ({ visit, page }) => {
  await openStored(visit('repayable'));
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('capiz:repayment') ?? '{}') as { fetchedAt?: string };
    localStorage.setItem('capiz:repayment', JSON.stringify({ ...kept, fetchedAt: '2026-03-04 10:42:00' }));
  });
  await page.reload();
  await expect(page.getByText('This code may have expired')).toBeVisible();
  await expect(page.getByText('Received Mar 4, 2026, 10:42 AM')).toBeVisible();
});

test('a code that an earlier release stored without a time is shown without one', async ({ visit, page }) => {
  await openStored(visit('repayable'));
  await page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem('capiz:repayment') ?? '{}') as { fetchedAt?: number };
    const { fetchedAt: _, ...kept } = stored;
    localStorage.setItem('capiz:repayment', JSON.stringify(kept));
  });
  await page.reload();
  await expect(page.getByText(CODE).first()).toBeVisible();
  await expect(page.getByText(/^Received/)).toBeHidden();
});

test('1.3 another borrower finds no data of the previous one, also offline', async ({
  visit,
  page,
  context,
}) => {
  const first = visit('repayable');
  await first.open('/repay');
  await expect(page.getByText('₱3,412.50').first()).toBeVisible();
  await untilKept(page);
  await goOffline(context);
  const second = visit('repayable');
  await page.goto(second.address('/repay', { orderId: first.orderId }));
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  await expect(page.getByText(CODE)).toBeHidden();
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('offline'))),
  ).toEqual([]);
});

test('the stored release opens any path, also of a screen that was never opened', async ({
  visit,
  page,
  context,
}) => {
  const borrower = visit('repayable');
  await borrower.open('/order');
  await expect(page.getByText('Repayment is open')).toBeVisible();
  await untilKept(page);
  await borrower.button('Rollover Repayment').click();
  await expect(page.getByText(CODE).first()).toBeVisible();
  await goOffline(context);
  await page.reload();
  await expect(banner(page)).toBeVisible();
  await expect(page.getByText(CODE).first()).toBeVisible();
});

test("the borrower's identity is in no cache and not on the device", async ({ visit, page, context }) => {
  const borrower = visit('repayable');
  await borrower.open('/order', { mobilePhone: '09175550142' });
  await untilKept(page);
  await page.reload();
  await openStored(borrower);
  await page.reload();
  await untilKept(page);
  const found = await page.evaluate(async () => {
    const texts: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        texts.push(`${name} ${request.url}`, (await (await cache.match(request))?.text()) ?? '');
      }
    }
    const device = Object.entries(localStorage).map(([key, text]) => `${key} ${text}`);
    return { cached: texts, device };
  });
  expect(found.cached.length).toBeGreaterThan(8);
  expect(found.device.join()).toContain('capiz/offline/');
  const whole = [...found.cached, ...found.device].join('\n');
  const values = [`user-${borrower.id}`, `session-${borrower.id}`, `device-${borrower.id}`, '09175550142'];
  expect(values.filter((value) => whole.includes(value))).toEqual([]);
  expect(found.cached.filter((text) => /^\S+ http\S*\?/.test(text))).toEqual([]);
  await context.close();
});

for (const { title, answer } of [
  { title: 'is gone (404)', answer: { status: 404, contentType: 'text/plain', body: 'Not found' } },
  { title: 'is no JavaScript', answer: { status: 200, contentType: 'text/html', body: '<html></html>' } },
]) {
  test(`8.6 a worker whose script ${title}: unregistered, and one reload`, async ({ visit, page }) => {
    const borrower = visit('repayable');
    await borrower.open('/order');
    await untilKept(page);
    await page.route('**/capiz/worker.js', (route) => route.fulfill(answer));
    let loads = 0;
    page.on('load', () => void (loads += 1));
    await page.reload();
    await expect.poll(() => loads, { timeout: 20_000 }).toBe(2);
    const registrations = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
    await expect.poll(registrations).toBe(0);
    await expect(page.getByText('Repayment is open')).toBeVisible();
  });
}

test('8.5 a worker that cannot be registered shows no message', async ({ visit, page }) => {
  const told: string[] = [];
  page.on('console', (message) => void (message.type() === 'error' && told.push(message.text())));
  await page.addInitScript(() => {
    navigator.serviceWorker.register = () => {
      Object.assign(window, { wasAsked: true });
      return Promise.reject(new TypeError('refused'));
    };
  });
  await visit('repayable').open('/order');
  await expect(page.getByText('Repayment is open')).toBeVisible();
  await page.waitForFunction(() => 'wasAsked' in window);
  await expect(page.getByText('Repayment is open')).toBeVisible();
  expect(told).toEqual([]);
});
