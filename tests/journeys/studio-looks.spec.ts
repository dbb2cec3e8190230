import { expect, type Page, test } from '@playwright/test';
import { writePseudo } from '../../src/shared/pseudo-language.ts';
import { OwnServer } from './own-server.ts';
import { openStudio, previewOf } from './studio.ts';

/* A draft as other phones, other languages and other pages show it. */

let own: OwnServer;
test.beforeAll(async () => {
  own = new OwnServer();
  // Something that a page of the first grammar leaves out, and something that it would misunderstand.
  own.edit('screens/complaint-form.screen.json', (text) =>
    text.replace(
      '"type": "photos",',
      `"type": "files", "name": "papers", "label": "Papers", "upload": "upload-problem-img", "sensitive": false, "fallback": { "type": "text", "text": "What older pages show" }
        }, { "type": "photos",`,
    ),
  );
  own.edit('screens/complaint-details.screen.json', (text) =>
    text.replace('"type": "rating",', '"type": "rating", "hint": "Tap a star",'),
  );
  await own.start();
});
test.afterAll(() => own.remove());

const choose = (page: Page, label: string, option: string) =>
  page.getByRole('combobox', { name: label, exact: true }).selectOption(option);

test('a screen is looked at turned, around a notch, above a keyboard and in longer words', async ({
  page,
}) => {
  const faults = await openStudio(page, own, 'ana', 'editor');
  await page.getByRole('button', { name: 'about-us', exact: true }).click();
  const frame = page.locator('iframe.st-frame:not(.st-frame-behind)');
  const header = previewOf(page).locator('.cz-header');
  await expect(header).toBeVisible();
  const size = () => frame.evaluate((one: HTMLIFrameElement) => [one.clientWidth, one.clientHeight]);
  // As the page lays it out: how small the phone is drawn is another matter.
  const height = () => header.evaluate((one) => one.getBoundingClientRect().height);
  const plain = await height();
  const bodyLeft = () =>
    previewOf(page)
      .locator('.cz-screen')
      .evaluate((one) => getComputedStyle(one).paddingLeft);

  await page.getByRole('button', { name: 'Look', exact: true }).click();
  await choose(page, 'Edges', 'Notch and home bar');
  await expect.poll(height).toBe(plain + 47);
  await choose(page, 'Keyboard', 'Open');
  expect(await size()).toEqual([390, 460]);
  await choose(page, 'Held', 'Turned');
  expect(await size()).toEqual([760, 195]);
  await expect.poll(bodyLeft).toBe('47px');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Look: turned, notch, keyboard' })).toBeFocused();
  await page.keyboard.press('Enter');
  for (const [label, value] of [
    ['Edges', 'Free'],
    ['Keyboard', 'Closed'],
    ['Held', 'Upright'],
  ] as const)
    await choose(page, label, value);
  await page.keyboard.press('Escape');
  expect(await size()).toEqual([390, 760]);

  // Every text that is translated is longer, and has marks.
  await choose(page, 'Language', 'Longer (en-XA)');
  await expect(previewOf(page).getByText(writePseudo('Welcome'), { exact: true })).toBeVisible();
  expect(faults).toEqual([]);
});

test('a page of an earlier grammar draws the draft as the verdict says, and what it lacks is selected', async ({
  page,
}) => {
  const faults = await openStudio(page, own, 'ben', 'editor');
  await page.getByRole('button', { name: 'about-us', exact: true }).click();
  await page.getByRole('button', { name: 'Look', exact: true }).click();
  await choose(page, 'Page', 'Of grammar 1');
  await page.keyboard.press('Escape');
  await expect(page.getByText(/^A page of grammar 1 shows this screen as it is\./)).toBeVisible();
  await expect(page.getByText('No such page is in use.')).toBeVisible();
  await expect(previewOf(page).getByText('Welcome', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'complaint-form', exact: true }).click();
  await expect(page.getByText(/^A page of grammar 1 shows this screen without these, or/)).toBeVisible();
  await expect(previewOf(page).getByText('What older pages show')).toBeVisible();
  await page.locator('.st-reader').getByRole('button', { name: '“Papers”' }).click();
  await expect(page.getByRole('treeitem', { selected: true })).toContainText('Papers');
  await page.getByRole('button', { name: 'Look: page of grammar 1' }).click();
  await choose(page, 'Page', 'This version');
  await page.keyboard.press('Escape');
  await expect(page.locator('.st-reader')).toHaveCount(0);
  await expect(previewOf(page).getByText('What older pages show')).toHaveCount(0);
  await expect(previewOf(page).getByLabel('Your comments')).toBeVisible();

  await page.getByRole('button', { name: 'complaint-details', exact: true }).click();
  await page.getByRole('button', { name: 'Look', exact: true }).click();
  await choose(page, 'Page', 'Of grammar 1');
  await page.keyboard.press('Escape');
  await expect(page.getByText(/^A page of grammar 1 refuses this screen whole\./)).toBeVisible();
  await expect(previewOf(page).getByText('This page cannot be shown safely')).toBeVisible();
  await page
    .locator('.st-reader')
    .getByRole('button', { name: /"hint" of rating$/ })
    .click();
  await expect(page.getByRole('treeitem', { selected: true })).toContainText('Stars');
  expect(faults).toEqual([]);
});

test('all states stay where they are looked at while something is typed and tapped in them', async ({
  page,
}) => {
  const faults = await openStudio(page, own, 'dan', 'editor');
  await page.getByRole('button', { name: 'add-card', exact: true }).click();
  await expect(previewOf(page).getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'All states' }).click();
  const states = page.getByRole('region', { name: 'All states' });
  await expect(states.getByText('All stand')).toBeVisible({ timeout: 60_000 });
  expect(await states.evaluate((one) => one.scrollHeight > one.clientHeight)).toBe(true);
  expect(await states.evaluate((one) => one.scrollTop)).toBe(0);
  await expect(states.locator('iframe').last()).not.toHaveClass(/behind/);
  expect(faults).toEqual([]);
});

test('states and screens are shown when the server is not reached any more', async ({ page }) => {
  const underway = new Set<object>();
  page.on('request', (request) => request.url().includes('/capiz/studio/') && underway.add(request));
  page.on('requestfinished', (request) => underway.delete(request));
  // Behind the first picture the code of all screens is fetched, of photos too, which the first has none of.
  const fetched = page.waitForResponse(/\/assets\/photos-[^/]*\.js$/);
  await openStudio(page, own, 'cora', 'editor');
  const frame = previewOf(page);
  await expect(frame.locator('.cz-screen')).toBeVisible();
  await fetched;
  await expect.poll(() => underway.size).toBe(0);
  await own.kill();
  const shows = async (screen: string, state: string, words: string | RegExp) => {
    await page.getByRole('button', { name: screen, exact: true }).click();
    await page.getByRole('combobox', { name: 'State', exact: true }).selectOption({ label: state });
    await expect(page.locator('iframe.st-frame-behind')).toHaveCount(0);
    await expect(frame.getByText(words).first()).toBeVisible();
  };
  await shows('about-us', 'As it stands', 'Welcome');
  await shows('complaint-form', 'As it stands', 'Add photo');
  await shows('order', 'Being read', /./);
  await shows('order', 'Rating, four stars', /./);
  await shows('repay', 'As it stands', 'Payment Method');
});
