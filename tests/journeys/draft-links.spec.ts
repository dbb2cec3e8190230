import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { AXE, findSerious } from './axe.ts';
import { pngFile } from './png.ts';

/* A draft on a phone without an account: the borrowers' page over fixtures, without data of borrowers. */

const ORDER = 'screens/order.screen.json';

interface Answer {
  readonly id: string;
  readonly address: string;
}

async function ask(origin: string, method: string, path: string, body?: object): Promise<Answer> {
  const token = readFileSync(join(process.env.CAPIZ_TEST_DATA ?? '', 'staff-token'), 'utf8').trim();
  const reply = await fetch(`${origin}/capiz/api/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(reply.status, `${method} ${path}`).toBe(200);
  return (await reply.json()) as Answer;
}

/** The requests of the page, and the requests that its policy blocked. */
function watch(page: Page): { readonly paths: string[]; readonly refused: string[] } {
  const seen = { paths: [] as string[], refused: [] as string[] };
  page.on('request', (request) => {
    const { protocol, pathname } = new URL(request.url());
    // A blob: address makes no request.
    if (protocol !== 'blob:') seen.paths.push(pathname);
  });
  page.on('console', (message) => {
    if (/Content Security Policy|violates|Trusted/.test(message.text())) seen.refused.push(message.text());
  });
  return seen;
}

test('a draft opens by its link, uses only invented data, shows a notice, and expires', async ({
  browser,
  baseURL,
}) => {
  const origin = baseURL ?? '';
  const draft = await ask(origin, 'POST', '/drafts', { title: 'Friendlier words' });
  const text = readFileSync(ORDER, 'utf8').replace('"REPAY"', '"Pay it back"');
  await ask(origin, 'PUT', `/drafts/${draft.id}/files`, { seen: 0, changes: { [ORDER]: { text } } });
  const link = await ask(origin, 'POST', `/drafts/${draft.id}/links`, { hours: 1, state: 'order/content' });

  const context = await browser.newContext();
  await context.addInitScript(AXE);
  const page = await context.newPage();
  const { paths, refused } = watch(page);
  await page.goto(link.address);
  const shown = page.frameLocator('iframe');
  await expect(page.getByText('Draft', { exact: true })).toBeVisible();
  await shown.getByRole('button', { name: 'Pay it back' }).click();
  // The next screen, also from the draft, with its fixtures.
  await expect(shown.getByRole('button', { name: 'Payment Method' })).toBeVisible();
  await shown.getByRole('button', { name: 'Payment Method' }).click();
  await expect(shown.getByRole('dialog')).toBeVisible();

  await page.getByText('Show another screen').click();
  await page.getByLabel('Screen and state').selectOption('complaint-form/content');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(shown.getByRole('heading').first()).toBeVisible();
  await expect(page.getByText('Not a real page.')).toBeVisible();
  await page.getByText('Show another screen').click();
  await expect(page.getByText('This link works for')).toBeVisible();
  expect(await findSerious(page)).toEqual([]);
  expect(paths.filter((path) => !path.startsWith('/capiz/'))).toEqual([]);
  expect(paths.filter((path) => path.startsWith('/capiz/reports'))).toEqual([]);
  expect(refused).toEqual([]);
  const left = await page.evaluate(() => [
    Object.keys(window.localStorage),
    Object.keys(window.sessionStorage),
    document.cookie,
  ]);
  expect(left).toEqual([[], [], '']);

  // If the frame is led to a borrower's address it returns to the draft, and the address is never requested.
  await page.goto(link.address);
  const button = shown.getByRole('button', { name: 'Pay it back' });
  await expect(button).toBeVisible();
  await button.evaluate(() => window.location.assign('/order?orderId=repayable-real&productId=1203'));
  await expect.poll(() => refused.length).toBeGreaterThan(0);
  await expect(button).toBeVisible();
  expect(paths.filter((path) => !path.startsWith('/capiz/'))).toEqual([]);

  // The draft's page without its notice leads back to the notice.
  await page.goto(`${link.address}/page?state=order%2Fcontent`);
  await expect(page.getByText('Not a real page.')).toBeVisible();
  await expect(button).toBeVisible();

  await ask(origin, 'POST', `/draft-links/${link.id}/revoke`, {});
  // Like returning to the tab; an open page also checks by itself, four times a minute.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible();
  await context.close();
});

test("a draft on a phone shows the service's images and takes photos, without a call to a service", async ({
  page,
  baseURL,
}) => {
  const draft = await ask(baseURL ?? '', 'POST', '/drafts', { title: 'Photos' });
  const { paths, refused } = watch(page);
  const shown = page.frameLocator('iframe');
  const show = async (state: string) => {
    const { address } = await ask(baseURL ?? '', 'POST', `/drafts/${draft.id}/links`, { hours: 1, state });
    await page.goto(address);
  };

  await show('promotion/content');
  const captcha = shown.getByRole('img', { name: 'Image code' });
  await expect(captcha).toBeVisible();
  await expect
    .poll(() => captcha.evaluate((picture: HTMLImageElement) => picture.naturalWidth))
    .toBeGreaterThan(0);

  await show('complaint-form/content');
  await shown.getByLabel(/^Add photo, /).setInputFiles(pngFile('slip.png', 400, 300));
  await expect(shown.getByRole('button', { name: /^Photo 1, uploaded\. View$/ })).toBeVisible();
  expect(paths.filter((path) => !path.startsWith('/capiz/'))).toEqual([]);
  expect(refused).toEqual([]);
});
