import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, mark, test as base } from './visit.ts';

/** Other journeys test the defaults; here every switch has the other value. */
const SWITCHED: { readonly [group: string]: { readonly [name: string]: unknown } } = {
  market: { visible: true },
  kindTips: { dismiss: 'session' },
  orderRating: { score: 'chosen', store: 'always' },
  agreement: { prechecked: false, forced: 'load' },
};

const root = resolve(import.meta.dirname, '../..');

/** A copy of the project with another configuration, served beside the tested one. */
const test = base.extend<object, { switched: string }>({
  switched: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern.
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'capiz-switched-'));
      for (const part of ['screens', 'schemas', 'fixtures']) {
        cpSync(join(root, part), join(folder, part), { recursive: true });
      }
      symlinkSync(join(root, 'dist'), join(folder, 'dist'));
      const file = join(folder, 'screens/app.json');
      const app = JSON.parse(readFileSync(file, 'utf8')) as {
        config: { [group: string]: { [name: string]: { default: unknown } } };
      };
      for (const [group, values] of Object.entries(SWITCHED)) {
        for (const [name, value] of Object.entries(values)) {
          const declared = app.config[group]?.[name];
          if (declared === undefined) throw new Error(`app.json has no config.${group}.${name}.`);
          declared.default = value;
        }
      }
      writeFileSync(file, JSON.stringify(app));
      const server = spawn(process.execPath, [join(root, 'dist/server/main.js'), folder], {
        env: { ...process.env, PORT: '0', CAPIZ_DEMO: '1', CAPIZ_DATA: join(folder, '.capiz') },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await use(await addressOf(server));
      server.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ switched }, use) => await use(switched),
});

function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((found, lost) => {
    let said = '';
    server.stdout?.on('data', (bytes) => {
      said += String(bytes);
      const address = /Capiz listens at (\S+)/.exec(said)?.[1];
      if (address !== undefined) found(address);
    });
    server.once('exit', (code) => lost(new Error(`The server ended with ${code}.\n${said}`)));
  });
}

test.describe('market.visible: recommended products', () => {
  test('2.12 3.28 shows logo, name, range, rate and button; tags on only the first two', async ({
    visit,
    page,
  }) => {
    const borrower = visit('recommended');
    await borrower.open('/order');
    const market = page.getByRole('region', { name: 'Recommended' });
    await expect(market.getByRole('button', { name: 'Apply' })).toHaveCount(6);
    for (const words of ['Sunrise Cash Plus', '₱5,000 - ₱20,000', 'Amount', '0.5%', 'Daily rate']) {
      await expect(market.getByText(words).first()).toBeVisible();
    }
    await expect(market.getByText('Fast', { exact: true })).toHaveCount(1);
    await expect(market.getByText('New', { exact: true })).toHaveCount(1);
    await expect(market.getByText('Popular', { exact: true })).toHaveCount(1);
    await expect(market.getByText('Small', { exact: true })).toHaveCount(0);
  });

  test('2.12 3.28 7.55 7.63 an unavailable product cannot be opened and shows that; the others open in the app', async ({
    visit,
    page,
  }) => {
    await page.addInitScript(() => {
      const sent: unknown[] = [];
      const listen = (name: string) => ({
        postMessage: (payload: unknown) => void sent.push([name, payload]),
      });
      Object.assign(window, {
        sent,
        webkit: { messageHandlers: { openProduct: listen('openProduct'), goHome: listen('goHome') } },
      });
    });
    const sent = () => page.evaluate(() => (window as unknown as { sent: unknown[] }).sent);
    const borrower = visit('recommended');
    await borrower.open('/order');
    const apply = page.getByRole('region', { name: 'Recommended' }).getByRole('button', { name: 'Apply' });
    await expect(apply.nth(3)).toHaveAttribute('aria-disabled', 'true');
    await expect(apply.nth(5)).toHaveAttribute('aria-disabled', 'true');
    await expect(page.getByText('Unavailable')).toHaveCount(2);
    await apply.nth(3).click({ force: true });
    await apply.nth(1).click();
    await expect.poll(sent).toEqual([['openProduct', { productId: '1302' }]]);
    await borrower.button('Click to view more products').click();
    await expect.poll(sent).toHaveLength(2);
    expect((await sent())[1]).toEqual(['goHome', {}]);
  });

  test('without a product there is no heading', async ({ visit, page }) => {
    await visit('repayable').open('/order');
    await expect(page.getByText('Repayment is open')).toBeVisible();
    await expect(page.getByText('Recommended')).toBeHidden();
    await expect(page.getByText('Click to view more products')).toBeHidden();
  });
});

test('4.33 kindTips.dismiss is session: Confirm stops them too', async ({ visit, page }) => {
  const borrower = visit('popup-tips');
  await borrower.open('/order');
  await borrower.button('Confirm').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('Repayment is open')).toBeVisible();
  await page.waitForTimeout(500);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('9.26 orderRating.score is chosen, store is always: two stars send 2 and open the store rating', async ({
  visit,
  page,
}) => {
  await page.addInitScript(() => {
    const sent: unknown[] = [];
    const openRating = { postMessage: () => void sent.push('openRating') };
    Object.assign(window, { sent, webkit: { messageHandlers: { openRating } } });
  });
  const borrower = visit('popup-rating');
  await borrower.open('/order');
  await mark(page.getByRole('radio', { name: '2 stars' }));
  const request = page.waitForRequest((one) => one.url().endsWith('/google-score'));
  await borrower.button('Submit').click();
  expect((await request).postData()).toBe('score=2');
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { sent: unknown[] }).sent))
    .toEqual(['openRating']);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('2.64 with prechecked off the agreement is not ticked, and Loan is disabled until it is', async ({
  visit,
  page,
}) => {
  const borrower = visit('loan-plain');
  await borrower.open('/loanConfirmNew');
  await expect(borrower.button('Loan')).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('checkbox')).not.toBeChecked();
  await page.getByRole('checkbox').check();
  await borrower.button('Loan').click();
  await expect(page).toHaveURL(/\/order\?/);
});

test('4.46 4.47 with forced on load the agreement opens with the page, and again on Loan until it is accepted', async ({
  visit,
  page,
}) => {
  const borrower = visit('loan-agreement');
  await borrower.open('/loanConfirmNew');
  const sheet = page.getByRole('dialog', { name: 'Agreement' });
  await expect(sheet).toBeVisible();
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await expect(sheet).toBeHidden();
  await page.getByRole('checkbox').check();
  await borrower.button('Loan').click();
  await expect(sheet).toBeVisible();
  expect(await borrower.requests('/v3/loan-confirm/loan-detail-push')).toEqual([]);
  await sheet.getByRole('button', { name: 'Agree', exact: true }).click();
  await expect(page).toHaveURL(/\/order\?/);
  expect(await borrower.requests('/v3/loan-confirm/loan-detail-push')).toHaveLength(1);
});
