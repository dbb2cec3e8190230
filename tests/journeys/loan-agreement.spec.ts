import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from './visit.ts';

const source = { lang: 'source' };

/** Every figure of the product's terms, by the section that contains it. */
const FIGURES = [
  ['9.34 the term', 'Decision and payout', 'The term of a loan is 91 to 365 calendar days.'],
  [
    '9.35 the credit',
    'Decision and payout',
    'The money is credited within 1 to 3 calendar days of your acceptance.',
  ],
  ['9.36 the decision', 'Decision and payout', 'We decide within 1 day.'],
  ['9.37 half the term before prepayment', 'Paying early', 'half of the term has passed'],
  [
    '9.37 the days before prepayment',
    'Paying early',
    'at least 7 calendar days have passed since the money was paid out',
  ],
  ['9.38 the penalty of new clients', 'Paying late', /Penalty, new clients\s*Rs\. 1,000/],
  ['9.38 the penalty of repeat clients', 'Paying late', /Penalty, repeat clients\s*Rs\. 800/],
  ['9.39 interest of days 1 to 30', 'Paying late', /days 1 to 30\s*5% per day/],
  ['9.39 interest of days 31 to 90', 'Paying late', /days 31 to 90\s*4% per day/],
  ['9.39 interest from day 91', 'Paying late', /from day 91\s*2% per day/],
  [
    '9.40 the days to report a change',
    'What you must tell us',
    'Tell us within 3 calendar days if any of these changes:',
  ],
  [
    '9.42 the days of a judgment',
    'What you must tell us',
    "A court's judgment against you must be discharged within 10 days.",
  ],
  [
    '9.41 the notice of an assignment',
    'If the loan is assigned',
    "We give you 7 business days' notice before we assign the loan to someone else.",
  ],
  ['5.21 the age', 'Who can apply', '18 years old or older'],
  ['5.21 the address', 'Who can apply', 'a permanent address in the Philippines'],
  ['9.43 the nationality as written', 'Who can apply', 'is of India nationality'],
  [
    '9.43 the other reading of the nationality',
    'Who can apply',
    /as written, or as requiring Philippine nationality/,
  ],
  ['1.5 the lender', 'The lender', /a lending corporation\. It is not the company whose app you use/],
] as const;

test('2.8 2.74 9.34 9.35 9.36 9.37 9.38 9.39 9.40 9.41 9.42 9.43 5.21 1.5 the terms contain every figure', async ({
  visit,
  page,
}) => {
  await visit('repayable').open('/loanAgreement', source);
  await expect(page.getByRole('heading', { level: 1, name: 'Loan terms and conditions' })).toBeAttached();
  for (const [what, section, words] of FIGURES) {
    await expect(page.getByRole('region', { name: section }), what).toContainText(words);
  }
  const facts = page.getByRole('region', { name: 'Key facts' });
  for (const words of [
    '91 to 365 calendar days',
    'Within 1 day',
    '1 to 3 calendar days after acceptance',
    'After half the term, at least 7 calendar days after payout',
    'Rs. 1,000 for new and Rs. 800 for repeat clients',
    '5%, 4% or 2% per day',
  ]) {
    await expect(facts).toContainText(words);
  }
});

test('the definition marks its text as a sample', () => {
  const text = readFileSync(resolve(import.meta.dirname, '../../screens/loan-agreement.screen.json'), 'utf8');
  const { description, body } = JSON.parse(text) as {
    description: string;
    body: { id?: string; title?: string; description?: string }[];
  };
  const marked = body.filter((one) => one.description === 'Sample text, to be replaced by the owner.');
  expect(description).toContain('Sample text, to be replaced by the owner.');
  expect(marked).toHaveLength(7);
});

test('the contents link to each section, and the end links back to the top', async ({ visit, page }) => {
  const borrower = visit('repayable');
  await borrower.open('/loanAgreement', source);
  await borrower.button('Paying late').click();
  const late = page.getByRole('heading', { name: 'Paying late' });
  await expect(late).toBeInViewport();
  await expect(page.getByRole('heading', { name: 'Key facts' })).not.toBeInViewport();
  await borrower.button('Back to top').click();
  await expect(page.getByRole('heading', { name: 'Key facts' })).toBeInViewport();
});

test('the agreement can be read without a session, and offline after it was opened', async ({
  page,
  context,
}) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch') calls.push(new URL(request.url()).pathname);
  });
  await page.goto('/loanAgreement?lang=source');
  await expect(page.getByText('91 to 365 calendar days').first()).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText(/You are offline/).first()).toBeVisible();
  await page.getByRole('button', { name: 'If the loan is assigned' }).click();
  await expect(page.getByText("We give you 7 business days' notice", { exact: false })).toBeInViewport();
  expect(calls.filter((path) => !path.startsWith('/capiz/'))).toEqual([]);
});
