import { expect, type Page, test } from '@playwright/test';
import { writePseudo } from '../../src/shared/pseudo-language.ts';
import { OwnServer } from './own-server.ts';
import { lineOf, openStudio, previewOf } from './studio.ts';

/* A draft on other phones, in other languages and on older pages. */

let own: OwnServer;
test.beforeAll(async () => {
  own = new OwnServer();
  // One addition that a page of the first grammar leaves out, and one that it would interpret wrongly.
  own.edit('screens/complaint-form.screen.json', (text) =>
    text.replace(
      '"type": "photos",',
      `"type": "files", "name": "papers", "label": "Papers", "upload": "upload-problem-img", "sensitive": false, "fallback": { "type": "text", "text": "What older pages show" }
        }, { "type": "photos",`,
    ),
  );
  // A remembered success and a reply without a body need grammar 3: pages of the first would refuse the screens for those.
  const older = { once: undefined, reply: { type: 'object', properties: {} } };
  const edit = (path: string, change: object) =>
    own.edit(path, (text) => JSON.stringify({ ...(JSON.parse(text) as object), ...change }));
  edit('schemas/api/save-score.endpoint.json', older);
  // Without the remembered success the call cannot be critical, and a call with a key is critical.
  const reason = 'A complaint of this test may be there twice.';
  edit('schemas/api/problem-save.endpoint.json', {
    ...older,
    keyed: undefined,
    effect: { is: 'idempotent', reason, lost: 'Send it again.' },
  });
  own.edit('screens/complaint-form.screen.json', (text) =>
    JSON.stringify(JSON.parse(text), (name, value: unknown) => (name === 'critical' ? undefined : value)),
  );
  own.edit('screens/complaint-details.screen.json', (text) =>
    text.replace('"type": "rating",', '"type": "rating", "hint": "Tap a star",'),
  );
  await own.start();
});
test.afterAll(() => own.remove());

const choose = (page: Page, label: string, option: string) =>
  page.getByRole('combobox', { name: label, exact: true }).selectOption(option);

test('a screen is shown in landscape, around a notch, above a keyboard and with longer texts', async ({
  page,
}) => {
  const faults = await openStudio(page, own, 'ana', 'editor');
  await lineOf(page, 'about-us').click();
  const frame = page.locator('iframe.st-frame:not(.st-frame-behind)');
  const header = previewOf(page).locator('.cz-header');
  await expect(header).toBeVisible();
  const size = () => frame.evaluate((one: HTMLIFrameElement) => [one.clientWidth, one.clientHeight]);
  // In CSS pixels of the page, independent of the phone's zoom.
  const height = () => header.evaluate((one) => one.getBoundingClientRect().height);
  const plain = await height();
  const bodyLeft = () =>
    previewOf(page)
      .locator('.cz-screen')
      .evaluate((one) => getComputedStyle(one).paddingLeft);

  await page.getByRole('button', { name: 'Display', exact: true }).click();
  await choose(page, 'Edges', 'Notch and home bar');
  await expect.poll(height).toBe(plain + 47);
  await choose(page, 'Keyboard', 'Open');
  expect(await size()).toEqual([390, 460]);
  await choose(page, 'Held', 'Turned');
  expect(await size()).toEqual([760, 195]);
  await expect.poll(bodyLeft).toBe('47px');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Display: turned, notch, keyboard' })).toBeFocused();
  await page.keyboard.press('Enter');
  for (const [label, value] of [
    ['Edges', 'Free'],
    ['Keyboard', 'Closed'],
    ['Held', 'Upright'],
  ] as const)
    await choose(page, label, value);
  await page.keyboard.press('Escape');
  expect(await size()).toEqual([390, 760]);

  // Every translated text is longer, and has accents.
  await choose(page, 'Language', 'Longer (en-XA)');
  await expect(previewOf(page).getByText(writePseudo('Welcome'), { exact: true })).toBeVisible();
  expect(faults).toEqual([]);
});

declare global {
  interface Window {
    /** Whether a visible frame contained data that was not loaded yet. */
    sawSkeleton?: boolean;
  }
}

test('on a slow network the screen shows its skeleton and late replies, again when it is opened again', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const look = (): void => {
      const { frameElement } = window;
      if (frameElement === null) return;
      // Not the small pictures in the list of screens.
      if (
        frameElement.matches('.st-frame:not(.st-frame-behind)') &&
        document.querySelector('.cz-skeleton') !== null
      )
        window.parent.sawSkeleton = true;
      requestAnimationFrame(look);
    };
    look();
  });
  const faults = await openStudio(page, own, 'fay', 'editor');
  await lineOf(page, 'repay').click();
  await page.getByRole('button', { name: 'Network log' }).click();
  const calls = page.getByRole('region', { name: 'Network log', exact: true }).getByRole('listitem');
  const slowest = async (): Promise<number> => {
    const texts = await calls.allTextContents();
    return Math.max(0, ...texts.map((text) => Number(/(\d+) ms/.exec(text)?.[1] ?? 0)));
  };
  await expect(calls.first()).toContainText(/200, \d+ ms/);
  expect(await page.evaluate(() => window.sawSkeleton)).toBeUndefined();

  const forget = () => page.evaluate(() => delete window.sawSkeleton);
  const seen = () => page.evaluate(() => window.sawSkeleton);
  await page.getByRole('button', { name: 'Display', exact: true }).click();
  await choose(page, 'Network', 'Slow 4G');
  await page.keyboard.press('Escape');
  await expect.poll(seen).toBe(true);
  await expect.poll(slowest).toBeGreaterThan(560);
  await expect(previewOf(page).locator('.cz-skeleton')).toHaveCount(0);
  await forget();
  await page.getByRole('button', { name: 'Open again' }).click();
  await expect.poll(seen).toBe(true);
  await expect(page.locator('iframe.st-frame')).toHaveCount(1);
  expect(faults).toEqual([]);
});

test('animations play as for borrowers, or reduced, only on request', async ({ page }) => {
  const faults = await openStudio(page, own, 'gil', 'editor');
  await lineOf(page, 'repay').click();
  const button = previewOf(page).getByRole('button', { name: 'Payment Method' });
  await expect(button).toBeVisible();
  const moves = () =>
    button.evaluate((one) => {
      const { transitionDuration, animationDuration } = getComputedStyle(one);
      const asked = matchMedia('(prefers-reduced-motion: reduce)').matches;
      return { transition: Number.parseFloat(transitionDuration) > 0, animation: animationDuration, asked };
    });
  // The editor's own setting for reduced motion has no effect on the preview.
  await expect.poll(moves).toMatchObject({ transition: false, animation: '0s' });
  await page.getByRole('button', { name: 'Display', exact: true }).click();
  await choose(page, 'Motion', 'As it moves');
  await expect.poll(moves).toEqual({ transition: true, animation: '0s', asked: false });
  await choose(page, 'Motion', 'Reduced');
  await expect.poll(moves).toEqual({ transition: false, animation: '0.001s', asked: true });
  await choose(page, 'Motion', 'Still');
  await expect.poll(moves).toMatchObject({ transition: false, animation: '0s' });
  expect(faults).toEqual([]);
});

test('a page of an earlier grammar renders the draft as the verdict predicts, and its missing parts can be selected', async ({
  page,
}) => {
  const faults = await openStudio(page, own, 'ben', 'editor');
  await lineOf(page, 'about-us').click();
  await page.getByRole('button', { name: 'Display', exact: true }).click();
  await choose(page, 'Page', 'Of grammar 1');
  await page.keyboard.press('Escape');
  await expect(page.getByText(/^A page of grammar 1 shows this screen as it is\./)).toBeVisible();
  await expect(page.getByText('No such page is in use.')).toBeVisible();
  await expect(previewOf(page).getByText('Welcome', { exact: true })).toBeVisible();

  await lineOf(page, 'complaint-form').click();
  await expect(page.getByText(/^A page of grammar 1 shows this screen without these, or/)).toBeVisible();
  await expect(previewOf(page).getByText('What older pages show')).toBeVisible();
  await page.locator('.st-reader').getByRole('button', { name: '“Papers”' }).click();
  await expect(page.getByRole('treeitem', { selected: true })).toContainText('Papers');
  await page.getByRole('button', { name: 'Display: page of grammar 1' }).click();
  await choose(page, 'Page', 'This version');
  await page.keyboard.press('Escape');
  await expect(page.locator('.st-reader')).toHaveCount(0);
  await expect(previewOf(page).getByText('What older pages show')).toHaveCount(0);
  await expect(previewOf(page).getByLabel('Your comments')).toBeVisible();

  await lineOf(page, 'complaint-details').click();
  await page.getByRole('button', { name: 'Display', exact: true }).click();
  await choose(page, 'Page', 'Of grammar 1');
  await page.keyboard.press('Escape');
  await expect(page.getByText(/^A page of grammar 1 refuses the whole screen\./)).toBeVisible();
  await expect(previewOf(page).getByText('This page cannot be shown safely')).toBeVisible();
  await page
    .locator('.st-reader')
    .getByRole('button', { name: /"hint" of rating$/ })
    .click();
  await expect(page.getByRole('treeitem', { selected: true })).toContainText('Stars');
  expect(faults).toEqual([]);
});

test('all states keep their scroll position while something is typed and tapped in them', async ({
  page,
}) => {
  const faults = await openStudio(page, own, 'dan', 'editor');
  await lineOf(page, 'add-card').click();
  await expect(previewOf(page).getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'All states' }).click();
  const states = page.getByRole('region', { name: 'All states' });
  await expect(states.getByText('All are ready')).toBeVisible({ timeout: 60_000 });
  expect(await states.evaluate((one) => one.scrollHeight > one.clientHeight)).toBe(true);
  expect(await states.evaluate((one) => one.scrollTop)).toBe(0);
  await expect(states.locator('iframe').last()).not.toHaveClass(/behind/);
  expect(faults).toEqual([]);
});

test('states and screens are shown when the server is unreachable', async ({ page }) => {
  const underway = new Set<object>();
  page.on('request', (request) => request.url().includes('/capiz/studio/') && underway.add(request));
  page.on('requestfinished', (request) => underway.delete(request));
  // While the placeholder is shown, the code of all screens is loaded, also for photos, which the first screen lacks.
  const fetched = page.waitForResponse(/\/assets\/uploads-[^/]*\.js$/);
  await openStudio(page, own, 'cora', 'editor');
  const frame = previewOf(page);
  await expect(frame.locator('.cz-screen')).toBeVisible();
  await fetched;
  await expect.poll(() => underway.size).toBe(0);
  await own.kill();
  const shows = async (screen: string, state: string, words: string | RegExp) => {
    await lineOf(page, screen).click();
    await page.getByRole('combobox', { name: 'State', exact: true }).selectOption({ label: state });
    await expect(page.locator('iframe.st-frame-behind')).toHaveCount(0);
    await expect(frame.getByText(words).first()).toBeVisible();
  };
  await shows('about-us', 'Default', 'Welcome');
  await shows('complaint-form', 'Default', 'Add photo');
  await shows('order', 'Being read', /./);
  await shows('order', 'Rating, four stars', /./);
  await shows('repay', 'Default', 'Payment Method');
});
