import type { Page } from '@playwright/test';
import { fromManila, writeDayAndTime } from '../../src/studio/review/times.ts';
import { OwnServer } from './own-server.ts';
import { lineOf, previewOf, waitUntilSaved } from './studio.ts';
import { find, focused, goToPane, openAs, pressUntil, tabTo } from './studio-by-keys.ts';
import { expect, test } from './visit.ts';

/*
 * A field of the bank form, a group of instructions for a date, a rollout: each by keyboard alone. After the studio is open the
 * test uses no pointer, sets no focus and fills nothing in.
 */

let own: OwnServer;
test.beforeAll(async () => {
  own = new OwnServer();
  await own.start();
});
test.afterAll(() => own.remove());

/** Opens a screen by its name. */
async function goToScreen(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(name);
  await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText(name);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(lineOf(page, name)).toHaveAttribute('aria-current', 'page');
}

/** Chooses from a focused list by the first letters. */
async function choose(page: Page, words: string): Promise<void> {
  await page.keyboard.type(words);
  await expect(focused(page).locator('option:checked')).toHaveText(words);
}

/** Finishes the review, with a reason. */
async function handOver(page: Page, reason: string, button: string): Promise<void> {
  await waitUntilSaved(page);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('form', { name: 'Publish' }).getByLabel('Reason')).toBeFocused();
  await page.keyboard.type(reason);
  const warning = page.getByRole('checkbox', { name: /warnings? (is|are) intended/ });
  const hand = page.getByRole('button', { name: button, exact: true });
  // All screens are checked first, which may give findings.
  await expect(hand).toBeEnabled({ timeout: 60_000 });
  if ((await warning.count()) > 0) {
    await tabTo(page, 'checkbox', /warnings? (is|are) intended/);
    await page.keyboard.press('Space');
  }
  await tabTo(page, 'button', button);
  await page.keyboard.press('Enter');
}

/** A publisher looks at the waiting release. */
async function look(page: Page, reason: RegExp): Promise<void> {
  await tabTo(page, 'link', 'Releases');
  await page.keyboard.press('Enter');
  await expect(page.getByText(reason).first()).toBeVisible();
  await tabTo(page, 'button', 'Review');
  await page.keyboard.press('Enter');
  const back = page.getByRole('button', { name: 'Back to the releases', exact: true });
  await expect(back).toBeVisible();
  await pressUntil(page, 'F6', back.and(focused(page)));
}

/** A press that opens a confirmation; its result must be announced. */
async function ask(page: Page, label: string): Promise<void> {
  await tabTo(page, 'button', label);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('form', { name: label })).toBeFocused();
}

test('a field is added to the bank form, filled in as a borrower and submitted by keyboard alone', {
  tag: '@long',
}, async ({ page }) => {
  test.setTimeout(240_000);
  const faults = await openAs(page, own, 'ana', 'editor');
  await goToScreen(page, 'bind-bank');
  await expect(page.getByRole('button', { name: '+ Field' })).toBeVisible();
  await goToPane(page, 'Outline', 'tree');
  await pressUntil(page, 'Shift+Tab', page.getByRole('button', { name: '+ Field' }).and(focused(page)));
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'New field' });
  await expect(form.getByLabel('Code')).toBeFocused();
  await page.keyboard.type('branchName');
  await tabTo(page, 'textbox', 'Title');
  await page.keyboard.type('Branch');
  await tabTo(page, 'combobox', 'Group');
  await choose(page, 'Personal');
  await pressUntil(page, 'Shift+Tab', form.getByLabel('Kind').and(focused(page)));
  await choose(page, 'Enumeration');
  await tabTo(page, 'textbox', 'Name 1');
  await page.keyboard.type('Main branch');
  await tabTo(page, 'textbox', 'Value 1');
  await page.keyboard.type('M1');
  await tabTo(page, 'button', 'Add this field');
  await page.keyboard.press('Enter');
  await expect(form).toHaveCount(0);
  await expect(page.getByRole('treeitem', { selected: true })).toContainText('Branch');
  await goToPane(page, 'Field');
  const sent = page.getByRole('region', { name: 'What is sent' });
  await expect(sent.getByRole('row', { name: 'branchName this field M1' })).toBeVisible();

  // As a borrower: into the phone and out of it again.
  await page.keyboard.press('Control+p');
  await tabTo(page, 'combobox', 'Taps');
  await choose(page, 'Use the screen');
  const phone = previewOf(page);
  const branch = phone.getByRole('button', { name: /^Branch/ });
  await expect(branch).toBeVisible();
  await pressUntil(page, 'Tab', branch.and(phone.locator(':focus')));
  await page.keyboard.press('Enter');
  const sheet = phone.getByRole('dialog');
  const option = sheet.getByRole('radio', { name: 'Main branch' });
  await expect(option).toBeVisible();
  await pressUntil(page, 'Tab', option.and(phone.locator(':focus')));
  await page.keyboard.press('Space');
  await pressUntil(page, 'Tab', sheet.getByRole('button', { name: 'Confirm' }).and(phone.locator(':focus')));
  await page.keyboard.press('Enter');
  await expect(branch).toContainText('Main branch');
  await goToPane(page, 'Outline', 'tree');
  await handOver(page, 'Branches are asked for', 'Ask for approval');
  // The release is created first.
  await expect(page.getByText(/Approvers see it on Home and under Releases\.$/)).toBeVisible({
    timeout: 60_000,
  });
  expect(faults).toEqual([]);
});

test('a group of instructions is duplicated and scheduled for a date by keyboard alone', {
  tag: '@long',
}, async ({ page, browser }) => {
  test.setTimeout(240_000);
  const faults = [...(await openAs(page, own, 'bea', 'editor'))];
  await find(page, 'At a store');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+d');
  await expect(page.getByRole('treeitem', { name: 'At a store' })).toHaveCount(2);
  await page.keyboard.press('Enter');
  const title = page.getByRole('region', { name: 'Properties' }).getByLabel('Title', { exact: true });
  await expect(title).toBeFocused();
  await page.keyboard.type('At a machine');
  await expect(page.getByRole('treeitem', { selected: true })).toContainText('At a machine');
  const steps = page.getByRole('region', { name: 'Steps', exact: true });
  await goToPane(page, 'Steps');
  await page.keyboard.press('Enter');
  await expect(steps.getByRole('textbox', { name: 'Step 2', exact: true })).toBeFocused();
  await page.keyboard.type('Ask for help: ');
  await tabTo(page, 'button', 'Phone');
  await page.keyboard.press('Enter');
  await expect(focused(page)).toHaveValue(/^Ask for help: \$\{[\w.]+\}$/);
  await tabTo(page, 'button', 'Add a picture of step 2');
  await page.keyboard.press('Enter');
  await expect(steps.getByRole('combobox', { name: 'Picture', exact: true })).toBeFocused();
  await choose(page, 'pay-channel');
  await tabTo(page, 'textbox', 'What it shows');
  await page.keyboard.type('A machine');
  await page.keyboard.press('Enter');
  await expect(steps.getByRole('button', { name: 'Change the picture of step 2' })).toBeFocused();
  await handOver(page, 'Machines take payments', 'Ask for approval');
  // The release is created first.
  await expect(page.getByText(/Approvers see it on Home and under Releases\.$/)).toBeVisible({
    timeout: 60_000,
  });

  const approver = await (await browser.newContext()).newPage();
  faults.push(...(await openAs(approver, own, 'cy', 'approver')));
  await look(approver, /Machines take payments/);
  await tabTo(approver, 'button', 'Show them one by one');
  await approver.keyboard.press('Enter');
  await expect(approver.getByRole('button', { name: 'Approve', exact: true })).toBeVisible({
    timeout: 60_000,
  });
  await ask(approver, 'Approve');
  await tabTo(approver, 'textbox', 'Reason');
  await approver.keyboard.type('Read it');
  await tabTo(approver, 'button', 'Approve exactly this');
  await approver.keyboard.press('Enter');
  await expect(approver.getByRole('form', { name: 'Approve' })).toHaveCount(0);
  await approver.context().close();

  const publisher = await (await browser.newContext()).newPage();
  faults.push(...(await openAs(publisher, own, 'dan', 'publisher')));
  await look(publisher, /Machines take payments/);
  await ask(publisher, 'At a time');
  await publisher.keyboard.press('Tab');
  const due = publisher.getByLabel('Date and time in Manila');
  await expect(due).toBeFocused();
  const day = new Date(Date.now() + 3 * 24 * 60 * 60_000).toISOString().slice(0, 10);
  const [year = '', month = '', date = ''] = day.split('-');
  await publisher.keyboard.type(month + date + year);
  await publisher.keyboard.press('Tab');
  await publisher.keyboard.type('0830AM');
  await expect(due).toHaveValue(`${day}T08:30`);
  await tabTo(publisher, 'button', 'Put it on the calendar');
  await publisher.keyboard.press('Enter');
  const planned = publisher.getByText(`goes live ${writeDayAndTime(fromManila(`${day}T08:30`))}`);
  await expect(planned).toBeVisible();
  // The schedule is cancelled again.
  await ask(publisher, 'Cancel the plan');
  await tabTo(publisher, 'textbox', 'Reason');
  await publisher.keyboard.type('Not ready');
  await tabTo(publisher, 'button', 'Take it off the calendar');
  await publisher.keyboard.press('Enter');
  await expect(planned).toHaveCount(0);
  await publisher.context().close();
  expect(faults).toEqual([]);
});

test('a release is given to a share, paused, widened and returned by keyboard alone', {
  tag: '@long',
}, async ({ page }) => {
  test.setTimeout(240_000);
  const faults = await openAs(page, own, 'eve', 'publisher');
  await find(page, 'Welcome');
  await expect(focused(page)).toHaveValue('Welcome');
  await page.keyboard.type('Good to see you');
  await expect(page.getByRole('treeitem', { selected: true })).toContainText('Good to see you');
  await waitUntilSaved(page);
  await page.keyboard.press('Control+Shift+d');
  await goToPane(page, 'Publish', 'form');
  await tabTo(page, 'radio', 'To everybody, now');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'To a share first', exact: true })).toBeChecked();
  await tabTo(page, 'combobox', 'Strategy');
  await choose(page, 'My own shares');
  await tabTo(page, 'textbox', 'Shares, percent');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('20, 50');
  // The estimated number of visitors.
  await expect(
    page.getByText(/A larger share keeps the same ones\.|^No borrowers were counted yet/),
  ).toBeVisible();
  await handOver(page, 'Warmer words', 'Start the rollout');
  // The release is created first.
  await expect(page.getByText(/^20 % of borrowers get “/)).toBeVisible({ timeout: 60_000 });

  await tabTo(page, 'link', 'Releases');
  await page.keyboard.press('Enter');
  const board = page.getByRole('region', { name: 'Rollout' });
  await expect(board.getByRole('heading', { name: /: 20 %$/ })).toBeVisible();
  await goToPane(page, 'Releases', 'main');
  for (const [label, confirm, heading] of [
    ['Pause', 'Pause the rollout', /: 20 %, paused$/],
    ['Resume', 'Resume the rollout', /: 20 %$/],
    ['Advance', 'Give it to 50 %', /: 50 %$/],
  ] as const) {
    await ask(page, label);
    if (label === 'Advance') {
      await tabTo(page, 'textbox', 'Reason');
      await page.keyboard.type('All is well');
    }
    await tabTo(page, 'button', confirm);
    await page.keyboard.press('Enter');
    await expect(board.getByRole('heading', { name: heading })).toBeVisible();
    // The focus stays; it is not reset to the top of the page.
    await expect(page.locator('.st-releases :focus, .st-releases:focus')).toHaveCount(1);
  }
  await ask(page, 'Roll back');
  await tabTo(page, 'textbox', 'Reason');
  await page.keyboard.type('Nobody found it');
  await tabTo(page, 'button', /^Give everybody/);
  await page.keyboard.press('Enter');
  await expect(board).toHaveCount(0);
  await expect(page.locator('.st-releases :focus, .st-releases:focus')).toHaveCount(1);
  expect(faults).toEqual([]);
});
