import { expect, test } from './visit.ts';

const SAVE = '**/fixing/v3/bind-card/bind-card-new**';

test('steps: a reload in the middle, the browser’s Back, a review, and an error that opens its step', async ({
  visit,
  page,
}) => {
  const borrower = visit('complaint');
  const step = (words: string) => page.getByText(words, { exact: true });
  await borrower.open('/testSteps');
  await expect(step('Step 1 of 3')).toBeVisible();
  await borrower.button('Next').click();
  await expect(page.getByText('Enter your full name')).toBeVisible();
  await expect(page.getByLabel('Full name')).toBeFocused();
  await page.getByLabel('Full name').fill('Maria Santos');
  await page.getByLabel('Full name').press('Enter');
  await expect(step('Step 2 of 3')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your children' })).toBeFocused();
  await borrower.button('Add a child').click();
  await page.getByLabel('Name', { exact: true }).fill('Jose');
  await expect.poll(() => page.evaluate(() => JSON.stringify(Object.values(localStorage)))).toContain('Jose');

  await page.reload();
  await expect(step('Step 2 of 3')).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Jose');

  await page.goBack();
  await expect(step('Step 1 of 3')).toBeVisible();
  await expect(page.getByLabel('Full name')).toHaveValue('Maria Santos');
  await borrower.button('Next').click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Jose');
  await borrower.button('Next').click();
  await expect(step('Step 3 of 3')).toBeVisible();
  await expect(page.getByRole('definition')).toHaveText(['Maria Santos', 'Nothing entered', 'Jose']);

  await page.route(SAVE, (route) =>
    route.fulfill({
      json: {
        code: '7',
        message: 'Not saved.',
        data: { errors: { '/name': 'We know nobody of this name.' } },
      },
    }),
  );
  await borrower.button('Send').click();
  await expect(step('Step 1 of 3')).toBeVisible();
  await expect(page.getByLabel('Full name')).toBeFocused();
  await expect(page.getByText('We know nobody of this name.')).toBeVisible();
  await page.unroute(SAVE);
  await page.getByLabel('Full name').fill('Maria Reyes');
  await borrower.button('Next').click();
  await expect(page.getByRole('definition').first()).toHaveText('Maria Reyes');
  const sent = page.waitForRequest(SAVE);
  await borrower.button('Send').click();
  expect(new URLSearchParams((await sent).postData() ?? '').get('fullName')).toBe('Maria Reyes');
});
