import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { AXE, findSerious } from './axe.ts';
import { OwnServer } from './own-server.ts';
import { openStudio, previewOf, waitUntilSaved } from './studio.ts';

/* What product staff do to all documents at once: translations, search and replace, the map. */

let own: OwnServer;
test.beforeAll(async () => {
  own = new OwnServer();
  await own.start();
});
test.afterAll(() => own.remove());

test('texts are translated beside each other, replaced everywhere at once, and screens found on the map', async ({
  page,
}) => {
  await page.addInitScript(AXE);
  const faults = await openStudio(page, own, 'ana', 'editor');

  // One language beside the other; a click on where it is used leads there.
  await page.getByRole('button', { name: 'Texts', exact: true }).click();
  const texts = page.getByRole('region', { name: 'Texts' });
  await texts.getByLabel('Find a text').fill('payment method');
  const row = texts.getByRole('row', { name: 'Payment Method payment-channels' });
  await row.getByLabel('“Payment Method” in fil-PH', { exact: true }).fill('Mga paraan');
  await row.getByLabel('“Payment Method” in fil-PH is a draft').uncheck();
  await waitUntilSaved(page);
  expect(await findSerious(page)).toEqual([]);

  // To a translator as a table, and back: what it changes is seen before it is laid in.
  const saved = page.waitForEvent('download');
  await texts.getByRole('button', { name: 'Save as CSV' }).click();
  const table = readFileSync(await (await saved).path(), 'utf8');
  expect(table).toContain('Mga paraan');
  await texts.getByLabel('Take a CSV back').setInputFiles({
    name: 'back.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(table.replace('Mga paraan', 'Paraan ng bayad')),
  });
  const back = texts.getByRole('region', { name: 'What back.csv changes' });
  await expect(back.getByRole('listitem')).toHaveText('Payment Method Mga paraan Paraan ng bayad');
  await back.getByRole('button', { name: 'Lay in 1 text' }).click();
  await expect(row.getByLabel('“Payment Method” in fil-PH', { exact: true })).toHaveValue('Paraan ng bayad');
  await row.getByRole('button', { name: 'payment-channels' }).click();
  await expect(page.getByRole('treeitem', { selected: true })).toContainText('Payment Method');
  await page.getByLabel('Language').selectOption('fil-PH');
  await expect(previewOf(page).getByText('Paraan ng bayad').first()).toBeVisible();

  // By the keyboard: all documents, with a line left as it is; one step takes it back.
  await page.keyboard.press('Control+Shift+F');
  await page.keyboard.type('Payment Method');
  const search = page.getByRole('search', { name: 'All documents' });
  await search.getByLabel('Whole texts only').check();
  await search.getByLabel('Replace by').fill('Ways to pay');
  const channels = search.getByRole('region', { name: 'screens/parts/payment-channels.part.json' });
  await expect(channels.getByRole('listitem')).toHaveCount(2);
  await channels.getByRole('checkbox').last().uncheck();
  await search.getByRole('button', { name: 'Replace 2' }).click();
  await expect(search.getByRole('status')).toHaveText('1 found in 1 documents');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(search.getByRole('status')).toHaveText('3 found in 2 documents');

  // The map says in words what it draws.
  await page.getByRole('button', { name: 'Map', exact: true }).click();
  const map = page.getByRole('region', { name: 'Map' });
  await expect(map.getByRole('button', { name: /^repay-code-qr-tips nothing leads here/ })).toBeVisible();
  expect(await findSerious(page)).toEqual([]);
  await map.getByRole('button', { name: /^complaint-details/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('banner')).toContainText('complaint-details');
  await waitUntilSaved(page);
  expect(faults).toEqual([]);
});
