import { expect, test } from '@playwright/test';
import { OwnServer } from './own-server.ts';
import { LONG } from '../property/settings.ts';
import { lineOf, openStudio, previewOf } from './studio.ts';

/* Previews in the studio make no calls, and do not take the focus. */

/**
 * Screens whose states are rendered in a short run: with images of services, replies and borrowers, popups, and a form that
 * calls services. In the long check all screens; the steps to states are also tested by `capiz test` and the sweep.
 */
const DRAWN = ['promotion', 'complaint-details', 'order', 'add-card'];

let own: OwnServer;
test.beforeAll(async () => {
  own = new OwnServer();
  await own.start();
});
test.afterAll(() => own.remove());

test('every state of every screen is reached, and none calls the loan service, not even for an image', async ({
  page,
}) => {
  // About seven hundred states, each in its own frame.
  test.setTimeout(LONG ? 900_000 : 300_000);
  const faults = await openStudio(page, own, 'ana', 'editor');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const screens = await page.locator('.st-screen-id').allInnerTexts();
  expect(screens.length).toBeGreaterThan(20);
  expect(screens).toEqual(expect.arrayContaining(DRAWN));
  const all = page.getByRole('link', { name: 'All states', exact: true });
  const states = page.getByRole('region', { name: 'All states' });
  for (const screen of screens) {
    await lineOf(page, screen).click();
    await expect(previewOf(page).locator('main').first()).toBeVisible();
    if (!LONG && !DRAWN.includes(screen)) continue;
    await all.click();
    await expect(states.getByText('All are ready')).toBeVisible({ timeout: 180_000 });
    const unreached = states.locator('li', { has: page.getByText('not reached') });
    expect(await unreached.allInnerTexts(), screen).toEqual([]);
    await page.getByRole('link', { name: 'Preview', exact: true }).click();
    await expect(states).toHaveCount(0);
  }
  // The captcha is an image too.
  await lineOf(page, 'promotion').click();
  const picture = previewOf(page).getByRole('img', { name: 'Image code' });
  await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
  expect(asked.filter((path) => !/^\/(studio|capiz)\//.test(path))).toEqual([]);
  // Ignore failed loads: fixtures name images that do not exist.
  expect(faults.filter((one) => !one.startsWith('Failed to load resource'))).toEqual([]);
});

test('no preview takes the focus from the editor', async ({ page }) => {
  const faults = await openStudio(page, own, 'ben', 'editor');
  await lineOf(page, 'complaint-form').click();
  await expect(previewOf(page).getByLabel('Your comments')).toBeVisible();
  const all = page.getByRole('link', { name: 'All states', exact: true });
  await all.focus();
  await page.evaluate(() => {
    const left: string[] = [];
    Object.assign(window, { left });
    document.addEventListener('focusout', ({ target }) => left.push(String((target as Element).textContent)));
    const had = document.activeElement;
    setInterval(() => {
      if (!document.hasFocus() || document.activeElement !== had) left.push('a moment');
    });
  });
  await page.keyboard.press('Enter');
  const states = page.getByRole('region', { name: 'All states' });
  await expect(states.getByText('All are ready')).toBeVisible({ timeout: 120_000 });
  expect(await page.evaluate(() => (window as unknown as { left: string[] }).left)).toEqual([]);

  // The page in the frame still got the event that its field has the focus.
  await page.getByRole('link', { name: 'Preview', exact: true }).press('Enter');
  await page.getByRole('combobox', { name: 'State', exact: true }).selectOption('written');
  const frame = previewOf(page);
  await expect(frame.getByLabel('Your comments')).toHaveValue(/^I paid/);
  // A click into the preview moves the focus into it.
  await page.getByRole('combobox', { name: 'Taps', exact: true }).selectOption('use');
  await frame.getByLabel('Your comments').click();
  await expect(frame.getByLabel('Your comments')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('It was late.');
  await expect(frame.getByLabel('Your comments')).toHaveValue('It was late.');
  expect(faults).toEqual([]);
});
