import { answerWith } from './shell.ts';
import { expect, mark, test } from './visit.ts';

const SOURCE = { lang: 'source' };
const LIST = '/user-problem/problem-list';
const DETAIL = '/fixing/user-problem/problem-detail';
const SCORE = '/fixing/user-problem/save-score';

const INIT = '/user-problem/problem-init';

test('2.76 2.77 2.78 3.9 3.10 7.17 the start: the order, the questions, and the link to the list', async ({
  visit,
  page,
}) => {
  const borrower = visit('complaint');
  await borrower.open('/complainPage', SOURCE);
  await expect(page.getByText('Sunrise Cash')).toBeVisible();
  await expect(page.getByText('Repayment is open')).toBeVisible();
  await expect(page.getByText('₱3,412.50')).toBeVisible();
  for (const title of ['How I was asked to pay', 'My repayment', 'My loan', 'Something else'])
    await expect(borrower.button(title)).toBeVisible();
  const [call] = await borrower.requests(INIT);
  expect(call).toMatchObject({ method: 'POST', body: `orderId=${borrower.orderId}` });
  await borrower.button('My complaints').click();
  await expect(page).toHaveURL(/\/complaintList/);
});

test('4.6 type 1 shows its sub-types, and hides them; a sub-type opens the form', async ({ visit, page }) => {
  const borrower = visit('complaint');
  await borrower.open('/complainPage', SOURCE);
  await expect(borrower.button('Rude words')).toBeHidden();
  await borrower.button('How I was asked to pay').click();
  await expect(borrower.button('Rude words')).toBeVisible();
  await borrower.button('How I was asked to pay').click();
  await expect(borrower.button('Rude words')).toBeHidden();
  await borrower.button('How I was asked to pay').click();
  await borrower.button('Rude words').click();
  await expect(page).toHaveURL(/\/complainPageNext\?/);
  const query = new URL(page.url()).searchParams;
  expect([query.get('problemType'), query.get('problemSonType'), query.get('orderNo')]).toEqual([
    '1',
    '12',
    borrower.orderId,
  ]);
});

test('4.7 any other type opens the form at once', async ({ visit, page }) => {
  const borrower = visit('complaint');
  await borrower.open('/complainPage', SOURCE);
  await borrower.button('My loan').click();
  await expect(page).toHaveURL(/\/complainPageNext\?.*problemType=3/);
  expect(new URL(page.url()).searchParams.get('problemSonType')).toBeNull();
});

test('4.8 5.6 type 1 is refused with a reason for an order that does not allow it', async ({
  visit,
  page,
}) => {
  const borrower = visit('complaint-no-collection');
  await borrower.open('/complainPage', SOURCE);
  await borrower.button('How I was asked to pay').click();
  await expect(
    page.getByText('The selected order does not support sending collection types').first(),
  ).toBeVisible();
  await expect(borrower.button('Rude words')).toBeHidden();
  expect(new URL(page.url()).pathname).toBe('/complainPage');
});

test('2.77 4.9 another order is picked under All, stored on the device, and requested', async ({
  visit,
  page,
}) => {
  const borrower = visit('complaint');
  await borrower.open('/complainPage', SOURCE);
  await borrower.button('All').click();
  await mark(page.getByRole('radio', { name: /Harbour Loan/ }));
  await borrower.button('Confirm').click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText('Harbour Loan').first()).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('capiz:complaintOrder'))).toContain('other-2');
  await page.reload();
  await expect(page.getByText('Harbour Loan').first()).toBeVisible();
});

test('without an order the questions can still be opened', async ({ visit, page }) => {
  const borrower = visit('complaint-no-orders');
  await borrower.open('/complainPage', SOURCE);
  await expect(page.getByText('You have no loans yet')).toBeVisible();
  await borrower.button('Something else').click();
  await expect(page).toHaveURL(/\/complainPageNext\?.*problemType=4/);
});

const DETAILS = { ...SOURCE, problemId: '301' };

test('2.75 2.84 2.85 3.12 7.21 the list: tabs with their complaints, each of which opens its details', async ({
  visit,
  page,
}) => {
  const borrower = visit('complaint');
  await borrower.open('/complaintList', SOURCE);
  await expect(page.getByRole('tab')).toHaveText(['In progress', 'Answered', 'Closed']);
  const panel = page.getByRole('tabpanel');
  await expect(panel.getByRole('button', { name: /My repayment/ })).toBeVisible();
  await expect(panel.getByText(/10:42:00/).first()).toBeVisible();
  await page.getByRole('tab', { name: 'Closed' }).click();
  await expect(panel.getByText('No complaints here')).toBeVisible();
  await page.getByRole('tab', { name: 'Answered' }).click();
  await panel.getByRole('button', { name: /My loan/ }).click();
  await expect(page).toHaveURL(/\/complainDetails\?.*problemId=288/);
  await page.goBack();
  await expect(page.getByRole('tab', { name: 'Answered', selected: true })).toBeVisible();

  const [call] = await borrower.requests(LIST);
  expect(call).toMatchObject({ method: 'POST', path: LIST, body: '' });
});

test('7.21 tabs next to the code in the reply are read too', async ({ visit, page }) => {
  await page.route(
    (url) => url.pathname === LIST,
    (route) =>
      route.fulfill({
        json: {
          code: '00',
          message: '',
          tabs: [{ title: 'All', list: [{ id: 7, type: 'My loan', content: 'One.', time: '' }] }],
        },
      }),
  );
  await visit('complaint').open('/complaintList', SOURCE);
  await expect(page.getByRole('tab', { name: 'All' })).toBeVisible();
  await expect(page.getByRole('button', { name: /My loan/ })).toBeVisible();
});

test('without complaints the list shows a message, and can be loaded again', async ({ visit, page }) => {
  const borrower = visit('complaint-nothing');
  await borrower.open('/complaintList', SOURCE);
  await expect(page.getByText('No complaints here')).toBeVisible();
  await borrower.button('Refresh').click();
  await expect.poll(async () => (await borrower.requests(LIST)).length).toBe(2);
});

test('2.86 2.87 2.88 3.13 7.15 the details: type, content with its counter, images, and the result', async ({
  visit,
  page,
}) => {
  const borrower = visit('complaint');
  await borrower.open('/complainDetails', DETAILS);
  await expect(page.getByRole('heading', { level: 1, name: 'Online service' })).toBeVisible();
  await expect(page.getByText('How I was asked to pay / Too many calls')).toBeVisible();
  const content = page.getByRole('textbox', { name: 'Content' });
  await expect(content).toHaveValue('Too many calls in one day, also on Sunday.');
  await expect(content).not.toBeEditable();
  await expect(page.getByText('42/200')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Process Result' })).toBeVisible();
  await expect(page.getByText(/told to call once a day/)).toBeVisible();
  await expect(page.getByRole('button', { name: /Photo [12]/ })).toHaveCount(2);

  const [call] = await borrower.requests(DETAIL);
  expect(call).toMatchObject({ method: 'POST', body: 'problemId=301' });
});

test('2.88 without text and images of the agent there is no result', async ({ visit, page }) => {
  await visit('complaint-open').open('/complainDetails', { ...SOURCE, problemId: '302' });
  await expect(page.getByText('In progress')).toBeVisible();
  await expect(page.getByText('My repayment', { exact: true })).toBeVisible();
  await expect(page.getByText('Process Result')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Rate this answer' })).toHaveCount(0);
});

test('2.89 4.11 4.12 4.13 4.14 4.62 3.14 7.16 8.9 9.20 9.21 the rating opens by itself after 3 s, is not closed by a tap outside, and is sent once', async ({
  visit,
  page,
}) => {
  await page.addInitScript(() => {
    const at: { content?: number; dialog?: number } = {};
    Object.assign(window, { at });
    new MutationObserver(() => {
      if (document.body?.innerText.includes('Process Result')) at.content ??= performance.now();
      if (document.querySelector('dialog[open]')) at.dialog ??= performance.now();
    }).observe(document, { childList: true, subtree: true, attributes: true, characterData: true });
  });
  const borrower = visit('complaint');
  await borrower.open('/complainDetails', DETAILS);
  const dialog = page.getByRole('dialog', { name: 'How was our answer?' });
  await expect(dialog).toBeVisible({ timeout: 15_000 });
  const waitedMs = await page.evaluate(() => {
    const { at } = window as unknown as { at: { content: number; dialog: number } };
    return at.dialog - at.content;
  });
  // The load ended up to one frame before the content was visible.
  expect(waitedMs).toBeGreaterThan(2500);
  expect(waitedMs).toBeLessThan(6000);

  await page.mouse.click(195, 20);
  await expect(dialog).toBeVisible();
  await mark(dialog.getByRole('radio', { name: '3 stars' }));
  await expect(dialog.locator('.cz-rating-stars input:checked')).toHaveValue('3');
  await borrower.button('Cancel').click();
  await expect(dialog).toBeHidden();
  await borrower.button('Rate this answer').click();
  await expect(dialog.locator('.cz-rating-stars input:checked')).toHaveCount(0);

  await borrower.button('Send').click();
  await expect(dialog.getByText('Choose 1 to 5 stars').first()).toBeVisible();
  expect(await borrower.requests(SCORE)).toEqual([]);
  await mark(dialog.getByRole('radio', { name: '5 stars' }));
  await borrower.button('Send').click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Successful demonstration!')).toBeVisible();
  await expect(page.getByRole('note').getByText('Your rating was sent.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Rate this answer' })).toHaveCount(0);
  const [call] = await borrower.requests(SCORE);
  expect(call).toMatchObject({ method: 'POST', body: 'score=5&problemId=301' });
});

test('4.11 a complaint that needs no rating opens none', async ({ visit, page }) => {
  await page.clock.install();
  await answerWith(page, DETAIL, { isNeedScore: 0 });
  await visit('complaint').open('/complainDetails', DETAILS);
  await expect(page.getByText('Process Result')).toBeVisible();
  await page.clock.runFor(5000);
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('8.9 a refused rating shows the message and stays open', async ({ visit, page }) => {
  const borrower = visit('complaint-rating-error');
  await borrower.open('/complainDetails', DETAILS);
  await borrower.button('Rate this answer').click();
  const dialog = page.getByRole('dialog', { name: 'How was our answer?' });
  await mark(dialog.getByRole('radio', { name: '1 star' }));
  await borrower.button('Send').click();
  await expect(dialog.getByText('Please rate later.').first()).toBeVisible();
});
