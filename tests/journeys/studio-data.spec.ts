import { expect, test } from '@playwright/test';
import { AXE, findAny } from './axe.ts';
import { OwnServer } from './own-server.ts';
import { lineOf, openStudio, previewOf } from './studio.ts';

/* The data of the state on the phone: what was received, a changed value, and what will be sent. */

let own: OwnServer;
test.beforeAll(async () => {
  own = new OwnServer();
  await own.start();
});
test.afterAll(() => own.remove());

test('an amount is changed beside the phone, and what is typed on the phone is shown as it will be sent', async ({
  page,
}) => {
  await page.addInitScript(AXE);
  const faults = await openStudio(page, own, 'ana', 'editor');
  const phone = previewOf(page);
  const data = page.getByRole('region', { name: 'Data', exact: true });
  const received = data.getByRole('region', { name: 'What was received' });
  const sent = data.getByRole('region', { name: 'What will be sent' });

  // What was received, by name, as amounts and days.
  await lineOf(page, 'repay').click();
  await expect(phone.getByText('₱3,412.50').first()).toBeVisible();
  await page.getByRole('button', { name: 'Data', exact: true }).click();
  const amount = received.getByLabel('Repay amount', { exact: true });
  await expect(amount).toHaveValue('₱3,412.50');
  await expect(received.getByLabel('Repay date', { exact: true })).toHaveAttribute('type', 'date');
  await expect(received.getByRole('listitem').filter({ hasText: 'Notice msg' })).toContainText('not there');
  expect(await findAny(page)).toEqual([]);

  // A change is shown at once, and what the contract refuses is not.
  await amount.fill('4,000');
  await expect(phone.getByText('₱4,000.00').first()).toBeVisible();
  await amount.fill('a lot');
  await expect(received.getByRole('alert')).toHaveText('Type an amount, such as ₱10,000.');
  await expect(amount).toHaveAttribute('aria-invalid', 'true');
  await expect(phone.getByText('₱4,000.00').first()).toBeVisible();
  expect(await findAny(page)).toEqual([]);

  // Nothing of the draft has changed. The changed data becomes a state of the draft only on request.
  await expect(page.getByRole('link', { name: 'Review 0 changes' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeDisabled();
  await data.getByRole('button', { name: 'Reset' }).click();
  await expect(amount).toHaveValue('₱3,412.50');
  await expect(phone.getByText('₱3,412.50').first()).toBeVisible();
  await received.getByRole('button', { name: 'Add “Notice msg”' }).press('Enter');
  await expect(received.getByRole('button', { name: 'Remove “Notice msg”' })).toBeFocused();
  await received.getByLabel('Notice msg', { exact: true }).fill('Pay by Friday');
  await expect(phone.getByText('Pay by Friday')).toBeVisible();
  // Another pane does not hide that the data is changed.
  await page.getByRole('button', { name: /^Problems/ }).click();
  const preview = page.getByRole('region', { name: 'Preview', exact: true });
  await expect(preview.getByText('Your changes to the data are only in this preview.')).toBeVisible();
  await preview.getByRole('button', { name: 'Save as a new state…' }).click();
  await page.getByRole('textbox', { name: 'What is it called?' }).fill('With a notice');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'State', exact: true })).toHaveValue('with-a-notice');
  await expect(data.getByText('Every reply fits its contract.')).toBeVisible();
  await expect(phone.getByText('Pay by Friday')).toBeVisible();
  await expect(data.getByRole('button', { name: 'Reset' })).toHaveCount(0);
  await received.getByLabel('Notice msg', { exact: true }).fill('Pay today');
  await data.getByRole('button', { name: 'Save in this state' }).click();
  await expect(data.getByRole('button', { name: 'Reset' })).toHaveCount(0);
  await expect(phone.getByText('Pay today')).toBeVisible();

  // A form: what is typed on the phone, as it will be sent.
  await lineOf(page, 'complaint-form').click();
  const comments = phone.getByLabel('Your comments');
  await expect(comments).toBeVisible();
  const save = sent.getByRole('group').filter({ hasText: 'Problem save' });
  const detail = save.getByRole('row', { name: /^Problem detail/ });
  await expect(save).toContainText('when the form is sent');
  await expect(detail).toContainText('still missing');
  await page.getByLabel('Taps').selectOption('Use the screen');
  await comments.fill('Nobody answers');
  await expect(detail).toHaveText(/Nobody answers.*field “Your comments”/);
  await expect(save).not.toContainText('still missing');

  // A new field that no request has is listed there, and leads to its properties.
  await page.getByRole('treeitem', { name: /Your comments/ }).click();
  await page.getByRole('button', { name: 'Add…' }).click();
  await page.keyboard.type('text field');
  await page.keyboard.press('Enter');
  await page.getByRole('treeitem', { name: /Your comments/ }).click();
  await sent.getByRole('button', { name: /^not sent The field "New label"/ }).click();
  await expect(page.getByRole('treeitem', { name: /New label/, selected: true })).toBeVisible();
  await page.setViewportSize({ width: 400, height: 800 });
  // What was typed while the pane was closed is there when it opens.
  const toggle = page.getByRole('button', { name: 'Data', exact: true });
  await toggle.click();
  await expect(data).toHaveCount(0);
  await comments.fill('Nobody answers me');
  // The phone has reported its last change before the pane opens.
  await toggle.focus();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.keyboard.press('Enter');
  await expect(detail).toHaveText(/Nobody answers me/);
  await page.emulateMedia({ colorScheme: 'dark' });
  await data.scrollIntoViewIfNeeded();
  expect(await findAny(page)).toEqual([]);
  expect(faults).toEqual([]);
});
