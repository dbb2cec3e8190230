import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { AXE, findSerious } from './axe.ts';
import { OwnServer } from './own-server.ts';
import { lineOf, openStudio, previewOf, waitUntilSaved } from './studio.ts';

/* Actions on all documents at once: translations, search and replace, the map. */

let own: OwnServer;
test.beforeAll(async () => {
  own = new OwnServer();
  await own.start();
});
test.afterAll(() => own.remove());

test('texts are translated side by side, replaced everywhere at once, and screens found on the map', async ({
  page,
}) => {
  await page.addInitScript(AXE);
  const faults = await openStudio(page, own, 'ana', 'editor');

  // Languages side by side; a click on a usage opens its position in the document.
  await page.getByRole('link', { name: 'Texts', exact: true }).click();
  const texts = page.getByRole('region', { name: 'Texts' });
  // A row stays while somebody types into it, although it does not match the search any more after the first letter.
  const found = texts.locator('textarea[lang="fil-PH"]').first();
  const translation = texts.getByLabel((await found.getAttribute('aria-label')) ?? '', { exact: true });
  await texts.getByLabel('Find a text').fill(await found.inputValue());
  await translation.press('Control+a');
  await translation.pressSequentially('Sila ito');
  await expect(translation).toHaveValue('Sila ito');
  await page.getByRole('button', { name: 'Undo' }).click();
  await texts.getByLabel('Find a text').fill('payment method');
  const row = texts.getByRole('row', { name: 'Payment Method Part payment-channels' });
  await row.getByLabel('“Payment Method” in Filipino (Philippines)', { exact: true }).fill('Mga paraan');
  await row.getByLabel('“Payment Method” in Filipino (Philippines) is a draft').uncheck();
  await waitUntilSaved(page);
  expect(await findSerious(page)).toEqual([]);

  // Export as a table, and import: the changes of the table are shown before they are applied.
  const saved = page.waitForEvent('download');
  await texts.getByRole('button', { name: 'Export CSV' }).click();
  const table = readFileSync(await (await saved).path(), 'utf8');
  expect(table).toContain('Mga paraan');
  await texts.getByLabel('Import CSV').setInputFiles({
    name: 'back.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(table.replace('Mga paraan', 'Paraan ng bayad')),
  });
  const back = texts.getByRole('region', { name: 'What back.csv changes' });
  await expect(back.getByRole('listitem')).toHaveText('Payment Method Mga paraan Paraan ng bayad');
  await back.getByRole('button', { name: 'Import 1 text' }).click();
  await expect(row.getByLabel('“Payment Method” in Filipino (Philippines)', { exact: true })).toHaveValue(
    'Paraan ng bayad',
  );
  await row.getByRole('button', { name: 'payment-channels' }).click();
  await expect(page.getByRole('treeitem', { selected: true })).toContainText('Payment Method');
  await page.getByLabel('Language').selectOption('fil-PH');
  await expect(previewOf(page).getByText('Paraan ng bayad').first()).toBeVisible();

  // By keyboard: replaced in all documents, except one line; one undo reverts the replacement.
  await page.keyboard.press('Control+Shift+F');
  await page.keyboard.type('Payment Method');
  const search = page.getByRole('search', { name: 'All documents' });
  await search.getByLabel('Whole texts only').check();
  await search.getByLabel('Replace by').fill('Ways to pay');
  const channels = search.getByRole('region', { name: /^Shared part “Payment channels”: / });
  await expect(channels.getByRole('listitem')).toHaveCount(2);
  await channels.getByRole('checkbox').last().uncheck();
  await search.getByRole('button', { name: 'Replace 2' }).click();
  await expect(search.getByRole('status')).toContainText('1 found. On ');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(search.getByRole('status')).toContainText('3 found. On ');

  // The map also lists its content in words.
  await page.getByRole('link', { name: 'Map', exact: true }).click();
  const map = page.getByRole('region', { name: 'Map' });
  await expect(map.getByRole('button', { name: /^Scan to pay nothing leads here/ })).toBeVisible();
  expect(await findSerious(page)).toEqual([]);
  await map.getByRole('button', { name: /^Online service \(complaint-details\)/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/screens\/complaint-details/);
  await waitUntilSaved(page);
  expect(faults).toEqual([]);
});

test('a status code and a colour role are found in all their uses, with links', async ({ page }) => {
  const faults = await openStudio(page, own, 'gus', 'editor');
  await page.keyboard.press('Control+Shift+F');
  await page.keyboard.type('174');
  const search = page.getByRole('search', { name: 'All documents' });
  const inOrder = search.getByRole('region', { name: 'Order Details', exact: true });
  await expect(
    inOrder.getByRole('button', { name: /^\d+ data\.order\.orderStatus in \['170', '174'/ }),
  ).toBeVisible();
  await expect(search.getByRole('region', { name: /^Shared part “Order summary”: / })).toBeVisible();

  await search.getByLabel('Find in all documents').fill('danger');
  await search.getByLabel('Whole texts only').check();
  const tones = search.getByRole('region', { name: /^Shared part “Payment channels”: / });
  const written =
    readFileSync('screens/parts/payment-channels.part.json', 'utf8').split('"danger"').length - 1;
  expect(written).toBeGreaterThan(1);
  await expect(tones.getByRole('listitem')).toHaveCount(written);
  // The search finds only exact values: a text that contains the word does not match.
  await expect(tones.getByRole('listitem').first()).toHaveText(/^\d+ danger$/);
  await tones.getByRole('button').first().click();
  await expect(page.locator('.st-top')).toContainText('Repayment');
  await expect(page.getByRole('region', { name: 'Properties' })).toContainText(
    'A button, which runs actions.',
  );
  expect(faults).toEqual([]);
});

test('a translation of a changed text is marked, also after a reload, until a person confirms it', async ({
  page,
}) => {
  await page.addInitScript(AXE);
  const faults = await openStudio(page, own, 'ben', 'editor');
  await lineOf(page, 'repay').click();
  await previewOf(page).getByRole('button', { name: 'Payment Method' }).click();
  await page.getByLabel('Text', { exact: true }).fill('Ways to pay');
  await waitUntilSaved(page);

  const texts = page.getByRole('region', { name: 'Texts' });
  const only = texts.getByRole('combobox', { name: 'Show', exact: true });
  const row = texts.getByRole('row', { name: /^Ways to pay/ });
  const seen = async () => {
    await page.getByRole('link', { name: 'Texts', exact: true }).click();
    await expect(only.getByRole('option', { name: 'May be out of date (1)' })).toHaveCount(1);
    await only.selectOption('outdated');
    await expect(texts.getByText('1 text', { exact: true })).toBeVisible();
    await expect(row).toContainText('Paraan ng pagbabayad written for Payment Method');
  };
  await seen();
  expect(await findSerious(page)).toEqual([]);
  await page.reload();
  await seen();
  await row.getByRole('button', { name: 'Still right: “Ways to pay” in Filipino (Philippines)' }).click();
  await expect(only.getByRole('option', { name: 'May be out of date (0)' })).toHaveCount(1);
  await only.selectOption('all');
  await texts.getByLabel('Find a text').fill('Ways to pay');
  await expect(row.getByLabel('“Ways to pay” in Filipino (Philippines)', { exact: true })).toHaveValue(
    'Paraan ng pagbabayad',
  );
  await expect(row.getByText('may be out of date')).toHaveCount(0);
  await waitUntilSaved(page);
  expect(faults).toEqual([]);
});
