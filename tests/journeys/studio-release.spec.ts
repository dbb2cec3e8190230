import { type Browser, type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import { AXE, findAny } from './axe.ts';
import { OwnServer } from './own-server.ts';
import { Job } from './job.ts';
import { DESK, previewOf, waitUntilSaved, watchFaults } from './studio.ts';

/* From a change to all borrowers and back: a review that asks for changes, an approval, a plan, a rollout, a roll back. */

const FIRST = 'Choose how to pay';
const SECOND = 'Ways to settle this';
const REPAY = '/repay?productId=1203&orderId=1&lang=source';
const PASSWORD = 'seven boats on the river';

let own: OwnServer;
test.beforeEach(async () => {
  own = new OwnServer();
  await own.start();
});
test.afterEach(() => own.remove());

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
interface Look {
  readonly viewport: { readonly width: number; readonly height: number };
  readonly colorScheme: 'light' | 'dark';
}

async function enter(
  browser: Browser,
  name: string,
  role: string,
  look: Look,
): Promise<{ page: Page; faults: readonly string[] }> {
  const context = await browser.newContext(look);
  await context.addInitScript(AXE);
  const page = await context.newPage();
  page.setDefaultTimeout(90_000);
  const faults = watchFaults(page);
  // The page asks before it is left while something is being sent.
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(await own.invite(name, role));
  await page.locator('input[type=password]').fill(PASSWORD);
  await page.getByRole('button', { name: 'Set password and sign in' }).click();
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

/** The answer to a decision is on the screen, with the focus. */
async function expectSaid(page: Page, words: RegExp): Promise<void> {
  const said = page.getByRole('main', { name: 'Releases' }).getByText(words);
  await expect(said).toBeInViewport({ ratio: 1 });
  await expect(said).toHaveRole('status');
  await expect(said).toBeFocused();
}

/** The buttons of an open form are in one line and equally high, below the fields, and no other button is near. */
async function expectEvenButtons(form: Locator): Promise<void> {
  const boxes = await form.locator('.st-confirm-buttons button').evaluateAll((all) =>
    all.map((one) => {
      const { top, height } = one.getBoundingClientRect();
      return [top, height];
    }),
  );
  expect(boxes).toHaveLength(2);
  expect(boxes[1]).toEqual(boxes[0]);
  const field = await form.locator('.st-field').last().boundingBox();
  expect(boxes[0]?.[0]).toBeGreaterThanOrEqual((field?.y ?? 0) + (field?.height ?? 0) + 8);
  await expect(
    form.locator('xpath=ancestor::section[1]').locator('.st-decisions button:visible'),
  ).toHaveCount(2);
}

const properties = (page: Page) => page.getByRole('region', { name: 'Properties' });

const ON_A_DESK: Look = { viewport: DESK, colorScheme: 'light' };
const ON_A_PHONE: Look = { viewport: { width: 400, height: 900 }, colorScheme: 'dark' };

for (const { name, look, tag } of [
  { name: 'J7', look: ON_A_DESK, tag: [] },
  { name: 'J14b', look: ON_A_PHONE, tag: ['@long'] },
])
  test(`a change is reviewed in words, sent back, approved, planned for a share, widened to all, and rolled back, ${look.viewport.width} px wide`, {
    tag,
  }, async ({ browser }) => {
    test.setTimeout(900_000);
    const job = new Job(name);
    const borrowers = await browser.newContext();
    const { page: maria, faults: ofMaria } = await enter(browser, 'maria', 'editor', ON_A_DESK);
    await maria.goto(`${own.origin}/studio/new/screens/repay`);
    await previewOf(maria).getByRole('button', { name: 'Payment Method' }).click();
    const text = properties(maria).getByLabel('Text', { exact: true });
    await text.fill(FIRST);
    await waitUntilSaved(maria);
    await maria.getByRole('link', { name: /^Review / }).click();
    await expect(region(maria, 'What changed')).toContainText(`Payment Method now says ${FIRST}`);

    // Leaving right after asking does not drop the request.
    await maria.getByRole('textbox', { name: 'Reason', exact: true }).fill('Clearer words');
    const asked = maria.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/releases'),
    );
    await maria.getByRole('button', { name: 'Ask for approval' }).click();
    await asked;
    await maria.getByRole('link', { name: /^Home, from / }).click();
    await expect(region(maria, 'Continue')).toBeVisible();

    const { page: ruth, faults: ofRuth } = await enter(browser, 'ruth', 'approver', look);
    await expect(async () => {
      await ruth.reload();
      await expect(region(ruth, 'Waits for you').getByRole('link', { name: /^Review: / })).toBeVisible();
    }).toPass({ timeout: 120_000 });
    await job.step('ask for changes', ruth, async (hand) => {
      await hand.click(region(ruth, 'Waits for you').getByRole('link', { name: /^Review: / }));
      const changed = region(ruth, 'What changed');
      await expect(changed).toContainText(`Button Payment Method now says ${FIRST}`);
      await expect(changed.locator('h3').first()).toContainText('Repayment');
      expect(await changed.innerText()).not.toMatch(/\.json|screens\//);
      await hand.press('Ask for changes');
      await hand.write('What should change', 'Say what is paid.');
      await expectEvenButtons(ruth.getByRole('form', { name: 'Ask for changes' }));
      await hand.press('Send the comment');
      await expect(region(ruth, 'Waiting')).toContainText('ruth asks for changes: Say what is paid.');
    });
    await expectSaid(ruth, /^You asked for changes in “.*Clearer words”\. The author sees it on Home\.$/);

    // The author sees the comment on Home, and goes back to the draft.
    await maria.reload();
    await expect(region(maria, 'Waits for you')).toContainText('Say what is paid.');
    await maria.getByRole('link', { name: /^Change the draft “/ }).click();
    // The button is in a shared part: the draft opens at a screen that has it.
    await maria.waitForURL(/\/screens\/repay/);
    await job.step('change it', maria, async (hand) => {
      await hand.click(previewOf(maria).getByRole('button', { name: FIRST }));
      await hand.fill(text, SECOND);
      await waitUntilSaved(maria);
    });
    await job.step('ask again', maria, async (hand) => {
      await hand.click(maria.getByRole('link', { name: /^Review / }));
      await expect(region(maria, 'Changes asked for')).toContainText('Say what is paid.');
      await hand.write('Reason', 'Says what is paid');
      await hand.press('Ask for approval');
      await expect(maria.getByText(/Approvers see it on Home and under Releases\.$/)).toBeVisible({
        timeout: 120_000,
      });
    });
    await expect(region(maria, 'Changes asked for')).toHaveCount(0);

    // The reviewer approves after looking at the pictures that differ.
    await ruth.goto(`${own.origin}/studio`);
    await job.step('look at it', ruth, async (hand) => {
      await hand.click(
        region(ruth, 'Waits for you').getByRole('link', { name: /^Review: .*Says what is paid/ }),
      );
      await hand.press('Show them one by one');
      await expect(ruth.getByRole('button', { name: 'Approve', exact: true })).toBeVisible({
        timeout: 120_000,
      });
    });
    await job.step('approve', ruth, async (hand) => {
      await hand.press('Approve');
      await hand.write('Reason', 'Read it');
      await expectEvenButtons(ruth.getByRole('form', { name: 'Approve' }));
      await hand.press('Approve exactly this');
      await expect(ruth.getByRole('main', { name: 'Releases' })).toBeVisible();
    });
    await expectSaid(ruth, /^You approved “.*Says what is paid”\. The publishers see it on Home\.$/);

    const { page: pam, faults: ofPam } = await enter(browser, 'pam', 'publisher', look);
    await job.step('plan it for 9:00 and 5 %', pam, async (hand) => {
      await hand.click(
        region(pam, 'Waits for you').getByRole('link', { name: /^Review: .*Says what is paid/ }),
      );
      await expect(region(pam, 'Decision')).toContainText(
        /Looked at (all \d+ pictures|the picture) that differ/,
      );
      await hand.press('At a time');
      const tomorrow = inManila(Date.now() + 24 * 60 * 60_000).slice(0, 10);
      await hand.fill(pam.getByLabel('Date and time in Manila'), `${tomorrow}T09:00`);
      await hand.click(pam.getByLabel('To a share first'));
      await hand.choose(pam.getByLabel('Strategy'), 'My own shares');
      await hand.write('Shares, percent', '5, 20, 60, 100');
      await expect(pam.getByText(/^Starts with 5 % of borrowers\. After 1 hour 20 % get it, /)).toBeVisible();
      await expectEvenButtons(pam.getByRole('form', { name: 'At a time' }));
      await hand.press('Put it on the calendar');
      await expect(region(pam, 'Calendar')).toContainText(/goes to 5 % of borrowers .*, 9:00.AM in Manila/);
    });
    await expectSaid(pam, /^You planned “.*”: it goes to 5 % of borrowers .*, 9:00.AM in Manila\.$/);
    expect(await findAny(pam)).toEqual([]);
    expect(await countReaders(borrowers, 20, SECOND)).toBe(0);

    await job.step('move the plan', pam, async (hand) => {
      await hand.press('Move the plan');
      await hand.fill(pam.getByLabel('Date and time in Manila'), inManila(Date.now() + 90_000));
      await hand.write('Reason', 'Already today');
      await hand.press('Move it');
      await expect(region(pam, 'Rollout').getByRole('heading', { name: /: 5 %$/ })).toBeVisible({
        timeout: 150_000,
      });
    });
    await expect.poll(() => countReaders(borrowers, 100, SECOND), { timeout: 60_000 }).toBeGreaterThan(0);
    expect(await countReaders(borrowers, 100, SECOND)).toBeLessThan(30);

    for (const after of ['20 %', '60 %', 'everybody'])
      await job.step(`widen it to ${after}`, pam, async (hand) => {
        await hand.press('Advance');
        await hand.write('Reason', 'All is well');
        await hand.press(`Give it to ${after}`);
        await expect(pam.getByRole('form', { name: 'Advance' })).toHaveCount(0);
        if (after !== 'everybody')
          await expect(
            region(pam, 'Rollout').getByRole('heading', { name: new RegExp(`: ${after}$`) }),
          ).toBeVisible();
      });
    await expect(region(pam, 'Rollout')).toHaveCount(0);
    await expect.poll(() => countReaders(borrowers, 20, SECOND), { timeout: 60_000 }).toBe(20);

    await job.step('roll it back', pam, async (hand) => {
      await hand.press('Roll back');
      await hand.write('Reason', 'Borrowers did not find it');
      await hand.press(/^Give everybody /);
      await expect(region(pam, 'History').getByRole('listitem').first()).toContainText(
        'Borrowers did not find it',
      );
    });
    await expectSaid(pam, /^You rolled back: everybody gets “.*” again\.$/);
    await expect.poll(() => countReaders(borrowers, 20, SECOND), { timeout: 60_000 }).toBe(0);

    // All of it fits on a phone, in the dark.
    await pam.setViewportSize({ width: 400, height: 900 });
    await pam.emulateMedia({ colorScheme: 'dark' });
    expect(await findAny(pam)).toEqual([]);
    expect(await pam.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    job.end();
    expect([ofMaria, ofRuth, ofPam]).toEqual([[], [], []]);
  });
