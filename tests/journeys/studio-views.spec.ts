import { expect, type Page, test } from '@playwright/test';
import { AXE, findAny } from './axe.ts';
import { OwnServer } from './own-server.ts';
import { lineOf, openStudio, previewOf } from './studio.ts';
import { goThroughViews } from './studio-rooms.ts';

/* Rules for every view of the studio: one selection, no finding of axe, no call to a service. */

let own: OwnServer;
test.beforeAll(async () => {
  own = new OwnServer();
  await own.start();
});
test.afterAll(() => own.remove());

const selectedLine = (page: Page) => page.getByRole('treeitem', { selected: true });
const markedText = (page: Page) => page.locator('.cm-line.st-marked').filter({ hasText: '"text":' }).first();

test('a selection in the preview, the outline, the JSON or the problems is the same in all, and in view', async ({
  page,
}) => {
  const faults = await openStudio(page, own, 'ana', 'editor');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await lineOf(page, 'repay').click();
  await page.keyboard.press('Control+j');
  const json = page.getByRole('region', { name: 'JSON', exact: true });
  const box = page.locator('.st-box').first();
  // The phone is smaller by then; clicks use its current position.
  await expect(json.locator('.cm-line').first()).toBeVisible();

  await previewOf(page).getByRole('button', { name: 'Payment Method' }).click();
  await expect(selectedLine(page)).toContainText('Payment Method');
  await expect(selectedLine(page)).toBeInViewport();
  await expect(
    page.getByText(/^Payment channels, a shared part: a change shows on both screens that have it/),
  ).toBeVisible();
  await expect(markedText(page)).toContainText('"Payment Method"');
  await expect(markedText(page)).toBeInViewport();
  await expect(box).toBeInViewport();

  // The properties of another selection begin at its name.
  const pane = page.locator('.st-right:visible');
  await pane.evaluate((element) => (element.scrollTop = 400));
  await page.getByRole('treeitem').last().click();
  await expect.poll(() => pane.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  await previewOf(page).getByRole('button', { name: 'Payment Method' }).click();

  // Another node in the outline by keyboard: the last one.
  await selectedLine(page).focus();
  await page.keyboard.press('End');
  await expect(page.getByRole('treeitem').last()).toHaveAttribute('aria-selected', 'true');
  await expect(page.locator('.cm-line.st-marked').first()).toBeInViewport();
  await expect(markedText(page).filter({ hasText: '"Payment Method"' })).toHaveCount(0);

  // A selection in the JSON, by the caret.
  await json.locator('.cm-line', { hasText: '"Payment Method"' }).first().click();
  await expect(selectedLine(page)).toContainText('Payment Method');
  await expect(box).toBeInViewport();
  const text = page.getByRole('region', { name: 'Properties' }).getByLabel('Text', { exact: true });
  await expect(text).toHaveValue('Payment Method');

  // The same selection from the list of problems. Nodes without errors stay rendered, and the bar shows the errors.
  await text.fill('${nothing}');
  await expect(page.getByText('There is an error: this is the version before it.')).toBeVisible();
  await expect(previewOf(page).getByRole('button', { name: 'Payment Method' })).toBeVisible();
  await page.getByRole('treeitem').first().click();
  await page.getByRole('button', { name: /^Problems/ }).click();
  await page.getByRole('region', { name: 'Problems', exact: true }).getByRole('button').first().click();
  await expect(selectedLine(page)).toContainText('[nothing]');
  await expect(selectedLine(page)).toBeInViewport();
  await expect(box).toBeInViewport();
  await page.getByRole('button', { name: 'Undo' }).click();

  await page.getByRole('button', { name: 'Back to Repayment' }).click();
  await expect(page.getByRole('treeitem')).not.toHaveCount(5);
  await expect(page.getByText(/a shared part: a change/)).toHaveCount(0);

  // Every kind of state, from fixtures: the studio calls only its own server, and for no data.
  const states = page.getByRole('combobox', { name: 'State', exact: true });
  for (const state of ['Content', 'Skeleton', 'Error', 'Offline']) {
    const option = states
      .locator('option')
      .filter({ hasText: new RegExp(state, 'i') })
      .first();
    await states.selectOption((await option.count()) > 0 ? await option.getAttribute('value') : 'content');
    await expect(page.locator('iframe.st-frame-behind')).toHaveCount(0);
    await expect(previewOf(page).locator('.cz-screen')).toBeVisible();
  }
  expect(asked.filter((path) => !/^\/(studio|capiz)\//.test(path))).toEqual([]);
  expect(faults).toEqual([]);
});

test('axe has no finding in any view of the studio, no text is below 13 px, and none violates its policy', async ({
  page,
}) => {
  await page.addInitScript(AXE);
  const faults = await openStudio(page, own, 'ben', 'publisher');
  await lineOf(page, 'about-us').click();
  await expect(previewOf(page).getByRole('heading').first()).toBeVisible();
  await page.getByRole('treeitem').nth(1).click();
  await page.getByRole('button', { name: 'JSON', exact: true }).click();
  await page.locator('.cm-line', { hasText: '"type":' }).first().click();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Control+Space');
  await expect(page.locator('.cm-tooltip-autocomplete')).toBeVisible();
  const found: string[] = [...(await findAny(page))];
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Problems/ }).click();
  await goThroughViews(page, async (what) => {
    found.push(...[...(await findAny(page)), ...(await findSmallText(page))].map((one) => `${what}: ${one}`));
  });
  expect(found).toEqual([]);
  expect(faults).toEqual([]);
  // No document may have a weaker policy.
  for (const path of ['/studio', '/studio/new/screens', '/studio/stage']) {
    const reply = await page.request.get(own.origin + path);
    const policy = reply.headers()['content-security-policy'] ?? '';
    expect(policy, path).toContain("require-trusted-types-for 'script'");
    expect(policy, path).not.toContain('unsafe');
  }
});

/** Visible texts of the studio that are smaller than 13 px. */
function findSmallText(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const small = new Set<string>();
    for (const element of document.body.querySelectorAll('*')) {
      const isText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
      const size = Number.parseFloat(getComputedStyle(element).fontSize);
      if (isText && size < 13 && element.checkVisibility()) small.add(`${size} px .${element.className}`);
    }
    return [...small];
  });
}
