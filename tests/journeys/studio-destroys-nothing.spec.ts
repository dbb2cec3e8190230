import { expect, type Page, test } from '@playwright/test';
import { draftInAddress, NEW_DRAFT } from '#src/shared/studio-address.ts';
import { OwnServer } from './own-server.ts';
import { openStudio, waitUntilSaved } from './studio.ts';

/* The studio does not replace values that it cannot show, and work continues after its draft has ended. */

let own: OwnServer;
test.beforeAll(async () => {
  own = new OwnServer();
  await own.start();
});
test.afterAll(() => own.remove());

const propertiesOf = (page: Page) => page.getByRole('region', { name: 'Properties' });
/** Null for a draft that was not created yet. */
const draftIn = (page: Page): string | null => {
  const draft = draftInAddress(new URL(page.url()));
  return draft === undefined || draft === NEW_DRAFT ? null : draft;
};

/** Opens the search result for some words. */
async function goTo(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(words);
  await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText(words);
  await page.keyboard.press('Enter');
}

/** Calls the registry's API, as a colleague's own tools do. */
const endDraft = (page: Page, draft: string | null) =>
  page.evaluate(async (id) => {
    const csrf = document.querySelector<HTMLMetaElement>('meta[name="capiz-csrf"]')?.content ?? '';
    const reply = await fetch(`/capiz/api/v1/drafts/${id}`, {
      method: 'DELETE',
      headers: { 'X-Capiz-Csrf': csrf },
    });
    return reply.status;
  }, draft);

/** All documents of a draft in the registry, as one text. */
const textsIn = (page: Page, draft: string | null) =>
  page.evaluate(async (id) => {
    const read = async (path: string) => (await fetch(`/capiz/api/v1${path}`)).text();
    const { saves } = JSON.parse(await read(`/drafts/${id}/saves`)) as {
      saves: readonly { readonly content: string | null }[];
    };
    const contents = saves.flatMap(({ content }) => (content === null ? [] : [content]));
    const decode = async (hash: string) =>
      atob((JSON.parse(await read(`/contents/${hash}`)) as { readonly base64: string }).base64);
    return (await Promise.all(contents.map(decode))).join();
  }, draft);

test('a text with cases is shown as its cases, no text box replaces them, and its JSON is one click away', async ({
  page,
}) => {
  const faults = await openStudio(page, own, 'ana', 'editor');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('order');
  await page.getByRole('dialog').getByRole('option', { name: /order/ }).first().click();
  await page
    .getByRole('treeitem', { name: /^Button/ })
    .filter({ hasText: 'REPAY' })
    .first()
    .click();
  const properties = propertiesOf(page);
  const cases = properties.getByLabel('Cases of Text');
  await expect(cases).toContainText('When “is delay of order” is yes');
  await expect(cases.getByRole('textbox').first()).toHaveValue('REPAY');
  await expect(cases).toContainText('Otherwise');
  await expect(properties.getByRole('textbox', { name: 'Text', exact: true })).toHaveCount(0);
  await properties.getByRole('button', { name: 'Edit Text as JSON' }).click();
  await expect(page.locator('.cm-content')).toContainText('"choose"');
  expect(faults).toEqual([]);
});

test('a draft that is closed during editing continues in a new one, which the studio opens again', async ({
  page,
}) => {
  const faults = await openStudio(page, own, 'ben', 'editor');
  await goTo(page, 'Rollover Repayment');
  const text = propertiesOf(page).getByLabel('Text', { exact: true });
  await text.fill('Pay later');
  await waitUntilSaved(page);
  const dead = draftIn(page);
  expect(await endDraft(page, dead)).toBe(200);

  await text.press('End');
  await page.keyboard.type(', today', { delay: 60 });
  await expect(text).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'The draft was closed' })).toContainText('Saved');
  await expect.poll(() => draftIn(page)).not.toBe(dead);
  const next = draftIn(page);
  await expect.poll(() => textsIn(page, next)).toContain('Pay later, today');
  await page.reload();
  await expect(page.getByRole('link', { name: 'Review 1 change' })).toBeVisible();
  expect(draftIn(page)).toBe(next);

  // Home leads to the last draft of the person, and the bar to a new one.
  await page.goto(`${own.origin}/studio`);
  await page.getByRole('link', { name: /^Continue: / }).click();
  await expect.poll(() => draftIn(page)).toBe(next);
  await page.getByRole('link', { name: '+ New draft' }).click();
  await expect(page.getByRole('link', { name: 'Review 0 changes' })).toBeVisible();
  expect(draftIn(page)).toBeNull();
  // The browser reports only the refused save.
  expect(faults.filter((fault) => !fault.includes('409'))).toEqual([]);
});

test('Home leads to the edits of a new draft that could not be saved, and the studio saves them', async ({
  page,
}) => {
  await openStudio(page, own, 'cyn', 'editor');
  const text = propertiesOf(page).getByLabel('Text', { exact: true });
  await goTo(page, 'Rollover Repayment');
  await text.fill('Pay later');
  await expect.poll(() => draftIn(page)).not.toBeNull();
  await waitUntilSaved(page);
  const last = draftIn(page);

  await page.getByRole('link', { name: '+ New draft' }).click();
  await expect(page.getByRole('link', { name: 'Review 0 changes' })).toBeVisible();
  await page.route('**/capiz/api/v1/drafts', (route) => route.abort());
  await goTo(page, 'Rollover Repayment');
  await text.fill('Pay next week');
  await expect(page.getByRole('status').filter({ hasText: 'Not saved' })).toBeVisible();
  await page.goto('about:blank');
  await page.unroute('**/capiz/api/v1/drafts');

  await page.goto(`${own.origin}/studio`);
  await page.getByRole('link', { name: 'Continue with them' }).click();
  await expect.poll(() => draftIn(page)).not.toBeNull();
  await waitUntilSaved(page);
  expect(draftIn(page)).not.toBe(last);
  await expect.poll(() => textsIn(page, draftIn(page))).toContain('Pay next week');
});
