import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type Fault, FaultProxy } from './fault-proxy.ts';
import { untilKept } from './kept.ts';
import { OwnServer } from './own-server.ts';
import { expect as expectAtOnce, test, Visit } from './visit.ts';

test.use({ serviceWorkers: 'allow' });

/* Open pages while their server and release change, fail and return: never blank, no draft lost. */

// A long timeout: a server starts and publishes during the test, on a busy machine.
const expect = expectAtOnce.configure({ timeout: 20_000 });
const LIST = 'screens/complaint-list.screen.json';
const TEXT = 'I paid on Monday.';
const SOURCE = { lang: 'source' };

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const box = (page: Page) => page.getByRole('textbox', { name: 'Your comments' });

/** Disables prefetching, so that everything is loaded from the current server. */
async function fetchLate(page: Page): Promise<void> {
  await page.addInitScript((laterMs) => {
    const { setTimeout } = window;
    const withoutLater = (run: () => void, ms?: number) => (ms === laterMs ? 0 : setTimeout(run, ms));
    Object.assign(window, { setTimeout: withoutLater });
  }, 2000);
}

/** A new build of the page: every chunk has another address. */
function rebuild(server: OwnServer): void {
  const built = join(server.folder, 'dist/borrower');
  const chunks = readdirSync(join(built, 'assets')).filter((name) =>
    /^(controls|forms|photos)-.*\.js$/.test(name),
  );
  const texts = [
    'index.html',
    '.vite/manifest.json',
    ...readdirSync(join(built, 'assets')).map((name) => `assets/${name}`),
  ];
  for (const name of texts.filter((path) => /\.(html|js|json|css)$/.test(path))) {
    const path = join(built, name);
    const before = readFileSync(path, 'utf8');
    const after = chunks.reduce((text, chunk) => text.replaceAll(chunk, `new-${chunk}`), before);
    if (after !== before) writeFileSync(path, after);
  }
  for (const name of chunks) renameSync(join(built, 'assets', name), join(built, 'assets', `new-${name}`));
}

test('open pages survive publishing, an unreachable server, a new build, a rollback and a closed screen', async ({
  page,
  context,
  browser,
  request,
  violations,
}) => {
  // A server starts twice and staff act three times.
  test.slow();
  const server = new OwnServer();
  try {
    await server.start();
    const late = await browser.newContext({ serviceWorkers: 'block' });
    const old = new Visit(await late.newPage(), request, 'complaint');
    await fetchLate(old.page);
    await old.page.goto(server.origin + old.address('/complainPage', SOURCE));
    await expect(old.button('My loan')).toBeVisible();
    const writer = new Visit(page, request, 'complaint');
    await page.goto(server.origin + writer.address('/complainPageNext', { ...SOURCE, problemType: '3' }));
    await box(page).fill(TEXT);
    await untilKept(page);

    server.edit(LIST, (text) => text.replace(/"title": "[^"]+"/, '"title": "All that you told us"'));
    server.capiz('publish');
    await server.kill();
    rebuild(server);
    await page.reload();
    await expect(heading(page)).toHaveText('Online service');
    await expect(page.getByText('We could not reach the service')).toBeVisible();
    await old.button('My loan').click();
    await expect(heading(old.page)).toHaveText('We could not open this page');

    await server.start();
    await writer.button('Try again').click();
    await expect(box(page)).toHaveValue(TEXT);
    await writer.button('Send').click();
    await expect(page).toHaveURL(/\/complainPage\?/);
    // Plans and chunks of a release and a build that this server never had.
    await old.page.goBack();
    await old.button('My loan').click();
    await box(old.page).fill(TEXT);
    await old.page.goBack();
    await old.button('My complaints').click();
    await expect(heading(old.page)).toHaveText('My complaints');

    const others = await browser.newContext({ serviceWorkers: 'block' });
    const other = new Visit(await others.newPage(), request, 'complaint');
    await fetchLate(other.page);
    await other.page.goto(server.origin + other.address('/complainPage', { lang: 'fil-PH' }));
    const complaints = other.page.getByRole('main').getByRole('button').first();
    await complaints.click();
    await expect(heading(other.page)).toHaveText('All that you told us');
    server.capiz('rollback');
    await other.page.goBack();
    await complaints.click();
    // The next screen of this page comes with a document of the live release.
    await expect(heading(other.page)).toHaveText('Mga reklamo ko');
    await other.page.goBack();
    server.capiz('screen', 'close', 'complaint-list');
    await complaints.click();
    await expect(other.page.getByText('Hindi available ang page na ito ngayon.')).toBeVisible();

    await old.page.goBack();
    await old.button('My loan').click();
    await expect(box(old.page)).toHaveValue(TEXT);
    await Promise.all([late.close(), others.close()]);
  } finally {
    await server.remove();
  }
  expect(violations).toEqual([]);
  await context.close();
});

test('a page from the cache, whose release was rolled back: its next screen is from the live release', async ({
  visit,
  page,
  context,
}) => {
  // A server starts and staff act twice.
  test.slow();
  const server = new OwnServer();
  await server.start();
  const proxy = new FaultProxy(server.origin);
  const origin = await proxy.start();
  try {
    server.edit(LIST, (text) => text.replace(/"title": "[^"]+"/, '"title": "All that you told us"'));
    server.capiz('publish');
    const borrower = visit('complaint');
    const open = () => page.goto(origin + borrower.address('/complainPage', SOURCE));
    await open();
    await untilKept(page);
    server.capiz('rollback');
    // The app was closed in between, which ended its session.
    await context.clearCookies();
    // Longer than any wait of the page.
    const isLate: Fault = (reply, { status, text, headers }) =>
      void setTimeout(() => reply.writeHead(status, headers).end(text), 1_500);
    proxy.fault = { paths: /^\/complainPage$/, happen: isLate };
    await open();
    await expect(page.locator('#capiz-release')).toHaveAttribute('data-kept', /^good/);
    // The page requests its document once more, and has the result when the document arrives.
    const asked = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .filter(({ name }) => new URL(name).pathname === location.pathname)
          .map((entry) => (entry as PerformanceResourceTiming).initiatorType),
      );
    await expect.poll(asked).toEqual(['fetch']);
    await borrower.button('My complaints').click();
    await expect(heading(page)).toHaveText('My complaints');
  } finally {
    await proxy.stop();
    await server.remove();
  }
});

test('a chunk that cannot be loaded causes one reload, with the typed values, and no second', async ({
  visit,
  page,
}) => {
  const borrower = visit('complaint');
  await fetchLate(page);
  let loads = 0;
  page.on('load', () => void (loads += 1));
  await borrower.open('/complainPage', SOURCE);
  await borrower.button('My loan').click();
  await box(page).fill(TEXT);
  await page.goBack();
  await page.route(/\/assets\/tabs-[^/]*\.js$/, (route) => route.fulfill({ status: 404, body: 'Not found' }));
  await borrower.button('My complaints').click();
  await expect.poll(() => loads).toBe(2);
  await expect(heading(page)).toHaveText('My complaints');
  await expect(page.getByText('This part could not be shown.')).toBeVisible();
  await page.goBack();
  await borrower.button('My loan').click();
  await expect(box(page)).toHaveValue(TEXT);
  expect(loads).toBe(2);
});
