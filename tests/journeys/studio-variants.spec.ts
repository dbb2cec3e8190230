import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { AXE, findAny } from './axe.ts';
import { OwnServer } from './own-server.ts';
import { lineOf, openStudio, previewOf, waitUntilSaved } from './studio.ts';

/* A state made from another one, with its own replies. */

let own: OwnServer;
test.beforeAll(async () => {
  own = new OwnServer();
  await own.start();
});
test.afterAll(() => own.remove());

test('a state is duplicated, its replies are edited with a live preview, and it is saved for colleagues', async ({
  page,
  browser,
}) => {
  await page.addInitScript(AXE);
  const faults = await openStudio(page, own, 'ana', 'editor');
  const frame = previewOf(page);
  const states = page.getByRole('combobox', { name: 'State', exact: true });
  await lineOf(page, 'order').click();
  await states.selectOption('status-174');
  await expect(frame.getByText('Sunrise Cash').first()).toBeVisible();

  await page.getByRole('button', { name: 'Duplicate…' }).click();
  const name = page.getByRole('textbox', { name: 'What is it called?' });
  await expect(name).toBeFocused();
  await name.fill('Moonrise');
  await page.keyboard.press('Enter');
  await expect(states).toHaveValue('moonrise');
  const data = page.getByRole('region', { name: 'Data', exact: true });
  await expect(data.getByText('Every reply fits its contract.')).toBeVisible();
  await expect(page.locator('iframe.st-frame-behind')).toHaveCount(0);
  await expect(frame.getByText('Sunrise Cash').first()).toBeVisible();

  await data.getByText('For developers: all its replies as JSON').click();
  // Edits are rendered; an invalid value is reported at its line.
  await data.locator('.cm-line', { hasText: '"Sunrise Cash"' }).click();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+End');
  await page.keyboard.insertText('"productName": "Moonrise Cash",');
  await expect(frame.getByText('Moonrise Cash').first()).toBeVisible();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+End');
  await page.keyboard.insertText('"productName": {},');
  await expect(data.getByRole('status')).toContainText(
    /^A problem: line \d+, The contract of order-details expects: text\./,
  );
  await page.keyboard.press('Control+z');
  await expect(data.getByText('Every reply fits its contract.')).toBeVisible();
  await expect(frame.getByText('Moonrise Cash').first()).toBeVisible();
  expect(await findAny(page)).toEqual([]);

  // The new state is not part of a release.
  await waitUntilSaved(page);
  await expect(page.getByRole('link', { name: 'Review 0 changes' })).toBeVisible();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    data.getByRole('button', { name: 'Export' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('moonrise.json');
  const exported = readFileSync(await download.path(), 'utf8');
  expect(JSON.parse(exported)).toMatchObject({ title: 'Moonrise', screen: 'order' });

  // A colleague sees the new state in the same draft.
  const context = await browser.newContext();
  const other = await context.newPage();
  await openStudio(other, own, 'ben', 'editor');
  await other.goto(page.url());
  await lineOf(other, 'order').click();
  await other.getByRole('combobox', { name: 'State', exact: true }).selectOption('moonrise');
  await expect(previewOf(other).getByText('Moonrise Cash').first()).toBeVisible();
  await context.close();

  // Delete removes the state, and undo restores it.
  await data.getByRole('button', { name: 'Delete this state' }).click();
  await expect(states.locator('option[value=moonrise]')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await states.selectOption('moonrise');
  await expect(frame.getByText('Moonrise Cash').first()).toBeVisible();
  expect(faults).toEqual([]);
});
