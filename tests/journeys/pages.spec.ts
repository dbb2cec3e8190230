import type { Page } from '@playwright/test';
import { expect, test } from './visit.ts';

const CONTACT = '/v3/personal-center/contact-kf-info';
const source = { lang: 'source' };

/** Simulates the app and records the page's messages. */
async function inShell(page: Page): Promise<() => Promise<unknown>> {
  await page.addInitScript(() => {
    const sent: unknown[] = [];
    const handler = (name: string) => ({
      postMessage: (payload: unknown) => void sent.push([name, payload]),
    });
    Object.assign(window, { sent, webkit: { messageHandlers: { callPhone: handler('callPhone') } } });
  });
  return () => page.evaluate(() => (window as unknown as { sent: unknown }).sent);
}

/** Records the target of a navigation: a test cannot open a mail client. */
async function mailOpened(page: Page, tap: () => Promise<void>): Promise<string> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  const asked = new Promise<string>((resolve) => {
    session.on('Page.frameRequestedNavigation', ({ url }) => resolve(url));
  });
  await tap();
  return await asked;
}

test('2.93 2.94 2.95 3.15 7.22 customer service shows telephone and e-mail, and opens both', async ({
  visit,
  page,
}) => {
  const sent = await inShell(page);
  const borrower = visit('contact');
  await borrower.open('/customerService', source);
  const phone = page.getByRole('button', { name: /0917 000 0000/ });
  await phone.click();
  await expect.poll(sent).toEqual([['callPhone', { phone: '0917 000 0000' }]]);
  const mail = page.getByRole('button', { name: /care@example\.com/ });
  expect(await mailOpened(page, () => mail.click())).toBe('mailto:care@example.com');

  const [call] = await borrower.requests(CONTACT);
  expect(call).toMatchObject({ method: 'POST', path: CONTACT, body: 'overall=30' });
  expect(call?.headers['content-type']).toContain('application/x-www-form-urlencoded');
});

test('contact details that cannot be loaded: the reason, a retry, and the configured telephone', async ({
  visit,
  page,
}) => {
  const borrower = visit('contact-error');
  await borrower.open('/customerService', source);
  await expect(page.getByText('Our records are being updated.')).toBeVisible();
  await expect(borrower.button('Try again')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Customer service' })).toBeVisible();
});

test('without contact details of the service the configured ones are shown', async ({ visit, page }) => {
  const borrower = visit('contact-bare');
  await borrower.open('/customerService', source);
  await expect(page.getByRole('button', { name: /\+63 2 8000 0000/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /help@example\.com/ })).toBeVisible();
});

test('a visitor without a session can read the public pages, and no page with data', async ({
  page,
  violations,
}) => {
  await page.goto('/customerService?lang=source');
  await expect(page.getByRole('button', { name: /Call or WhatsApp/ })).toBeVisible();
  await page.goto('/aboutUs?lang=source');
  await expect(page.getByText('Welcome', { exact: true })).toBeVisible();
  await page.goto('/order?orderId=repayable-x&productId=1203');
  await expect(page.getByText('Please sign in again')).toBeVisible();
  expect(violations).toEqual([]);
});

test('2.92 about us has welcome, mission, advantages, team, contact and the e-mail', async ({
  visit,
  page,
}) => {
  const borrower = visit('contact');
  await borrower.open('/aboutUs', source);
  for (const name of ['Our mission', 'Why us', 'Our team', 'Contact', 'Registration'])
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
  await expect(page.getByText('Welcome', { exact: true })).toBeVisible();
  const mail = page.getByRole('button', { name: /care@example\.com/ });
  expect(await mailOpened(page, () => mail.click())).toBe('mailto:care@example.com');
});

test('about us is shown without the call: with the configured e-mail', async ({ visit, page }) => {
  const borrower = visit('contact-error');
  await borrower.open('/aboutUs', source);
  await expect(page.getByRole('button', { name: /help@example\.com/ })).toBeVisible();
});

const SECTIONS = [
  'Lender and contact',
  'What we collect',
  'What you represent to us',
  'How we use it',
  'Who we share it with',
  'Cookies',
  'Your device',
  'Minors',
  'Password security',
  'Changes to this policy',
  'Opting out',
  'Grievance officer',
];

test('2.90 2.91 the privacy policy has its titles and every section, which opens on a tap', async ({
  visit,
  page,
}) => {
  const borrower = visit('repayable');
  await borrower.open('/privacyPolicy', source);
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible();
  await expect(page).toHaveTitle('General Terms and Conditions');
  const headings = page.getByRole('heading', { level: 3 }).getByRole('button');
  expect(await headings.allInnerTexts()).toEqual(SECTIONS);
  await borrower.button('Your device').click();
  for (const word of ['Camera', 'Location (GPS)', 'Advertising id', 'Network'])
    await expect(page.getByText(word, { exact: true })).toBeVisible();
  await borrower.button('Minors').click();
  await expect(page.getByText(/under 18/)).toBeVisible();
});
