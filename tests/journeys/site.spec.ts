import type { Page } from '@playwright/test';
import { configure, expect, PAYMENT_PORT, test } from './visit.ts';

const SOURCE = '?lang=source';

/** Asserts that the section with that heading is visible below header and navigation, near the top. */
async function isInView(page: Page, heading: string): Promise<boolean> {
  const box = await page.getByRole('heading', { name: heading, exact: true }).boundingBox();
  return box !== null && box.y > 60 && box.y < 400;
}

test('2.96 the navigation has its three words, scrolls, and keeps typed values', async ({
  page,
  violations,
}) => {
  await page.goto(`/${SOURCE}`);
  const navigation = page.getByRole('navigation');
  await expect(navigation.getByRole('button')).toHaveText(['Home', 'About Us', 'Contact us']);
  await navigation.getByRole('button', { name: 'Contact us' }).click();
  await expect.poll(() => isInView(page, 'Contact us')).toBe(true);
  await page.getByLabel('Message').fill('Where is the office?');
  await navigation.getByRole('button', { name: 'About Us' }).click();
  await expect.poll(() => isInView(page, 'About Us')).toBe(true);
  await navigation.getByRole('button', { name: 'Home' }).click();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeLessThan(60);
  await expect(page.getByLabel('Message')).toHaveValue('Where is the office?');
  expect(new URL(page.url()).pathname).toBe('/');
  expect(violations).toEqual([]);
});

const OPENS = [
  ['/About', 'About Us'],
  ['/Loan', 'Loan'],
  ['/Policy', 'Policy'],
  ['/User', 'User'],
  ['/Contact', 'Contact us'],
] as const;
for (const [path, heading] of OPENS) {
  test(`2.97 ${path} opens the site at its section`, async ({ page }) => {
    await page.goto(path + SOURCE);
    await expect.poll(() => isInView(page, heading)).toBe(true);
  });
}

test('2.97 2.101 2.102 / opens the site at its top; the policy is in its section, and User is an empty section', async ({
  page,
}) => {
  await page.goto(`/${SOURCE}`);
  await expect(page.getByRole('heading', { name: 'Contact us' })).toBeAttached();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.locator('#policy').getByRole('button', { name: 'What we collect' }).click();
  await expect(page.locator('#policy').getByText('Your identification documents')).toBeVisible();
  await expect(page.locator('#user').getByText('This section is empty.')).toBeVisible();
});

test('2.98 2.99 2.100 footer, two images, and the terms of a loan', async ({ page }) => {
  await page.goto(`/${SOURCE}`);
  const footer = page.getByRole('contentinfo');
  for (const words of [
    '1 Sample Street, Makati, Metro Manila',
    'Sample Lending Corporation',
    'help@example.com',
    '+63 2 8000 0000',
    '© 2026 Sample Lending Corporation',
  ])
    await expect(footer.getByText(words, { exact: true })).toBeVisible();
  const pictures = page.locator('#about').getByRole('img');
  await expect(pictures).toHaveCount(2);
  await page.locator('#about').scrollIntoViewIfNeeded();
  for (const picture of await pictures.all())
    await expect
      .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0);
  await expect(page.locator('#loan').getByText('91 to 365 calendar days')).toBeVisible();
  await page.getByRole('button', { name: 'Loan terms and conditions' }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/loanAgreement');
});

test('2.101 an external privacy page is shown in a frame, with the link to ours beside it', async ({
  page,
  violations,
}) => {
  const policyUrl = `http://127.0.0.1:${PAYMENT_PORT}/document/loan-agreement`;
  // An intercepted page counts as external, and a private network needs permission to be framed.
  await page.context().grantPermissions(['local-network-access']);
  await configure(page, '/Policy', 'site', { policyUrl });
  await page.goto(`/Policy${SOURCE}`);
  const frame = page.locator('#policy').locator('iframe').contentFrame();
  await expect(frame.getByRole('heading').first()).toBeVisible();
  expect(violations).toEqual([]);
  await page.locator('#policy').getByRole('button', { name: 'Privacy Policy', exact: true }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/privacyPolicy');
});

test('2.103 3.22 5.7 5.8 the contact form requires all three values, then shows a message and sends nothing', async ({
  page,
}) => {
  const sent: string[] = [];
  await page.goto(`/Contact${SOURCE}`);
  const send = page.getByRole('button', { name: 'Send', exact: true });
  await expect(send).toBeVisible();
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url());
  });
  await page.getByLabel('Full name').fill('Maria Santos');
  await send.click();
  await expect(page.getByText('Please provide complete information!').first()).toBeVisible();
  await page.getByLabel('phone number').fill('09170000000');
  await page.getByLabel('Message').fill('Where is the office?');
  await send.click();
  await expect(page.getByText('Successfully!')).toBeVisible();
  await expect(page.getByLabel('Message')).toHaveValue('');
  expect(sent.filter((url) => !url.includes('/capiz/reports'))).toEqual([]);
});

for (const width of [320, 390, 768, 1280]) {
  test(`at ${width} px nothing of the site is beyond the edge`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/${SOURCE}`);
    await expect(page.getByRole('heading', { name: 'Contact us' })).toBeAttached();
    const beyond = await page.evaluate(() =>
      [...document.querySelectorAll('main *, header *')]
        .filter((element) => {
          const { left, right, width: wide } = element.getBoundingClientRect();
          return wide > 1 && (right > window.innerWidth + 1 || left < -1);
        })
        .map((element) => element.outerHTML.slice(0, 100)),
    );
    expect(beyond).toEqual([]);
    const images = page.locator('#about img');
    await expect(images).toHaveCount(2);
    const pictures = await images.evaluateAll((all) => all.map((image) => image.getBoundingClientRect().top));
    expect(new Set(pictures.map(Math.round)).size).toBe(width < 700 ? 2 : 1);
  });
}
