import type { Browser, Page } from '@playwright/test';
import { AXE, findSerious } from './axe.ts';
import { Job, openPhone, publishDraft } from './job.ts';
import { OwnServer } from './own-server.ts';
import { DESK, lineOf, openStudio, waitUntilSaved } from './studio.ts';
import { expect, test, Visit } from './visit.ts';

/* Two people in one draft, and no lost work. */

let own: OwnServer;
// A new one for each: the first journey publishes.
test.beforeEach(async () => {
  own = new OwnServer();
  await own.start();
});
test.afterEach(() => own.remove());

const textOf = (page: Page) =>
  page.getByRole('region', { name: 'Properties' }).getByLabel('Text', { exact: true });

/** Finds words, and replaces them. */
async function write(page: Page, from: string, to: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(from);
  const option = page.getByRole('dialog').getByRole('option', { selected: true });
  await expect(option).toContainText(from);
  await page.keyboard.press('Enter');
  await expect(textOf(page)).toHaveValue(from);
  await textOf(page).fill(to);
}

/** Another person's browser, with a draft open in it. */
async function join(browser: Browser, name: string, draft: string) {
  const context = await browser.newContext({ viewport: DESK });
  const page = await context.newPage();
  const faults = await openStudio(page, own, name, 'editor');
  await page.goto(draft);
  await expect(page.getByRole('tree', { name: 'Outline' })).toBeVisible();
  // Keys that are pressed before the page listens are lost.
  await expect(page.getByText('All screens are being read.')).toHaveCount(0);
  return { page, faults };
}

test('no concurrent edit of two people is lost, and a conflict is decided by a person', async ({
  page: ana,
  browser,
  request,
}) => {
  test.setTimeout(300_000);
  await ana.addInitScript(AXE);
  const faults = await openStudio(ana, own, 'ana', 'admin');
  await write(ana, 'Rollover Repayment', 'Pay later');
  await waitUntilSaved(ana);
  await expect(ana).toHaveURL(/\/studio\/(?!new)[^/]+\/screens\//);
  const { page: ben, faults: bens } = await join(browser, 'ben', ana.url());
  // Each sees the other's presence, and jumps to their position.
  const here = ana.getByRole('group', { name: 'Also here' });
  await write(ben, 'Short of money?', 'Short of cash?');
  await expect(ana.getByRole('treeitem', { name: 'ben is here' })).toContainText('Short of cash?');
  await here.getByRole('button', { name: 'ben' }).click();
  await expect(ana.getByRole('treeitem', { selected: true })).toContainText('Short of cash?');

  // A comment of one appears for the other, who answers.
  const besides = (page: Page) => page.getByRole('region', { name: 'Comments' });
  const [bensWords, anasWords] = [besides(ben), besides(ana)];
  await bensWords.getByLabel('Comment on “Short of cash?”').fill('Too blunt?');
  await bensWords.getByRole('button', { name: 'Send' }).click();
  await expect(anasWords).toContainText('Too blunt?');
  await expect(ana.getByRole('treeitem', { name: '1 comment' })).toContainText('Short of cash?');
  await anasWords.getByLabel('Answer').fill('Rather.');
  await anasWords.getByRole('listitem').getByRole('button', { name: 'Send' }).click();
  await expect(bensWords).toContainText('Rather.');
  await bensWords.getByRole('button', { name: 'Resolve' }).click();
  await expect(ana.getByRole('treeitem', { name: '1 comment' })).toHaveCount(0);

  // Ana's edit is being saved while Ben is faster.
  let letGo = (): void => {};
  const held = new Promise<void>((done) => (letGo = done));
  await ana.route('**/capiz/api/v1/drafts/*/files', async (route) => {
    await held;
    await route.continue();
  });
  await write(ana, 'Borrow Again', 'Borrow more');
  await write(ana, 'Pay later', 'Of ana');
  await write(ben, 'Short of cash?', 'In need?');
  await write(ben, 'Pay later', 'Of ben');
  await waitUntilSaved(ben);
  letGo();
  const job = new Job('J8');
  await job.step('see both versions', ana, (hand) =>
    hand.click(ana.getByRole('link', { name: 'See both versions' })),
  );
  const both = ana.getByRole('main', { name: 'Two versions' });
  const save = both.getByRole('button', { name: 'Save what is chosen' });
  await expect(both.getByRole('group')).toHaveCount(3);
  await expect(save).toBeDisabled();
  expect(await findSerious(ana)).toEqual([]);
  await job.step('choose and save', ana, async (hand) => {
    await hand.click(both.getByRole('group', { name: /Both changed it/ }).getByLabel('ben: Of ben'));
    await hand.click(save);
    await waitUntilSaved(ana);
  });
  for (const page of [ana, ben]) {
    await lineOf(page, 'order').click();
    const outline = page.getByRole('tree', { name: 'Outline' });
    for (const words of ['In need?', 'Of ben', 'Borrow more']) await expect(outline).toContainText(words);
  }
  await ben.goto('about:blank');
  await expect(here).toHaveCount(0);
  await publishDraft(ana, browser, own, 'fay');
  const borrower = new Visit(await openPhone(browser), request, 'repayable');
  await borrower.page.goto(own.origin + borrower.address('/order', { lang: 'source' }));
  await expect(borrower.page.getByText('In need?')).toBeVisible();
  await expect(borrower.button('Of ben')).toBeVisible();
  job.end();
  // A late save is refused, which the browser logs.
  expect([...faults, ...bens].filter((fault) => !fault.includes('409'))).toEqual([]);
});

test('what was typed without a connection in a draft that a colleague discarded is found from Home', async ({
  page,
  browser,
}) => {
  await openStudio(page, own, 'ana', 'editor');
  await write(page, 'Rollover Repayment', 'Pay later');
  await waitUntilSaved(page);
  await expect(page).toHaveURL(/\/studio\/(?!new)[^/]+\/screens\//);
  const draft = page.url();
  await page.route('**/capiz/api/v1/drafts/**', (route) => route.abort());
  await textOf(page).fill('Pay much later');
  await expect(textOf(page)).toHaveValue('Pay much later');
  await page.goto('about:blank');
  await page.unroute('**/capiz/api/v1/drafts/**');
  const { page: ben } = await join(browser, 'ben', draft);
  await write(ben, 'Short of money?', 'Short of cash?');
  await waitUntilSaved(ben);
  await ben.goto(`${own.origin}/studio`);
  await ben.getByRole('button', { name: /^Discard: / }).click();
  await ben
    .getByRole('dialog')
    .getByRole('button', { name: /^Discard “/ })
    .click();
  await expect(ben.getByRole('dialog')).toHaveCount(0);

  await page.goto(`${own.origin}/studio`);
  const home = page.getByRole('region', { name: 'Continue' });
  await expect(home).toContainText(/This browser has changes of “.+” that are not saved yet/);
  await home.getByRole('link', { name: 'Continue with them' }).click();
  await lineOf(page, 'order').click();
  await expect(page.getByRole('tree', { name: 'Outline' })).toContainText('Pay much later');
  await waitUntilSaved(page);
  await page.goto(`${own.origin}/studio`);
  await expect(home.getByRole('heading', { name: 'Changes of ana' })).toBeVisible();
  await expect(home).not.toContainText('not saved yet');
});

test('a browser that is killed after the last letter loses no letter, and everything can be undone in the next browser', async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: DESK });
  const page = await context.newPage();
  await openStudio(page, own, 'cora', 'editor');
  await write(page, 'Rollover Repayment', 'Pay later');
  await waitUntilSaved(page);
  await expect(page).toHaveURL(/\/studio\/(?!new)[^/]+\/screens\//);
  await textOf(page).press('End');
  await page.keyboard.type(' or never');
  await expect(textOf(page)).toHaveValue('Pay later or never');
  const died = page.waitForEvent('crash');
  const devtools = await context.newCDPSession(page);
  devtools.send('Page.crash').catch(() => undefined);
  await died;

  const next = await context.newPage();
  await next.goto(page.url());
  await lineOf(next, 'order').click();
  const outline = next.getByRole('tree', { name: 'Outline' });
  await expect(outline).toContainText('Pay later or never');
  await waitUntilSaved(next);
  // On a slow machine there is a pause between the two times of typing, and they are two steps.
  const pressUntil = (name: string, text: string): Promise<void> =>
    expect(async () => {
      const shown = (await outline.textContent()) ?? '';
      if (!shown.includes(text)) await next.getByRole('button', { name }).click();
      await expect(outline).toContainText(text, { timeout: 2_000 });
    }).toPass();
  await pressUntil('Undo', 'Rollover Repayment');
  await waitUntilSaved(next);
  await next.reload();
  await lineOf(next, 'order').click();
  await pressUntil('Redo', 'Pay later or never');
  // The change is saved: another browser shows it too.
  await waitUntilSaved(next);
  const { page: dan } = await join(browser, 'dan', next.url());
  await lineOf(dan, 'order').click();
  await expect(dan.getByRole('tree', { name: 'Outline' })).toContainText('Pay later or never');
});

test('a person mentioned in a comment sees it in the bar, jumps to the node, and it is marked as seen', async ({
  page: dora,
  browser,
}) => {
  await dora.addInitScript(AXE);
  const context = await browser.newContext({ viewport: DESK });
  const eli = await context.newPage();
  await eli.addInitScript(AXE);
  const faults = [...(await openStudio(eli, own, 'eli', 'viewer'))];
  faults.push(...(await openStudio(dora, own, 'dora', 'editor')));
  const mark = (page: Page) => page.getByRole('button', { name: /^\d+ mentions?$/ });
  await expect(mark(eli)).toHaveCount(0);

  await write(dora, 'Short of money?', 'Short of cash?');
  await waitUntilSaved(dora);
  const comments = dora.getByRole('region', { name: 'Comments' });
  await comments.getByLabel('Comment on “Short of cash?”').press('End');
  await dora.keyboard.type('Too blunt, @el');
  await expect(comments.getByRole('option', { name: 'eli' })).toHaveAttribute('aria-selected', 'true');
  expect(await findSerious(dora)).toEqual([]);
  await dora.keyboard.press('Enter');
  await dora.keyboard.type('?');
  await expect(comments.getByLabel('Comment on “Short of cash?”')).toHaveValue('Too blunt, @eli ?');
  await comments.getByRole('button', { name: 'Send' }).first().click();
  await expect(comments.locator('b')).toHaveText('@eli');
  await expect(mark(dora)).toHaveCount(0);

  // In their own draft, which still has the old words.
  await expect(mark(eli)).toHaveText('1 mention', { timeout: 40_000 });
  await mark(eli).press('Enter');
  const list = eli.getByRole('dialog', { name: 'Comments that name you' });
  await expect(list).toContainText('Too blunt, @eli');
  expect(await findSerious(eli)).toEqual([]);
  await list.getByRole('button', { name: 'Go there' }).press('Enter');
  await expect(eli.getByRole('treeitem', { selected: true })).toContainText('Short of money?');
  await expect(list).toHaveCount(0);
  await expect(mark(eli)).toHaveCount(0);
  await expect(eli.getByRole('region', { name: 'Comments' })).toContainText('Too blunt, @eli');
  const asked = eli.waitForResponse((reply) => reply.url().endsWith('/mentions'));
  await eli.reload();
  await asked;
  await expect(eli.getByRole('tree', { name: 'Outline' })).toBeVisible();
  await expect(mark(eli)).toHaveCount(0);
  await context.close();
  expect(faults).toEqual([]);
});
