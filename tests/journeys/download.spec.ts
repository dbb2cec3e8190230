import { expect, test } from './visit.ts';

const WECHAT =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 MicroMessenger/8.0.50';
const STORE = 'https://apps.apple.com/ph/app/id0000000000';

test('2.105 the old link #/downloadTemplate opens the download page, and its button the store', async ({
  page,
  visit,
}) => {
  visit('contact');
  await page.route('https://apps.apple.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Store</title>' }),
  );
  await page.goto('/?lang=source#/downloadTemplate');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Download the app');
  expect(new URL(page.url()).pathname).toBe('/downloadTemplate');
  await page.getByRole('button', { name: 'Get the app' }).click();
  await expect(page).toHaveURL(STORE);
});

test('2.105 the old link #/agreementTemplate opens the registration agreement', async ({ page, visit }) => {
  visit('contact');
  await page.goto('/?lang=source#/agreementTemplate');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Registration agreement');
  expect(new URL(page.url()).pathname).toBe('/agreementTemplate');
  await page.getByRole('button', { name: 'Privacy Policy' }).click();
  await expect(page).toHaveURL(/\/privacyPolicy/);
});

test.describe('in WeChat', () => {
  test.use({ userAgent: WECHAT, permissions: ['clipboard-read', 'clipboard-write'] });

  test('9.8 the download page asks to open the system’s browser, and copies the link', async ({
    page,
    visit,
  }) => {
    visit('contact');
    await page.goto('/downloadTemplate?lang=source');
    await expect(page.getByText('Open this page in your browser')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Get the app' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Copy the link' }).click();
    await expect(page.getByText('copy success')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(STORE);
  });
});

test('9.7 a device without a GUID in the address gets its own, the same on the next visit', async ({
  page,
  visit,
}) => {
  visit('contact');
  const named = () => page.evaluate(() => localStorage.getItem('capiz-device'));
  await page.goto('/downloadTemplate?deviceId=given');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await named()).toBeNull();
  await page.evaluate(() => sessionStorage.clear());
  await page.goto('/downloadTemplate');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const first = await named();
  expect(first).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await named()).toBe(first);
});
