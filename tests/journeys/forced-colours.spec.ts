import type { Locator, Page } from '@playwright/test';
import { findShapeless } from './forced-colours.ts';
import { expect, mark, test, type Visit } from './visit.ts';

/* Forced colours, as in Windows' contrast themes: every control has a visible outline and distinguishable states, by pixels. */

// High enough for every screen, so that nothing is scrolled or covered by the bar.
test.use({
  contextOptions: { reducedMotion: 'reduce', forcedColors: 'active' },
  viewport: { width: 390, height: 2600 },
  deviceScaleFactor: 1,
});

/** A screenshot of a control and its surroundings. */
async function shot(page: Page, locator: Locator): Promise<Buffer> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('not in sight');
  const clip = { x: box.x - 6, y: box.y - 6, width: box.width + 12, height: box.height + 12 };
  return await page.screenshot({ clip: { ...clip, x: Math.max(0, clip.x), y: Math.max(0, clip.y) } });
}

/** Asserts that both states of a control look different. */
async function expectTold(page: Page, control: Locator, state: string, act: () => Promise<unknown>) {
  const before = await shot(page, control);
  await act();
  await expect.poll(async () => (await shot(page, control)).equals(before), state).toBe(false);
}

/** By keyboard, because only keyboard focus shows a ring. */
async function expectRing(page: Page, control: Locator, drawn = control) {
  await page.keyboard.press('Tab');
  await expectTold(page, drawn, 'the focus', () => control.focus());
}

const disable = (control: Locator) =>
  control.evaluate((element) => {
    if (element instanceof HTMLButtonElement && element.role === null)
      element.setAttribute('aria-disabled', 'true');
    else (element as HTMLInputElement).disabled = true;
  });

test('1.6 in forced colours every control has an outline, and its states are distinguishable', async ({
  visit,
  page,
}) => {
  const faults: string[] = [];
  const open = async (scenario: string, path: string, ready: Locator, more?: Record<string, string>) => {
    const borrower: Visit = visit(scenario);
    await borrower.open(path, more);
    await expect(ready.first()).toBeVisible();
    await look(path);
  };
  const look = async (what: string) => {
    for (const fault of await findShapeless(page)) faults.push(`${what}: ${fault}`);
  };
  const button = (name: string | RegExp) => page.getByRole('button', { name }).first();

  const box = page.getByRole('checkbox');
  const tick = page.locator('.cz-check-box').first();
  await open('loan-offer', '/loanConfirmNew', box);
  await box.setChecked(true, { force: true });
  await expectTold(page, tick, 'a box without its tick', () => box.setChecked(false, { force: true }));
  await expect(tick.locator('.cz-icon'), 'the tick').toBeHidden();
  await expectRing(page, box, tick);
  await expectTold(page, tick, 'a disabled box', () => disable(box));
  await expectTold(page, button('Loan'), 'a disabled button', () => disable(button('Loan')));

  await open('popup-rating', '/order', page.getByRole('dialog'));
  const stars = page.locator('.cz-rating-star');
  await expectRing(page, stars.first().getByRole('radio'), stars.first());
  await expectTold(page, stars.first(), 'a filled star', () => mark(stars.nth(2).getByRole('radio')));

  const tabs = page.getByRole('tab');
  await open('complaint', '/complaintList', tabs);
  await expectTold(page, tabs.nth(0), 'a tab that is not the current one', () => tabs.nth(1).click());
  await expectRing(page, tabs.nth(0));
  await expectTold(page, tabs.nth(2), 'a disabled tab', () => disable(tabs.nth(2)));

  const words = page.getByRole('textbox').first();
  await open('complaint', '/complainPageNext', words, { problemType: '2' });
  await expectTold(page, words, 'a text that is wrong', () => button('Send').click());
  await expectRing(page, words);
  await expectTold(page, words, 'a disabled text', () => disable(words));

  const cards = page.locator('.cz-option-face');
  await open('cards', '/payWay', cards, { withholdingAmount: '341250' });
  await expectTold(page, cards.first(), 'a chosen card', () => mark(page.getByRole('radio').first()));
  await expectRing(page, page.getByRole('radio').nth(1), cards.nth(1));

  await open('bank-form', '/bindBank', button('Next'));
  await expectTold(page, button(/^Channel/), 'a list that is wrong', () => button('Next').click());
  await look('/bindBank with problems');
  await expectRing(page, button(/^Channel/));
  await button(/^Channel/).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await look('a list of /bindBank');

  await open('repayable', '/testSteps', button('Next'));
  await open('repayable', '/repayDelay', button('Payment'));
  await open('repayable', '/carpmm', button('Tap Bills'));
  await open('repayable', '/', button('Contact us'));
  expect(faults).toEqual([]);
});

test('1.16 a QR code is dark on light in a dark contrast theme', async ({ visit, page }) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await visit('repayable').open('/repaymentOfCode', {
    showType: '2',
    payCode: '803277140956',
    repayAmount: '341250',
  });
  const code = page.getByRole('img', { name: /^QR code/ });
  await expect(code).toBeVisible();
  const picture = (await code.screenshot()).toString('base64');
  const [margin, corner] = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    if (context === null) throw new Error('no canvas');
    context.drawImage(image, 0, 0);
    // Along the diagonal: first the quiet zone, then the corner of the first square.
    const diagonal = Array.from(
      { length: image.width / 4 },
      (_, at) => context.getImageData(at, at, 1, 1).data[0] ?? 0,
    );
    return [diagonal[4] ?? 0, Math.min(...diagonal)] as const;
  }, picture);
  expect(margin, 'the ground').toBeGreaterThan(200);
  expect(corner, 'a square').toBeLessThan(60);
});
