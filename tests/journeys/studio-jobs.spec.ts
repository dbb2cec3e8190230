import type { Locator, Page } from '@playwright/test';
import { Job, openPhone, publishDraft } from './job.ts';
import { OwnServer } from './own-server.ts';
import { errorless, lineOf, openStudio, previewOf, waitUntilSaved } from './studio.ts';
import { expect, test, Visit } from './visit.ts';

/* Jobs of product staff that change what borrowers see. Each ends with what a borrower then sees. */

let own: OwnServer;
test.beforeAll(async () => {
  own = new OwnServer();
  // Developers have prepared the service and the form: it takes a phone number, and asks how to answer.
  own.edit('schemas/api/problem-save.endpoint.json', (text) =>
    text.replace(
      '"orderNo": {',
      `"contactPhone": { "type": "string", "absent": "empty" },
      "answerBy": { "type": "string", "absent": "empty" },
      "orderNo": {`,
    ),
  );
  own.edit('screens/complaint-form.screen.json', (text) =>
    text
      .replace(
        '"type": "photos",',
        `"type": "choice", "name": "answer", "label": "How may we answer?", "options": [
          { "value": "app", "text": "In the app" }, { "value": "mail", "text": "By e-mail" } ] },
        { "type": "photos",`,
      )
      .replace(
        '"orderNo": "${values.orderNo}"\n            },',
        '"orderNo": "${values.orderNo}", "answerBy": "${form.complaint.answer}"\n            },',
      ),
  );
  await own.start();
});
test.afterAll(() => own.remove());

const properties = (page: Page): Locator => page.getByRole('region', { name: 'Properties' });
const outline = (page: Page): Locator => page.getByRole('tree', { name: 'Outline' });
const add = (page: Page, kind: RegExp): Locator =>
  page.getByRole('dialog').getByRole('option', { name: kind });

test('a required field and an option are added to the complaint form, and the service receives them', async ({
  page,
  browser,
  request,
}) => {
  test.setTimeout(300_000);
  page.setDefaultTimeout(30_000);
  const faults = await openStudio(page, own, 'ana', 'admin');
  const job = new Job('J3');
  await job.step('add the field', page, async (hand) => {
    await hand.find('Your comments');
    await hand.click(page.getByRole('button', { name: 'Add…' }).first());
    await hand.click(add(page, /^Text field/));
    await hand.key('Enter');
    await hand.type('Phone number');
    await hand.fill(properties(page).getByLabel('Hint', { exact: true }), 'Such as 09171234567');
    await expect(previewOf(page).getByLabel('Phone number')).toBeVisible();
  });
  const rules = properties(page).getByRole('group', { name: 'Rules' });
  await job.step('require it', page, async (hand) => {
    await hand.click(rules.getByRole('switch', { name: 'Required' }));
    await hand.fill(rules.getByLabel('Message', { exact: true }), 'Enter your phone number');
  });
  await job.step('set its pattern', page, async (hand) => {
    await hand.click(rules.getByRole('switch', { name: 'Pattern' }));
    await hand.choose(rules.getByLabel('The text must be'), 'A mobile number');
  });
  await job.step('send it', page, async (hand) => {
    await hand.choose(page.getByLabel('In “Problem save”'), { label: 'Contact phone' });
  });
  await job.step('add the option', page, async (hand) => {
    await hand.find('How may we answer?');
    const options = properties(page).getByRole('group', { name: 'Options' });
    await hand.click(options.getByRole('button', { name: 'Add an option' }));
    await hand.fill(options.getByLabel('Text', { exact: true }).last(), 'By phone');
    await expect(previewOf(page).getByText('By phone')).toBeVisible();
  });
  await expect(errorless(page)).toBeVisible();
  await waitUntilSaved(page);
  await publishDraft(page, browser, own, 'fay');

  const phone = await openPhone(browser);
  const borrower = new Visit(phone, request, 'complaint');
  await phone.goto(own.origin + borrower.address('/complainPageNext', { lang: 'source', problemType: '2' }));
  await phone.getByLabel('Your comments').fill('I paid on Monday.');
  await borrower.button('Send').click();
  await expect(phone.getByText('Enter your phone number').first()).toBeVisible();
  await phone.getByLabel('Phone number').fill('0917');
  await phone.getByRole('radio', { name: 'By phone' }).check();
  await borrower.button('Send').click();
  await expect(phone.getByText('Enter a mobile number').first()).toBeVisible();
  await phone.getByLabel('Phone number').fill('09171234567');
  const saved = phone.waitForRequest((one) => one.url().includes('/user-problem/problem-save'));
  await borrower.button('Send').click();
  const sent = Object.fromEntries(new URLSearchParams((await saved).postData() ?? ''));
  expect(sent).toMatchObject({ problemDetail: 'I paid on Monday.', contactPhone: '09171234567' });
  expect(sent['answerBy']).toBeTruthy();
  expect(sent['answerBy']).not.toMatch(/^(?:app|mail)$/);
  await expect(phone.getByText('Successfully Sent')).toBeVisible();
  job.end();
  expect(faults).toEqual([]);
});

test('a notice with a picture is first on the order between two dates, and other nodes change places', async ({
  page,
  browser,
  request,
}) => {
  test.setTimeout(300_000);
  const faults = await openStudio(page, own, 'ben', 'admin');
  const job = new Job('J4');
  await job.step('add the notice', page, async (hand) => {
    await hand.click(lineOf(page, 'order'));
    await hand.click(outline(page).getByRole('treeitem', { name: 'Button Customer service' }));
    await hand.click(page.getByRole('button', { name: 'Add…' }).first());
    await hand.click(add(page, /^Item/));
    await hand.fill(properties(page).getByLabel('Title', { exact: true }), 'Closed at Christmas');
    await hand.fill(properties(page).getByLabel('Text', { exact: true }), 'We answer again on 27 December.');
  });
  await job.step('give it a picture', page, async (hand) => {
    await hand.click(properties(page).getByText('Choose for Image'));
    await hand.click(properties(page).getByRole('button', { name: /help/ }));
  });
  const visibility = page.getByRole('region', { name: 'Visibility' });
  const from = new Date(Date.now() - 2 * 24 * 60 * 60_000).toISOString().slice(0, 10);
  const until = new Date(Date.now() + 5 * 24 * 60 * 60_000).toISOString().slice(0, 10);
  await job.step('show it from a day', page, async (hand) => {
    await hand.click(visibility.getByRole('button', { name: 'Add a condition' }));
    await hand.fill(visibility.getByLabel('What'), 'Today');
    await hand.choose(visibility.getByLabel('Relation'), { label: 'is on or after' });
    await hand.fill(visibility.getByLabel('Value'), from);
    await hand.click(visibility.getByRole('button', { name: 'Add', exact: true }));
  });
  await job.step('until a day', page, async (hand) => {
    await hand.click(visibility.getByRole('button', { name: 'Add a condition' }));
    await hand.fill(visibility.getByLabel('What'), 'Today');
    await hand.choose(visibility.getByLabel('Relation'), { label: 'is on or before' });
    await hand.fill(visibility.getByLabel('Value'), until);
    await hand.click(visibility.getByRole('button', { name: 'Add', exact: true }));
  });
  await job.step('move it to the top', page, async (hand) => {
    await hand.click(outline(page).getByRole('treeitem', { name: /Closed at Christmas/ }));
    for (let times = 0; times < 6; times += 1) {
      const line = outline(page).getByRole('treeitem', { selected: true });
      if ((await line.getAttribute('aria-posinset')) === '1') break;
      const at = Number(await line.getAttribute('aria-posinset'));
      await hand.key('Alt+ArrowUp');
      await expect(line).toHaveAttribute('aria-posinset', String(at - 1));
    }
  });
  await expect(errorless(page)).toBeVisible();
  await waitUntilSaved(page);
  await publishDraft(page, browser, own, 'gil');

  const phone = await openPhone(browser);
  const borrower = new Visit(phone, request, 'repayable');
  await phone.goto(own.origin + borrower.address('/order', { lang: 'source' }));
  // Wait for the page itself, not the screen that the server rendered.
  const notice = phone.locator('#capiz').getByText('Closed at Christmas');
  await expect(notice).toBeVisible();
  const [top, next] = await Promise.all(
    [notice, phone.locator('#capiz').getByRole('button', { name: 'Customer service' })].map((one) =>
      one.boundingBox(),
    ),
  );
  expect(top?.y).toBeLessThan(next?.y ?? 0);
  job.end();
  expect(faults).toEqual([]);
});

test('a text is translated to Filipino, and its screens and its last author are found', async ({
  page,
  browser,
  request,
}) => {
  test.setTimeout(300_000);
  const faults = await openStudio(page, own, 'cora', 'admin');
  const texts = new Job('J5');
  await texts.step('translate the text', page, async (hand) => {
    await hand.click(page.getByRole('link', { name: 'Texts', exact: true }));
    await hand.fill(page.getByLabel('Find a text'), 'payment method');
    const row = page.getByRole('row', { name: 'Payment Method Part payment-channels' });
    await hand.fill(
      row.getByLabel('“Payment Method” in Filipino (Philippines)', { exact: true }),
      'Mga paraan ng bayad',
    );
    await hand.click(row.getByLabel('“Payment Method” in Filipino (Philippines) is a draft'));
  });
  await waitUntilSaved(page);

  const places = new Job('J12');
  await places.step('find all screens', page, async (hand) => {
    await hand.key('Control+Shift+F');
    await hand.type('Payment Method');
    await expect(page.getByRole('search', { name: 'All documents' }).getByRole('status')).toContainText(
      'found. On 2 screens: Repayment and Rollover Repayment.',
    );
  });
  await publishDraft(page, browser, own, 'hal');

  const phone = await openPhone(browser);
  const borrower = new Visit(phone, request, 'repayable');
  await phone.goto(own.origin + borrower.address('/repay', { lang: 'fil-PH' }));
  await expect(borrower.button('Mga paraan ng bayad')).toBeVisible();
  texts.end();
  places.end();
  expect(faults).toEqual([]);
});
