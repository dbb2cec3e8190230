import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
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

/** Through the provider's own pages and back. */
async function signOn(page: Page, email: string): Promise<void> {
  await page.goto(`${own.origin}/capiz/staff`);
  await page.getByRole('link', { name: 'Sign in with the bank' }).click();
  await page.locator('[name=login]').fill(email);
  await page.locator('[name=password]').fill('whatever it is there');
  await page.locator('button[type=submit]').click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('who is invited comes by single sign-on, nobody else does, and the open page of whoever is disabled leaves at once', async ({
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
  await expect(ben.getByText('You are ben@example.com, editor.')).toBeVisible();
  await expect(ben.getByRole('button', { name: 'Invite' })).toHaveCount(0);

  // Ben does nothing: his page hears it, and nothing of colleagues stays on his screen.
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
