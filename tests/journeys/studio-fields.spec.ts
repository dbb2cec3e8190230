import { expect, test } from '@playwright/test';
import { AXE, findSerious } from './axe.ts';
import { OwnServer } from './own-server.ts';
import { openStudio, previewOf, waitUntilSaved } from './studio.ts';

/* A field more than the server asks for: said in a form, seen as it is sent, and filled in as borrowers would. */

let own: OwnServer;
test.beforeAll(async () => {
  own = new OwnServer();
  await own.start();
});
test.afterAll(() => own.remove());

test('a field is added to the bank form, seen in what is sent, asked of the developers, and filled in', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(AXE);
  const faults = await openStudio(page, own, 'ana', 'editor');
  await page.getByRole('button', { name: 'bind-bank', exact: true }).click();
  await page.getByRole('button', { name: '+ Field' }).click();
  const form = page.getByRole('dialog', { name: 'New field' });

  // The kinds that the form allows; a code that the server uses is refused before anything else is said.
  const kinds = form.getByLabel('Kind').getByRole('option');
  await expect(kinds).toHaveText(['Text', 'Enumeration', 'City select', 'Day']);
  await form.getByLabel('Code').fill('holder');
  await expect(form.getByRole('alert').first()).toContainText('The server sends a field “Account holder”');
  await form.getByLabel('Code').fill('branchName');
  await form.getByRole('button', { name: 'Add this field' }).click();
  await expect(form.getByText('Say what is asked.')).toBeVisible();
  await form.getByLabel('Title').fill('Branch');
  await form.getByLabel('Kind').selectOption('Enumeration');
  await page.evaluate(() => navigator.clipboard.writeText('Main branch\tM1\nSide branch\tS2\n'));
  await form.getByLabel('Name 1').focus();
  await page.keyboard.press('Control+v');
  await expect(form.getByLabel('Value 2')).toHaveValue('S2');
  await form.getByLabel('Group').selectOption('Personal');
  await form.getByLabel('Show only for').selectOption('Channel: Bank transfer');
  expect(await findSerious(page)).toEqual([]);
  await form.getByRole('button', { name: 'Add this field' }).click();

  // It is selected, and apart from what the server sends.
  const outline = page.getByRole('tree', { name: 'Outline' });
  await expect(outline.getByRole('treeitem', { name: 'From the server card-init' })).toBeVisible();
  await expect(outline.getByRole('treeitem', { selected: true })).toContainText('Branch');
  await expect(page.getByRole('region', { name: 'Field', exact: true })).toContainText(
    'Channel: Bank transfer',
  );
  const sent = page.getByRole('region', { name: 'What is sent' });
  await expect(sent.getByRole('row', { name: 'branchName this field M1' })).toBeVisible();
  await expect(sent).toContainText('branchName=M1&');
  await expect(page.getByRole('region', { name: 'Problems', exact: true })).toContainText(
    'does not list the field “branchName”',
  );
  await page.getByRole('button', { name: 'Copy the request' }).click();
  await expect(page.getByText('Copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    'sends it to /fixing/v3/bind-card/bind-card-new as `branchName`. One of M1, S2.',
  );

  // As borrowers fill it in: only those see it whom it is for.
  await page.getByLabel('Taps').selectOption('Use the screen');
  const preview = previewOf(page);
  const branch = preview.getByRole('button', { name: /^Branch/ });
  await expect(branch).toBeHidden();
  // By keys: a sheet stands at the foot of the phone, which may lie below the window.
  const sheet = preview.getByRole('dialog');
  await preview.getByRole('button', { name: /^Channel/ }).press('Enter');
  await sheet.getByRole('radio', { name: 'Bank transfer' }).press('Space');
  await sheet.getByRole('button', { name: 'Confirm' }).press('Enter');
  await expect(sheet).toHaveCount(0);
  await branch.press('Enter');
  await sheet.getByRole('radio', { name: 'Side branch' }).press('Space');
  await sheet.getByRole('button', { name: 'Confirm' }).press('Enter');
  await expect(branch).toContainText('Side branch');
  await waitUntilSaved(page);
  expect(await findSerious(page)).toEqual([]);
  expect(faults).toEqual([]);
});
