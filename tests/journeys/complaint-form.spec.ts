import type { Page } from '@playwright/test';
import { pngFile } from './png.ts';
import { expect, test, type Visit } from './visit.ts';

const PATH = '/complainPageNext';
const UPLOAD = '/user-problem/upload-problem-img';
const SAVE = '/user-problem/problem-save';
const INIT = '/user-problem/problem-init';
const SOURCE = { lang: 'source', problemType: '2' };
const TEXT = 'I paid on Monday.';

const box = (page: Page) => page.getByRole('textbox', { name: 'Your comments' });
const picker = (page: Page) => page.getByLabel(/^Add photo, /);
const uploaded = (page: Page) => page.getByRole('button', { name: /^Photo \d, uploaded\. View$/ });
const failed = (page: Page) => page.getByRole('button', { name: /^Photo \d, not uploaded\. Try again$/ });
/** Each image is different, because an image that is sent twice is stored once. */
const pictures = (count: number) =>
  Array.from({ length: count }, (_, index) => pngFile(`photo-${index}.png`, 40 + index, 30));

async function saved(borrower: Visit) {
  const calls = await borrower.requests(SAVE);
  return calls.map(({ body }) => Object.fromEntries(new URLSearchParams(body)));
}

test('2.79 2.82 7.18 9.19 the types in the address as tags, the note, Send; the questions with the session', async ({
  visit,
  page,
}) => {
  const borrower = visit('complaint');
  const asked = page.waitForRequest((request) => new URL(request.url()).pathname === INIT);
  await borrower.open(PATH, { ...SOURCE, problemType: '1', problemSonType: '11', orderNo: 'other-2' });
  await expect(page.getByText('How I was asked to pay')).toBeVisible();
  await expect(page.getByText('Too many calls')).toBeVisible();
  await expect(page.getByText('My repayment')).toHaveCount(0);
  await expect(page.getByText('You will get a response within 3 weekdays.')).toBeVisible();
  await expect.poll(() => borrower.bar()).toEqual(['Send']);
  const call = await asked;
  expect(call.postData()).toBe('orderId=other-2');
  expect(new URL(call.url()).searchParams.get('sessionId')).toBe(`session-${borrower.id}`);
});

test('2.80 5.4 9.16 200 characters with a counter; further ones are ignored', async ({ visit, page }) => {
  await visit('complaint').open(PATH, SOURCE);
  await box(page).fill('a'.repeat(199));
  await expect(page.getByText('199/200')).toBeVisible();
  await box(page).press('End');
  await box(page).pressSequentially('bcd');
  await expect(box(page)).toHaveValue(`${'a'.repeat(199)}b`);
  await expect(page.getByText('200/200')).toBeVisible();
});

test('5.3 sending without a description shows an error at the field and as a toast, and sends nothing', async ({
  visit,
  page,
}) => {
  const borrower = visit('complaint');
  await borrower.open(PATH, SOURCE);
  await borrower.button('Send').click();
  const words = 'Please fill in your comments and suggestions';
  await expect(box(page)).toHaveAccessibleDescription(new RegExp(words));
  await expect(page.getByRole('alert').getByText(words)).toBeVisible();
  await expect(box(page)).toBeFocused();
  expect(await saved(borrower)).toEqual([]);
});

test('2.81 2.83 3.11 4.10 4.61 7.19 7.20 8.10 9.18 a complaint with a photo is sent once, despite further taps, then the start opens', async ({
  visit,
  page,
}) => {
  const borrower = visit('complaint');
  await borrower.open(PATH, { ...SOURCE, orderNo: borrower.orderId });
  await page.evaluate(() => {
    localStorage.setItem('other', 'stays');
  });
  await box(page).fill(TEXT);
  await picker(page).setInputFiles(pngFile('slip.png', 3200, 2400));
  await expect(uploaded(page)).toHaveCount(1);
  await expect(page.getByText('Upload succeeded!')).toBeVisible();

  const [upload] = await borrower.requests(UPLOAD);
  expect(upload?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  const parts = JSON.parse(upload?.body ?? '{}') as { problemImage: string };
  expect(Object.keys(parts)).toEqual(['problemImage']);
  // Re-encoded as JPEG with a plain header: no EXIF data is left.
  expect(parts.problemImage).toMatch(/^image\/jpeg \d+ ffd8ffe000104a46494600/);

  await uploaded(page).click();
  const large = page.getByRole('dialog').getByRole('img');
  await expect
    .poll(() => large.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
    .toEqual([1600, 1200]);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

  await borrower.button('Send').dblclick();
  await expect(page.getByRole('dialog', { name: 'Successfully Sent' })).toBeVisible();
  await expect(page).toHaveURL(/\/complainPage\?/);
  await expect(page.getByRole('note').getByText('Your complaint was sent')).toBeVisible();
  const calls = await saved(borrower);
  expect(calls).toEqual([
    {
      problemType: '2',
      problemSonType: '',
      problemDetail: TEXT,
      problemImage: expect.stringMatching(/^http.*\/capiz\/uploads\/[0-9a-f]{32}\.jpg$/) as unknown,
      orderNo: borrower.orderId,
    },
  ]);
  expect(await page.evaluate(() => localStorage.getItem('other'))).toBe('stays');
  // The next screen replaced the form in the history: Back does not lead to the form.
  await page.goBack();
  await expect(page).not.toHaveURL(/complainPageNext/);
});

test('5.5 9.17 nine photos on a flaky network: each fails alone, is tried again or removed, and all arrive', async ({
  visit,
  page,
}) => {
  const borrower = visit('complaint-flaky');
  await borrower.open(PATH, SOURCE);
  await box(page).fill(TEXT);
  await expect(picker(page)).toHaveAccessibleName('Add photo, 0 of 9 added');
  await picker(page).setInputFiles(pictures(11));
  await expect(page.getByRole('button', { name: /^Remove photo / })).toHaveCount(9);
  await expect(picker(page)).toHaveCount(0);
  await expect(uploaded(page)).toHaveCount(6);
  await expect(failed(page)).toHaveCount(3);

  await borrower.button('Send').click();
  await expect(
    page.getByText('Some photos were not uploaded. Try again, or remove them.').first(),
  ).toBeVisible();
  expect(await saved(borrower)).toEqual([]);

  await failed(page).first().click();
  await expect(failed(page)).toHaveCount(2);
  await failed(page).first().click();
  await expect(failed(page)).toHaveCount(1);
  const name = await failed(page).getAttribute('aria-label');
  await page.getByRole('button', { name: `Remove photo ${/\d/.exec(name ?? '')?.[0] ?? ''}` }).click();
  await expect(uploaded(page)).toHaveCount(8);
  await expect(picker(page)).toHaveAccessibleName('Add photo, 8 of 9 added');

  await borrower.button('Send').click();
  await expect(page).toHaveURL(/\/complainPage\?/);
  const [sent, ...others] = await saved(borrower);
  expect(others).toEqual([]);
  expect(sent?.['problemImage']?.split(',')).toHaveLength(8);
  expect(new Set(sent?.['problemImage']?.split(',')).size).toBe(8);
});

test('Send waits for photo uploads, and shows their progress', async ({ visit, page }) => {
  const borrower = visit('complaint-upload-slow');
  await borrower.open(PATH, SOURCE);
  await box(page).fill(TEXT);
  await picker(page).setInputFiles(pictures(3));
  await borrower.button('Send').click();
  // Which photo is uploading at this moment depends on the machine.
  await expect(page.getByText(/Uploading [123] of 3/).first()).toBeVisible();
  expect(await saved(borrower)).toEqual([]);
  await expect(page).toHaveURL(/\/complainPage\?/, { timeout: 15_000 });
  const [sent] = await saved(borrower);
  expect(sent?.['problemImage']?.split(',')).toHaveLength(3);
});

test('8.10 a refused photo shows the service’s words; a file that is not an image is refused on the device', async ({
  visit,
  page,
}) => {
  const borrower = visit('complaint-upload-error');
  await borrower.open(PATH, SOURCE);
  await picker(page).setInputFiles(pictures(1));
  await expect(page.getByText('The picture is too large.').first()).toBeVisible();
  await failed(page).click();
  await expect(uploaded(page)).toHaveCount(1);
  await picker(page).setInputFiles({
    name: 'x.png',
    mimeType: 'image/png',
    buffer: Buffer.from('no picture'),
  });
  await expect(page.getByText('This file cannot be read as a photo.').first()).toBeVisible();
  expect(await borrower.requests(UPLOAD)).toHaveLength(2);
});

test('offline photos fail and wait; no typed text is lost', async ({ visit, page, context }) => {
  const borrower = visit('complaint');
  await borrower.open(PATH, SOURCE);
  await box(page).fill(TEXT);
  await picker(page).setInputFiles(pictures(1));
  await expect(uploaded(page)).toHaveCount(1);
  await context.setOffline(true);
  await picker(page).setInputFiles(pictures(2));
  await expect(failed(page)).toHaveCount(2);
  await expect(box(page)).toHaveValue(TEXT);
  await context.setOffline(false);
  await failed(page).first().click();
  await failed(page).first().click();
  await expect(uploaded(page)).toHaveCount(3);
});

test('a refused complaint keeps everything, and can be sent again', async ({ visit, page }) => {
  const borrower = visit('complaint-save-error');
  await borrower.open(PATH, SOURCE);
  await box(page).fill(TEXT);
  await picker(page).setInputFiles(pictures(1));
  await expect(uploaded(page)).toHaveCount(1);
  await borrower.button('Send').click();
  await expect(page.getByText('Please send it again in a minute.').first()).toBeVisible();
  await expect(box(page)).toHaveValue(TEXT);
  await expect(uploaded(page)).toHaveCount(1);
  await borrower.button('Send').click();
  await expect(page).toHaveURL(/\/complainPage\?/);
});

test('a lost answer shows that the result is unknown, and the next tap sends the same complaint with the same key', async ({
  visit,
  page,
}) => {
  const borrower = visit('complaint-save-lost');
  await borrower.open(PATH, SOURCE);
  await box(page).fill(TEXT);
  await borrower.button('Send').click();
  await expect(page.getByText(/^We got no answer\. Tap Send to try again/).first()).toBeVisible();
  await expect(box(page)).toHaveValue(TEXT);
  await borrower.button('Send').click();
  await expect(page).toHaveURL(/\/complainPage\?/);
  const calls = await borrower.requests(SAVE);
  expect(new Set(calls.map(({ headers, body }) => `${headers['idempotency-key']} ${body}`)).size).toBe(1);
  await page.getByRole('button', { name: 'My complaints' }).click();
  await expect(page.getByText(TEXT)).toHaveCount(1);
});
