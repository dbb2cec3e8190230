import type { Page } from '@playwright/test';
import jsQR from 'jsqr';
import { OwnServer } from './own-server.ts';
import { expect, test, Visit } from './visit.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const PAY_CODE = '803277140956';
const QR_PICTURE = '/capiz/demo/pictures/qr.svg';
const TYPE_1 = {
  showType: '1',
  payCode: PAY_CODE,
  payCodeImg: '/capiz/demo/pictures/barcode.svg',
  repayAmount: '341250',
};
const TYPE_2 = { showType: '2', payCode: PAY_CODE, payCodeImg: QR_PICTURE, repayAmount: '341250' };
const QR_NAME = /^QR code to pay ₱3,412\.50$/;

const clipboard = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

async function openCode(borrower: Visit, parameters: Record<string, string>): Promise<void> {
  await borrower.open('/repaymentOfCode', parameters);
}

/** Decodes the QR code in the visible pixels. */
async function readCode(page: Page): Promise<string | undefined> {
  const shot = await page.locator('.cz-picture-qr').screenshot();
  // The browser decodes the image; one character for each pixel is returned, which is fast to transfer.
  const { width, lights } = await page.evaluate(async (packed) => {
    const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = document.createElement('canvas');
    canvas.width = picture.width;
    canvas.height = picture.height;
    const context = canvas.getContext('2d');
    context?.drawImage(picture, 0, 0);
    const { data } = context?.getImageData(0, 0, picture.width, picture.height) ?? { data: [] };
    let seen = '';
    for (let at = 0; at < data.length; at += 4) seen += Number(data[at]) > 127 ? '1' : '0';
    return { width: picture.width, lights: seen };
  }, shot.toString('base64'));
  const pixels = new Uint8ClampedArray(lights.length * 4);
  for (let at = 0; at < lights.length; at += 1)
    pixels.fill(lights.charAt(at) === '1' ? 255 : 0, at * 4, at * 4 + 4);
  return jsQR(pixels, width, lights.length / width)?.data;
}

test('2.6 2.33 2.34 2.36 Type 1 shows amount, code and channel, and Copy copies exactly the code', async ({
  visit,
  page,
}) => {
  await openCode(visit('repayable'), { ...TYPE_1, lang: 'source' });
  await expect(page.getByText('repayment amount', { exact: true })).toBeVisible();
  await expect(page.getByText('₱3412.50')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Contract No., 8 0 3 2 7 7 1 4 0 9 5 6' })).toHaveText(PAY_CODE);
  await expect(page.getByRole('img', { name: 'Payment channel' })).toBeVisible();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByRole('status').getByText('copy success')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await clipboard(page)).toBe(PAY_CODE);
  await expect(page.getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
});

test('2.34 2.36 The code in the address is copied unchanged, with all its characters', async ({
  visit,
  page,
}) => {
  const payCode = '00-12 34/Ab';
  await openCode(visit('repayable'), { ...TYPE_1, payCode });
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByRole('status').getByText('Copied')).toBeVisible();
  expect(await clipboard(page)).toBe(payCode);
});

test('2.35 2.36 Type 2 shows the QR image and five steps, no Copy', async ({ visit, page }) => {
  await openCode(visit('repayable'), TYPE_2);
  const picture = page.getByRole('img', { name: QR_NAME });
  await expect(picture).toBeVisible();
  await expect(picture).toHaveAttribute('src', QR_PICTURE);
  await expect(page.getByRole('list').getByRole('listitem')).toHaveCount(5);
  await expect(page.getByRole('button', { name: 'Copy', exact: true })).toHaveCount(0);
  expect(await readCode(page)).toBe(PAY_CODE);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`2.35 Without an image the QR code is made from the code, ${colorScheme}: a QR reader reads the code`, async ({
    visit,
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    const { payCodeImg: _, ...rest } = TYPE_2;
    await openCode(visit('repayable'), rest);
    const code = page.getByRole('img', { name: QR_NAME });
    await expect(code).toBeVisible();
    expect(await code.evaluate((element) => element.tagName)).toBe('svg');
    expect(await readCode(page)).toBe(PAY_CODE);
  });
}

test('2.35 Save image shows instructions if the browser cannot save it', async ({ visit, page }) => {
  await openCode(visit('repayable'), TYPE_2);
  await page.getByRole('button', { name: 'Save image' }).click();
  await expect(page.getByText('Take a screenshot to save the QR code.').first()).toBeVisible();
});

test('2.35 Save image calls the app, with the image and the code', async ({ visit, page }) => {
  await page.addInitScript(() => {
    const sent: unknown[] = [];
    const saveImage = { postMessage: (message: unknown) => sent.push(message) };
    Object.assign(window, { sent, webkit: { messageHandlers: { saveImage } } });
  });
  await openCode(visit('repayable'), TYPE_2);
  await page.getByRole('button', { name: 'Save image' }).click();
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { sent: unknown[] }).sent))
    .toEqual([{ url: QR_PICTURE, text: PAY_CODE }]);
  await expect(page.getByText(/screenshot to save/)).toHaveCount(0);
});

for (const [lacking, parameters] of [
  ['everything', {}],
  ['the code', { ...TYPE_1, payCode: '' }],
  ['the amount', { ...TYPE_1, repayAmount: '' }],
  ['a valid amount', { ...TYPE_1, repayAmount: 'NaN' }],
  ['an amount above zero', { ...TYPE_1, repayAmount: '0' }],
  ['a known type', { ...TYPE_1, showType: '3' }],
  ['an image and a code', { ...TYPE_2, payCode: '', payCodeImg: '' }],
] as const) {
  test(`2.36 An address without ${lacking} shows a message and links to repayment`, async ({
    visit,
    page,
  }) => {
    const borrower = visit('repayable');
    await openCode(borrower, parameters);
    await expect(page.getByText('Payment details are missing')).toBeVisible();
    await expect(page.getByText(/₱|NaN|undefined/)).toHaveCount(0);
    await borrower.button('Back to repayment').click();
    await expect(page).toHaveURL(/\/repay\?/);
    await expect(page.getByText('₱3,412.50').first()).toBeVisible();
  });
}

test('2.34 If the phone refuses to copy, the code is selected with instructions', async ({ visit, page }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
  });
  await openCode(visit('repayable'), TYPE_1);
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByText('Press and hold the code to copy it.')).toBeVisible();
  await expect(page.getByText('Copied')).toHaveCount(0);
  const selected = () => page.evaluate(() => String(window.getSelection()).replace(/\s/g, ''));
  await expect.poll(selected).toBe(PAY_CODE);
});

test('2.34 Offline the code is shown, and can be copied', async ({ visit, page, context }) => {
  await openCode(visit('repayable'), TYPE_1);
  await expect(page.getByRole('img', { name: 'Payment code, 8 0 3 2 7 7 1 4 0 9 5 6' })).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText(/You are offline/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByRole('status').getByText('Copied')).toBeVisible();
  expect(await clipboard(page)).toBe(PAY_CODE);
});

test('2.35 An image that cannot be loaded is replaced by words, the code and Try again', async ({
  visit,
  page,
}) => {
  let isDown = true;
  await page.route(`**${QR_PICTURE}`, (route) => (isDown ? route.abort() : route.continue()));
  await openCode(visit('repayable'), TYPE_2);
  await expect(page.getByText(QR_NAME)).toBeVisible();
  await expect(page.getByText('8032')).toBeVisible();
  isDown = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('img', { name: QR_NAME })).toBeVisible();
  await expect.poll(() => readCode(page)).toBe(PAY_CODE);
});

for (const payCodeImg of [
  'http://pictures.invalid/qr.png',
  'javascript:alert(1)',
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
  '//pictures.invalid/qr.png',
  'https://user@pictures.invalid/qr.png',
  'https://pictures.invalid/qr.png',
]) {
  test(`2.36 An image at ${payCodeImg.slice(0, 24)} is never requested`, async ({ visit, page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await openCode(visit('repayable'), { ...TYPE_2, payCodeImg });
    await expect(page.getByText('₱3,412.50').first()).toBeVisible();
    await expect(page.getByRole('list').getByRole('listitem')).toHaveCount(5);
    await page.waitForLoadState('networkidle');
    // Ignore the query: the screen's address contains the image's address as a parameter.
    expect(
      asked.filter((url) => /^(data|javascript):|pictures\.invalid/.test(url.split('?')[0] ?? '')),
    ).toEqual([]);
  });
}

test('2.36 An image of a host that app.json does not list leaves the code beside it, and only its host is reported', async ({
  visit,
  page,
}) => {
  const reports: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/capiz/reports')) reports.push(request.postData() ?? '');
  });
  await openCode(visit('repayable'), {
    ...TYPE_2,
    payCodeImg: 'https://pictures.invalid/qr.png?sessionId=secret-of-mine',
  });
  await expect(page.getByText(QR_NAME)).toBeVisible();
  await expect(page.getByText('8032')).toBeVisible();
  await expect.poll(() => reports.filter((report) => report.includes('image/not-allowed'))).toHaveLength(1);
  expect(reports.find((report) => report.includes('image/not-allowed'))).toContain('"pictures.invalid"');
  expect(reports.join()).not.toContain('secret-of-mine');
});

test('2.36 An image of a listed host is requested without a referrer', async ({ page, request }) => {
  test.slow();
  const server = new OwnServer();
  try {
    server.edit('screens/app.json', (text) =>
      text.replace('"frame": []', '"frame": [], "image": ["pictures.invalid"]'),
    );
    await server.start();
    const referrers: (string | undefined)[] = [];
    await page.route('https://pictures.invalid/qr.png', async (route) => {
      referrers.push(route.request().headers()['referer']);
      await route.abort();
    });
    const address = new Visit(page, request, 'repayable').address('/repaymentOfCode', {
      ...TYPE_2,
      payCodeImg: 'https://pictures.invalid/qr.png',
    });
    await page.goto(server.origin + address);
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    expect(referrers).toEqual([undefined]);
  } finally {
    await server.remove();
  }
});

test('4.53 A payUrl to the code opens the code', async ({ visit, page }) => {
  const borrower = visit('pay-with-code');
  await borrower.open('/repay');
  await borrower.button('Payment Method').click();
  await borrower.button('Payment').click();
  await expect(page).toHaveURL(/\/repaymentOfCode\?/);
  await expect(page.getByRole('img', { name: 'Payment code, 8 0 3 2 7 7 1 4 0 9 5 6' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/repay\?/);
});

test('2.43 The two unused variants are in the gallery, and no route leads to them', async ({
  visit,
  page,
}) => {
  await page.goto('/gallery/repay-code-diagram/content');
  await expect(page.getByRole('img', { name: '8 0 3 2 7 7 1 4 0 9 5 6' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^You pay with the code/ })).toBeVisible();
  await page.goto('/gallery/repay-code-qr-tips/content');
  await expect(page.getByRole('img', { name: QR_NAME })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Tips' })).toBeVisible();
  const borrower = visit('repayable');
  for (const path of ['/repay-code-diagram', '/repay-code-qr-tips', '/repaymentOfCode3']) {
    await borrower.open(path, TYPE_1);
    await expect(page.getByText('We could not open this page')).toBeVisible();
  }
});
