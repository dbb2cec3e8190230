import { expect, test } from '@playwright/test';
import { OwnServer } from './own-server.ts';
import { lineOf, openStudio, previewOf } from './studio.ts';

/* The studio's explanations: of hidden nodes, and of broken navigation. */

let own: OwnServer;
test.beforeAll(async () => {
  own = new OwnServer();
  await own.start();
});
test.afterAll(() => own.remove());

test('for every selected hidden node the studio shows the reason, with the values', async ({ page }) => {
  const faults = await openStudio(page, own, 'ana', 'editor');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Rollover Repayment');
  await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText('Rollover');
  await page.keyboard.press('Enter');
  await expect(previewOf(page).getByRole('button', { name: 'Rollover Repayment' })).toBeVisible();
  const why = page.locator('.st-hidden');
  await expect(why).toHaveCount(0);

  const visibility = page.getByRole('region', { name: 'Visibility' });
  await visibility.getByRole('button', { name: 'Add a condition' }).click();
  await visibility.getByLabel('What').fill('Product id');
  await visibility.getByRole('combobox', { name: 'Relation' }).selectOption('is not');
  await visibility.getByLabel('Value').fill('1203');
  await visibility.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(why).toContainText('Why it is hidden now: A condition of it does not hold.');
  await expect(why).toContainText('“product id” is not “1203”');
  await expect(why).toContainText('product id: "1203"');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(why).toHaveCount(0);

  // In a state whose data is loading.
  await expect(page.getByRole('treeitem', { name: 'Rollover Repayment' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  const states = page.getByRole('combobox', { name: 'State', exact: true });
  await states.selectOption({ label: 'Being read' });
  await expect(why).toContainText('is delay of order: not there yet');
  expect(faults).toEqual([]);
});

test('a selected dialog opens on the phone, follows an edit, and closes when something else is selected', async ({
  page,
}) => {
  const faults = await openStudio(page, own, 'dana', 'editor');
  await lineOf(page, 'order').click();
  const phone = previewOf(page);
  await expect(phone.getByRole('button', { name: 'Rollover Repayment' })).toBeVisible();
  const dialog = phone.getByRole('dialog');
  const why = page.locator('.st-hidden');

  await page.getByRole('treeitem', { name: 'Text Your rating was sent.' }).click();
  await expect(dialog.getByText('Your rating was sent.')).toBeVisible();
  await expect(why).toHaveCount(0);
  await page.getByLabel('Text', { exact: true }).fill('Your rating is with us.');
  await expect(dialog.getByText('Your rating is with us.')).toBeVisible();
  await expect(page.getByLabel('Text', { exact: true })).toBeFocused();

  await page.getByRole('treeitem', { name: 'Rollover Repayment' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(phone.getByRole('button', { name: 'Rollover Repayment' })).toBeVisible();
  await page.getByRole('treeitem', { name: 'Text Your rating is with us.' }).click();
  await expect(dialog.getByText('Your rating is with us.')).toBeVisible();
  expect(faults).toEqual([]);
});

test('a selected dialog whose condition does not hold says so, and a state that shows it is found', async ({
  page,
}) => {
  const faults = await openStudio(page, own, 'edda', 'editor');
  await lineOf(page, 'loan-confirm').click();
  await expect(previewOf(page).getByRole('heading').first()).toBeVisible();
  const why = page.locator('.st-hidden');
  await page
    .getByRole('treeitem', { name: /Agreement/ })
    .last()
    .click();
  await expect(why).toContainText('its condition holds, and it does not hold now');
  await why.getByRole('button', { name: 'Show a state that has it' }).click();
  await expect(page.frameLocator('iframe.st-frame:visible').getByRole('dialog')).toBeVisible();
  await expect(why).toHaveCount(0);
  expect(faults).toEqual([]);
});

test('a named value is called by its title in conditions, and edited without JSON', async ({ page }) => {
  const faults = await openStudio(page, own, 'cleo', 'editor');
  await lineOf(page, 'payment-instructions').click();
  await expect(previewOf(page).getByRole('heading').first()).toBeVisible();
  await page.getByText('Named values', { exact: true }).click();
  const title = page.getByRole('textbox', { name: 'Has amount: title' });
  await title.fill('All is to be paid');
  await page.getByRole('textbox', { name: 'Has amount: what it means' }).fill('Not only a part of it.');

  await page.getByRole('treeitem').nth(2).click();
  const visibility = page.getByRole('region', { name: 'Visibility' });
  await expect(visibility).toContainText('“A code for this order is stored on the phone” is yes');
  await visibility.getByRole('button', { name: 'Add a condition' }).click();
  await visibility.getByLabel('What').fill('All is to be paid');
  await visibility.getByRole('option', { name: 'All is to be paid' }).click();
  await visibility.getByRole('combobox', { name: 'Relation' }).selectOption('is yes');
  await visibility.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(visibility).toContainText('“All is to be paid” is yes');
  await expect(visibility).toContainText('“All is to be paid”: Not only a part of it.');
  expect(faults).toEqual([]);
});

test('navigation to a missing screen is marked on the map, and links to its source', async ({ page }) => {
  const faults = await openStudio(page, own, 'ben', 'editor');
  await lineOf(page, 'about-us').click();
  await page.keyboard.press('Control+j');
  await page.getByRole('treeitem', { name: 'Item Customer service' }).click();
  const json = page.getByRole('region', { name: 'JSON', exact: true });
  const line = json.locator('.cm-line', { hasText: '"to": "customer-service"' }).first();
  // Wait for syntax colours: until then the match is the whole line, with another centre.
  await line.locator('span', { hasText: 'customer-service' }).dblclick();
  await page.keyboard.type('lost');
  await page.getByRole('link', { name: 'Map', exact: true }).click();
  const broken = page.getByRole('list', { name: 'Broken links' });
  await expect(broken.getByRole('listitem')).toHaveCount(1);
  await expect(broken).toContainText('About us');
  await expect(page.locator('.st-map-box.st-broken')).toHaveText('About usbroken link');
  await broken.getByRole('button').click();
  await expect(page.getByRole('treeitem', { selected: true })).toBeInViewport();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('link', { name: 'Map', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Map' })).toBeVisible();
  await expect(broken).toHaveCount(0);
  expect(faults).toEqual([]);
});
