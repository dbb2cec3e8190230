import { type Browser, expect, type Page, test } from '@playwright/test';
import { AXE, findAny } from './axe.ts';
import { OwnServer } from './own-server.ts';
import { watchPlaces } from './places.ts';
import { Job } from './job.ts';
import { DESK, previewOf, waitUntilSaved, watchFaults } from './studio.ts';

/* Home: where people begin, continue, and see what waits. */

let own: OwnServer;
test.beforeAll(async () => {
  own = new OwnServer({ CAPIZ_ENVIRONMENT: 'Test environment' });
  await own.start();
});
test.afterAll(() => own.remove());

const PASSWORD = 'seven boats on the river';
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** A person in their own browser, who sets a password by the link of an invitation. */
async function enter(browser: Browser, name: string, role: string) {
  const context = await browser.newContext({ viewport: DESK });
  await context.addInitScript(AXE);
  const page = await context.newPage();
  const faults = watchFaults(page);
  await page.goto(await own.invite(name, role));
  await page.locator('input[type=password]').fill(PASSWORD);
  await page.getByRole('button', { name: 'Set password and sign in' }).click();
  await expect(section(page, 'Live')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/studio');
  return { context, page, faults };
}

/** Signs in again in another browser, as after all windows were closed. */
async function signIn(browser: Browser, name: string, job: Job) {
  const page = await (await browser.newContext({ viewport: DESK })).newPage();
  const faults = watchFaults(page);
  await page.goto(`${own.origin}/studio`);
  await job.step('sign in', page, async (hand) => {
    await hand.fill(page.getByLabel('E-mail address or name'), name);
    await hand.fill(page.getByLabel('Password'), PASSWORD);
    await hand.press('Sign in');
  });
  await expect(section(page, 'Continue')).toBeVisible();
  return { page, faults };
}

/** The page is axe-clean and not wider than the window, on a desk and on a phone, light and dark. */
async function expectToFit(page: Page): Promise<void> {
  const found: string[] = [];
  for (const [width, colorScheme] of [
    [400, 'light'],
    [1440, 'dark'],
    [400, 'dark'],
    [1440, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    found.push(...(await findAny(page)).map((one) => `${width} ${colorScheme}: ${one}`));
    if (await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth))
      found.push(`${width} ${colorScheme}: wider than the window`);
  }
  expect(found).toEqual([]);
}

test('a new person takes the tour: changes words, sees them, and comes to the form that asks for an approval', async ({
  browser,
}) => {
  const { page, faults } = await enter(browser, 'nora', 'editor');
  const card = page.locator('.st-callout');
  const go = (name: string) => card.getByRole('button', { name, exact: true });
  const found: string[] = [];
  const look = async (): Promise<void> => void found.push(...(await findAny(page)));

  await page.getByRole('link', { name: 'Start', exact: true }).click();
  await expect(card).toContainText('Step 1 of 6');
  await expect(card).toBeFocused();
  await expect(page.getByText('All screens are being read.')).toHaveCount(0);
  await expect(previewOf(page).getByRole('heading', { name: 'Welcome' })).toBeVisible();
  await look();
  // The person does each task by keys; F6 goes back to the card.
  await page.getByRole('treeitem', { selected: true }).focus();
  for (let line = 0; line < 2; line += 1) await page.keyboard.press('ArrowDown');
  await expect(card).toContainText('Done.');
  for (
    let pane = 0;
    pane < 20 && (await go('Next').evaluate((one) => one !== document.activeElement));
    pane += 1
  )
    await page.keyboard.press('F6');
  await page.keyboard.press('Enter');
  await expect(card).toContainText('Step 2 of 6');
  await page.getByRole('region', { name: 'Properties' }).getByLabel('Text', { exact: true }).fill('Good day');
  await go('Next').click();
  await expect(card).toContainText('Step 3 of 6');
  await expect(previewOf(page).getByRole('heading', { name: 'Good day' })).toBeVisible();

  // On a phone, in the dark: a sheet at the bottom, under which the page can be scrolled.
  await page.setViewportSize({ width: 400, height: 900 });
  await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'active', reducedMotion: 'reduce' });
  await go('Next').click();
  await expect(page.getByRole('combobox', { name: 'State', exact: true })).toBeInViewport({ ratio: 1 });
  const sheet = await card.boundingBox();
  expect([sheet?.x, sheet?.width, (sheet?.y ?? 0) + (sheet?.height ?? 0)]).toEqual([0, 400, 900]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(400);
  await page.emulateMedia({ forcedColors: 'none' });
  await look();
  await page.setViewportSize(DESK);

  // A step can be skipped; the tour opens the view that a step is about, and survives a reload.
  await go('Skip').click();
  await expect(card).toContainText('Step 5 of 6');
  await waitUntilSaved(page);
  await page.reload();
  await expect(card).toContainText('Step 5 of 6');
  await go('Skip').click();
  await expect(page.getByRole('form', { name: 'Publish' })).toHaveAttribute('data-toured');
  await expect(card).toContainText('Step 6 of 6');
  await look();
  await card.press('Escape');
  await expect(card).toHaveCount(0);
  await expect(page.getByRole('form', { name: 'Publish' }).getByLabel('Title')).toBeFocused();

  // Home does not offer it again; the help of a draft starts it.
  await page.goto(`${own.origin}/studio`);
  await expect(section(page, 'Live')).toBeVisible();
  await expect(section(page, 'Tour')).toHaveCount(0);
  await section(page, 'Continue')
    .getByRole('link', { name: /^Continue: / })
    .click();
  await page.getByRole('button', { name: 'Keys', exact: true }).click();
  await page.getByRole('button', { name: 'Start the tour' }).click();
  await expect(card).toContainText('Step 1 of 6');
  await expect(card).toBeFocused();
  await go('End the tour').click();
  await page.getByRole('button', { name: 'Help: properties' }).click();
  await expect(page.getByRole('dialog', { name: 'Properties' })).toContainText(
    'Each change is saved by itself',
  );
  await look();
  expect(found).toEqual([]);
  expect(faults).toEqual([]);
});

test('an invited person begins at Home, edits, closes the browser, and continues; an approver sees what waits and approves it', async ({
  browser,
}) => {
  test.setTimeout(600_000);
  const first = await enter(browser, 'maria', 'editor');
  await expect(section(first.page, 'Continue')).toContainText('You have no open draft');
  await expect(first.page.getByRole('banner')).toContainText('Test environment');
  await expectToFit(first.page);

  // Open a screen by search, and change a text.
  await first.page.keyboard.press('Control+k');
  await first.page.keyboard.type('rollover');
  await first.page.getByRole('link', { name: /Rollover Repayment/ }).click();
  await expect(previewOf(first.page).getByRole('heading').first()).toBeVisible();
  await expect(first.page.getByText('All screens are being read.')).toHaveCount(0);
  await first.page.keyboard.press('Control+k');
  await first.page.keyboard.type('Payment Method');
  const option = first.page.getByRole('dialog').getByRole('option', { selected: true });
  await expect(option).toContainText('Payment Method');
  await first.page.keyboard.press('Enter');
  const textOf = (page: Page) =>
    page.getByRole('region', { name: 'Properties' }).getByLabel('Text', { exact: true });
  const placesOfText = await watchPlaces(textOf(first.page));
  await textOf(first.page).fill('Ways to pay');
  await waitUntilSaved(first.page);
  expect(await placesOfText()).toHaveLength(1);
  expect(first.faults).toEqual([]);
  await first.context.close();

  // Home shows the draft with what was changed and a picture, and leads back into it.
  const job = new Job('J9');
  const second = await signIn(browser, 'maria', job);
  const card = section(second.page, 'Continue').getByRole('listitem').first();
  await expect(card.locator('del')).toHaveText('Payment Method');
  await expect(card.locator('ins')).toHaveText('Ways to pay');
  const picture = card.locator('iframe').contentFrame();
  await expect(picture.getByRole('button', { name: 'Ways to pay' })).toBeAttached();
  await second.page.getByRole('button', { name: /^Rename: / }).click();
  await second.page.getByRole('textbox', { name: 'Title' }).fill('Repay words');
  await second.page.getByRole('button', { name: 'Save the title' }).click();
  await job.step('continue', second.page, (hand) =>
    hand.click(second.page.getByRole('link', { name: 'Continue: Repay words' })),
  );
  await expect(second.page.getByRole('link', { name: 'Review 1 change' })).toBeVisible();
  await expect(previewOf(second.page).getByRole('button', { name: 'Ways to pay' })).toBeVisible();
  // Borrowers read the earlier words until the draft is published.
  const borrower = await (await browser.newContext()).request.get(
    `${own.origin}/repay?productId=1203&lang=source`,
  );
  expect(await borrower.text()).toContain('Payment Method');
  job.end();

  // Ask for an approval.
  await second.page.getByRole('link', { name: 'Review 1 change' }).click();
  await second.page.getByRole('textbox', { name: 'Reason' }).fill('Clearer words');
  await second.page.getByRole('button', { name: 'Ask for approval' }).click();
  // The server compiles the release.
  await expect(second.page.getByText(/Approvers see it on Home and under Releases\.$/)).toBeVisible({
    timeout: 120_000,
  });
  await second.page.getByRole('link', { name: /^Home, from Repay words/ }).click();
  await expect(section(second.page, 'Waits for you')).toContainText('Nothing waits for you');

  const boss = await enter(browser, 'ruth', 'approver');
  await expect(boss.page.getByRole('link', { name: '1 waits for you' })).toBeVisible();
  await expect(section(boss.page, 'Who does what')).toContainText('Repay words');
  await section(boss.page, 'Waits for you')
    .getByRole('link', { name: /^Review: / })
    .click();
  // The bar has no draft to review: nobody has made one here.
  await expect(boss.page.getByRole('link', { name: /^Home, from Releases/ })).toBeVisible();
  await expect(boss.page.getByRole('link', { name: /^Review \d/ })).toHaveCount(0);
  await expect(boss.page.locator('.st-primary, .st-primary-link')).toHaveCount(0);
  // Money is approved only after the pictures that differ were looked at. No button moves while they are compared.
  const placesOfAsk = await watchPlaces(boss.page.getByRole('button', { name: 'Ask for changes' }));
  const placesOfWalk = await watchPlaces(boss.page.getByRole('button', { name: 'Show them one by one' }));
  await boss.page.getByRole('button', { name: 'Show them one by one' }).click();
  const approve = boss.page.getByRole('button', { name: 'Approve', exact: true });
  await expect(approve).toBeVisible({ timeout: 60_000 });
  expect(await placesOfAsk()).toHaveLength(1);
  expect(await placesOfWalk()).toHaveLength(1);
  await approve.click();
  await boss.page.getByRole('textbox', { name: 'Reason' }).fill('Read it');
  await boss.page.getByRole('button', { name: 'Approve exactly this' }).click();
  await expect(boss.page.getByRole('heading', { name: 'Releases' })).toBeVisible();
  await boss.page.getByRole('link', { name: /^Home, from / }).click();
  await expect(section(boss.page, 'Waits for you')).toContainText('Nothing waits for you');

  // What is discarded is gone after a confirmation.
  await second.page.getByRole('button', { name: 'Discard: Repay words' }).click();
  await second.page.getByRole('button', { name: 'Discard “Repay words”' }).click();
  await expect(section(second.page, 'Continue')).toContainText('You have no open draft');
  expect([second.faults, boss.faults]).toEqual([[], []]);
});

test('a viewer sees Home without buttons that change something, and opens a screen for reading', async ({
  browser,
}) => {
  const { page, faults } = await enter(browser, 'vic', 'viewer');
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('link', { name: '+ New draft' })).toHaveCount(0);
  await expectToFit(page);
  await section(page, 'Screens')
    .getByRole('link', { name: /^About us/ })
    .click();
  await expect(previewOf(page).getByRole('heading').first()).toBeVisible();
  expect(faults).toEqual([]);
});
