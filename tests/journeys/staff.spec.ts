import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { AXE, findSerious } from './axe.ts';
import { Job } from './job.ts';
import { findKeyboardFaults } from './keyboard.ts';
import { findMisfits, findSmallTargets } from './layout.ts';
import { OwnServer } from './own-server.ts';

let own: OwnServer;
let provider: ChildProcess;

test.beforeAll(async () => {
  own = new OwnServer();
  const back = `${await own.reserve()}/capiz/staff/single-sign-on/back`;
  provider = spawn('node', [join(import.meta.dirname, 'oidc-provider.mjs'), back], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const issuer = await new Promise<string>((done, fail) => {
    provider.once('exit', () => fail(new Error('The provider did not start.')));
    provider.stdout?.on('data', (chunk: Buffer) => {
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(chunk.toString())?.[0];
      if (found !== undefined) done(found);
    });
  });
  await own.start({
    CAPIZ_OIDC_ISSUER: issuer,
    CAPIZ_OIDC_CLIENT_ID: 'capiz',
    CAPIZ_OIDC_CLIENT_SECRET: 'a secret of the test',
    CAPIZ_OIDC_NAME: 'the bank',
  });
});
test.afterAll(async () => {
  provider.kill();
  await own.remove();
});

/** Signs in on the provider's own pages. */
async function signOn(page: Page, email: string): Promise<void> {
  await page.goto(`${own.origin}/capiz/staff`);
  await page.getByRole('link', { name: 'Sign in with the bank' }).click();
  await page.locator('[name=login]').fill(email);
  await page.locator('[name=password]').fill('whatever it is there');
  await page.locator('button[type=submit]').click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('an invited person signs in by single sign-on, others cannot, and the open page of a disabled person closes at once', async ({
  browser,
}) => {
  own.run('staff', 'invite', 'ana@example.com', '--role', 'admin');
  own.run('staff', 'invite', 'unverified@example.com', '--role', 'admin');
  const ana = await (await browser.newContext()).newPage();
  await signOn(ana, 'ana@example.com');
  await expect(ana.getByText('You are ana@example.com, admin.')).toBeVisible();
  expect((await ana.context().cookies()).find(({ name }) => name === 'capiz-staff')).toMatchObject({
    httpOnly: true,
    sameSite: 'Lax',
  });

  for (const email of ['eve@example.com', 'unverified@example.com']) {
    const stranger = await (await browser.newContext()).newPage();
    await signOn(stranger, email);
    await expect(stranger.getByRole('alert')).toContainText('Nobody has invited you here');
    await stranger.goto(`${own.origin}/capiz/staff`);
    await expect(stranger.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  }

  // A colleague who sets a password by the link that the page shows.
  await ana.getByLabel('E-mail address').fill('ben@example.com');
  await ana.getByRole('button', { name: 'Invite' }).click();
  const link = await ana.getByRole('status').locator('code').innerText();
  const ben = await (await browser.newContext()).newPage();
  await ben.goto(link);
  await ben.getByLabel('New password').fill('seven boats on the river');
  await ben.getByRole('button', { name: 'Set password and sign in' }).click();
  // It ends at Home; the account is one link away.
  await ben.waitForURL(/\/studio$/);
  await ben.getByRole('link', { name: 'Account', exact: true }).click();
  await expect(ben.getByText('You are ben@example.com, editor.')).toBeVisible();
  await expect(ben.getByRole('button', { name: 'Invite' })).toHaveCount(0);
  await ben.getByRole('link', { name: '← Home' }).click();
  await expect(ben.getByRole('region', { name: 'Live' })).toBeVisible();

  // Ben does nothing: Home gets the event, and no data of colleagues stays on his screen.
  // The page of before the sign-in offers to take the invitation back.
  await ana.goto(`${own.origin}/capiz/staff`);
  await ana.getByRole('button', { name: 'Disable: ben@example.com' }).click();
  await expect(ben.getByRole('status')).toHaveText('Your session has ended: you are signed out.');
  await expect(ben.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(ben.getByText('ana@example.com')).toHaveCount(0);
  const { records } = (await (
    await ana.request.get(`${own.origin}/capiz/api/v1/audit?subject=ben@example.com&limit=1`)
  ).json()) as { records: { action: string; at: number }[] };
  expect(records).toMatchObject([{ action: 'staff.disable' }]);
  const left = await ben.evaluate(() => performance.timeOrigin);
  expect(left - (records[0]?.at ?? 0)).toBeLessThan(1_000);
  const reply = await ben.request.get(`${own.origin}/capiz/api/v1/me`);
  expect(reply.status()).toBe(401);
  await expect(ana.getByText('You are ana@example.com, admin.')).toBeVisible();
  expect(own.run('audit', '--subject', 'ana@example.com')).toContain('staff.federate');
});

test('an admin invites, changes a role, takes an invitation back, gives a new link for a password, and disables', async ({
  browser,
}) => {
  const setPassword = async (link: string): Promise<Page> => {
    const page = await (await browser.newContext()).newPage();
    await page.goto(link);
    await page.getByLabel('New password').fill('seven boats on the river');
    await page.getByRole('button', { name: 'Set password and sign in' }).click();
    await page.waitForURL(/\/studio$/);
    return page;
  };
  const ada = await setPassword(await own.invite('ada@example.com', 'admin'));
  await ada.goto(`${own.origin}/capiz/staff`);
  const job = new Job('J15');
  const shown = ada.getByRole('status').locator('code');
  await job.step('invite', ada, async (hand) => {
    await hand.write('E-mail address', 'cy@example.com');
    await hand.choose(ada.getByRole('combobox', { name: 'Role', exact: true }).first(), 'editor');
    await hand.press('Invite');
    await expect(shown).toContainText('/capiz/staff/links/');
  });
  const first = await setPassword(await shown.innerText());
  await job.step('change the role', ada, async (hand) => {
    await hand.choose(ada.getByRole('combobox', { name: 'Role of cy@example.com' }), 'approver');
    await hand.press('Change role: cy@example.com');
    await expect(ada.getByRole('status')).toContainText('The role is changed.');
  });
  await first.goto(`${own.origin}/capiz/staff`);
  await expect(first.getByText('You are cy@example.com, approver.')).toBeVisible();

  await own.invite('wrong@example.com', 'editor');
  await ada.goto(`${own.origin}/capiz/staff`);
  await job.step('take an invitation back', ada, async (hand) => {
    await hand.press('Take the invitation back: wrong@example.com');
    await expect(ada.getByRole('status')).toContainText('its link no longer works');
  });
  await job.step('give a new link for a password', ada, async (hand) => {
    await hand.press('New link: cy@example.com');
    await expect(shown).toContainText('/capiz/staff/links/');
  });
  const again = await setPassword(await shown.innerText());
  await job.step('disable', ada, async (hand) => {
    await hand.press('Disable: cy@example.com');
    await expect(ada.getByRole('status')).toContainText('They are disabled');
  });
  await expect(again.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  job.end();
});

/** Checks the current page: axe in both themes, and the layout on the narrowest phone and on a laptop. */
async function judge(page: Page, name: string): Promise<string[]> {
  const found: string[] = [];
  for (const [theme, width] of [
    ['light', 320],
    ['dark', 1280],
    ['dark', 320],
    ['light', 1280],
  ] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width, height: 800 });
    const faults = [
      ...(await findSerious(page)),
      ...(await findMisfits(page)),
      ...(await findSmallTargets(page)),
    ];
    found.push(...faults.map((fault) => `${name}, ${theme}, ${width} px: ${fault}`));
  }
  return [...found, ...(await findKeyboardFaults(page)).map((fault) => `${name}: ${fault}`)];
}

test('staff pages are accessible: axe, both themes, narrow and wide, keyboard alone', async ({ browser }) => {
  const said = own.run(
    'staff',
    'invite',
    'a-rather-long-name.of-somebody@mail.example.com',
    '--role',
    'admin',
  );
  const context = await browser.newContext();
  await context.addInitScript(AXE);
  const page = await context.newPage();
  const found: string[] = [];
  await page.goto(/http:\S+/.exec(said)?.[0] ?? '');
  found.push(...(await judge(page, 'a link')));
  await page.getByLabel('New password').fill('too short');
  await page.getByRole('button', { name: 'Set password and sign in' }).click();
  await expect(page.getByLabel('New password')).toBeFocused();
  await expect(page.getByLabel('New password')).toHaveAccessibleDescription(/12 characters or more/);
  found.push(...(await judge(page, 'a link with a bad password')));
  await page.getByLabel('New password').fill('seven boats on the river');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Colleagues', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Colleagues' })).toBeVisible();
  await page.getByRole('button', { name: 'Make a token for 90 days' }).click();
  await expect(page.getByLabel('What it is for')).toBeFocused();
  await expect(page.getByLabel('What it is for')).toHaveAccessibleDescription(/Say what the token is for/);
  found.push(...(await judge(page, 'a token without a purpose')));

  // By keyboard, from the top of the page: the address, the role, and submit.
  await page.evaluate(() => document.querySelector('summary')?.click());
  const field = page.getByLabel('E-mail address');
  for (let press = 0; press < 40; press += 1) {
    if (await field.evaluate((one) => one === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await page.keyboard.type('eve@example.com');
  await page.keyboard.press('Tab');
  await page.keyboard.type('viewer');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toContainText('/capiz/staff/links/');
  await expect(page.getByRole('combobox', { name: 'Role of eve@example.com' })).toHaveValue('viewer');
  await page.evaluate(() => document.querySelector('summary')?.click());
  found.push(...(await judge(page, 'colleagues, with a link that is shown once')));
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.goto(`${own.origin}/capiz/staff/sign-in?ended`);
  found.push(...(await judge(page, 'signing in')));
  await page.goto(`${own.origin}/capiz/staff/links/${'a'.repeat(43)}`);
  found.push(...(await judge(page, 'a link that is spent')));
  expect(found).toEqual([]);
});
