import { expect, type Locator, type Page, test } from '@playwright/test';
import { AXE, findAny } from './axe.ts';
import { Job, openPhone, publishDraft } from './job.ts';
import { OwnServer } from './own-server.ts';
import { DESK, errorless, lineOf, openStudio, previewOf, waitUntilSaved } from './studio.ts';

/* Whole screens in the studio: made from a template, renamed, moved, deleted. */

let own: OwnServer;
test.beforeAll(async () => {
  own = new OwnServer();
  await own.start();
});
test.afterAll(() => own.remove());

const ORDER =
  '/order?orderId=repayable-tl8f&productId=1203&userId=user-tl8f&sessionId=session-tl8f&deviceId=device-tl8f&appVersion=1.0.0&appName=Capiz&clientType=ios&merchantNumber=1&mobilePhone=09170000000&building=device-tl8f&gather=session-repayable-tl8f&swift=device-tl8f&eyes=session-repayable-tl8f';
const tool = (page: Page, name: string): Locator =>
  page.getByRole('group', { name: 'Screen', exact: true }).getByRole('button', { name });
const titleIn = (page: Page): Locator =>
  page.getByRole('main', { name: 'New screen' }).getByRole('textbox', { name: 'Title' });

/** Moves the focus with the Tab key until it is there. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let times = 0; times < 80; times += 1) {
    if (await target.evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

test('a help page is made from a template and linked from the order; borrowers read it after it is published', async ({
  page,
  browser,
}) => {
  test.setTimeout(300_000);
  await page.addInitScript(AXE);
  const faults = await openStudio(page, own, 'ana', 'admin');
  await page.goto(`${own.origin}/studio`);
  await page
    .getByRole('region', { name: 'Screens' })
    .getByRole('link', { name: '+ New screen' })
    .press('Enter');
  const main = page.getByRole('main', { name: 'New screen' });
  await expect(main.getByRole('radio')).toHaveCount(11);

  // The pictures are rendered from the templates themselves.
  const picture = main.locator('.st-template', { hasText: 'Help page' }).locator('iframe').contentFrame();
  await expect(picture.getByText('Still need help?')).toBeAttached({ timeout: 60_000 });

  // Each can be reached and chosen by keys.
  await tabTo(page, main.getByRole('radio', { name: /^Status/ }));
  const help = main.getByRole('radio', { name: /^Help page/ });
  for (let times = 0; times < 12 && !(await help.isChecked()); times += 1)
    await page.keyboard.press('ArrowDown');
  await expect(help).toBeFocused();
  await tabTo(page, titleIn(page));
  await tabTo(page, main.getByRole('button', { name: 'Make the screen' }));

  const job = new Job('J6');
  await job.step('make the page', page, async (hand) => {
    await hand.click(main.locator('.st-template', { hasText: 'Help page' }));
    await hand.fill(titleIn(page), 'Need a hand');
    await expect(main.getByRole('textbox', { name: 'Address' })).toHaveValue('/need-a-hand');
    await hand.choose(main.getByRole('combobox', { name: 'Screen', exact: true }), 'order');
    await expect(main.getByRole('combobox', { name: 'Place' })).toHaveValue('0');
    await hand.click(main.getByRole('button', { name: 'Make the screen' }));
  });

  // It opens with its title selected; typing replaces it.
  await expect(previewOf(page).getByRole('heading', { name: 'Need a hand' })).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Properties' }).getByRole('textbox', { name: 'Title', exact: true }),
  ).toBeFocused();
  await job.step('write its title', page, (hand) => hand.type('Help with paying'));
  await expect(previewOf(page).getByRole('heading', { name: 'Help with paying' })).toBeVisible();
  await waitUntilSaved(page);
  await expect(lineOf(page, 'need-a-hand')).toHaveAttribute('aria-current', 'page');
  await expect(errorless(page)).toBeVisible();

  // The review says it in words.
  await page.getByRole('link', { name: 'Review 2 changes' }).click();
  await expect(page.getByText('New screen “Help with paying”, at /need-a-hand.')).toBeVisible();
  await page.getByRole('link', { name: 'Preview', exact: true }).click();

  // Undo takes all of it away at once, redo brings it back.
  for (const name of ['Undo', 'Undo']) await page.getByRole('button', { name }).click();
  await expect(page.getByRole('link', { name: 'Review 0 changes' })).toBeVisible();
  for (const name of ['Redo', 'Redo']) await page.getByRole('button', { name }).click();
  await expect(page.getByRole('link', { name: 'Review 2 changes' })).toBeVisible();
  await waitUntilSaved(page);
  expect(faults).toEqual([]);

  await publishDraft(page, browser, own, 'fay');
  const borrower = await openPhone(browser);
  await borrower.goto(own.origin + ORDER);
  await borrower.getByRole('button', { name: /Need a hand/ }).click();
  await expect(borrower.getByRole('heading', { name: 'Help with paying' })).toBeVisible();
  await borrower.getByText('How does it work?').click();
  await expect(borrower.getByText('Write the answer here.').first()).toBeVisible();
  await expect(borrower).toHaveURL(/\/need-a-hand/);
  job.end();
});

test('what was typed for a new screen is there again after a look at the preview and a reload', async ({
  page,
}) => {
  const faults = await openStudio(page, own, 'hugo', 'editor');
  const form = page.getByRole('main', { name: 'New screen' });
  const address = form.getByRole('textbox', { name: 'Address' });
  await page.getByRole('link', { name: '+ New screen' }).click();
  await titleIn(page).fill('Help with paying');
  await form.getByRole('radio', { name: /^Help page/ }).check();
  await page.getByRole('link', { name: 'Preview', exact: true }).click();
  await page.goBack();
  await expect(titleIn(page)).toHaveValue('Help with paying');
  await expect(form.getByRole('radio', { name: /^Help page/ })).toBeChecked();
  await page.reload();
  await expect(titleIn(page)).toHaveValue('Help with paying');
  // The address still follows the title, because nobody has written one.
  await titleIn(page).fill('Help with paying late');
  await expect(address).toHaveValue('/help-with-paying-late');
  await page.getByRole('button', { name: 'Make the screen' }).click();
  await expect(page.getByRole('main', { name: 'New screen' })).toHaveCount(0);
  await page.getByRole('link', { name: '+ New screen' }).click();
  await expect(titleIn(page)).toHaveValue('');
  expect(faults).toEqual([]);
});

test('an address that is taken or reserved is refused beside its box, and what was typed stays', async ({
  page,
}) => {
  const faults = await openStudio(page, own, 'bea', 'editor');
  await page.getByRole('link', { name: '+ New screen' }).click();
  await titleIn(page).fill('Repaying');
  const address = page.getByRole('textbox', { name: 'Address' });
  const make = page.getByRole('button', { name: 'Make the screen' });
  for (const [route, why] of [
    ['/repay', /is the address of “Repayment” already/],
    ['/studio', /is used by the server/],
    ['repaying now', /is not in the expected form/],
  ] as const) {
    await address.fill(route);
    await make.click();
    await expect(page.getByText(why)).toBeVisible();
    await expect(address).toHaveValue(route);
  }
  await expect(page.getByRole('link', { name: 'Review 0 changes' })).toBeVisible();
  expect(faults).toEqual([]);
});

test('a screen is copied, renamed, moved and deleted; its old address opens the screen that is chosen instead', async ({
  page,
  browser,
}) => {
  test.setTimeout(300_000);
  const faults = await openStudio(page, own, 'cora', 'admin');
  await lineOf(page, 'about-us').click();
  await tool(page, 'Rename…').click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Title' }).fill('Who we are');
  await page.keyboard.press('Enter');
  await expect(previewOf(page).getByRole('heading', { name: 'Who we are' })).toBeVisible();
  await tool(page, 'Address…').click();
  await expect(page.getByRole('dialog')).toContainText('/aboutUs still opens this screen');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Address' }).fill('/who-we-are');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // What leads to a screen is listed, and leads there; it is not deleted before somebody says where that goes.
  await lineOf(page, 'customer-service').click();
  await tool(page, 'Delete…').click();
  const dialog = page.getByRole('dialog', { name: 'Delete “Customer service”' });
  const leads = dialog.getByRole('list', { name: 'Places that lead here' }).getByRole('button');
  expect(await leads.count()).toBeGreaterThan(0);
  await expect(dialog.getByRole('button', { name: 'Delete', exact: true })).toBeDisabled();
  await leads.first().click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('treeitem', { selected: true })).toHaveCount(1);
  await lineOf(page, 'customer-service').click();
  await tool(page, 'Delete…').click();
  await dialog.getByRole('combobox', { name: 'Opens instead' }).selectOption('about-us');
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(lineOf(page, 'customer-service')).toHaveCount(0);
  await expect(lineOf(page, 'about-us')).toHaveAttribute('aria-current', 'page');
  await waitUntilSaved(page);

  await page.getByRole('link', { name: /^Review \d/ }).click();
  await expect(
    page.getByText('Moved from /aboutUs to /who-we-are. The earlier address still opens it.'),
  ).toBeVisible();
  await expect(
    page.getByText('Deleted: the screen “Customer service”. /customerService now opens “Who we are”.'),
  ).toBeVisible();
  expect(faults).toEqual([]);

  await publishDraft(page, browser, own, 'gus');
  const borrower = await openPhone(browser);
  for (const path of ['/who-we-are', '/aboutUs', '/customerService']) {
    await borrower.goto(own.origin + path);
    await expect(borrower.getByRole('heading', { name: 'Who we are' })).toBeVisible();
  }
});

test('the page for a new screen and its dialogs are axe-clean and fit a phone, light and dark', async ({
  page,
}) => {
  test.setTimeout(240_000);
  await page.addInitScript(AXE);
  const faults = await openStudio(page, own, 'dora', 'editor');
  const found: string[] = [];
  const look = async (what: string): Promise<void> => {
    for (const [width, colorScheme] of [
      [400, 'light'],
      [400, 'dark'],
      [DESK.width, 'dark'],
      [DESK.width, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      found.push(...(await findAny(page)).map((one) => `${what} ${width} ${colorScheme}: ${one}`));
      if (await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth))
        found.push(`${what} ${width} ${colorScheme}: wider than the window`);
    }
  };
  for (const name of ['Rename…', 'Address…', 'Delete…']) {
    await tool(page, name).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await look(name);
    await page.keyboard.press('Escape');
  }
  await page.getByRole('link', { name: '+ New screen' }).click();
  await page
    .getByRole('main', { name: 'New screen' })
    .getByRole('radio', { name: /^A copy/ })
    .check();
  await page.getByRole('combobox', { name: 'Screen', exact: true }).selectOption('order');
  await look('New screen');
  expect(found).toEqual([]);
  expect(faults).toEqual([]);
});

test('a viewer is told that others make screens', async ({ page }) => {
  const faults = await openStudio(page, own, 'eve', 'viewer');
  await expect(page.getByRole('link', { name: '+ New screen' })).toHaveCount(0);
  await expect(page.getByRole('group', { name: 'Screen', exact: true })).toHaveCount(0);
  await page.goto(`${own.origin}/studio/new/add`);
  await expect(page.getByText(/can make screens/)).toBeVisible();
  expect(faults).toEqual([]);
});
