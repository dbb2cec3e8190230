import { expect, type Page, test } from '@playwright/test';
import { OwnServer } from './own-server.ts';
import { DESK, lineOf, openStudio, previewOf, waitUntilSaved } from './studio.ts';
import { goThroughViews } from './studio-rooms.ts';

/* The studio with zoom, forced colours, reduced motion, or a screen reader. */

let own: OwnServer;
test.beforeAll(async () => {
  own = new OwnServer();
  await own.start();
});
test.afterAll(() => own.remove());

const selectedLine = (page: Page) => page.getByRole('treeitem', { selected: true });

test('nothing scrolls in two directions at 200 % on a laptop, nor at 400 px', async ({ page }) => {
  const faults = await openStudio(page, own, 'ana', 'publisher');
  await page.getByRole('treeitem').nth(1).click();
  const cut: string[] = [];
  for (const width of [DESK.width / 2, 400]) {
    await page.setViewportSize({ width, height: DESK.height / 2 });
    await goThroughViews(page, async (what) => {
      const found = await page.evaluate(() => {
        const wide = document.documentElement.scrollWidth;
        // Content in two dimensions scrolls by itself: a phone, a map, a table, lines of JSON.
        const scrolls = [
          '.st-stand',
          '.st-map-drawing',
          '.st-texts-rows',
          '.st-map',
          '.cm-scroller',
          '.st-card',
          '.st-review-middle',
        ];
        const away = [...document.querySelectorAll<HTMLElement>('button, input, select, textarea, a')]
          .filter((one) => one.checkVisibility() && one.closest(scrolls.join()) === null)
          .filter((one) => one.getBoundingClientRect().right > window.innerWidth + 1);
        return [
          ...(wide > window.innerWidth ? [`${wide} px wide`] : []),
          ...away.map(({ outerHTML }) => outerHTML.slice(0, 120)),
        ];
      });
      cut.push(...found.map((one) => `${what} at ${width} px: ${one}`));
    });
  }
  expect(cut).toEqual([]);
  expect(faults).toEqual([]);
});

test("the studio's header is one line at its minimum width", async ({ page }) => {
  const faults = await openStudio(page, own, 'lea', 'publisher');
  await page.setViewportSize({ width: 1180, height: 800 });
  // A long name.
  await lineOf(page, 'payment-instructions').click();
  const isLine = () =>
    page.getByRole('banner').evaluate((one) => {
      const middle = one.getBoundingClientRect().height / 2;
      const parts = [...one.querySelectorAll<HTMLElement>('button, a, strong, span:not(:empty)')]
        .filter((part) => part.checkVisibility())
        .map((part) => part.getBoundingClientRect());
      return (
        one.scrollWidth <= one.clientWidth &&
        parts.every(({ top, bottom }) => bottom - top < 34 && Math.abs((top + bottom) / 2 - middle) < 2)
      );
    });
  await expect.poll(isLine).toBe(true);
  expect(faults).toEqual([]);
});

test('the selection is visible in forced colours, and nothing moves by itself', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  const faults = await openStudio(page, own, 'ben', 'publisher');
  await page.getByRole('treeitem').nth(1).click();
  await expect(selectedLine(page)).toBeVisible();
  const alike = await page.evaluate(() => {
    // As the browser renders the selection in system colours.
    const probe = document.body.appendChild(document.createElement('p'));
    probe.style.background = 'SelectedItem';
    probe.style.color = 'SelectedItemText';
    probe.style.forcedColorAdjust = 'none';
    const coloursOf = (one: Element) => {
      const { backgroundColor, color } = getComputedStyle(one);
      return `${color} on ${backgroundColor}`;
    };
    return [
      ['[role=treeitem][aria-selected=true]', '[role=treeitem][aria-selected=false]'],
      ['.st-views [aria-current]', '.st-views a:not([aria-current])'],
      ['.st-tab-list [aria-selected=true]', '.st-tab-list [aria-selected=false]'],
      ['.st-screens [aria-current]', '.st-screens a:not([aria-current])'],
    ].filter(([one = '', other = '']) => {
      const [own, others] = [document.querySelector(one), document.querySelector(other)];
      if (own === null || others === null) return true;
      return coloursOf(own) !== coloursOf(probe) || coloursOf(others) === coloursOf(probe);
    });
  });
  expect(alike).toEqual([]);
  const moving: string[] = [];
  await goThroughViews(page, async (what) => {
    const found = await page.evaluate(() =>
      [...document.querySelectorAll('*')]
        .filter((one) => {
          const { animationName, transitionDuration } = getComputedStyle(one);
          return animationName !== 'none' || !/^(0s(, )?)+$/.test(transitionDuration);
        })
        .map(({ outerHTML }) => outerHTML.slice(0, 120)),
    );
    moving.push(...found.map((one) => `${what}: ${one}`));
  });
  expect(moving).toEqual([]);
  expect(faults).toEqual([]);
});

test('the outline is a tree: lines are found by their first letters, and announced with position and count when moved', async ({
  page,
}) => {
  const faults = await openStudio(page, own, 'cora', 'editor');
  await lineOf(page, 'payment-instructions').click();
  await expect(previewOf(page).getByText('At a store')).toBeVisible();
  const tree = page.getByRole('tree', { name: 'Outline' });
  const told = page.locator('.st-outline-said');
  await expect(told).toHaveRole('status');

  await tree.getByRole('treeitem').first().click();
  // All letters at once: a slow machine would type them so slowly that the search begins again.
  await Promise.all(Array.from('at a store', (letter) => page.keyboard.press(letter)));
  await expect(selectedLine(page)).toContainText('At a store');
  await expect(selectedLine(page)).toBeFocused();
  await page.keyboard.press('Home');
  await expect(tree.getByRole('treeitem').first()).toBeFocused();
  // The same letter again moves to the next match.
  await page.keyboard.press('p');
  const [first] = await selectedLine(page).allTextContents();
  await page.keyboard.press('p');
  await expect(selectedLine(page)).not.toHaveText(first ?? '');
  await page.keyboard.press('ArrowLeft');

  await tree.getByRole('treeitem', { name: 'Pay the exact amount.' }).click();
  const nth = Number(await selectedLine(page).getAttribute('aria-posinset'));
  const count = Number(await selectedLine(page).getAttribute('aria-setsize'));
  expect(nth).toBeGreaterThan(1);
  await page.keyboard.press('Alt+ArrowUp');
  await expect(told).toHaveText(`“Pay the exact amount.” moved up: ${nth - 1} of ${count}.`);
  await expect(selectedLine(page)).toHaveAttribute('aria-posinset', String(nth - 1));
  for (let at = nth - 1; at > 1; at -= 1) await page.keyboard.press('Alt+ArrowUp');
  await page.keyboard.press('Alt+ArrowUp');
  await expect(told).toHaveText(`“Pay the exact amount.” stays: 1 of ${count}.`);
  await page.keyboard.press('Control+d');
  await expect(told).toHaveText('“Pay the exact amount.” is duplicated.');
  await expect(selectedLine(page)).toHaveAttribute('aria-setsize', String(count + 1));
  await page.keyboard.press('Delete');
  await expect(told).toHaveText('“Pay the exact amount.” is deleted.');
  await waitUntilSaved(page);
  expect(faults).toEqual([]);
});
