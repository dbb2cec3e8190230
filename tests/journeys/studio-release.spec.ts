import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { AXE, findAny } from './axe.ts';
import { OwnServer } from './own-server.ts';
import { DESK, previewOf, waitUntilSaved, watchFaults } from './studio.ts';

/* From a change to all borrowers and back: a review that asks for changes, an approval, a plan, a rollout, a roll back. */

const FIRST = 'Choose how to pay';
const SECOND = 'Ways to settle this';
const REPAY = '/repay?productId=1203&orderId=1&lang=source';
const PASSWORD = 'seven boats on the river';

let own: OwnServer;
test.beforeAll(async () => {
  own = new OwnServer();
  await own.start();
});
test.afterAll(() => own.remove());

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click();
const fill = (page: Page, label: string, words: string) =>
  page.getByRole('textbox', { name: label, exact: true }).fill(words);

async function enter(
  browser: Browser,
  name: string,
  role: string,
): Promise<{ page: Page; faults: readonly string[] }> {
  const context = await browser.newContext({ viewport: DESK });
  await context.addInitScript(AXE);
  const page = await context.newPage();
  page.setDefaultTimeout(90_000);
  const faults = watchFaults(page);
  // The page asks before it is left while something is being sent.
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(await own.invite(name, role));
  await page.locator('input[type=password]').fill(PASSWORD);
  await press(page, 'Set password and sign in');
  await expect(region(page, 'Live')).toBeVisible();
  return { page, faults };
}

/** The value of a date and time field, in Manila. */
function inManila(at: number): string {
  return new Date(at + 8 * 60 * 60_000).toISOString().slice(0, 16);
}

/** How many of these new visitors get the words. */
async function countReaders(context: BrowserContext, visitors: number, words: string): Promise<number> {
  let readers = 0;
  for (let at = 0; at < visitors; at += 1) {
    await context.clearCookies();
    const document = await context.request.get(own.origin + REPAY);
    if ((await document.text()).includes(words)) readers += 1;
  }
  return readers;
}

async function setButton(page: Page, words: string): Promise<void> {
  await page.getByRole('region', { name: 'Properties' }).getByLabel('Text', { exact: true }).fill(words);
  await waitUntilSaved(page);
}

test('a change is reviewed in words, sent back, approved, planned for a share, widened to all, and rolled back', async ({
  browser,
}) => {
  test.setTimeout(900_000);
  const borrowers = await browser.newContext();
  const { page: maria, faults: ofMaria } = await enter(browser, 'maria', 'editor');
  await maria.goto(`${own.origin}/studio/new/screens/repay`);
  await previewOf(maria).getByRole('button', { name: 'Payment Method' }).click();
  await setButton(maria, FIRST);
  await maria.getByRole('link', { name: /^Review / }).click();
  await expect(region(maria, 'What changed')).toContainText(`Payment Method now says ${FIRST}`);

  await test.step('leaving right after asking does not drop the request', async () => {
    await fill(maria, 'Reason', 'Clearer words');
    const asked = maria.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/releases'),
    );
    await press(maria, 'Ask for approval');
    await asked;
    await maria.getByRole('link', { name: /^Home, from / }).click();
    await expect(region(maria, 'Continue')).toBeVisible();
  });

  const { page: ruth, faults: ofRuth } = await enter(browser, 'ruth', 'approver');
  await test.step('the reviewer asks for changes, with a comment', async () => {
    await expect(async () => {
      await ruth.reload();
      await expect(region(ruth, 'Waits for you').getByRole('link', { name: /^Review: / })).toBeVisible();
    }).toPass({ timeout: 120_000 });
    await region(ruth, 'Waits for you')
      .getByRole('link', { name: /^Review: / })
      .click();
    const changed = region(ruth, 'What changed');
    await expect(changed).toContainText(`Button Payment Method now says ${FIRST}`);
    await expect(changed.locator('h3').first()).toContainText('Repayment');
    expect(await changed.innerText()).not.toMatch(/\.json|screens\//);
    await press(ruth, 'Ask for changes');
    await fill(ruth, 'What should change', 'Say what is paid.');
    await press(ruth, 'Send the comment');
    await expect(region(ruth, 'Waiting')).toContainText('ruth asks for changes: Say what is paid.');
  });

  await test.step('the author sees the comment on Home, and goes back to the draft', async () => {
    await maria.reload();
    await expect(region(maria, 'Waits for you')).toContainText('Say what is paid.');
    await maria.getByRole('link', { name: /^Change the draft “/ }).click();
    await maria.waitForURL(/\/screens/);
    // The button is in a shared part, which belongs to several screens.
    await maria.goto(maria.url().replace(/\/screens.*$/, '/screens/repay'));
    await previewOf(maria).getByRole('button', { name: FIRST }).click();
    await setButton(maria, SECOND);
    await maria.getByRole('link', { name: /^Review / }).click();
    await expect(region(maria, 'Changes asked for')).toContainText('Say what is paid.');
    await fill(maria, 'Reason', 'Says what is paid');
    await press(maria, 'Ask for approval');
    await expect(maria.getByText(/Somebody else approves it, under Releases\.$/)).toBeVisible({
      timeout: 120_000,
    });
    await expect(region(maria, 'Changes asked for')).toHaveCount(0);
  });

  await test.step('the reviewer approves after looking at the pictures that differ', async () => {
    await ruth.goto(`${own.origin}/studio`);
    await region(ruth, 'Waits for you')
      .getByRole('link', { name: /^Review: .*Says what is paid/ })
      .click();
    await press(ruth, 'Show them one by one');
    await ruth.getByRole('button', { name: 'Approve', exact: true }).click({ timeout: 120_000 });
    await fill(ruth, 'Reason', 'Read it');
    await press(ruth, 'Approve exactly this');
    await expect(ruth.getByRole('main', { name: 'Releases' })).toBeVisible();
  });

  const { page: pam, faults: ofPam } = await enter(browser, 'pam', 'publisher');
  await test.step('the publisher plans it for tomorrow at nine in Manila, for 5 % of the borrowers', async () => {
    await region(pam, 'Waits for you')
      .getByRole('link', { name: /^Review: .*Says what is paid/ })
      .click();
    await expect(region(pam, 'Decision')).toContainText(
      /Looked at (all \d+ pictures|the picture) that differ/,
    );
    await press(pam, 'At a time');
    const tomorrow = inManila(Date.now() + 24 * 60 * 60_000).slice(0, 10);
    await pam.getByLabel('Date and time in Manila').fill(`${tomorrow}T09:00`);
    await pam.getByLabel('To a share first').check();
    await pam.getByLabel('Strategy').selectOption('My own shares');
    await fill(pam, 'Shares, percent', '5, 20, 60, 100');
    await press(pam, 'Put it on the calendar');
    await expect(region(pam, 'Calendar')).toContainText(/goes to 5 % of borrowers .*, 9:00.AM in Manila/);
    expect(await findAny(pam)).toEqual([]);
    expect(await countReaders(borrowers, 20, SECOND)).toBe(0);
  });

  await test.step('the plan is moved, and a share of the borrowers gets it', async () => {
    await press(pam, 'Move the plan');
    await pam.getByLabel('Date and time in Manila').fill(inManila(Date.now() + 90_000));
    await fill(pam, 'Reason', 'Already today');
    await press(pam, 'Move it');
    await expect(region(pam, 'Rollout').getByRole('heading', { name: /: 5 %$/ })).toBeVisible({
      timeout: 150_000,
    });
    await expect.poll(() => countReaders(borrowers, 100, SECOND), { timeout: 60_000 }).toBeGreaterThan(0);
    expect(await countReaders(borrowers, 100, SECOND)).toBeLessThan(30);
  });

  await test.step('it is widened to all', async () => {
    for (const after of ['20 %', '60 %', 'everybody']) {
      await press(pam, 'Advance');
      await fill(pam, 'Reason', 'All is well');
      await press(pam, `Give it to ${after}`);
      await expect(pam.getByRole('form', { name: 'Advance' })).toHaveCount(0);
      if (after !== 'everybody')
        await expect(
          region(pam, 'Rollout').getByRole('heading', { name: new RegExp(`: ${after}$`) }),
        ).toBeVisible();
    }
    await expect(region(pam, 'Rollout')).toHaveCount(0);
    await expect.poll(() => countReaders(borrowers, 20, SECOND), { timeout: 60_000 }).toBe(20);
  });

  await test.step('it is rolled back in two presses, with a reason', async () => {
    await press(pam, 'Roll back');
    await fill(pam, 'Reason', 'Borrowers did not find it');
    await press(pam, /^Give everybody /);
    await expect(region(pam, 'History').getByRole('listitem').first()).toContainText(
      'Borrowers did not find it',
    );
    await expect.poll(() => countReaders(borrowers, 20, SECOND), { timeout: 60_000 }).toBe(0);
  });

  await test.step('all of it fits on a phone, in the dark', async () => {
    await pam.setViewportSize({ width: 400, height: 900 });
    await pam.emulateMedia({ colorScheme: 'dark' });
    expect(await findAny(pam)).toEqual([]);
    expect(await pam.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  });
  expect([ofMaria, ofRuth, ofPam]).toEqual([[], [], []]);
});
