import { expect, type Page, test } from '@playwright/test';
import { AXE, findSerious } from './axe.ts';
import { OwnServer } from './own-server.ts';
import { DESK, errorless, lineOf, openStudio, previewOf, waitUntilSaved } from './studio.ts';

/* Work in the studio, and its result for borrowers. */

let own: OwnServer;
test.beforeAll(async () => {
  own = new OwnServer();
  await own.start();
});
test.afterAll(() => own.remove());

test('a text is edited in place: the draft is saved, undone and saved again', async ({ page }) => {
  await page.addInitScript(AXE);
  const faults = await openStudio(page, own, 'ana', 'editor');
  await lineOf(page, 'repay').click();
  const button = previewOf(page).getByRole('button', { name: 'Payment Method' });
  await button.click();
  const text = page.getByRole('region', { name: 'Properties' }).getByLabel('Text', { exact: true });
  await expect(text).toHaveValue('Payment Method');
  await text.fill('Ways to pay');
  await expect(previewOf(page).getByRole('button', { name: 'Ways to pay' })).toBeVisible();
  await waitUntilSaved(page);
  await expect(page).toHaveURL(/\/studio\/(?!new)[^/]+\/screens\/repay$/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(button).toBeVisible();
  await page.getByRole('button', { name: 'Redo' }).click();
  await waitUntilSaved(page);
  // The address opens the same screen again.
  await page.reload();
  await expect(previewOf(page).getByRole('button', { name: 'Ways to pay' })).toBeVisible();
  expect(faults).toEqual([]);
  expect(await findSerious(page)).toEqual([]);
});

test('reload, Back, a link from a chat and an earlier address open the same location', async ({
  page,
  context,
}) => {
  const faults = await openStudio(page, own, 'cem', 'editor');
  await lineOf(page, 'repay').click();
  await page.getByRole('combobox', { name: 'State', exact: true }).selectOption({ index: 1 });
  const title = await page.getByRole('combobox', { name: 'State', exact: true }).inputValue();
  await page.getByRole('combobox', { name: 'Language', exact: true }).selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Data', exact: true }).click();
  const address = new URL(page.url());
  expect(address.pathname).toBe(`/studio/new/screens/repay/${title}`);
  expect(Object.fromEntries(address.searchParams)).toEqual({ language: expect.any(String), pane: 'data' });

  const isThere = async (one: Page): Promise<void> => {
    await expect(lineOf(one, 'repay')).toHaveAttribute('aria-current', 'page');
    await expect(one.getByRole('combobox', { name: 'State', exact: true })).toHaveValue(title);
    await expect(one.getByRole('combobox', { name: 'Language', exact: true })).toHaveValue(
      address.searchParams.get('language') ?? '',
    );
    await expect(one.getByRole('button', { name: 'Data', exact: true })).toHaveAttribute(
      'aria-expanded',
      'true',
    );
  };
  await page.reload();
  await isThere(page);
  await page.getByRole('link', { name: 'Texts', exact: true }).click();
  await expect(page).toHaveURL(/\/studio\/texts\?draft=new&screen=repay/);
  await page.getByRole('link', { name: 'Releases', exact: true }).click();
  await page.reload();
  await expect(page.getByRole('main', { name: 'Releases' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('region', { name: 'Texts', exact: true })).toBeVisible();
  await page.goBack();
  await isThere(page);
  await page.goForward();
  await expect(page.getByRole('region', { name: 'Texts', exact: true })).toBeVisible();

  // The draft is created: its address replaces the address for a new draft.
  await page.goBack();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Payment Method');
  await page.keyboard.press('Enter');
  const text = page.getByRole('region', { name: 'Properties' }).getByLabel('Text', { exact: true });
  await text.fill('Ways to pay');
  await waitUntilSaved(page);
  await expect(page).toHaveURL(/\/studio\/(?!new)[^/]+\/screens\//);
  const [, , draft = ''] = new URL(page.url()).pathname.split('/');

  expect(faults).toEqual([]);

  // A signed-out person follows a link from a chat.
  const link = `${own.origin}/studio/${draft}${address.pathname.slice('/studio/new'.length)}${address.search}`;
  await context.clearCookies();
  const other = await context.newPage();
  await other.setViewportSize(DESK);
  await other.goto(link);
  await other.getByLabel('E-mail address or name').fill('cem');
  await other.getByLabel('Password', { exact: true }).fill('seven boats on the river');
  await other.getByRole('button', { name: 'Sign in', exact: true }).click();
  await isThere(other);
  expect(other.url()).toBe(link);

  await other.goto(`${own.origin}/studio?draft=${draft}`);
  await expect(other).toHaveURL(new RegExp(`/studio/${draft}/screens/[^/]+$`));
  await expect(other.getByRole('link', { name: 'Review 1 change' })).toBeVisible();
  await other.goto(`${own.origin}/studio/review`);
  await expect(other.getByRole('main', { name: 'Review' })).toBeVisible();
  await expect(other).toHaveURL(new RegExp(`/studio/review\\?draft=${draft}`));

  // A deleted target is named, with a link.
  await other.goto(`${own.origin}/studio/${draft}/screens/old-screen`);
  await expect(other.getByRole('alert')).toContainText('This draft has no screen “old-screen”.');
  await other.getByRole('alert').getByRole('link', { name: /^Open/ }).click();
  await expect(previewOf(other).getByRole('heading').first()).toBeVisible();
  await other.goto(`${own.origin}/studio/${draft}/screens/repay/old-state`);
  await expect(other.getByRole('alert').filter({ hasText: 'repay' })).toContainText(
    '“repay” has no state “old-state”',
  );
  await other.goto(`${own.origin}/studio/nowhere`);
  await expect(other.getByRole('heading')).toHaveText('There is nothing at this address');
  await other.goto(`${own.origin}/studio/d00d/screens/repay`);
  await expect(other.getByRole('alert')).toContainText('There is no draft d00d.');
  await other.getByRole('link', { name: 'Home', exact: true }).click();
  await other.getByRole('link', { name: /^Continue: / }).click();
  await expect(other.getByRole('link', { name: 'Review 1 change' })).toBeVisible();
});

test('a button is hidden for one product without writing a condition, partly by keyboard', async ({
  page,
}) => {
  await openStudio(page, own, 'ben', 'editor');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Rollover Repayment');
  await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText(
    'Rollover Repayment',
  );
  await page.keyboard.press('Enter');
  const visibility = page.getByRole('region', { name: 'Visibility' });
  await expect(visibility).toContainText(
    '“is delay of order” is yes and “order status of order” is one of “174” or “180”',
  );
  await visibility.getByRole('button', { name: 'Add a condition' }).click();
  await visibility.getByLabel('What').fill('Product id');
  await visibility.getByLabel('Relation').selectOption('is not');
  await visibility.getByLabel('Value').fill('1203');
  await visibility.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(visibility).toContainText('“product id” is not “1203”');
  await expect(errorless(page)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Review 1 change' })).toBeVisible();
  await visibility.getByRole('button', { name: 'Look at all states' }).click();
  const states = page.getByRole('region', { name: 'All states' });
  await expect(states.getByText('not seen').first()).toBeVisible();
  await states.getByRole('button', { name: 'Default' }).click();
  await expect(visibility.getByRole('status')).toContainText(/Looked at [1-9]/);
});
