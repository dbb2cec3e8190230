import type { Locator, Page } from '@playwright/test';
import { AXE, findSerious } from './axe.ts';
import { OwnServer } from './own-server.ts';
import { errorless, lineOf, openStudio, previewOf, waitUntilSaved } from './studio.ts';
import { expect, test } from './visit.ts';

/* Texts with cases: every case is shown, edited in place, added, moved and removed. */

let own: OwnServer;
test.beforeAll(async () => {
  own = new OwnServer();
  await own.start();
});
test.afterAll(() => own.remove());

/** Counts what a person does: a press of a key or of the mouse; words typed into a field are one. */
function countPresses(page: Page) {
  let count = 0;
  return {
    get count() {
      return count;
    },
    key: (key: string) => {
      count += 1;
      return page.keyboard.press(key);
    },
    type: (words: string) => {
      count += 1;
      return page.keyboard.type(words);
    },
    click: (at: Locator) => {
      count += 1;
      return at.click();
    },
  };
}

async function select(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(words);
  await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText(words);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('treeitem', { selected: true })).toContainText(words);
}

const casesOf = (page: Page, title: string) => page.getByRole('region', { name: `Cases of ${title}` });
const jsonOf = (page: Page) => page.locator('.cm-content');

test('the words of the repay button are changed in its cases, everywhere or on one screen, in at most ten presses', async ({
  page,
}) => {
  await page.addInitScript(AXE);
  const faults = await openStudio(page, own, 'ana', 'editor');
  const first = countPresses(page);
  await first.key('Control+k');
  await first.type('REPAY');
  await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText('REPAY');
  await first.key('Enter');
  const cases = casesOf(page, 'Text').getByRole('listitem');
  await expect(cases).toHaveCount(2);
  await expect(cases.nth(0)).toContainText(
    'When “is delay of order” is yes and “order status of order” is not “170”',
  );
  await expect(cases.nth(1)).toContainText('Otherwise');
  // The case that is shown now has the focus.
  const shown = casesOf(page, 'Text').locator('[data-shown] textarea');
  await expect(shown).toBeFocused();
  const before = await shown.inputValue();
  const other = before === 'REPAY' ? 'Repayment' : 'REPAY';
  await first.type('Pay your loan');
  await expect(previewOf(page).getByRole('button', { name: 'Pay your loan', exact: true })).toBeVisible();
  // The other case stays as it is.
  await expect(casesOf(page, 'Text').getByRole('textbox').filter({ hasText: other })).toHaveCount(1);
  expect(first.count).toBeLessThanOrEqual(10);
  await expect(errorless(page)).toBeVisible();
  expect(await findSerious(page)).toEqual([]);
  await waitUntilSaved(page);

  // The button of two screens, on one of them.
  const second = countPresses(page);
  await second.key('Control+k');
  await second.type('Payment Method');
  await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText('Payment');
  await second.key('Enter');
  await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toBeFocused();
  await second.click(page.getByRole('button', { name: 'Here only' }));
  await expect(page.getByText('a change shows on this screen alone')).toBeVisible();
  await second.key('Control+a');
  await second.type('Ways to pay');
  await expect(previewOf(page).getByRole('button', { name: 'Ways to pay', exact: true })).toBeVisible();
  expect(second.count).toBeLessThanOrEqual(10);
  await waitUntilSaved(page);
  expect(faults).toEqual([]);
});

test('cases are added, moved and removed without JSON, and undo brings back every byte', async ({ page }) => {
  const faults = await openStudio(page, own, 'ben', 'editor');
  await select(page, 'REPAY');
  const cases = casesOf(page, 'Text');
  const rows = cases.getByRole('listitem');
  await page
    .getByRole('button', { name: 'JSON', exact: true })
    .or(page.getByRole('tab', { name: 'JSON' }))
    .first()
    .click();
  await expect(jsonOf(page)).toContainText('REPAY');

  await cases.getByRole('button', { name: 'Add a case to Text' }).click();
  const builder = cases.getByRole('group', { name: 'Another text when' });
  await builder.getByLabel('What').fill('Order status of order');
  await builder.getByLabel('Relation').selectOption('is');
  await builder.getByLabel('Value').fill('180');
  await builder.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText('When “order status of order” is “180”');
  await rows.nth(1).getByRole('textbox').fill('Pay now, please');
  await rows
    .nth(1)
    .getByRole('button', { name: /^Move up/ })
    .click();
  await expect(rows.nth(0).getByRole('textbox')).toHaveValue('Pay now, please');
  await expect(rows.nth(1).getByRole('textbox')).toHaveValue('REPAY');

  // A required text keeps its last case.
  await rows
    .nth(2)
    .getByRole('button', { name: /^Remove/ })
    .click();
  await expect(cases.getByRole('alert')).toContainText('needs one');
  await rows
    .nth(1)
    .getByRole('button', { name: /^Remove/ })
    .click();
  await rows
    .nth(0)
    .getByRole('button', { name: /^Remove/ })
    .click();
  // One text without a condition is a usual text.
  await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toHaveValue('Repayment');
  await waitUntilSaved(page);

  for (let step = 0; step < 5; step += 1) await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows).toHaveCount(2);
  await expect(page.getByRole('link', { name: 'Review 0 changes' })).toBeVisible();
  expect(faults).toEqual([]);
});

test('the values in a text with cases are chips with their value now, which typing cannot lose', async ({
  page,
}) => {
  const faults = await openStudio(page, own, 'cyn', 'editor');
  await lineOf(page, 'repay').click();
  await page
    .getByRole('treeitem', { name: /^Amount/ })
    .first()
    .click();
  const rows = casesOf(page, 'Note').getByRole('listitem');
  await expect(rows.first().locator('.st-chip').first()).toContainText('repay date');
  const shown = rows.filter({ hasText: 'shown now' });
  await expect(shown.locator('.st-chip').first()).toContainText(/\d{4}/);
  const words = shown.getByRole('textbox').first();
  await words.fill('');
  await words.pressSequentially('Due on ');
  await expect(previewOf(page).getByText(/^Due on .*\d{4}/)).toBeVisible();
  await expect(shown.locator('.st-chip').first()).toContainText('repay date');
  expect(faults).toEqual([]);
});
