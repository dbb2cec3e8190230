import { expect, test } from '@playwright/test';
import { AXE, findSerious } from './axe.ts';
import { OwnServer } from './own-server.ts';
import { lineOf, openStudio, previewOf, waitUntilSaved } from './studio.ts';

/* An additional field beside the server's: written in a form, seen in the request, and filled in like by a borrower. */

let own: OwnServer;
test.beforeAll(async () => {
  own = new OwnServer();
  await own.start();
});
test.afterAll(() => own.remove());

test('a field is added to the bank form, seen in the request, requested from the developers, and filled in', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(AXE);
  const faults = await openStudio(page, own, 'ana', 'editor');
  await lineOf(page, 'bind-bank').click();
  await page.getByRole('button', { name: '+ Field' }).click();
  const form = page.getByRole('dialog', { name: 'New field' });

  // Lists the kinds that the form allows; a code that the server uses is refused first.
  const kinds = form.getByLabel('Kind').getByRole('option');
  await expect(kinds).toHaveText(['Text', 'Enumeration', 'City select', 'Day']);
  await form.getByLabel('Code').fill('holder');
  await expect(form.getByRole('alert').first()).toContainText('“Card init” sends a field “Account holder”');
  await form.getByLabel('Code').fill('branchName');
  await form.getByRole('button', { name: 'Add this field' }).click();
  await expect(form.getByText('Enter a label.')).toBeVisible();
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

  // The new field is selected, and separate from the server's fields.
  const outline = page.getByRole('tree', { name: 'Outline' });
  await expect(outline.getByRole('treeitem', { name: 'From the server Card init' })).toBeVisible();
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

  // As a borrower: the field is shown only to its audience.
  await page.getByLabel('Taps').selectOption('Use the screen');
  const preview = previewOf(page);
  const branch = preview.getByRole('button', { name: /^Branch/ });
  await expect(branch).toBeHidden();
  // By keyboard: a sheet is at the foot of the phone, which may be below the window.
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

test('a field is added at its final position: after the selected field, in its group, or below a field on the phone', async ({
  page,
}) => {
  await page.addInitScript(AXE);
  page.setDefaultTimeout(30_000);
  const faults = await openStudio(page, own, 'ben', 'editor');
  const outline = page.getByRole('tree', { name: 'Outline' });
  const selected = outline.getByRole('treeitem', { selected: true });
  await lineOf(page, 'bind-bank').click();
  const add = async (code: string, title: string, group?: string): Promise<void> => {
    const form = page.getByRole('dialog');
    await form.getByLabel('Code').fill(code);
    await form.getByLabel('Title').fill(title);
    if (group === undefined) await expect(form.getByLabel('Group')).toHaveValue('personal');
    else await form.getByLabel('Group').selectOption(group);
    await form.getByRole('button', { name: 'Add this field' }).click();
    await expect(selected).toContainText(title);
  };
  await page.getByRole('button', { name: '+ Field' }).click();
  await add('first', 'First', 'Personal');
  await page.getByRole('button', { name: '+ Field' }).click();
  await expect(page.getByRole('dialog', { name: 'New field behind “First”' })).toBeVisible();
  await add('third', 'Third');
  await outline.getByRole('treeitem', { name: 'Text field First' }).click();
  await expect(previewOf(page).getByLabel('Third')).toBeVisible();
  await page.getByRole('button', { name: 'Add a field below' }).click();
  await add('second', 'Second');
  await expect(outline.getByRole('treeitem', { name: /^Text field (First|Second|Third)/ })).toHaveText([
    /First/,
    /Second/,
    /Third/,
  ]);
  const drawn = previewOf(page).getByRole('textbox', { name: /^(First|Second|Third)/ });
  await expect(drawn).toHaveCount(3);
  await expect(drawn.nth(1)).toHaveAccessibleName(/^Second/);

  // In a form with only written fields: all kinds of fields, and nothing else.
  await lineOf(page, 'complaint-form').click();
  await previewOf(page).getByLabel('Your comments').click();
  await expect(selected).toContainText('Your comments');
  const below = page.getByRole('button', { name: 'Add a field below' });
  await expect(below).toBeVisible();
  expect(await findSerious(page)).toEqual([]);
  await below.focus();
  await page.keyboard.press('Enter');
  const kinds = page.getByRole('dialog', { name: 'Add a field' });
  await expect(kinds.getByRole('group')).toHaveCount(1);
  await expect(kinds.getByRole('group')).toHaveAccessibleName('Filled in');
  await kinds.getByRole('option', { name: /^Text field/ }).click();
  await expect(selected).toContainText('Text field');
  const lines = outline.getByRole('treeitem', { name: /^(Text field|Photos)/ });
  await expect(lines).toHaveCount(3);
  await expect(lines.nth(1)).toHaveAttribute('aria-selected', 'true');
  await expect(page.locator('.st-box').first()).toBeVisible();
  // A preview in use offers no insertion.
  await page.getByLabel('Taps').selectOption('Use the screen');
  await expect(below).toHaveCount(0);
  await waitUntilSaved(page);
  expect(faults).toEqual([]);
});
