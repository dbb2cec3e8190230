import { expect, type Locator, type Page, test } from '@playwright/test';
import { AXE, findAny } from './axe.ts';
import { OwnServer } from './own-server.ts';
import { lineOf, openStudio } from './studio.ts';

/* The map of screens, and a path through them. */

let own: OwnServer;
test.beforeAll(async () => {
  own = new OwnServer();
  await own.start();
});
test.afterAll(() => own.remove());

/** A screen of the drawing; several screens have the same title, and show their ids. */
const boxOf = (page: Page, title: string, id = '') =>
  page.locator('.st-map-box', { hasText: new RegExp(`^${title}(?:.* · )?${id}$`) });

/** The smallest font size in a box as the window shows it, in CSS pixels. */
const fontOf = (box: Locator) =>
  box.evaluate((one: HTMLElement) => {
    const zoom = one.getBoundingClientRect().width / one.offsetWidth;
    const sizes = [...one.querySelectorAll('strong, span')].map((text) => getComputedStyle(text).fontSize);
    return zoom * Math.min(...sizes.map(Number.parseFloat));
  });

test('the map opens at the open screen in a legible size, with its links in words; it is moved and zoomed by keys, wheel and buttons', async ({
  page,
}) => {
  await page.addInitScript(AXE);
  const faults = await openStudio(page, own, 'cora', 'editor');
  await lineOf(page, 'order').click();
  await page.getByRole('link', { name: 'Map', exact: true }).click();
  const order = boxOf(page, 'Order Details', 'order');
  await expect(order).toBeInViewport({ ratio: 0.99 });
  expect(await fontOf(order)).toBeGreaterThanOrEqual(12);
  await expect(page.locator('.st-map-label', { hasText: 'Rollover Repayment' })).toBeVisible();
  await expect(boxOf(page, 'Rollover Repayment')).toHaveClass(/st-linked/);
  await expect(boxOf(page, 'Complaint')).not.toHaveClass(/st-linked/);
  expect(await findAny(page)).toEqual([]);

  // The drawing moves by arrow keys, and by dragging.
  const left = async () => (await order.boundingBox())?.x ?? 0;
  const drawing = page.getByRole('group', { name: 'Drawing' });
  const before = await left();
  await drawing.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(left).toBeCloseTo(before - 80, 0);
  const place = (await drawing.boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.move(place.x + 20, place.y + 20);
  await page.mouse.down();
  await page.mouse.move(place.x + 60, place.y + 20, { steps: 4 });
  await page.mouse.up();
  await expect.poll(left).toBeCloseTo(before - 40, 0);

  // It zooms by keys, buttons, and the wheel with Ctrl.
  const width = async () => (await order.boundingBox())?.width ?? 0;
  const natural = await width();
  await drawing.focus();
  await page.keyboard.press('-');
  await expect.poll(width).toBeLessThan(natural);
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(width).toBeCloseTo(natural, 0);
  await page.mouse.move(place.x + 20, place.y + 20);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -100);
  await page.keyboard.up('Control');
  await expect.poll(width).toBeGreaterThan(natural);

  await page.getByRole('button', { name: 'Show all screens' }).click();
  await expect(boxOf(page, 'Privacy Policy')).toBeInViewport({ ratio: 0.99 });
  await expect(boxOf(page, 'Signed out')).toBeInViewport({ ratio: 0.99 });
  await page.getByRole('button', { name: 'Show the chosen screen' }).click();
  await expect.poll(width).toBeCloseTo(natural, 0);

  // A screen that is focused in the list comes into view.
  const inList = page.getByRole('list', { name: 'Screens and their links' });
  await expect(boxOf(page, 'Privacy Policy')).not.toBeInViewport();
  await inList.getByRole('button', { name: /^Privacy Policy/ }).focus();
  await expect(boxOf(page, 'Privacy Policy')).toBeInViewport({ ratio: 0.99 });
  await page.getByRole('searchbox', { name: 'Find a screen' }).fill('my COMPL');
  await expect(inList.getByRole('button')).toHaveText([/^My complaints.*→ Online service/]);
  await page.getByRole('searchbox', { name: 'Find a screen' }).fill('nothing like it');
  await expect(page.getByText('No screen has this name.')).toBeVisible();
  expect(faults).toEqual([]);
});

test('a path is played on the map screen by screen, with its taps, by keyboard', async ({ page }) => {
  await page.addInitScript(AXE);
  const faults = await openStudio(page, own, 'ana', 'editor');
  await lineOf(page, 'order').click();
  await page.getByRole('link', { name: 'Map', exact: true }).click();
  const start = page.getByRole('group', { name: 'Play a path' });
  await expect(start.getByLabel('From')).toHaveValue('order');
  await start.getByRole('combobox', { name: 'From' }).selectOption('borrow-detail');
  await start.getByRole('combobox', { name: 'To' }).selectOption('repay');
  await start.getByRole('button', { name: 'Play' }).click();

  // The shortest path, each screen in its content state, with the tapped element.
  const path = page.getByRole('region', { name: 'Path' });
  const phone = path.frameLocator('iframe');
  const said = path.getByRole('status');
  await expect(said).toHaveText('1. Order Details (borrow-detail)');
  await expect(path.getByRole('button', { name: 'Order details → Order Details (order)' })).toBeFocused();
  await expect(phone.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(said).toHaveText('2. Order Details (order)');
  await expect(phone.getByRole('button', { name: 'REPAY', exact: true })).toBeVisible();
  await expect(path.locator('.st-play-tapped')).toBeVisible();
  await expect(page.locator('.st-map-box.st-chosen')).toHaveText(/^Order Details.*order$/);
  await expect(page.locator('.st-map-box.st-chosen')).toBeInViewport();
  expect(await findAny(page)).toEqual([]);
  await page.keyboard.press('ArrowLeft');
  await expect(said).toHaveText('1. Order Details (borrow-detail)');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(said).toHaveText('3. Repayment (repay), where the path ends');
  await page.keyboard.press('Escape');

  // Any target.
  await start.getByRole('combobox', { name: 'From' }).selectOption('order');
  await start.getByRole('combobox', { name: 'To' }).selectOption('');
  await start.getByRole('button', { name: 'Play' }).focus();
  await page.keyboard.press('Enter');
  await expect(said).toHaveText('1. Order Details (order)');
  await path.getByRole('button', { name: 'Rollover Repayment → Rollover Repayment' }).focus();
  await page.keyboard.press('Enter');
  await expect(said).toHaveText('2. Rollover Repayment');
  await page.keyboard.press('Escape');

  // A box of the drawing can be pressed.
  // The pointer over a box shows the words of its links first.
  // Playwright would scroll a box into view, and React Flow scrolls back at once.
  await page.getByRole('button', { name: 'Show all screens' }).click();
  await expect(boxOf(page, 'Repayment', 'repay')).toBeInViewport({ ratio: 0.99 });
  await boxOf(page, 'Repayment', 'repay').hover();
  await expect(boxOf(page, 'Repayment', 'repay')).toHaveClass(/st-chosen/);
  await boxOf(page, 'Repayment', 'repay').click();
  await expect(page.getByRole('group', { name: 'Phone' })).toBeVisible();
  await expect(lineOf(page, 'repay')).toHaveAttribute('aria-current', 'page');
  expect(faults).toEqual([]);
});
