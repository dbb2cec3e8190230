import type { BrowserContext, Page } from '@playwright/test';
import { pngFile } from './png.ts';
import { expect, test, type Visit } from './visit.ts';

const PATH = '/complainPageNext';
const SOURCE = { lang: 'source', problemType: '2' };
const SAVE = '/user-problem/problem-save';
const TEXT = 'I paid on Monday.';
const KEPT = 'We kept what you filled in.';
const ACCOUNT = '4929000011112222';

const box = (page: Page) => page.getByRole('textbox', { name: 'Your comments' });

/** All stored data that a page of this origin can read. */
async function everythingStored(page: Page): Promise<string> {
  return await page.evaluate(async () => {
    const found: unknown[] = [Object.entries(localStorage), Object.entries(sessionStorage), document.cookie];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        found.push(request.url, await (await cache.match(request))?.text());
      }
    }
    found.push((await indexedDB.databases()).map(({ name }) => name));
    return JSON.stringify(found);
  });
}

/** Kills the page without an event. */
async function kill(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const crashed = new Promise((resolve) => page.once('crash', resolve));
  session.send('Page.crash').catch(() => undefined);
  await crashed;
}

async function openAgain(
  borrower: Visit,
  context: BrowserContext,
  path: string,
  more: Record<string, string>,
): Promise<Page> {
  const page = await context.newPage();
  await borrower.inTab(page).open(path, more);
  return page;
}

test('after a kill text and photos are restored, sent once, and then deleted', async ({
  visit,
  page,
  context,
}) => {
  const borrower = visit('complaint-save-error');
  await borrower.open(PATH, SOURCE);
  await page.getByLabel(/^Add photo, /).setInputFiles(pngFile('slip.png', 40, 30));
  await expect(page.getByRole('button', { name: /uploaded\. View$/ })).toHaveCount(1);
  await box(page).pressSequentially(TEXT);
  await expect.poll(() => everythingStored(page)).toContain(TEXT);
  await kill(page);

  const second = await openAgain(borrower, context, PATH, SOURCE);
  await expect(box(second)).toHaveValue(TEXT);
  await expect(second.getByRole('button', { name: /uploaded\. View$/ })).toHaveCount(1);
  await expect(second.getByText(KEPT)).toBeVisible();
  // The first send is refused: everything stays, also after a reload.
  await second.getByRole('button', { name: 'Send' }).click();
  await expect(second.getByText('Please send it again in a minute.').first()).toBeVisible();
  await second.reload();
  await expect(box(second)).toHaveValue(TEXT);
  await second.getByRole('button', { name: 'Send' }).dblclick();
  await expect(second).toHaveURL(/\/complainPage\?/);
  const keys = await second.evaluate(() => Object.keys(localStorage));
  expect(keys.filter((key) => key.startsWith('capiz/draft/'))).toEqual([]);
  const bodies = (await borrower.requests(SAVE)).map(({ body }) => new URLSearchParams(body));
  expect(bodies.map((body) => body.get('problemDetail'))).toEqual([TEXT, TEXT]);
  expect(bodies[1]?.get('problemImage')).toMatch(/^http.*\/capiz\/uploads\/[0-9a-f]{32}\.jpg$/);
  await borrower.inTab(second).open(PATH, SOURCE);
  await expect(box(second)).toHaveValue('');
  await expect(second.getByText(KEPT)).toHaveCount(0);
});

test('after a changed definition lost values are shown, and Start over deletes them; after a day nothing is left', async ({
  visit,
  page,
}) => {
  const borrower = visit('complaint');
  await borrower.open(PATH, SOURCE);
  await box(page).fill(TEXT);
  await expect.poll(() => everythingStored(page)).toContain(TEXT);

  await page.route(
    (url) => url.pathname === PATH,
    async (route) => {
      const reply = await route.fetch();
      const text = await reply.text();
      expect(text).toContain('"max":200');
      await route.fulfill({ response: reply, body: text.replace('"max":200', '"max":5') });
    },
  );
  await page.reload();
  await expect(page.getByText('This form has changed. These answers no longer fit:')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: `Your comments: ${TEXT}` })).toBeVisible();
  await expect(box(page)).toHaveValue('');
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(page.getByText('This form has changed.')).toHaveCount(0);
  expect(await everythingStored(page)).not.toContain(TEXT);

  await box(page).fill('Five5');
  await expect.poll(() => everythingStored(page)).toContain('Five5');
  await page.evaluate((dayMs) => {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith('capiz/draft/'))) {
      const draft = JSON.parse(localStorage.getItem(key) ?? '{}') as { at: number };
      localStorage.setItem(key, JSON.stringify({ ...draft, at: draft.at - dayMs - 1000 }));
    }
  }, 86_400_000);
  await page.reload();
  await expect(box(page)).toHaveValue('');
  // An expired draft is deleted when the form loads, after its placeholder.
  await expect.poll(() => everythingStored(page)).not.toContain('Five5');
});

test('an account number is never stored, and is requested again; another session finds nothing', async ({
  visit,
  page,
}) => {
  const borrower = visit('bank-form');
  await borrower.open('/bindBank', { lang: 'source' });
  await page.getByLabel('Account number').fill(ACCOUNT);
  await page.getByLabel('Account holder').fill('Maria Santos');
  await expect.poll(() => everythingStored(page)).toContain('Maria Santos');
  expect(await everythingStored(page)).not.toContain(ACCOUNT);
  await page.reload();
  await expect(page.getByLabel('Account holder')).toHaveValue('Maria Santos');
  await expect(page.getByLabel('Account number')).toHaveValue('');
  await expect(
    page.getByText('We never store these on your phone. Please fill them in again: Account number'),
  ).toBeVisible();

  await borrower.open('/bindBank', { lang: 'source', sessionId: 'another' });
  await expect(page.getByLabel('Account holder')).toHaveValue('');
  expect(await everythingStored(page)).not.toContain('Maria Santos');
});
