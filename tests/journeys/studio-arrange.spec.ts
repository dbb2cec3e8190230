import { expect, type Locator, type Page, test } from '@playwright/test';
import { AXE, findSerious } from './axe.ts';
import { OwnServer } from './own-server.ts';
import { lineOf, openStudio, previewOf, waitUntilSaved } from './studio.ts';

/* The position of nodes on a screen: selected, copied and moved by keyboard and pointer, and undone. */

let own: OwnServer;
test.beforeAll(async () => {
  own = new OwnServer();
  await own.start();
});
test.afterAll(() => own.remove());

const line = (page: Page, name: string | RegExp) => page.getByRole('treeitem', { name });
const selectedLine = (page: Page) => page.getByRole('treeitem', { selected: true });
const names = async (page: Page) =>
  (await page.getByRole('treeitem').locator('.st-line-name').allTextContents()).filter((name) => name !== '');

async function openScreen(page: Page, name: string): Promise<void> {
  await lineOf(page, name).click();
  await expect(previewOf(page).getByRole('heading').first()).toBeVisible();
}

test('a node is selected in the preview, its parent selected, and its children entered, by keyboard', async ({
  page,
}) => {
  await page.addInitScript(AXE);
  const faults = await openStudio(page, own, 'ana', 'editor');
  await openScreen(page, 'payment-instructions');
  const store = previewOf(page).getByText('At a store');
  await store.click();
  await expect(selectedLine(page)).toContainText('At a store');
  // Alt and a click select the parent; a second click the parent's parent.
  await store.click({ modifiers: ['Alt'] });
  await expect(selectedLine(page)).toContainText('Body');
  const wallet = previewOf(page).getByText('Wallet Two', { exact: true });
  await wallet.click();
  await expect(selectedLine(page)).toContainText('name of wallet');
  await page.keyboard.press('Escape');
  await expect(selectedLine(page)).toContainText('Body');

  // In the outline: down to a step and up again, into its properties and back.
  await line(page, 'Pay the exact amount.').click();
  await page.keyboard.press('Enter');
  const text = page.getByRole('region', { name: 'Properties' }).getByLabel('Text', { exact: true });
  await expect(text).toBeFocused();
  await page.keyboard.type('Pay exactly that.');
  await expect(selectedLine(page)).toContainText('Pay exactly that.');
  await page.keyboard.press('Escape');
  await expect(selectedLine(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(selectedLine(page).locator('.st-line-type')).toHaveText('Section');
  await page.keyboard.press('Escape');
  await expect(selectedLine(page)).toContainText('At a store');
  await expect(selectedLine(page)).toBeFocused();
  await page.keyboard.press('Control+z');

  // `?` lists every key.
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  for (const one of ['Esc', 'Enter', '⌘C ⌘X ⌘V', '⌥ and a click', 'F6 ⇧F6'])
    await expect(keys.getByText(one, { exact: true }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  expect(await findSerious(page)).toEqual([]);
  expect(faults).toEqual([]);
});

test('a node is copied to another screen, cut, pasted and dragged, and refused in an invalid position', async ({
  page,
}) => {
  const faults = await openStudio(page, own, 'ben', 'editor');
  await openScreen(page, 'payment-instructions');
  const before = await names(page);
  await line(page, 'At a store').click();
  await page.keyboard.press('Control+c');
  await expect(page.getByText('“At a store” is copied.')).toBeVisible();

  await openScreen(page, 'about-us');
  await page.getByRole('treeitem').first().click();
  await page.keyboard.press('Control+v');
  await expect(page.getByText('Pasted.', { exact: true })).toBeVisible();
  await expect(selectedLine(page)).toContainText('At a store');
  await expect(selectedLine(page)).toBeFocused();
  await expect(previewOf(page).getByText('At a store')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(line(page, 'At a store')).toHaveCount(0);

  // A field is only allowed in a form.
  await openScreen(page, 'complaint-form');
  await page.getByRole('treeitem').filter({ hasText: 'Text field' }).first().click();
  await page.keyboard.press('Control+c');
  await expect(page.getByText(/ is copied\.$/)).toBeVisible();
  await openScreen(page, 'payment-instructions');
  await page.getByRole('treeitem').first().click();
  await page.keyboard.press('Control+v');
  await expect(page.getByText('Not there. "name" has no effect outside a form.')).toBeVisible();
  expect(await names(page)).toEqual(before);

  // Cut and paste.
  await line(page, 'Pay the exact amount.').click();
  await page.keyboard.press('Control+x');
  await expect(line(page, 'Pay the exact amount.')).toHaveCount(0);
  await expect(selectedLine(page)).toBeFocused();
  await line(page, 'Go to a partner store and say that you want to pay a bill.').click();
  await page.keyboard.press('Control+v');
  const order = ['Go to a partner store and say that you want to pay a bill.', 'Pay the exact amount.'];
  await expect.poll(async () => (await names(page)).join(' ')).toContain(order.join(' '));
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  expect(await names(page)).toEqual(before);

  // By pointer: before a line, and not into itself; Escape cancels.
  const step = line(page, 'Pay the exact amount.');
  const target = line(page, 'Go to a partner store and say that you want to pay a bill.');
  await drag(page, step, target);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  expect(await names(page)).toEqual(before);
  await drag(page, step, target);
  await page.mouse.up();
  await expect.poll(async () => (await names(page)).join(' ')).toContain([...order].reverse().join(' '));
  await expect(page.getByText('“Pay the exact amount.” is moved.')).toBeVisible();
  await expect(selectedLine(page)).toContainText('Pay the exact amount.');
  await page.keyboard.press('Control+z');
  expect(await names(page)).toEqual(before);
  await drag(page, line(page, 'At a store'), step);
  await page.mouse.up();
  await expect(page.getByText('Not there. A node cannot be put into itself.')).toBeVisible();
  expect(await names(page)).toEqual(before);
  await waitUntilSaved(page);
  expect(faults).toEqual([]);
});

test('a node is moved, duplicated, wrapped and deleted beside the phone, dragged on it, and by its menu', async ({
  page,
}) => {
  await page.addInitScript(AXE);
  const faults = await openStudio(page, own, 'cleo', 'editor');
  await openScreen(page, 'payment-instructions');
  const before = await names(page);
  const phone = previewOf(page);
  const tools = page.getByRole('toolbar', { name: /: tools$/ });

  await phone.getByText('At a store').click();
  await tools.getByRole('button', { name: 'Duplicate' }).click();
  await expect(phone.getByText('At a store')).toHaveCount(2);
  await tools.getByRole('button', { name: 'Move up' }).click();
  await expect(page.getByText(/^“At a store” moved up: /)).toBeVisible();
  await tools.getByRole('button', { name: 'Delete' }).click();
  await expect(phone.getByText('At a store')).toHaveCount(1);
  expect(await names(page)).toEqual(before);

  // By the menu, with the mouse and with keys.
  const second = phone.getByText('Go to a partner store and say that you want to pay a bill.');
  // Selecting a step opens the accordion around it.
  await line(page, 'Pay the exact amount.').click();
  await second.click({ button: 'right' });
  const menu = page.getByRole('menu');
  await expect(menu).toBeVisible();
  expect(await findSerious(page)).toEqual([]);
  await menu.getByRole('menuitem', { name: 'Put into a section' }).click();
  await expect(page.getByText(/ is in a section of its own\.$/)).toBeVisible();
  await expect(selectedLine(page)).toBeFocused();
  await page.keyboard.press('Control+z');
  expect(await names(page)).toEqual(before);
  await line(page, 'Go to a partner store and say that you want to pay a bill.').click();
  await page.keyboard.press('Shift+F10');
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await expect(selectedLine(page)).toBeFocused();

  // On the phone: a line shows where it lands; Escape cancels.
  const step = phone.getByText('Pay the exact amount.');
  await step.scrollIntoViewIfNeeded();
  const [from, to] = [await step.boundingBox(), await second.boundingBox()];
  if (from === null || to === null) throw new Error('The steps are out of sight.');
  const lift = async (): Promise<void> => {
    await page.mouse.move(from.x + 20, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + 20, to.y + to.height / 2, { steps: 6 });
    await page.mouse.move(to.x + 20, to.y + 3);
    await expect(page.locator('.st-phone-drop')).toBeVisible();
  };
  await lift();
  await page.keyboard.press('Escape');
  await expect(page.locator('.st-phone-drop')).toHaveCount(0);
  await page.mouse.up();
  expect(await names(page)).toEqual(before);
  await lift();
  await page.mouse.up();
  await expect(page.getByText('“Pay the exact amount.” is moved.')).toBeVisible();
  await expect(selectedLine(page)).toContainText('Pay the exact amount.');
  await expect
    .poll(async () => (await names(page)).join(' '))
    .toContain('Pay the exact amount. Go to a partner store and say that you want to pay a bill.');
  await page.keyboard.press('Control+z');
  expect(await names(page)).toEqual(before);
  expect(await findSerious(page)).toEqual([]);
  expect(faults).toEqual([]);
});

test('widgets and blocks of another screen are added by keys, and dragged onto the phone and the outline', async ({
  page,
}) => {
  await page.addInitScript(AXE);
  const faults = await openStudio(page, own, 'dora', 'editor');
  await openScreen(page, 'complaint-form');
  const before = await names(page);
  const phone = previewOf(page);
  const palette = page.getByRole('dialog', { name: 'Add' });
  const options = palette.getByRole('option');
  const undo = async (): Promise<void> => {
    await page.keyboard.press('Control+z');
    await expect(page.getByRole('link', { name: 'Review 0 changes' })).toBeVisible();
    expect(await names(page)).toEqual(before);
  };

  // By keys: a widget is found by another word, and added behind the selection.
  await line(page, 'Your comments').click();
  await page.keyboard.press('/');
  await expect(palette.getByRole('combobox')).toBeFocused();
  expect(await findSerious(page)).toEqual([]);
  await page.keyboard.type('dropdown');
  await expect(options.first()).toContainText('Choice');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Choice is added.')).toBeVisible();
  await expect(selectedLine(page)).toContainText('Choice');
  await expect(selectedLine(page)).toBeFocused();
  await undo();

  // A block of another screen: first the palette says what is missing for it.
  await line(page, 'Complaint type').click();
  await page.keyboard.press('/');
  await palette.getByRole('tab', { name: 'From another screen' }).click();
  await palette.getByLabel('Screen', { exact: true }).selectOption('complaint-start');
  await expect(options.filter({ hasText: 'Your complaint was sent' })).toContainText(
    'Missing here: the state “sent”.',
  );
  expect(await findSerious(page)).toEqual([]);
  await palette.getByRole('combobox', { name: 'Search' }).fill('my complaints');
  await page.keyboard.press('Enter');
  await expect(page.getByText('My complaints is added.')).toBeVisible();
  await expect(phone.getByRole('button', { name: 'My complaints' })).toBeVisible();
  await undo();

  // By pointer: a line shows where it lands; Escape returns to the palette.
  const dragTo = async (option: Locator, target: Locator): Promise<void> => {
    const from = await option.boundingBox();
    if (from === null) throw new Error('The line is out of sight.');
    await page.mouse.move(from.x + 40, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(from.x + 60, from.y + from.height / 2, { steps: 3 });
    await expect(palette).toHaveCount(0);
    const to = await target.boundingBox();
    if (to === null) throw new Error('The target is out of sight.');
    await page.mouse.move(to.x + 20, to.y + to.height / 2, { steps: 6 });
    await page.mouse.move(to.x + 20, to.y + 3);
  };
  const text = options.filter({ hasText: 'A heading, a paragraph' });
  const mark = page.locator('.st-phone-drop');
  await page.getByRole('button', { name: 'Add…' }).click();
  await dragTo(text, phone.getByText('Complaint type'));
  await expect(mark).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(mark).toHaveCount(0);
  await page.mouse.up();
  await expect(palette).toBeVisible();
  await dragTo(text, phone.getByText('Complaint type'));
  await expect(mark).toBeVisible();
  await page.mouse.up();
  await expect(page.getByText('Text is added.')).toBeVisible();
  expect(await names(page)).toEqual(['New text', ...before]);
  await undo();

  // An input cannot be added to the selection, but it can be dragged into the form.
  await line(page, 'Complaint type').click();
  await page.getByRole('button', { name: 'Add…' }).click();
  const rating = options.filter({ hasText: 'One to five stars' });
  await expect(rating).toContainText('Only inside a form.');
  await expect(rating).toHaveAttribute('aria-disabled', 'true');
  await rating.scrollIntoViewIfNeeded();
  // Dropped where it cannot be, it says why, and the palette stays.
  await dragTo(rating, line(page, 'Complaint type'));
  await page.mouse.up();
  await expect(palette.getByRole('status').filter({ hasText: /^Not there\. ./ })).toBeVisible();
  await rating.scrollIntoViewIfNeeded();
  const photos = line(page, 'Photos (optional)');
  await dragTo(rating, photos);
  await expect(photos).toHaveClass(/st-drop-before/);
  await page.mouse.up();
  await expect(selectedLine(page)).toContainText('Rating');
  await expect(line(page, /^Rating/)).toHaveAttribute('aria-posinset', '2');
  await undo();
  await waitUntilSaved(page);
  expect(faults).toEqual([]);
});

/** The upper half of a line means before it. */
async function drag(page: Page, what: ReturnType<typeof line>, over: ReturnType<typeof line>): Promise<void> {
  // Near its edges the outline scrolls.
  await over.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const from = await what.boundingBox();
  if (from === null) throw new Error('The line is out of sight.');
  await page.mouse.move(from.x + 60, from.y + from.height / 2);
  await page.mouse.down();
  // The outline may still scroll, as a person would see.
  await expect(async () => {
    const to = await over.boundingBox();
    if (to === null) throw new Error('The other line is out of sight.');
    await page.mouse.move(to.x + 60, to.y + to.height / 2, { steps: 4 });
    await page.mouse.move(to.x + 60, to.y + 3);
    await expect(over).toHaveClass(/st-drop-before/, { timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
}
