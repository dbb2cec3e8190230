import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import type { FrameLocator, Page } from '@playwright/test';
import { AXE, findSerious } from './axe.ts';
import { expect, test as base } from './visit.ts';

/* The documentation as a site, at /capiz/docs. */

const DOCS = '/capiz/docs';

/** Every journey asserts: no violation of the policy, no error in the console, no request to another origin. */
const test = base.extend<{ open: (path: string) => Promise<void> }>({
  open: async ({ page, violations, baseURL }, use) => {
    const wrong: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') wrong.push(message.text());
    });
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol.startsWith('http') && origin !== baseURL) wrong.push(`asks ${request.url()}`);
    });
    page.on('response', (response) => {
      if (response.status() >= 400) wrong.push(`${response.url()} ${response.status()}`);
    });
    await use(async (path) => {
      await page.goto(DOCS + path);
      // VitePress has taken the page over, so its controls work.
      await page.waitForFunction(() => '__vue_app__' in (document.querySelector('#app') ?? {}));
    });
    expect(wrong).toEqual([]);
    expect(violations).toEqual([]);
  },
});

test.use({ viewport: { width: 1280, height: 900 }, hasTouch: false });
// Nothing is changed on the server.
test.describe.configure({ mode: 'parallel' });

test.beforeAll(async () => {
  // `npm start` builds the site after the server has started, and serves an older one until then.
  const list = "import('./bin/build.mjs').then(({ listStale }) => console.log(...listStale(['docs'])))";
  const listStale = () => execFileSync(process.execPath, ['-e', list], { encoding: 'utf8' }).trim();
  await expect.poll(listStale, { timeout: 120_000 }).toBe('');
});

function example(page: Page, name: string): FrameLocator {
  return page.frameLocator(`iframe[title="Example ${name}, running"]`);
}

test('the address without a slash opens the first page', async ({ page, open }) => {
  await open('');
  await expect(page).toHaveURL(`${DOCS}/`);
  await expect(page.getByRole('heading', { name: 'Documentation', level: 1 })).toBeVisible();
});

test('a page is found by its words, with the keyboard alone', async ({ page, open }) => {
  await open('/');
  await page.keyboard.press('Control+k');
  const search = page.getByRole('searchbox');
  await expect(search).toBeFocused();
  await page.keyboard.type('rollback');
  await expect(page.getByRole('option').first()).toBeVisible();
  const found = page.getByRole('option', { name: /rollback|roll back/i }).first();
  await expect(found).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/capiz\/docs\/\w+/);
  await expect(page.getByRole('main')).toContainText(/rollback/i);
});

test('the sidebar leads to the pages of a folder, in the order of the first page', async ({ page, open }) => {
  await open('/start/first-screen');
  const sidebar = page.getByRole('navigation', { name: 'Sidebar Navigation' });
  await expect(sidebar.getByRole('link').first()).toHaveText('Your first screen');
  await sidebar.getByRole('heading', { name: 'Guide' }).click();
  await sidebar.getByRole('link', { name: 'Check what people enter' }).click();
  await expect(page).toHaveURL(`${DOCS}/guide/rules`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Check what people enter');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Check what people enter');
});

test('a live example answers what a person types and presses, and leaves the focus and Back to the page', async ({
  page,
  open,
}) => {
  await open('/guide/rules');
  const form = example(page, 'form-with-rules');
  const send = form.getByRole('button', { name: 'Send' });
  await expect(send).toBeVisible();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  await send.click();
  await expect(form.getByRole('paragraph').filter({ hasText: 'Enter your name.' })).toBeVisible();
  await form.getByLabel('Full name').fill('Maria Santos');
  await form.getByLabel('Email').fill('maria@example.com');
  await form.getByRole('checkbox').check({ force: true });
  await send.click();
  await expect(form.getByText('Thank you, Maria Santos. We write to maria@example.com.')).toBeVisible();
  await page.getByRole('button', { name: 'Start again' }).click();
  await expect(form.getByLabel('Full name')).toHaveValue('');

  await page
    .getByRole('navigation', { name: 'Sidebar Navigation' })
    .getByRole('link', { name: 'Forms' })
    .click();
  await expect(page).toHaveURL(`${DOCS}/guide/forms`);
  await page.goBack();
  await expect(page).toHaveURL(`${DOCS}/guide/rules`);
  await expect(example(page, 'form-with-rules').getByLabel('Full name')).toBeVisible();
});

test('a live example pays as its usual scenario says', async ({ page, open }) => {
  await open('/examples/pay-once');
  const screen = example(page, 'pay-once');
  await screen.getByRole('button', { name: /^Pay/ }).click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(screen.getByText('Your fine is paid')).toBeVisible();
});

test('a live example has the theme of the page', async ({ page, open }) => {
  await open('/guide/overlays');
  const root = example(page, 'dialog').locator('html');
  await expect(root).toHaveAttribute('data-theme', 'light');
  await page.getByRole('switch').first().click();
  await expect(page.locator('html')).toHaveClass(/dark/);
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await example(page, 'dialog').getByRole('button', { name: 'Return' }).click();
  await example(page, 'dialog').getByRole('button', { name: 'Yes, return it' }).click();
  await expect(example(page, 'dialog').getByText('Returned')).toBeVisible();
});

test('a live example reads and writes nothing of a borrower on the same device', async ({ page, open }) => {
  await open('/');
  await page.evaluate(() => localStorage.setItem('capiz:planted', 'a borrower'));
  await open('/guide/remember');
  const branch = example(page, 'stored-choice');
  await expect(branch.getByRole('heading').first()).toBeVisible();
  const stored = () =>
    page.evaluate(() => Object.entries(localStorage).filter(([key]) => key.startsWith('capiz')));
  await branch.getByRole('button', { name: 'South' }).click();
  await expect(branch.getByText('South').first()).toBeVisible();
  expect(await stored()).toEqual([['capiz:planted', 'a borrower']]);
});

/** Words of each example's screen; those of a service come from its fixtures. */
const SHOWN: { readonly [example: string]: string } = {
  'code-to-pay': '82730001',
  'complaint-with-photos': 'Up to 3 photos',
  'deep-link': 'Shelf North',
  dialog: 'You have one book.',
  'edit-form': 'Phone 2',
  'form-with-rules': 'I have read the rules of the library.',
  list: 'The garden',
  'list-by-pages': 'Jane Eyre',
  offline: 'Your book is due on Friday.',
  'pay-once': 'You owe',
  'rest-service': 'Ask for the second volume.',
  sheet: 'Send to: Home',
  signature: 'I bring each book back in time, and I pay for a book that I lose.',
  'status-that-polls': 'We are looking for it',
  steps: 'Step 1 of 2',
  'stored-choice': 'North',
  suggestions: 'Any publisher, also one that is not offered.',
  'texts-by-conditions': 'The fee is 10 a year.',
  theme: 'The library in green.',
  'two-languages': 'Open from 9 to 5.',
  uploads: 'A damaged book',
  'whole-screen': 'I pick it up',
};

test('every example runs in its page, and calls nobody', async ({ page, open }) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (!new URL(request.url()).pathname.startsWith(`${DOCS}/`)) calls.push(request.url());
  });
  expect(Object.keys(SHOWN)).toEqual(readdirSync('fixtures/examples').sort());
  for (const [name, words] of Object.entries(SHOWN))
    await test.step(name, async () => {
      await open(`/examples/${name}`);
      await expect(example(page, name).getByText(words).first()).toBeVisible();
    });
  expect(calls).toEqual([]);
});

test('braces and tags of a page are shown as they are written', async ({ page, open }) => {
  await open('/guide/language');
  await expect(page.getByRole('main')).toContainText('${');
  await expect(page.locator('main script, main [onclick]')).toHaveCount(0);
});

test('an unknown address has the page of the site, with status 404', async ({ page }) => {
  const reply = await page.goto(`${DOCS}/guide/nothing`);
  expect(reply?.status()).toBe(404);
  await expect(page.getByText('404')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 780 }, hasTouch: true });

  test('no page needs horizontal scrolling', async ({ page, open }) => {
    const widest: [string, number][] = [];
    for (const path of ['/', '/guide/lists', '/guide/library', '/reference/problems', '/operating/']) {
      await open(path);
      widest.push([path, await page.evaluate(() => document.documentElement.scrollWidth)]);
    }
    expect(widest.filter(([, width]) => width > 360)).toEqual([]);
  });

  test('the menu opens the sidebar', async ({ page, open }) => {
    await open('/guide/lists');
    await page.getByRole('button', { name: 'Menu' }).last().click();
    await page.getByRole('link', { name: 'Forms', exact: true }).click();
    await expect(page).toHaveURL(`${DOCS}/guide/forms`);
  });
});

for (const scheme of ['light', 'dark'] as const)
  test.describe(`in the ${scheme} theme`, () => {
    test.use({ colorScheme: scheme });

    test('no page has a serious finding of axe', async ({ page, open, context }) => {
      await context.addInitScript(AXE);
      for (const path of ['/', '/guide/lists', '/reference/widgets/button']) {
        await open(path);
        expect(await findSerious(page), path).toEqual([]);
      }
    });
  });
