import type { Page } from '@playwright/test';
import { expect, test } from './visit.ts';

const BASE = '/api/v2/youmi/promotion';
const TEMPLATE = '/api/v2/youmi/service/channel/channel-template';
const CHANNEL = {
  templateId: '7',
  user_from: 'friend',
  utm_tag: 'spring',
  app_from: 'web',
  invite_code: 'A1',
  id: '42',
  appName: 'Capiz',
  clientType: 'ios',
  merchantNumber: '1',
  lang: 'source',
};
const SPEC_PHONE = '13812345678';

const phone = (page: Page) => page.getByLabel('Mobile number');
const captcha = (page: Page) => page.getByRole('textbox', { name: 'Image code' });
const code = (page: Page) => page.getByLabel('SMS code');
const toast = (page: Page, words: string) =>
  expect(page.getByText(words, { exact: true }).first()).toBeVisible();

/** Waits for the captcha image, and for the service's record of its characters. */
async function seePicture(page: Page): Promise<void> {
  const picture = page.getByRole('img', { name: 'Image code' });
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(120);
}

async function fill(page: Page, values: { phone?: string; captcha?: string; code?: string }): Promise<void> {
  await seePicture(page);
  if (values.phone !== undefined) await phone(page).fill(values.phone);
  if (values.captcha !== undefined) await captcha(page).fill(values.captcha);
  if (values.code !== undefined) await code(page).fill(values.code);
}

const form = (body: string | undefined) => Object.fromEntries(new URLSearchParams(body));
const query = (path: string | undefined) =>
  Object.fromEntries(new URL(path ?? '', 'http://any').searchParams);

test('2.104 3.20 3.21 4.22 7.46 7.47 7.48 7.49 7.50 7.51 7.52 8.17 8.20 a visitor of a channel registers and lands on the download page', async ({
  visit,
  page,
}) => {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  const visitor = visit('promotion-spec');
  await visitor.open('/promotion', CHANNEL);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Register');
  await fill(page, { phone: SPEC_PHONE, captcha: '4827' });
  await visitor.button('Send code').click();
  await toast(page, 'verification code sent, please check your phone');
  await code(page).fill('123456');
  await visitor.button('Register').click();
  await toast(page, 'registration successful');
  await expect(page).toHaveURL(/\/downloadTemplate/);
  await expect(visitor.button('Get the app')).toBeVisible();

  const [template] = await visitor.requests(TEMPLATE);
  expect(template).toMatchObject({ method: 'GET', path: `${TEMPLATE}?templateId=7` });
  const shown = {
    page_id: '7',
    user_from: 'friend',
    client_type: 'ios',
    page_type: '1',
    utm_tag: 'spring',
    app_from: 'web',
  };
  const [arrival, ...arrivals] = await visitor.requests(`${BASE}/track-visit`);
  expect(arrivals).toEqual([]);
  expect([arrival?.method, query(arrival?.path)]).toEqual(['GET', shown]);
  const [click, ...clicks] = await visitor.requests(`${BASE}/track-click`);
  expect(clicks).toEqual([]);
  expect([click?.method, query(click?.path)]).toEqual(['GET', { ...shown, phone: SPEC_PHONE }]);
  const [asked] = await visitor.requests(`${BASE}/get-sid`);
  expect(asked).toMatchObject({ method: 'GET', path: `${BASE}/get-sid` });
  const sid = `${visitor.orderId}.1`;
  const [picture] = await visitor.requests(`${BASE}/get-captcha`);
  expect(picture?.method).toBe('GET');
  expect(query(picture?.path)).toEqual({ sid, t: expect.stringMatching(/^\d{13}$/) });
  const both = {
    phone: SPEC_PHONE,
    capcode: '4827',
    sid,
    deviceId: `device-${visitor.id}`,
    appName: 'Capiz',
    app_from: 'web',
    user_from: 'friend',
    utm_tag: 'spring',
  };
  const [sms] = await visitor.requests(`${BASE}/get-sms`);
  expect([sms?.method, form(sms?.body)]).toEqual(['POST', both]);
  const [registration] = await visitor.requests(`${BASE}/register`);
  expect([registration?.method, form(registration?.body)]).toEqual([
    'POST',
    { ...both, merchantNumber: '1', userName: '', smsCode: '123456', invite_code: 'A1', id: '42' },
  ]);
  expect(errors).toEqual([]);
});

test('2.105 the promotion opens without a session, and links to the agreement and back', async ({
  page,
  visit,
}) => {
  visit('promotion');
  await page.goto('/promotion?templateId=7&lang=source');
  await seePicture(page);
  await page.getByRole('button', { name: 'Registration agreement' }).click();
  await expect(page).toHaveURL(/\/agreementTemplate/);
  await page.goBack();
  await expect(phone(page)).toBeVisible();
});

test('5.11 5.13 5.14 9.24 phone, captcha and code take 11, 4 and 6 characters, and the phone is validated by the rule', async ({
  visit,
  page,
}) => {
  const visitor = visit('promotion-spec');
  await visitor.open('/promotion', CHANNEL);
  await fill(page, { phone: '138123456789', captcha: '48271', code: '1234567' });
  await expect(phone(page)).toHaveValue('13812345678');
  await expect(captcha(page)).toHaveValue('4827');
  await expect(code(page)).toHaveValue('123456');
  for (const wrong of ['12812345678', '1381234567', '09171234567', '23812345678']) {
    await phone(page).fill(wrong);
    await visitor.button('Send code').click();
    await expect(phone(page)).toHaveAttribute('aria-invalid', 'true');
  }
  expect(await visitor.requests(`${BASE}/get-sms`)).toEqual([]);
});

for (const typed of ['09171234567', '+63 917 123 4567', '63 917 123 4567']) {
  test(`5.12 ${typed} is a Philippine number, and is sent as 09171234567`, async ({ visit, page }) => {
    const visitor = visit('promotion');
    await visitor.open('/promotion', CHANNEL);
    await fill(page, { phone: typed, captcha: '4827' });
    await visitor.button('Send code').click();
    await toast(page, 'verification code sent, please check your phone');
    const [sms] = await visitor.requests(`${BASE}/get-sms`);
    expect(form(sms?.body)).toMatchObject({ phone: '09171234567' });
  });
}

test('5.12 other numbers are not Philippine', async ({ visit, page }) => {
  const visitor = visit('promotion');
  await visitor.open('/promotion', CHANNEL);
  for (const wrong of ['13812345678', '9171234567', '0917123456', '08171234567']) {
    await fill(page, { phone: wrong, captcha: '4827' });
    await visitor.button('Send code').click();
    await expect(phone(page)).toHaveAttribute('aria-invalid', 'true');
  }
  expect(await visitor.requests(`${BASE}/get-sms`)).toEqual([]);
});

test('5.13 5.14 5.15 missing values are requested, and nothing is sent', async ({ visit, page }) => {
  const visitor = visit('promotion-spec');
  await visitor.open('/promotion', CHANNEL);
  await seePicture(page);
  await visitor.button('Register').click();
  for (const words of ['enter phone correctly', 'enter image captcha', 'enter SMS code correctly']) {
    await toast(page, words);
  }
  expect(await visitor.requests(`${BASE}/register`)).toEqual([]);
  expect(await visitor.requests(`${BASE}/track-click`)).toEqual([]);
});

test('5.16 a new captcha needs a phone number, the first one does not', async ({ visit, page }) => {
  const visitor = visit('promotion-spec');
  await visitor.open('/promotion', CHANNEL);
  await seePicture(page);
  await visitor.button('New image').click();
  await toast(page, 'enter phone correctly');
  expect(await visitor.requests(`${BASE}/get-captcha`)).toHaveLength(1);
  await phone(page).fill(SPEC_PHONE);
  await visitor.button('New image').click();
  await expect.poll(async () => (await visitor.requests(`${BASE}/get-captcha`)).length).toBe(2);
  const [first, second] = await visitor.requests(`${BASE}/get-captcha`);
  expect(query(second?.path).sid).toBe(query(first?.path).sid);
  expect(query(second?.path).t).not.toBe(query(first?.path).t);
});

test('4.21 5.17 9.24 for 60 seconds no second code is sent, and a reload does not shorten them', async ({
  visit,
  page,
}) => {
  const visitor = visit('promotion-spec');
  await visitor.open('/promotion', CHANNEL);
  await fill(page, { phone: SPEC_PHONE, captcha: '4827' });
  await visitor.button('Send code').click();
  const counting = visitor.button(/^[1-5]?\ds$|^60s$/);
  await expect(counting).toHaveAttribute('aria-disabled', 'true');
  await counting.click({ force: true });
  await toast(page, 'do not resend the code');
  const spoken = page.getByText('You can ask for a new code in 60 seconds');
  await expect(spoken).toHaveCount(1);
  await page.reload();
  await expect(counting).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByText(/^You can ask for a new code/)).toHaveCount(1);
  expect(await visitor.requests(`${BASE}/get-sms`)).toHaveLength(1);
});

test('8.18 a wrong captcha loads a new one and shows the words', async ({ visit, page }) => {
  const visitor = visit('promotion-spec');
  await visitor.open('/promotion', CHANNEL);
  await fill(page, { phone: SPEC_PHONE, captcha: '0000' });
  await visitor.button('Send code').click();
  await toast(page, 'The image code does not match.');
  await expect(captcha(page)).toHaveAccessibleDescription('The image code does not match.');
  await expect(captcha(page)).toBeFocused();
  await expect.poll(async () => (await visitor.requests(`${BASE}/get-captcha`)).length).toBe(2);
  await expect(page.getByLabel('Mobile number')).toHaveValue(SPEC_PHONE);
  await captcha(page).fill('9153');
  await visitor.button('Send code').click();
  await toast(page, 'verification code sent, please check your phone');
});

test('4.22 8.19 a registered person is sent to the download page by the code', async ({ visit, page }) => {
  const visitor = visit('promotion-spec');
  await visitor.open('/promotion', CHANNEL);
  await fill(page, { phone: '13900000000', captcha: '4827' });
  await visitor.button('Send code').click();
  await toast(page, 'You are registered, please download the APP to log in');
  await expect(page).toHaveURL(/\/downloadTemplate/);
});

test('4.22 4.61 8.19 a registered person is sent to the download page by the registration too', async ({
  visit,
  page,
}) => {
  const visitor = visit('promotion-spec');
  await visitor.open('/promotion', CHANNEL);
  await fill(page, { phone: '13900000000', captcha: '4827', code: '123456' });
  await visitor.button('Register').click();
  await toast(page, 'You are registered, please download the APP to log in');
  await expect(page).toHaveURL(/\/downloadTemplate/);
  await expect(page.getByRole('note').getByText('You are registered', { exact: true })).toBeVisible();
});

test('8.21 a registration with a wrong captcha loads a new one; another refusal shows its words', async ({
  visit,
  page,
}) => {
  const visitor = visit('promotion-spec');
  await visitor.open('/promotion', CHANNEL);
  await fill(page, { phone: SPEC_PHONE, captcha: '0000', code: '654321' });
  await visitor.button('Register').click();
  await toast(page, 'The image code does not match.');
  await expect(captcha(page)).toHaveAccessibleDescription('The image code does not match.');
  await expect(captcha(page)).toBeFocused();
  await expect.poll(async () => (await visitor.requests(`${BASE}/get-captcha`)).length).toBe(2);
  await captcha(page).fill('9153');
  await visitor.button('Register').click();
  await toast(page, 'The SMS code does not match.');
  await expect(page).toHaveURL(/\/promotion/);
});

test('8.22 a landing page that cannot be loaded shows the reason, and Retry loads it again', async ({
  visit,
  page,
}) => {
  const visitor = visit('promotion-template-error');
  await visitor.open('/promotion', CHANNEL);
  await toast(page, 'This promotion is over.');
  await visitor.button('Try again').click();
  await seePicture(page);
});

test('8.23 without a reply, the code request and the registration show error', async ({ visit, page }) => {
  const visitor = visit('promotion-lost');
  await visitor.open('/promotion', CHANNEL);
  await fill(page, { phone: SPEC_PHONE, captcha: '4827', code: '123456' });
  await visitor.button('Send code').click();
  await toast(page, 'error');
  await expect(visitor.button('Send code')).toBeEnabled();
  await expect.poll(async () => (await visitor.requests(`${BASE}/get-sms`)).length).toBe(1);
  await visitor.button('Register').click();
  await expect.poll(async () => (await visitor.requests(`${BASE}/register`)).length).toBe(1);
  await toast(page, 'error');
  await expect(page).toHaveURL(/\/promotion/);
});
