import { expect, test } from '@playwright/test';
import { AXE, findSerious } from './axe.ts';
import { OwnServer } from './own-server.ts';
import { pngFile } from './png.ts';
import { errorless, lineOf, openStudio, previewOf, waitUntilSaved } from './studio.ts';

/* Documents of a draft besides screens, and other places where the draft is shown. */

let own: OwnServer;
test.beforeAll(async () => {
  own = new OwnServer();
  await own.start();
});
test.afterAll(() => own.remove());

test('the application is edited in a form; the draft opens on a phone by a link, over fixtures and with a notice, until revoked', async ({
  page,
  browser,
}) => {
  await page.addInitScript(AXE);
  const faults = await openStudio(page, own, 'ana', 'editor');
  await lineOf(page, 'repay').click();
  await previewOf(page).getByRole('button', { name: 'Payment Method' }).click();
  await page.getByLabel('Text', { exact: true }).fill('Ways to pay');
  await waitUntilSaved(page);
  await page.getByText('History', { exact: true }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'In this draft, not published' })).toContainText(
    /^Textana, /,
  );

  // A value outside screens is edited in a form made from its schema, with the same undo and review.
  await page.getByRole('tab', { name: 'Documents' }).click();
  await page.getByRole('button', { name: 'app', exact: true }).click();
  const application = page.getByRole('region', { name: 'Properties' });
  await application.getByRole('button', { name: 'Service', exact: true }).click();
  await application.getByLabel('Phone', { exact: true }).fill('+63 2 8111 1111');
  await expect(page.getByRole('link', { name: 'Review 2 changes' })).toBeVisible();
  await application.getByRole('button', { name: 'Add one to Card types' }).click();
  await application.getByRole('button', { name: 'Bind bank', exact: true }).click();
  await application.getByLabel('Card types, 2: name', { exact: true }).fill('E-wallet');
  await application.getByLabel('Card types, 2: value', { exact: true }).fill('2');
  await expect(errorless(page)).toBeVisible();
  expect(await findSerious(page)).toEqual([]);
  await waitUntilSaved(page);

  await page.getByRole('button', { name: 'On a phone' }).click();
  const dialog = page.getByRole('dialog', { name: 'On a phone' });
  await dialog.getByRole('button', { name: 'Make a link' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
  const address = await dialog.getByLabel('Address').inputValue();
  expect(await findSerious(page)).toEqual([]);

  const phone = await (await browser.newContext()).newPage();
  const asked: string[] = [];
  phone.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await phone.goto(address);
  await expect(phone.getByText('Draft', { exact: true })).toBeVisible();
  await expect(phone.frameLocator('iframe').getByRole('button', { name: 'Ways to pay' })).toBeVisible();
  expect(asked.filter((path) => !path.startsWith('/capiz/'))).toEqual([]);

  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await expect(dialog.getByText('There is none.')).toBeVisible();
  await phone.reload();
  await expect(phone.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible();
  await phone.context().close();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(faults).toEqual([]);
});

test('an edit made just before is included on a phone that opens the draft', async ({ page, browser }) => {
  const faults = await openStudio(page, own, 'cora', 'editor');
  const phone = await (await browser.newContext()).newPage();
  await lineOf(page, 'repay').click();
  await previewOf(page).getByRole('button', { name: 'Payment Method' }).click();
  // The link is made without waiting for the save of this edit.
  await page.getByLabel('Text', { exact: true }).fill('Ways to pay it');
  await page.getByRole('button', { name: 'On a phone' }).click();
  const dialog = page.getByRole('dialog', { name: 'On a phone' });
  await dialog.getByRole('button', { name: 'Make a link' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
  await phone.goto(await dialog.getByLabel('Address').inputValue());
  await expect(phone.frameLocator('iframe').getByRole('button', { name: 'Ways to pay it' })).toBeVisible();
  await phone.context().close();
  expect(faults).toEqual([]);
});

test('an image is added to the draft, chosen in a node, and cannot be deleted while it is used', async ({
  page,
}) => {
  await page.addInitScript(AXE);
  const faults = await openStudio(page, own, 'ben', 'editor');
  await page.getByRole('link', { name: 'Pictures', exact: true }).click();
  const pictures = page.getByRole('region', { name: 'Pictures' });
  await pictures.getByLabel('JPEG or PNG, 4 MB at most').setInputFiles(pngFile('Bank Hall.png', 240, 120));
  await pictures.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(pictures.getByText('bank-hall is in the draft.')).toBeVisible();
  await expect(pictures.getByText('PNG, 240 × 120')).toBeVisible();
  await expect(pictures.getByRole('button', { name: 'Remove bank-hall' })).toBeEnabled();
  expect(await findSerious(page)).toEqual([]);

  await pictures.getByRole('button', { name: 'Site uses about-people' }).click();
  await page
    .getByRole('treeitem', { name: /^Image/ })
    .first()
    .click();
  const properties = page.getByRole('region', { name: 'Properties' });
  await properties.getByText('Choose for Picture').click();
  await properties.getByRole('button', { name: 'bank-hall' }).click();
  await expect(properties.getByLabel('Picture', { exact: true })).toHaveValue('asset:bank-hall');
  const shown = previewOf(page).locator('img[src*="bank-hall"]');
  await expect(shown.first()).toBeVisible();
  expect(await shown.first().evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(240);

  await page.getByRole('link', { name: 'Pictures', exact: true }).click();
  await expect(pictures.getByRole('button', { name: 'Remove bank-hall' })).toBeDisabled();
  await waitUntilSaved(page);
  await page.reload();
  await expect(page.getByRole('tree', { name: 'Outline' })).toBeVisible();
  await page.getByRole('link', { name: 'Pictures', exact: true }).click();
  await expect(pictures.getByRole('button', { name: 'Site uses bank-hall' })).toBeVisible();
  expect(faults).toEqual([]);
});
