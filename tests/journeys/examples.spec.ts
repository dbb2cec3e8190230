import { expect, test } from './visit.ts';
import { withProject } from './with-project.ts';

test('npm run dev serves an example', async ({ page }) => {
  await withProject('fixtures/examples/list', async (origin) => {
    await page.goto(`${origin}/books`);
    await expect(page.getByRole('heading', { name: 'Books' })).toBeVisible();
  });
});

test('a project of another kind, with records, PUT and 204, works without code of its own', async ({
  page,
}) => {
  await withProject('fixtures/consumer/insurance', async (origin) => {
    await page.goto(`${origin}/my-claims`);
    await expect(page.getByRole('row', { name: /^These/ })).toContainText('24,000.00');
    // The next page goes below the first one; a screen reader is told how many came.
    const more = page.waitForResponse((reply) => reply.url().includes('after=c-9'));
    await page.getByRole('button', { name: 'Show more' }).click();
    await more;
    await expect(page.getByRole('status').filter({ hasText: '2 more.' })).toBeVisible();
    await expect(page.getByRole('row', { name: /^All/ })).toContainText('51,500.00');
    await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0);
    const change = page.getByRole('button', { name: /^Change/ });
    await change.scrollIntoViewIfNeeded();
    const place = await page.evaluate(() => window.scrollY);
    expect(place).toBeGreaterThan(0);
    await change.click();
    await expect(page.getByLabel('What was damaged?')).toHaveValue('Water damage in the kitchen');
    // A link in the words of a box is tapped; the box is not.
    await page.getByRole('link', { name: 'what to say' }).click();
    await expect(page.getByText('Tell them when and where')).toBeVisible();
    await expect(page.getByRole('switch')).not.toBeChecked();
    const save = page.getByRole('button', { name: 'Save' });
    await expect(save).toBeDisabled();
    await page.getByRole('group', { name: 'Thing 2' }).getByLabel('Cost').fill('4000');
    await expect(page.getByRole('contentinfo')).toContainText('13,000.00');
    await save.click();
    await expect(page.getByText('Sign before you save.')).toBeVisible();
    await page
      .getByRole('group', { name: /^I agree/ })
      .getByRole('button', { name: 'Type instead' })
      .click();
    await page.getByLabel('Your full name').fill('Maria Santos');
    const put = page.waitForResponse((reply) => reply.request().method() === 'PUT');
    await save.click();
    expect([(await put).status(), new URL((await put).url()).pathname]).toEqual([204, '/claims/c-17']);
    await expect(page.getByText('Saved.')).toBeVisible();
    // Back shows the pages that were read before, at the place where the person was.
    await page.goBack();
    await expect(page.getByRole('row', { name: /^All/ })).toContainText('51,500.00');
    await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place);
  });
});

test('suggestions of a service are chosen by keys and by taps, and any text can be sent', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 480 });
  await page.emulateMedia({ forcedColors: 'active' });
  await withProject('fixtures/examples/suggestions', async (origin) => {
    await page.goto(`${origin}/wish`);
    const publisher = page.getByRole('combobox', { name: 'Publisher' });
    await publisher.pressSequentially('h');
    await expect(page.getByRole('option')).toHaveText([
      'Harbour HouseHull',
      'Hill and SonsLeeds',
      'Garden PressBath',
    ]);
    await expect(page.getByText('3 suggestions')).toBeAttached();
    const row = await page.getByRole('option').first().boundingBox();
    expect(row?.height).toBeGreaterThanOrEqual(44);
    await publisher.press('ArrowDown');
    await publisher.press('ArrowDown');
    await expect(page.getByRole('option', { selected: true })).toContainText('Hill and Sons');
    await publisher.press('Enter');
    await expect(publisher).toHaveValue('Hill and Sons');
    await expect(page.getByRole('listbox')).toHaveCount(0);

    const kind = page.getByRole('combobox', { name: 'Kind' });
    await kind.click();
    await page.getByRole('option', { name: 'Poems' }).click();
    await expect(kind).toHaveValue('Poems');
    await expect(kind).toBeFocused();

    await page.route('**/publishers**', (route) => route.abort());
    await publisher.fill('A small house');
    await expect(page.getByText('This list could not be loaded.')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('Thank you. We look for books of A small house, kind: Poems.')).toBeVisible();
  });
});

test('what is typed before the code of suggestions has come is searched, and the list is above the keyboard', async ({
  page,
}) => {
  await withProject('fixtures/examples/suggestions', async (origin) => {
    let release = () => {};
    const released = new Promise<void>((go) => (release = go));
    await page.route(/assets\/rare-text/, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(`${origin}/wish`);
    const publisher = page.getByLabel('Publisher');
    await expect(publisher).toBeEditable();
    // As if a form had begun above it: only then the keyboard would cover the list.
    await page.evaluate(() => {
      document.querySelector('main')?.prepend(document.createElement('hr'));
      document.querySelector('hr')?.setAttribute('class', 'test-space');
      const space = new CSSStyleSheet();
      space.replaceSync('.test-space { height: 500px }');
      document.adoptedStyleSheets.push(space);
    });
    await publisher.pressSequentially('h');
    // A phone's keyboard makes the visual viewport smaller, and not the window.
    await page.evaluate(() => {
      Object.defineProperty(window.visualViewport, 'height', { value: 480, configurable: true });
      window.visualViewport?.dispatchEvent(new Event('resize'));
    });
    release();
    await expect(page.getByRole('option')).toHaveCount(3);
    await expect(publisher).toHaveValue('h');
    await expect(publisher).toBeFocused();
    const lowest = async () => {
      const box = await page.getByRole('option').last().boundingBox();
      return box === null ? Infinity : box.y + box.height;
    };
    await expect.poll(lowest).toBeLessThanOrEqual(480);
  });
});

test('S33: a page reads a status from a real service again until it is done, and not while it is hidden', async ({
  page,
}) => {
  await withProject('fixtures/examples/status-that-polls', async (origin) => {
    let readings = 0;
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/order') readings += 1;
    });
    await page.clock.install();
    await page.goto(`${origin}/order`);
    await expect(page.getByText('We are looking for it')).toBeVisible();
    const first = readings;
    await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true, configurable: true }));
    await page.clock.runFor(20_000);
    expect(readings).toBe(first);
    await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: false }));
    // Each turn lets one interval pass, and the answer come.
    for (let turn = 0; turn < 3; turn += 1) {
      await page.clock.runFor(6_000);
      await page.waitForLoadState('networkidle');
    }
    await expect(page.getByText('It is ready')).toBeVisible();
    const last = readings;
    expect(last).toBeGreaterThan(first);
    await page.clock.runFor(60_000);
    expect(readings).toBe(last);
  });
});
