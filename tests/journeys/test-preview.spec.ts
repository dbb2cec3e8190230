import { expect, test } from './visit.ts';

/** An image of one pixel. */
const PHOTO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const VALUES = {
  'App version': ['appVersion', '2.1.0'],
  'Device name': ['deviceName', 'A phone & more'],
  'Device id': ['deviceId', 'device-of-test'],
  'OS version': ['osVersion', '17.2'],
  'Session id': ['sessionId', 'session-of-test'],
  'Ad id': ['adId', 'ad-7'],
  'Product id': ['productId', '1203'],
  'Order id': ['orderId', ''],
} as const;

const JUMPS = {
  'Confirm usage': '/loanConfirmNew',
  'Order detail': '/order',
  Repayment: '/repay',
  Extension: '/repayDelay',
  'Bind bank': '/bindBank',
  'About us': '/aboutUs',
  Complaint: '/complainPage',
  'Customer service': '/customerService',
  'Privacy policy': '/privacyPolicy',
  'How to repay': '/carpmm',
} as const;

test('2.106 2.107 each button sends the typed values as query parameters', async ({ visit, page }) => {
  const tester = visit('complaint');
  const asked: URL[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest() && !request.url().includes('/testPreview')) {
      asked.push(new URL(request.url()));
    }
  });
  await page.goto('/testPreview?lang=source');
  for (const [name, path] of Object.entries(JUMPS)) {
    for (const [label, [, value]] of Object.entries(VALUES)) {
      await page.getByLabel(label, { exact: true }).fill(label === 'Order id' ? tester.orderId : value);
    }
    await tester.button(name).click();
    await expect(page).toHaveURL((url) => url.pathname === path);
    const expected = Object.values(VALUES).map(([wire, value]) => [
      wire,
      wire === 'orderId' ? tester.orderId : value,
    ]);
    await expect.poll(() => asked.at(-1)?.pathname).toBe(path);
    expect(Object.fromEntries(asked.at(-1)?.searchParams ?? [])).toMatchObject(Object.fromEntries(expected));
    // The next case starts on the first page again.
    await page.goto('/testPreview?lang=source');
  }
});

test('2.108 a photo is taken, a contact typed, and the position shown', async ({ visit, page, context }) => {
  const tester = visit('complaint');
  await tester.open('/testPreview', { lang: 'source' });
  await page
    .locator('#capiz > :not([inert]) input[type=file]')
    .setInputFiles({ name: 'one.png', mimeType: 'image/png', buffer: PHOTO });
  await expect(page.getByRole('button', { name: 'Photo 1, uploaded. View' })).toBeVisible();
  expect(await tester.requests('/user-problem/upload-problem-img')).toHaveLength(1);
  await page.getByLabel('Contact', { exact: true }).fill('09170000000');

  await tester.button('Where am I?').click();
  await expect(page.getByText(/^We could not get your location/)).toBeVisible();
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 14.5, longitude: 121.25, accuracy: 12 });
  await tester.button('Where am I?').click();
  await expect(page.getByText('14.5, 121.25 (within 12 m)')).toBeVisible();
  await expect(page.getByText(/^We could not get your location/)).toBeHidden();
});
