import { expect, type Locator, type Page, test } from '@playwright/test';
import { AXE, findAny } from './axe.ts';
import { OwnServer } from './own-server.ts';
import { errorless, lineOf, openStudio, previewOf } from './studio.ts';
import { focused, tabTo } from './studio-by-keys.ts';

/* What a tap does, edited as a list of steps and without JSON. */

let own: OwnServer;
test.beforeAll(async () => {
  own = new OwnServer();
  await own.start();
});
test.afterAll(() => own.remove());

async function openScreen(page: Page, screen: string): Promise<void> {
  await lineOf(page, screen).click();
  await expect(previewOf(page).getByRole('heading').first()).toBeVisible();
}

const onTap = (page: Page): Locator => page.getByRole('region', { name: 'On tap', exact: true });

const stepsOf = (list: Locator): Locator => list.locator('.st-step-name');

async function addStep(page: Page, kind: string, to = 'On tap'): Promise<void> {
  await page.getByRole('button', { name: `Add a step to ${to}`, exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`^${kind}`) })
    .click();
}

async function undoAll(page: Page): Promise<void> {
  const undo = page.getByRole('button', { name: 'Undo' });
  while (await undo.isEnabled()) await undo.click();
  await expect(page.getByRole('link', { name: 'Review 0 changes' })).toBeVisible();
}

test('a button gets another tap, which the phone follows, and undo takes everything back', async ({
  page,
}) => {
  await page.addInitScript(AXE);
  const faults = await openStudio(page, own, 'ana', 'editor');
  await openScreen(page, 'signed-out');
  const line = page.getByRole('treeitem', { name: 'Button Sign in' });
  await line.click();
  const tap = onTap(page);
  await expect(stepsOf(tap)).toHaveText(['1 Use the phone’s app: Back to login']);

  // A button that does nothing is marked where it is.
  await stepsOf(tap).click();
  await tap.getByRole('button', { name: 'Remove step 1' }).click();
  await expect(tap.getByRole('button', { name: 'Add a step to On tap' })).toBeFocused();
  await expect(line).toContainText('does nothing');
  await expect(tap).toContainText('A tap does nothing. Add a step below.');

  await addStep(page, 'Go to a screen');
  await tap.getByRole('combobox', { name: 'To', exact: true }).selectOption('about-us');
  await expect(stepsOf(tap)).toHaveText(['1 Go to About us (about-us)']);
  await expect(line).not.toContainText('does nothing');
  await page.getByLabel('Taps').selectOption('Use the screen');
  await previewOf(page).getByRole('button', { name: 'Sign in' }).click();
  await expect(previewOf(page).getByText('Welcome', { exact: true })).toBeVisible();
  await page.getByLabel('Taps').selectOption('Select');

  // The order decides: a step after the navigation never runs, and says so.
  await addStep(page, 'Show a notice');
  await tap.getByRole('textbox', { name: 'Text', exact: true }).fill('Until soon');
  await expect(tap.getByRole('listitem').last()).toContainText('This never runs');
  await tap.getByRole('button', { name: 'Move step 2 up' }).click();
  await expect(stepsOf(tap)).toHaveText(['1 Show “Until soon”', '2 Go to About us (about-us)']);
  await expect(errorless(page)).toBeVisible();
  await expect(stepsOf(tap).first()).toBeFocused();
  expect(await findAny(page)).toEqual([]);

  await undoAll(page);
  await expect(stepsOf(tap)).toHaveText(['1 Use the phone’s app: Back to login']);
  expect(faults).toEqual([]);
});

test('a service is called with what happens if that fails, in the dark and on a narrow screen', async ({
  page,
}) => {
  await page.addInitScript(AXE);
  const faults = await openStudio(page, own, 'ben', 'editor');
  await page.setViewportSize({ width: 1180, height: 800 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await openScreen(page, 'login-failure');
  await page.getByRole('treeitem', { name: 'Button Customer service' }).click();
  const tap = onTap(page);
  await addStep(page, 'Call a service');
  await tap.getByRole('combobox', { name: 'Service', exact: true }).selectOption('product-click');
  await tap.getByRole('button', { name: 'If it fails…' }).click();
  await tap.getByLabel('If it fails because').selectOption('the phone is offline');
  await addStep(page, 'Show a notice', 'failure 1');
  await tap.getByRole('textbox', { name: 'Text', exact: true }).fill('You are offline.');
  await expect(tap.getByRole('group', { name: 'If it fails' })).toContainText('1 Show “You are offline.”');
  await page.keyboard.press('Control+j');
  const json = page.getByRole('region', { name: 'JSON', exact: true });
  await expect(json).toContainText("error.kind == 'offline'");
  expect(await findAny(page)).toEqual([]);

  await stepsOf(tap).nth(1).click();
  await tap.getByRole('button', { name: 'Remove failure 1' }).click();
  await expect(tap.getByText('If it fails, the app shows its usual notice.')).toBeVisible();
  await undoAll(page);
  expect(faults).toEqual([]);
});

test('steps are added, moved and removed by keys alone', async ({ page }) => {
  const faults = await openStudio(page, own, 'cleo', 'editor');
  await openScreen(page, 'signed-out');
  await page.getByRole('treeitem', { name: 'Button Sign in' }).click();
  await expect(stepsOf(onTap(page))).toHaveCount(1);
  await tabTo(page, 'button', 'Add a step to On tap');
  await page.keyboard.press('Enter');
  await tabTo(page, 'button', /^Wait/);
  await page.keyboard.press('Enter');
  await expect(onTap(page).getByLabel('Seconds')).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('3');
  await expect(stepsOf(onTap(page)).last()).toHaveText('2 Wait 3 seconds');
  await page.keyboard.press('Shift+Tab');
  for (let pressed = 0; pressed < 8; pressed += 1) {
    if ((await stepsOf(onTap(page)).last().and(focused(page)).count()) > 0) break;
    await page.keyboard.press('Shift+Tab');
  }
  await page.keyboard.press('Alt+ArrowUp');
  await expect(stepsOf(onTap(page))).toHaveText(['1 Wait 3 seconds', '2 Use the phone’s app: Back to login']);
  await expect(stepsOf(onTap(page)).first()).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(stepsOf(onTap(page))).toHaveText(['1 Use the phone’s app: Back to login']);
  await expect(stepsOf(onTap(page)).first()).toBeFocused();
  expect(faults).toEqual([]);
});

test('words become a link and data is read again by a button', async ({ page }) => {
  const faults = await openStudio(page, own, 'dan', 'editor');
  await openScreen(page, 'about-us');
  await page.getByRole('treeitem', { name: 'Text Welcome' }).click();
  const what = page.getByRole('region', { name: 'What happens' });
  await what.getByRole('button', { name: 'Add a link in the text' }).click();
  await what.getByLabel('Words of the link').fill('Sign in');
  await page.keyboard.press('Enter');
  await what.getByRole('button', { name: /^1 Go to/ }).click();
  await what.getByRole('combobox', { name: 'To', exact: true }).selectOption('signed-out');
  await expect(previewOf(page).getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expect(errorless(page)).toBeVisible();
  await what.getByRole('button', { name: 'Remove the link “signIn”' }).click();
  await expect(previewOf(page).getByRole('link', { name: 'Sign in' })).toHaveCount(0);
  await undoAll(page);

  await openScreen(page, 'repay');
  await page.getByRole('button', { name: 'Read Plan again every…' }).click();
  await page.getByRole('region', { name: 'Properties' }).getByText('Reading again', { exact: true }).click();
  await page.getByLabel('Plan is read again, after seconds').fill('30');
  await expect(errorless(page)).toBeVisible();
  await page.getByRole('button', { name: 'Stop reading Plan again' }).click();
  await undoAll(page);
  expect(faults).toEqual([]);
});
