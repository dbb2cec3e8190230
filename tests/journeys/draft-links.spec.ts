import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { AXE, findSerious } from './axe.ts';
import { pngFile } from './png.ts';

/* A draft on the phone of somebody without an account: the page of borrowers over fixtures, and nothing of borrowers. */

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

/** What the page asks for, and what its policies have kept from it. */
function watch(page: Page): { readonly paths: string[]; readonly refused: string[] } {
  const seen = { paths: [] as string[], refused: [] as string[] };
  page.on('request', (request) => {
    const { protocol, pathname } = new URL(request.url());
    // What a document made itself is asked of nobody.
    if (protocol !== 'blob:') seen.paths.push(pathname);
  });
  page.on('console', (message) => {
    if (/Content Security Policy|violates|Trusted/.test(message.text())) seen.refused.push(message.text());
  });
  return seen;
}

test('a draft opens by its link, is used with invented data alone, says what it is and ends', async ({
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
  // The next screen, of the draft too, with what its service says.
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

  // Led to a borrower's own address the frame comes back to the draft, and the address is never asked for.
  await page.goto(link.address);
  const button = shown.getByRole('button', { name: 'Pay it back' });
  await expect(button).toBeVisible();
  await button.evaluate(() => window.location.assign('/order?orderId=repayable-real&productId=1203'));
  await expect.poll(() => refused.length).toBeGreaterThan(0);
  await expect(button).toBeVisible();
  expect(paths.filter((path) => !path.startsWith('/capiz/'))).toEqual([]);

  // The page of the draft without what says so leads back to it.
  await page.goto(`${link.address}/page?state=order%2Fcontent`);
  await expect(page.getByText('Not a real page.')).toBeVisible();
  await expect(button).toBeVisible();

  await ask(origin, 'POST', `/draft-links/${link.id}/revoke`, {});
  // As when somebody comes back to the tab; an open page asks by itself too, four times a minute.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible();
  await context.close();
});

test('a draft on a phone shows the pictures of the service and takes photos, and asks no service for either', async ({
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
