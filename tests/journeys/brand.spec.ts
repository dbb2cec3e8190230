import type { Locator } from '@playwright/test';
import { OwnServer } from './own-server.ts';
import { lineOf, openStudio, previewOf } from './studio.ts';
import { expect, test, Visit } from './visit.ts';

/* The release's brand colours override the tokens of the page's build. */

let own: OwnServer;
const TEAL = 'rgb(15, 110, 99)';
const TEAL_ON_DARK = 'rgb(38, 125, 113)';
const VIOLET = 'rgb(130, 10, 209)';

test.beforeAll(async () => {
  own = new OwnServer();
  // The page was built with another colour.
  own.edit('screens/app.json', (text) => text.replace('"seed": "#2a4bd7"', '"seed": "#0f6e63"'));
  await own.start();
});
test.afterAll(() => own.remove());

const toHaveFill = (button: Locator, colour: string) => expect(button).toHaveCSS('background-color', colour);

test('9.12 a page has the colours of its release, in the light and in the dark', async ({
  page,
  request,
}) => {
  const visit = new Visit(page, request, 'repayable');
  await page.goto(own.origin + visit.address('/repay', {}));
  await toHaveFill(visit.button('Payment Method'), TEAL);
  await page.emulateMedia({ colorScheme: 'dark' });
  await toHaveFill(visit.button('Payment Method'), TEAL_ON_DARK);
});

test('another colour is shown in the preview while it is chosen', async ({ page }) => {
  const faults = await openStudio(page, own, 'bea', 'editor');
  await lineOf(page, 'repay').click();
  const button = previewOf(page).getByRole('button', { name: 'Payment Method' });
  await toHaveFill(button, TEAL);
  await page.getByRole('tab', { name: 'Documents' }).click();
  await page.getByRole('region', { name: 'Application' }).getByRole('button').click();
  await page.getByText('Brand', { exact: true }).click();
  await page.getByLabel('Seed').fill('#820ad1');
  await toHaveFill(button, VIOLET);
  expect(faults).toEqual([]);
});
