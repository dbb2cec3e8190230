import { expect, type Page, test } from '@playwright/test';
import { AXE, findAny } from './axe.ts';
import { OwnServer } from './own-server.ts';
import { lineOf, openStudio, previewOf } from './studio.ts';

/* The calls of the screen on the phone while a person uses it like a borrower. */

declare global {
  interface Window {
    /** The requests to a frame's loan service, in order. */
    given?: { readonly url: string; readonly body: string; readonly key: string | null }[];
  }
}

let own: OwnServer;
test.beforeAll(async () => {
  own = new OwnServer();
  await own.start();
});
test.afterAll(() => own.remove());
test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const SAVE = '/user-problem/problem-save';
const SHOWN = 'iframe.st-frame:not(.st-frame-behind)';

/** The frame's service creates its own request object from each call. */
function watchService(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const given: NonNullable<Window['given']> = [];
    window.given = given;
    window.Request = class extends Request {
      constructor(input: RequestInfo | URL, init?: RequestInit) {
        super(input, init);
        // Requests with a text as body; the body of others is only bytes.
        if (typeof init?.body !== 'string') return;
        given.push({ url: this.url, body: init.body, key: this.headers.get('idempotency-key') });
      }
    };
  });
}

test('the studio shows every call exactly as the service received it, with its reply', async ({ page }) => {
  await page.addInitScript(AXE);
  await watchService(page);
  const faults = await openStudio(page, own, 'ana', 'editor');
  await lineOf(page, 'complaint-form').click();
  const comments = previewOf(page).getByLabel('Your comments');
  await expect(comments).toBeVisible();
  await page.getByRole('button', { name: /^Network log/ }).click();
  const log = page.getByRole('region', { name: 'Network log', exact: true });
  // Opening the screen has loaded its questions.
  const calls = log.getByRole('listitem');
  await expect(calls.first()).toContainText('/user-problem/problem-init');
  const save = calls.filter({ hasText: SAVE });
  await expect(save).toHaveCount(0);

  await page.getByLabel('Taps').selectOption('Use the screen');
  await comments.fill('“50 % off” & nothing = gone');
  await previewOf(page).getByRole('button', { name: 'Send', exact: true }).click();
  await expect(save).toContainText(/POST.*200, \d+ ms/);
  // By keyboard, like everything else.
  await save.locator('summary').focus();
  await page.keyboard.press('Enter');
  const sent = save.getByRole('group', { name: 'Sent' });
  const given = await page
    .locator(SHOWN)
    .evaluate((frame: HTMLIFrameElement) => frame.contentWindow?.given ?? []);
  const [got, ...more] = given.filter(({ url }) => new URL(url).pathname === SAVE);
  expect(more).toEqual([]);
  const body = got?.body ?? '';
  expect(body).toContain('50+%25+off');
  expect(got?.key).toBeTruthy();
  const written = await sent.locator('pre').textContent();
  expect(written?.split('\n\n')[1]).toBe(body);
  expect(written).toContain(`Idempotency-Key: ${got?.key}`);
  await expect(sent.getByText('It counts once')).toBeVisible();
  await expect(sent.getByRole('cell', { name: '“50 % off” & nothing = gone' })).toBeVisible();
  await expect(save.getByRole('group', { name: 'Answered' })).toContainText('"message": "success"');
  await page.keyboard.press('Tab');
  await expect(sent.getByRole('button', { name: 'Copy' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(log.getByText(`Copied POST ${SAVE}.`)).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`\n\n${body}\n\n200\n\n`);
  expect(await findAny(page)).toEqual([]);

  // Another state begins with its own calls.
  await lineOf(page, 'about-us').click();
  await expect(previewOf(page).getByText('Welcome', { exact: true })).toBeVisible();
  await expect(save).toHaveCount(0);
  expect(faults).toEqual([]);
});

test('the screen can be used as by a borrower, with only its calls beside it', async ({ page }) => {
  await watchService(page);
  const faults = await openStudio(page, own, 'ben', 'editor');
  await lineOf(page, 'complaint-form').click();
  const comments = previewOf(page).getByLabel('Your comments');
  await expect(comments).toBeVisible();
  await page.getByRole('treeitem').nth(1).click();
  await expect(page.locator('.st-box').first()).toBeVisible();

  const eye = page.getByRole('button', { name: 'As a borrower', exact: true });
  await eye.focus();
  await page.keyboard.press('Enter');
  const back = page.getByRole('button', { name: 'Back to the studio', exact: true });
  await expect(back).toBeFocused();
  const studio = [
    page.getByRole('banner'),
    page.getByRole('tree', { name: 'Outline' }),
    page.getByRole('region', { name: 'Properties' }),
    page.getByRole('button', { name: /^Problems/ }),
    page.getByRole('combobox', { name: 'Taps' }),
    page.locator('.st-box'),
  ];
  for (const one of studio) await expect(one.filter({ visible: true })).toHaveCount(0);

  const log = page.getByRole('region', { name: 'Network log', exact: true });
  await comments.fill('Nobody answers');
  await previewOf(page).getByRole('button', { name: 'Send', exact: true }).click();
  const save = log.getByRole('listitem').filter({ hasText: SAVE });
  await save.locator('summary').click();
  await expect(save.getByRole('group', { name: 'Sent' }).locator('pre')).toContainText('Nobody+answers');
  // A selection in the outline has no visible effect, and keys change nothing in it.
  await save.locator('summary').evaluate((summary: HTMLElement) => summary.blur());
  await page.keyboard.press('Delete');

  await page.keyboard.press('Escape');
  await expect(eye).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'State', exact: true })).toBeFocused();
  await expect(page.getByRole('treeitem', { selected: true })).toBeVisible();
  await expect(page.locator('.st-box').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeDisabled();
  await expect(page.getByRole('button', { name: /^Problems/ })).toHaveAttribute('aria-expanded', 'true');
  expect(faults).toEqual([]);
});

test('using the screen on the phone adds no history entry to the studio', async ({ page }) => {
  const faults = await openStudio(page, own, 'eva', 'editor');
  await lineOf(page, 'about-us').click();
  await expect(previewOf(page).getByText('Welcome', { exact: true })).toBeVisible();
  await lineOf(page, 'complaint-form').click();
  const comments = previewOf(page).getByLabel('Your comments');
  await expect(comments).toBeVisible();
  const entries = () => page.evaluate(() => window.history.length);
  const before = await entries();

  // Input adds a history entry for the screen, sending adds one for its dialog, and the end of the dialog goes back.
  await page.getByLabel('Taps').selectOption('Use the screen');
  await comments.fill('Nobody answers');
  await previewOf(page).getByRole('button', { name: 'Send', exact: true }).click();
  await expect(previewOf(page).getByText('Successfully Sent')).toBeVisible();
  await expect(previewOf(page).getByText('Successfully Sent')).toBeHidden();
  expect(await entries()).toBe(before);
  await expect(page).toHaveURL(/\/complaint-form$/);

  await page.goBack();
  await expect(page).toHaveURL(/\/about-us$/);
  await expect(previewOf(page).getByText('Welcome', { exact: true })).toBeVisible();
  expect(faults).toEqual([]);
});
