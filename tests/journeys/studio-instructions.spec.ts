import { expect, type Page, test } from '@playwright/test';
import { AXE, findSerious } from './axe.ts';
import { OwnServer } from './own-server.ts';
import { errorless, openStudio, previewOf, waitUntilSaved } from './studio.ts';

/* A group of payment instructions: duplicated by keyboard, and the same on every screen that shows it. */

let own: OwnServer;
test.beforeAll(async () => {
  own = new OwnServer();
  await own.start();
});
test.afterAll(() => own.remove());

const selectedLine = (page: Page) => page.getByRole('treeitem', { selected: true });

async function goTo(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(words);
  await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText(words);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test('a group of instructions is duplicated, renamed and moved by keyboard, and is the same on both screens', async ({
  page,
}) => {
  await page.addInitScript(AXE);
  const faults = await openStudio(page, own, 'ana', 'editor');
  await goTo(page, 'At a store');
  const properties = page.getByRole('region', { name: 'Properties' });
  const title = properties.getByLabel('Title', { exact: true });
  await expect(title).toBeFocused();

  // A duplicate with another title.
  await page.keyboard.press('Escape');
  await expect(selectedLine(page)).toBeFocused();
  await page.keyboard.press('Control+d');
  await expect(page.getByRole('treeitem', { name: 'At a store' })).toHaveCount(2);
  await page.keyboard.press('Enter');
  await expect(title).toBeFocused();
  await page.keyboard.type('At a machine');
  await expect(selectedLine(page)).toContainText('At a machine');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Alt+ArrowUp');
  const lines = page.getByRole('treeitem', { name: /^Section At a (store|machine)/ });
  await expect(lines).toHaveText([/At a machine/, /At a store/]);

  // The steps of the group: a new step, moved to the top.
  await page.keyboard.press('F6');
  await page.keyboard.press('F6');
  await expect(title).toBeFocused();
  await page.keyboard.press('F6');
  const steps = page.getByRole('region', { name: 'Steps', exact: true });
  const step = (nth: number) => steps.getByRole('textbox', { name: `Step ${nth}`, exact: true });
  await expect(step(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(step(2)).toBeFocused();
  await expect(step(2)).toHaveValue('New step');
  await page.keyboard.type('Find a machine of a partner.');
  await page.keyboard.press('Alt+ArrowUp');
  await expect(step(1)).toBeFocused();
  await expect(step(1)).toHaveValue('Find a machine of a partner.');
  await expect(step(2)).toHaveValue('Go to a partner store and say that you want to pay a bill.');

  // A value is chosen instead of typed.
  await step(3).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Ask for help: call .');
  await page.keyboard.press('ArrowLeft');
  const values = steps.getByRole('group', { name: 'Values' });
  await values.getByRole('button', { name: 'Phone', exact: true }).press('Enter');
  await expect(step(3)).toBeFocused();
  await expect(step(3)).toHaveValue(/^Ask for help: call \$\{[\w.]+\}\.$/);

  // An image needs an alternative text.
  const picture = steps.getByRole('button', { name: 'Add a picture of step 1' });
  await picture.press('Enter');
  const choice = steps.getByRole('combobox', { name: 'Picture', exact: true });
  await expect(choice).toBeFocused();
  await choice.selectOption('pay-channel');
  await steps.getByRole('button', { name: 'Show this picture' }).press('Enter');
  await expect(steps.getByRole('alert').filter({ hasText: 'Say what it shows' })).toBeVisible();
  await expect(previewOf(page).getByRole('img', { name: 'A machine' })).toHaveCount(0);
  await steps.getByLabel('What it shows').fill('A machine');
  await page.keyboard.press('Enter');
  await expect(steps.getByRole('button', { name: 'Change the picture of step 1' })).toBeFocused();
  await expect(errorless(page)).toBeVisible();
  expect(await findSerious(page)).toEqual([]);

  // On another screen, too.
  const here = await shownSteps(page);
  await selectedLine(page).focus();
  await page.keyboard.press('Control+c');
  await expect(page.getByText('“At a machine” is copied.')).toBeVisible();
  await goTo(page, 'repay-code-stored');
  await page.getByRole('treeitem', { name: /^Body/ }).focus();
  await page.keyboard.press('Control+v');
  await expect(selectedLine(page)).toContainText('At a machine');
  await expect(errorless(page)).toBeVisible();
  expect(await shownSteps(page)).toBe(here);
  expect(here).toMatch(/Find a machine of a partner\.[^]*A machine[^]*Ask for help: call [^$]/);
  await waitUntilSaved(page);
  expect(faults).toEqual([]);
});

/** The group as a borrower reads it, opened. */
async function shownSteps(page: Page): Promise<string> {
  await page.getByLabel('Taps').selectOption('Use the screen');
  const group = previewOf(page).getByRole('region', { name: 'At a machine' });
  const opener = previewOf(page).getByRole('button', { name: 'At a machine' });
  let shown = '';
  // The last edit may be rendered only now, with the group closed.
  await expect(async () => {
    if ((await opener.getAttribute('aria-expanded', { timeout: 2_000 })) !== 'true')
      await opener.press('Enter', { timeout: 2_000 });
    await expect(group.getByRole('listitem')).toHaveCount(5, { timeout: 2_000 });
    shown = await group.ariaSnapshot({ timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
  await page.getByLabel('Taps').selectOption('Select');
  return shown;
}
