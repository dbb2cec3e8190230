import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { STATE_ATTRIBUTE, type State } from '../../src/shared/states.ts';
import { expect, PAYMENT_PORT, test } from './visit.ts';

type ScreenState = State & { readonly screen: string };

const ROOT = resolve(import.meta.dirname, '../..');
const screens = readdirSync(resolve(ROOT, 'screens'))
  .filter((name) => name.endsWith('.screen.json'))
  .map((name) => name.replace('.screen.json', ''))
  .sort();

test('the gallery has every screen, draws the frames that are near, and lets far ones go', async ({
  page,
  violations,
}) => {
  await page.goto('/gallery');
  const groups = page.locator('section');
  expect(await groups.evaluateAll((all) => all.map(({ id }) => id).sort())).toEqual(screens);
  const frames = page.locator('iframe');
  expect(await frames.count()).toBeGreaterThan(60);
  await expect(page.getByText(`${screens.length} screens in ${await frames.count()} states`)).toBeVisible();

  const order = page.locator('#order');
  await order.locator('iframe').first().scrollIntoViewIfNeeded();
  await expect(order.locator('iframe').first().contentFrame().getByRole('heading', { level: 1 })).toHaveText(
    /order details/i,
  );
  const drawn = () =>
    page
      .frames()
      .filter((frame) => frame.url().includes('/order?'))
      .map((frame) => frame.url());
  const near = drawn();
  expect(near.length).toBeLessThan(await order.locator('iframe').count());

  await page.locator('iframe').last().scrollIntoViewIfNeeded();
  await expect.poll(() => drawn().filter((url) => near.includes(url))).toEqual([]);
  expect(violations).toEqual([]);
});

test('theme and language are asked of every frame', async ({ page, violations }) => {
  await page.goto('/gallery');
  const element = page.locator('#order iframe').first();
  await element.scrollIntoViewIfNeeded();
  const frame = element.contentFrame();
  await expect(frame.getByRole('heading', { level: 1 })).toBeVisible();
  const ground = () =>
    frame.locator('html').evaluate((root) => window.getComputedStyle(root).backgroundColor);
  await page.getByLabel('Dark').check();
  await expect.poll(ground).toBe('rgb(10, 17, 30)');
  await page.getByLabel('source').check();
  await expect(frame.locator('html')).toHaveAttribute('lang', 'en');
  await expect.poll(ground).toBe('rgb(10, 17, 30)');
  await page.getByLabel('Light').check();
  await expect.poll(ground).toBe('rgb(244, 246, 250)');
  expect(violations).toEqual([]);
});

/** What stands by itself is looked at by other journeys; here, what is led to or goes wrong. */
for (const screen of screens) {
  test(`every state that ${screen} is led to is reached`, async ({ page, request, violations }) => {
    const all = (await (await request.get('/capiz/gallery/states.json')).json()) as readonly ScreenState[];
    const states = all.filter(
      (state) => state.screen === screen && (state.steps !== undefined || state.shows !== 'content'),
    );
    // Each has ten seconds for what it waits for.
    test.setTimeout(30_000 + states.length * 5_000);
    const ends: { [state: string]: string | null } = {};
    for (const { name, leaves } of states) {
      await page.goto(`/gallery/${screen}/${name}`);
      if (leaves === true) {
        await page.waitForURL(({ port }) => port === PAYMENT_PORT);
        continue;
      }
      const root = page.locator(`html[${STATE_ATTRIBUTE}]`);
      await root.waitFor({ state: 'attached' });
      const end = await root.getAttribute(STATE_ATTRIBUTE);
      if (end !== 'reached') ends[name] = end;
    }
    expect(states.length).toBeGreaterThan(0);
    expect({ ends, violations }).toEqual({ ends: {}, violations: [] });
  });
}
