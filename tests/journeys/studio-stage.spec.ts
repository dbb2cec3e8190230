import { expect, type Locator, type Page, test } from '@playwright/test';
import { AXE, findSerious } from './axe.ts';
import { OwnServer } from './own-server.ts';
import { lineOf, openStudio, previewOf, waitUntilSaved } from './studio.ts';

/* The phone in the middle of the studio: its layout, and actions on it. */

let own: OwnServer;
test.beforeAll(async () => {
  own = new OwnServer();
  await own.start();
});
test.afterAll(() => own.remove());

const LAPTOP = { width: 1280, height: 720 };
const box = (page: Page) => page.locator('.st-box');
const choose = (page: Page, label: string, option: string) =>
  page.getByRole('combobox', { name: label, exact: true }).selectOption(option);

/** Waits until the selection frame covers its element to the pixel. */
async function expectOver(mark: Locator, element: Locator): Promise<void> {
  await expect(async () => {
    const [one, other] = [await mark.boundingBox(), await element.boundingBox()];
    if (one === null || other === null) throw new Error('One of them is not drawn.');
    for (const side of ['x', 'y', 'width', 'height'] as const)
      expect(Math.abs(one[side] - other[side]), side).toBeLessThan(1);
  }).toPass();
}

test('the whole phone is visible at any size of its pane, and the selected element is marked', async ({
  page,
}) => {
  await page.addInitScript(AXE);
  const faults = await openStudio(page, own, 'ana', 'editor');
  await page.setViewportSize(LAPTOP);
  await lineOf(page, 'repay').click();
  const button = previewOf(page).getByRole('button', { name: 'Payment Method' });
  const phone = page.locator('.st-phone');
  await button.click();
  // The whole phone is visible, and the page in it has the size of the phone.
  await expect(phone).toBeInViewport({ ratio: 0.99 });
  await expect(box(page)).toBeInViewport({ ratio: 0.99 });
  await expectOver(box(page), button);
  const inside = () => button.evaluate(() => [window.innerWidth, window.innerHeight]);
  expect(await inside()).toEqual([390, 760]);
  expect((await phone.boundingBox())?.height).toBeLessThan(600);

  // In a pane that is too small to read, the phone scrolls to the selected element.
  await page.keyboard.press('Control+j');
  await expect(page.getByRole('region', { name: 'JSON', exact: true })).toBeVisible();
  await expect(phone).not.toBeInViewport({ ratio: 0.99 });
  await expect(box(page)).toBeInViewport({ ratio: 0.99 });
  await expectOver(box(page), button);

  await page.getByRole('button', { name: 'Display', exact: true }).click();
  await choose(page, 'Size', '100 %');
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await phone.boundingBox())?.height).toBe(762);
  await expect(box(page)).toBeInViewport({ ratio: 0.99 });
  await expectOver(box(page), button);
  await expect(page.getByRole('group', { name: 'Phone' })).toHaveAttribute('tabindex', '0');
  expect(await findSerious(page)).toEqual([]);

  // The setting stays from screen to screen.
  await lineOf(page, 'about-us').click();
  await expect(previewOf(page).getByText('Welcome', { exact: true })).toBeVisible();
  expect((await phone.boundingBox())?.height).toBe(762);
  await page.getByRole('button', { name: 'Display: full size' }).click();
  await choose(page, 'Size', 'Whole phone');
  await expect.poll(async () => (await phone.boundingBox())?.height).toBeLessThan(600);
  expect(faults).toEqual([]);
});

const selectedLine = (page: Page) => page.getByRole('treeitem', { selected: true });
const here = (page: Page, name = 'Text, on the phone') => page.getByRole('textbox', { name, exact: true });
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' });

test('a text is edited in place on the phone, in its font, and Escape undoes all of it', async ({ page }) => {
  await page.addInitScript(AXE);
  const faults = await openStudio(page, own, 'ben', 'editor');
  await lineOf(page, 'repay').click();
  const preview = previewOf(page);
  const button = preview.getByRole('button', { name: 'Payment Method' });
  await button.dblclick();
  await expect(here(page)).toBeFocused();
  await expect(here(page)).toHaveValue('Payment Method');
  await expect(selectedLine(page)).toContainText('Payment Method');
  // As wide and high as the hidden original words.
  const words = button.getByText('Payment Method');
  await expect(async () => {
    const [one, other] = [await here(page).boundingBox(), await words.boundingBox()];
    for (const side of ['x', 'y', 'width'] as const)
      expect(Math.abs((one?.[side] ?? 0) - (other?.[side] ?? 99)), side).toBeLessThan(4);
  }).toPass();
  expect(await words.evaluate((one) => getComputedStyle(one).webkitTextFillColor)).toBe('rgba(0, 0, 0, 0)');
  expect(await findSerious(page)).toEqual([]);

  // Shortcut keys are letters here, and pasted content is plain text.
  await page.keyboard.type('2 ways? 3');
  await expect(preview.getByRole('button', { name: '2 ways? 3' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const field = page.getByRole('region', { name: 'Properties' }).getByLabel('Text', { exact: true });
  await expect(field).toHaveValue('2 ways? 3');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+x');
  await page.keyboard.type('Or: ');
  await page.keyboard.press('Control+v');
  await expect(preview.getByRole('button', { name: 'Or: 2 ways? 3' })).toBeVisible();
  await expect(selectedLine(page)).toContainText('Or: 2 ways? 3');
  await page.keyboard.press('Escape');
  await expect(here(page)).toHaveCount(0);
  await expect(button).toBeVisible();
  await expect(undo(page)).toBeDisabled();
  expect(
    await preview
      .getByText('Payment Method')
      .first()
      .evaluate((one) => one.getAttribute('style') ?? ''),
  ).toBe('');

  // By keyboard: the element picked on the phone is edited, Enter ends it, and it is one undo step.
  await expect(selectedLine(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(here(page)).toBeFocused();
  await page.keyboard.type('Ways to pay');
  await page.keyboard.press('Enter');
  await expect(here(page)).toHaveCount(0);
  await expect(preview.getByRole('button', { name: 'Ways to pay' })).toBeVisible();
  await waitUntilSaved(page);
  await undo(page).click();
  await expect(button).toBeVisible();
  await expect(undo(page)).toBeDisabled();

  // A selection in the outline is edited in its properties, and so is a text with expressions.
  await selectedLine(page).click();
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
  await preview.getByText(/^Repayment date/).dblclick();
  await expect(page.getByRole('region', { name: 'Properties' }).locator(':focus')).toHaveCount(1);
  await expect(page.locator('.st-words-here')).toHaveCount(0);

  // In use mode, taps do not select.
  await choose(page, 'Taps', 'Use the screen');
  await button.dblclick();
  await expect(page.locator('.st-words-here')).toHaveCount(0);
  expect(faults).toEqual([]);
});

test('a translation is edited in place, in its catalogue', async ({ page }) => {
  const faults = await openStudio(page, own, 'cora', 'editor');
  await lineOf(page, 'about-us').click();
  await expect(previewOf(page).getByText('Welcome', { exact: true })).toBeVisible();
  await choose(page, 'Language', 'fil-PH');
  await previewOf(page).getByText('Maligayang pagdating', { exact: true }).dblclick();
  await expect(here(page, 'Text in Filipino (Philippines), on the phone')).toBeFocused();
  await page.keyboard.type('Tuloy po kayo');
  await expect(previewOf(page).getByText('Tuloy po kayo', { exact: true })).toBeVisible();
  // A click elsewhere keeps the edit.
  await page.getByRole('button', { name: /^Problems/ }).click();
  await expect(page.locator('.st-words-here')).toHaveCount(0);
  await choose(page, 'Language', 'en-PH');
  await expect(previewOf(page).getByText('Welcome', { exact: true })).toBeVisible();
  await undo(page).click();
  await choose(page, 'Language', 'fil-PH');
  await expect(previewOf(page).getByText('Maligayang pagdating', { exact: true })).toBeVisible();
  expect(faults).toEqual([]);
});

test('the title of a screen is edited in place on the phone, in each language', async ({ page }) => {
  const faults = await openStudio(page, own, 'fay', 'editor');
  await lineOf(page, 'about-us').click();
  const title = (words: string) =>
    previewOf(page).getByRole('heading', { level: 1, name: words, exact: true });
  await title('About us').dblclick();
  await expect(here(page, 'Title, on the phone')).toBeFocused();
  await page.keyboard.type('Who we are');
  await expect(title('Who we are')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.locator('.st-words-here')).toHaveCount(0);
  // The screen itself is selected, and its form shows the new title too.
  const form = page.getByRole('region', { name: 'Properties' });
  await expect(form.getByLabel('Title', { exact: true })).toHaveValue('Who we are');
  await undo(page).click();
  await expect(title('About us')).toBeVisible();
  await choose(page, 'Language', 'fil-PH');
  await title('Tungkol sa amin').dblclick();
  await expect(here(page, 'Title in Filipino (Philippines), on the phone')).toBeFocused();
  await page.keyboard.type('Sino kami');
  await expect(title('Sino kami')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(title('Tungkol sa amin')).toBeVisible();
  await waitUntilSaved(page);
  expect(faults).toEqual([]);
});

test('the hovered element on the phone is named, and keys act on the selection as in the outline', async ({
  page,
}) => {
  const faults = await openStudio(page, own, 'dan', 'editor');
  await lineOf(page, 'about-us').click();
  const preview = previewOf(page);
  const step = preview.getByText('The full cost, shown before you agree', { exact: true });
  const steps = preview.getByText(/^(A decision within|The full cost, shown)/);
  const inOrder = () => steps.allTextContents();
  await expect(steps).toHaveCount(2);
  const before = await inOrder();

  await step.hover();
  const hovered = page.locator('.st-hover');
  await expect(hovered).toHaveText('Text');
  // The frame includes the icon of the element.
  await expectOver(hovered, preview.getByRole('listitem').filter({ has: step }));
  await page.getByRole('button', { name: 'Undo' }).hover({ force: true });
  await expect(hovered).toHaveCount(0);

  // The phone has the focus.
  await step.click();
  await expect(selectedLine(page)).toContainText('The full cost, shown');
  await page.locator('iframe:visible:not(.st-picture)').focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(inOrder).toEqual([...before].reverse());
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(inOrder).toEqual(before);
  await page.keyboard.press('Control+d');
  await expect(steps).toHaveCount(3);
  await page.keyboard.press('Delete');
  await expect(steps).toHaveCount(2);
  await expect.poll(inOrder).toEqual(before);
  await page.keyboard.press('Enter');
  await expect(here(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(selectedLine(page)).toBeFocused();

  // A new node is scrolled into view when it is rendered, also at the end.
  const sections = page.getByRole('treeitem').filter({ hasText: 'Section' });
  const count = await sections.count();
  await sections.last().click();
  await expect(box(page)).toBeInViewport({ ratio: 0.9 });
  await page.keyboard.press('Control+d');
  await expect(sections).toHaveCount(count + 1);
  await expect(sections.last()).toHaveAttribute('aria-selected', 'true');
  await expect(box(page)).toBeInViewport({ ratio: 0.9 });
  await page.keyboard.press('Delete');
  await expect(sections).toHaveCount(count);

  // Navigation chords work from the phone too.
  await page.locator('iframe:visible:not(.st-picture)').focus();
  await page.keyboard.press('Control+p');
  const states = page.getByRole('combobox', { name: 'State', exact: true });
  await expect(states).toBeFocused();
  const first = await states.inputValue();
  await page.locator('iframe:visible:not(.st-picture)').focus();
  await page.keyboard.press('2');
  await expect(states).not.toHaveValue(first);
  await page.keyboard.press('1');
  await expect(states).toHaveValue(first);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('form', { name: 'Publish' }).getByLabel('Reason')).toBeFocused();
  // Behind the review no key acts on the selection.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press('Delete');
  await page.keyboard.press('Control+Shift+d');
  await expect(steps).toHaveCount(2);
  await page.keyboard.press('Control+Shift+d');
  await expect(page.getByRole('form', { name: 'Publish' })).toBeVisible();
  await expect(page.getByLabel('Reason')).not.toBeFocused();
  await page.keyboard.press('Control+Shift+d');

  // Letters typed into a field of the phone are not shortcuts.
  await lineOf(page, 'complaint-form').click();
  const field = preview.getByLabel('Your comments');
  await expect(field).toBeVisible();
  const state = await states.inputValue();
  await field.focus();
  await page.keyboard.type('2 ?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(states).toHaveValue(state);
  await page.keyboard.press('Enter');
  await expect(selectedLine(page)).toContainText('Your comments');
  expect(faults).toEqual([]);
});
