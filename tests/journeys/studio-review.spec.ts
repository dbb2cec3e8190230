import { expect, type Locator, type Page, test } from '@playwright/test';
import { AXE, findSerious } from './axe.ts';
import { OwnServer } from './own-server.ts';
import { DESK, errorless, lineOf, openStudio, previewOf, waitUntilSaved } from './studio.ts';

/* Screenshots in a review: differences are marked by pixels, and a rejected one blocks publishing. */

let own: OwnServer;
test.beforeAll(async () => {
  own = new OwnServer();
  await own.start();
});
test.afterAll(() => own.remove());

/** Finds words, and selects the node that contains them. */
async function select(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(words);
  const option = page.getByRole('dialog').getByRole('option', { selected: true });
  await expect(option).toContainText(words);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('treeitem', { selected: true })).toContainText(words);
}

async function write(page: Page, from: string, to: string): Promise<void> {
  await select(page, from);
  const text = page.getByRole('region', { name: 'Properties' }).getByLabel('Text', { exact: true });
  await expect(text).toHaveValue(from);
  await text.fill(to);
}

async function openReview(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^Review \d/ }).click();
  await expect(saidOfMarks(page)).not.toBeEmpty();
}

const pictures = (page: Page) => page.locator('.st-pair:not(.st-behind *) iframe');
const saidOfMarks = (page: Page) => page.locator('.st-review-middle > .st-pair .st-pair-said');

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Errors of the marks: different pixels outside all of them, and marks around equal pixels. */
async function findWrongMarks(page: Page, blank: Page): Promise<string[]> {
  await expect(saidOfMarks(page)).not.toBeEmpty();
  const [first, second] = [pictures(page).nth(0), pictures(page).nth(1)];
  await second.scrollIntoViewIfNeeded();
  // A shorter page cannot scroll as far: compare both at their tops.
  for (const picture of [first, second])
    await picture.evaluate(async (frame: HTMLIFrameElement) => {
      frame.contentWindow?.scrollTo(0, 0);
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    });
  const marks = await page.locator('.st-review-middle > .st-pair .st-marks').evaluateAll((sides) =>
    sides.map((side) => {
      const around = side.getBoundingClientRect();
      return [...side.children].map((mark) => {
        const { left, top, width, height } = mark.getBoundingClientRect();
        const isSolid = !mark.classList.contains('st-marked-moved');
        return { x: left - around.left, y: top - around.top, width, height, isSolid };
      });
    }),
  );
  await page.getByLabel('Marks').uncheck();
  const shots: { image: string; box: Box }[] = [];
  for (const picture of [first, second]) {
    const box = await picture.boundingBox();
    if (box === null) throw new Error('There is no picture.');
    shots.push({ image: (await page.screenshot({ clip: box, scale: 'css' })).toString('base64'), box });
  }
  await page.getByLabel('Marks').check();
  return blank.evaluate(
    async ({ images, all }) => {
      const read = async (image: string) => {
        const bytes = Uint8Array.from(atob(image), (unit) => unit.charCodeAt(0));
        const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
        const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
        const context = canvas.getContext('2d')!;
        context.drawImage(bitmap, 0, 0);
        return context.getImageData(0, 0, bitmap.width, bitmap.height);
      };
      const [one, other] = await Promise.all(images.map(read));
      const found: string[] = [];
      const [width, height] = [Math.min(one!.width, other!.width), Math.min(one!.height, other!.height)];
      const hits = new Map(all.flat().map((mark) => [mark, 0]));
      let lost = 0;
      let where = '';
      // Letters have other subpixel positions where a page of another length is scaled.
      for (let y = 2; y < height - 2; y += 1)
        for (let x = 2; x < width - 2; x += 1) {
          const at = (y * one!.width + x) * 4;
          const also = (y * other!.width + x) * 4;
          const differs = [0, 1, 2].some((c) => Math.abs(one!.data[at + c]! - other!.data[also + c]!) > 48);
          if (!differs) continue;
          const over = all
            .flat()
            .filter(
              (mark) =>
                x >= mark.x - 1 &&
                x <= mark.x + mark.width + 2 &&
                y >= mark.y - 1 &&
                y <= mark.y + mark.height + 2,
            );
          for (const mark of over) hits.set(mark, (hits.get(mark) ?? 0) + 1);
          if (over.length > 0) continue;
          lost += 1;
          where ||= `${x} ${y}`;
        }
      if (lost > 0) found.push(`${lost} pixels that differ are not marked, the first at ${where}`);
      for (const [{ isSolid, x, y, width: across, height: down }, count] of hits) {
        const isSeen = y < height && y + down > 0;
        if (isSolid && isSeen && count === 0) found.push(`nothing differs in ${x} ${y} ${across} ${down}`);
      }
      return found;
    },
    { images: shots.map(({ image }) => image), all: marks },
  );
}

test('differences are marked on both screenshots, and nothing else is', async ({ page, context }) => {
  test.slow();
  await page.addInitScript(AXE);
  const faults = await openStudio(page, own, 'ana', 'editor');
  const blank = await context.newPage();
  await write(page, 'Payment Method', 'Ways to pay that you have, all of them in one long row');
  await write(page, 'Short of money?', 'Short?');
  // One line is added, and the content below moves down.
  await select(page, 'Contact');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+d');
  await waitUntilSaved(page);
  await openReview(page);
  const next = page.getByRole('button', { name: 'Next' });
  const states = page.getByRole('combobox', { name: 'State', exact: true });
  for (let looked = 0; looked < 6; looked += 1) {
    await expect(pictures(page)).toHaveCount(2);
    expect(await findWrongMarks(page, blank), await states.inputValue()).toEqual([]);
    // A state that is not compared yet is skipped: the part is on many states.
    await expect(next).toBeEnabled();
    await page.keyboard.press('j');
  }
  // After zooming the marks are in the same places.
  const small = await pictures(page).nth(1).boundingBox();
  await page.keyboard.press('z');
  await expect(page.getByRole('button', { name: 'Zoom 100 %' })).toBeVisible();
  expect((await pictures(page).nth(1).boundingBox())?.width).toBeCloseTo((small?.width ?? 0) / 0.72, 0);
  expect(await findWrongMarks(page, blank), 'true size').toEqual([]);
  await page.keyboard.press('z');
  await page.keyboard.press('z');
  await expect(page.getByRole('button', { name: 'Zoom 72 %' })).toBeVisible();
  // As overlay both have the same position.
  await expect(saidOfMarks(page)).not.toBeEmpty();
  const placeOf = (picture: Locator) =>
    picture.evaluate((frame) => {
      const { left, top } = frame.getBoundingClientRect();
      return [Math.round(left), Math.round(top)];
    });
  for (const manner of ['slider', 'overlay', 'difference']) {
    await page.getByRole('combobox', { name: 'Compare' }).selectOption(manner);
    await expect(page.locator('.st-review-middle > .st-pair')).toContainText('Before and after');
    const [first, second] = [pictures(page).nth(0), pictures(page).nth(1)];
    expect(await placeOf(second), manner).toEqual(await placeOf(first));
  }
  expect(await findSerious(page)).toEqual([]);
  expect(faults).toEqual([]);
});

test('a picture counts as looked at only after its marked place was on the screen, 400 px wide', async ({
  page,
}) => {
  test.slow();
  const faults = await openStudio(page, own, 'gil', 'editor');
  await write(page, 'Payment Method', 'Ways to pay');
  await waitUntilSaved(page);
  await openReview(page);
  // In a window that is this low, the pictures are below its end.
  await page.setViewportSize({ width: 400, height: 300 });
  await page.reload();
  const looked = page.getByText(/^You have looked at \d+ of \d+\./).first();
  await expect(looked).toHaveText(/ of [4-9]\./, { timeout: 60_000 });
  await expect(looked).toHaveText(/at 0 of/);
  const mark = page.locator('.st-review-middle > .st-pair figure:last-of-type .st-marked-other').first();
  await mark.scrollIntoViewIfNeeded();
  await expect(looked).toHaveText(/at 1 of/);

  // One by one: the place is on the screen when the number grows.
  await page.setViewportSize({ width: 400, height: 900 });
  await page.evaluate(() => window.scrollTo(0, 0));
  const counted = await page.evaluateHandle(() => {
    const seen: { said: string; isOnScreen: boolean }[] = [];
    const look = (): void => {
      const said = /^You have looked at \d+/.exec(
        document.querySelector('.st-review-middle > p[role=status]')?.textContent ?? '',
      )?.[0];
      const place = document
        .querySelector('.st-review-middle > .st-pair figure:last-of-type .st-marked-other')
        ?.getBoundingClientRect();
      if (said !== undefined && said !== seen.at(-1)?.said)
        seen.push({
          said,
          isOnScreen: place !== undefined && place.top >= 0 && place.bottom <= window.innerHeight,
        });
      requestAnimationFrame(look);
    };
    look();
    return seen;
  });
  await page.getByRole('button', { name: 'Show them one by one' }).click();
  await expect(page.getByRole('button', { name: 'Stop here' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show them one by one' })).toBeVisible({ timeout: 120_000 });
  const [, ...all] = await counted.evaluate((seen) => seen);
  expect(all.length).toBeGreaterThan(2);
  expect(all.filter(({ isOnScreen }) => !isOnScreen)).toEqual([]);
  // Chosen by hand: it is brought to the screen, too.
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(mark).toBeInViewport();
  expect(faults).toEqual([]);
});

test('a rejected screenshot blocks publishing until the screen looks different', async ({
  page: ana,
  browser,
}) => {
  const faults = await openStudio(ana, own, 'cora', 'publisher');
  await write(ana, 'Welcome', 'Who we are, and what we do');
  await waitUntilSaved(ana);
  await expect(ana).toHaveURL(/\/studio\/(?!new)[^/]+\/screens\//);
  const context = await browser.newContext({ viewport: DESK });
  const ben = await context.newPage();
  await openStudio(ben, own, 'ben', 'editor');
  await ben.goto(ana.url());
  await expect(ben.getByRole('tree', { name: 'Outline' })).toBeVisible();

  // By keyboard: the first screenshot is accepted, the next one rejected.
  await openReview(ben);
  const states = ben.getByRole('combobox', { name: 'State', exact: true });
  const first = await states.inputValue();
  const says = ben.getByRole('region', { name: 'What is said of this picture' });
  await expect(says.getByRole('button', { name: 'Accept' })).toBeEnabled();
  await ben.keyboard.press('a');
  await expect(ben.getByText(/ 1 of \d+ were accepted or rejected\.$/)).toBeVisible();
  await expect(states).not.toHaveValue(first);
  const second = await states.inputValue();
  await expect(says.getByRole('button', { name: 'Deny' })).toBeEnabled();
  await ben.keyboard.press('d');
  await expect(says.getByLabel('What is wrong with it')).toBeFocused();
  await ben.keyboard.type('Too long for a greeting');
  await ben.keyboard.press('Enter');
  await expect(ben.getByText(/ 2 of \d+ were accepted or rejected\.$/)).toBeVisible();
  await ben.keyboard.press('k');
  await expect(states).toHaveValue(second);
  await expect(says.getByRole('status')).toContainText('Denied by ben');

  // The publisher sees the reason.
  await ana.getByRole('link', { name: /^Review \d/ }).click();
  const publish = ana.getByRole('form', { name: 'Publish' });
  await expect(publish).toContainText('Too long for a greeting (ben)');
  await expect(publish.getByRole('button', { name: /Publish now|Ask for approval/ })).toBeDisabled();
  const shown = ana.getByRole('combobox', { name: 'State', exact: true });
  await expect(shown).not.toHaveValue(second);
  await publish.getByRole('button', { name: /Too long for a greeting/ }).click();
  await expect(shown).toHaveValue(second);

  // A changed screenshot has no rejection.
  await ana.getByRole('link', { name: 'Preview', exact: true }).click();
  await write(ana, 'Who we are, and what we do', 'Who we are');
  await waitUntilSaved(ana);
  await ana.getByRole('link', { name: /^Review \d/ }).click();
  await expect(publish).not.toContainText('denied', { timeout: 30_000 });
  await expect(publish.getByRole('button', { name: /Publish now|Ask for approval/ })).toBeEnabled();
  await ana.getByRole('combobox', { name: 'State', exact: true }).selectOption(second);
  await expect(ana.getByRole('region', { name: 'What is said of this picture' })).toContainText(
    'It has changed since it was rejected: Too long for a greeting',
  );
  // The registry has no rejection either: it allows publishing.
  await publish.getByLabel('Reason').fill('Shorter');
  for (const meant of await publish.getByRole('checkbox').all()) await meant.check();
  await publish.getByRole('button', { name: 'Publish now' }).click();
  await expect(ana.getByRole('region', { name: 'Publish' })).toContainText(/^Published/);
  expect(faults).toEqual([]);
  await context.close();
});

test('comparing can be paused and continued, and states that are not compared are skipped', async ({
  page,
}) => {
  const faults = await openStudio(page, own, 'eve', 'editor');
  await write(page, 'Payment Method', 'Ways to pay');
  await waitUntilSaved(page);
  let open = (): void => undefined;
  const gate = new Promise<void>((done) => (open = done));
  let asked = 0;
  // The two visible screenshots load; all others wait at the gate. Small pictures of screens may load until the review opens.
  await page.route(/\/studio\/stage/, async (route) => {
    if (/\/review/.test(page.url())) asked += 1;
    if (asked > 2) await gate;
    await route.continue();
  });
  await openReview(page);
  const next = page.getByRole('button', { name: 'Next' });
  const said = page.getByText(/^(?:Stopped: )?\d+ of \d+ states compared, those/);
  await expect(said).toHaveText(/^1 of \d+ .* those most likely to differ first\.$/);
  const states = page.getByRole('combobox', { name: 'State', exact: true });
  const first = await states.inputValue();
  await expect(next).toBeDisabled();
  await page.keyboard.press('j');
  await expect(states).toHaveValue(first);
  const behind = page.locator('.st-review-middle > .st-behind');
  await expect(behind).toHaveCount(1);
  await page.getByRole('button', { name: 'Stop comparing' }).click();
  await expect(said).toHaveText(/^Stopped: 1 of /);
  await expect(behind).toHaveCount(0);
  open();
  await page.getByRole('button', { name: 'Go on comparing' }).click();
  await expect(next).toBeEnabled();
  await page.keyboard.press('j');
  await expect(states).not.toHaveValue(first);
  expect(faults).toEqual([]);
});

test('elements that are too small or too faint are reported, and an acknowledged warning shows its reason', async ({
  page,
}) => {
  const faults = await openStudio(page, own, 'dan', 'editor');
  await lineOf(page, 'repay').click();
  const button = previewOf(page).getByRole('button', { name: 'Payment Method' });
  await expect(button).toBeVisible();
  const problems = page.getByRole('region', { name: 'Problems', exact: true });
  await expect(errorless(page)).toBeVisible();
  // Tokens prevent both faults in a definition, so the page is changed instead.
  await button.evaluate((element) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.cz-button { min-height: 0; height: 30px; padding: 0; color: #2a5ee0; }');
    element.ownerDocument.adoptedStyleSheets.push(sheet);
    element.setAttribute('data-touched', '');
  });
  const told = problems.getByRole('button', { name: /“Payment Method”/ });
  await expect(told.filter({ hasText: /is \d+ × 30 px: fingers need 44/ })).toBeVisible();
  await expect(told.filter({ hasText: /has a contrast of \d\.\d\d, and needs 4.5/ })).toBeVisible();
  await told.first().click();
  await expect(page.getByRole('treeitem', { selected: true })).toContainText('Payment Method');

  // The outline of a field or a checkbox, and a lone icon.
  const fade = async (screen: string, of: string, css: string, message: RegExp): Promise<void> => {
    await lineOf(page, screen).click();
    await expect(page.locator('iframe.st-frame-behind')).toHaveCount(0);
    const drawn = previewOf(page).locator(of).first();
    await expect(drawn).toBeAttached();
    await expect(errorless(page)).toBeVisible();
    await expect(problems.getByText('On the phone, as it is shown now')).toHaveCount(0);
    await drawn.evaluate((element, rule) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(rule);
      element.ownerDocument.adoptedStyleSheets.push(sheet);
      element.setAttribute('data-touched', '');
    }, css);
    await expect(problems.getByRole('button', { name: message }).first()).toBeVisible();
  };
  await fade(
    'complaint-form',
    '.cz-input',
    '.cz-input { border-color: #c8ced8; }',
    /The edge of “Your comments.*” has a contrast of 1\.\d\d, and needs 3 to be seen by everybody/,
  );
  await fade(
    'loan-confirm',
    '.cz-check-box',
    '.cz-check-line > input:checked + .cz-check-box { border-color: #c8ced8; background: none; }',
    /The edge of “I have read and agree.*” has a contrast of 1\.\d\d/,
  );
  await fade(
    'repay-code',
    '.cz-image-zoom',
    '.cz-image-zoom > .cz-icon { color: #c8ced8; }',
    /The icon of “.+” has a contrast of 1\.\d\d/,
  );
  await lineOf(page, 'repay').click();
  await expect(page.locator('iframe.st-frame-behind')).toHaveCount(0);
  await expect(button).toBeVisible();
  await expect(errorless(page)).toBeVisible();
  // The previous screen's findings disappear when this one is measured, and the phone moves with the list.
  await expect(problems.getByText('On the phone, as it is shown now')).toHaveCount(0);
  await button.click();
  await expect(page.getByRole('treeitem', { selected: true })).toContainText('Payment Method');

  // A warning of the check, and its acknowledged reason.
  const text = page.getByRole('region', { name: 'Properties' }).getByLabel('Text', { exact: true });
  await text.fill(
    'All of the ways in which you can pay for this loan, wallets and stores and banks among them',
  );
  // After a pause in typing, the warning is also shown at its source.
  const long = problems.getByRole('button', { name: /^warning On a screen of 320 px this text needs/ });
  await expect(long).toBeVisible();
  await page.getByRole('treeitem').first().click();
  await expect(page.getByRole('treeitem', { selected: true })).not.toContainText('All of the ways');
  await long.click();
  await expect(page.getByRole('treeitem', { selected: true })).toContainText('All of the ways');
  await waitUntilSaved(page);
  await openReview(page);
  const warnings = page.getByRole('region', { name: 'Warnings', exact: true });
  await expect(warnings).toContainText('On a screen of 320 px this text needs');
  await warnings.getByRole('button', { name: 'It is intended…' }).first().click();
  await expect(warnings.getByLabel('Why this is intended')).toBeFocused();
  await page.keyboard.type('Law asks for all of it');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Warnings that are intended' })).toContainText(
    'Law asks for all of it',
  );
  expect(faults).toEqual([]);
});
