import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Literals of the specification, by the file that contains them. */
const LITERALS: { readonly [file: string]: readonly string[] } = {
  'order.screen.json': [
    'Order Details',
    'REPAY',
    'Repayment',
    'Short of money?',
    'Rollover Repayment',
    'Borrow Again',
    'Click to view more products',
    'Kind tips',
    'Confirm',
    'withdraw now',
    'Withdraw Now',
    'Go and bind the card',
    'Silakan pilih',
    'loading...',
  ],
  'rollover.screen.json': ['Your next payment date is ${date(data.plan.repayDate)}', 'Plan'],
  'repay.screen.json': ['Repayment date ${date(data.plan.repayDate)}', 'more', 'hide'],
  'parts/loan-amount.part.json': ['Loan amount'],
  'loan-confirm-new.screen.json': ['Payment Plan', 'Loan', 'Cancel', 'Agree'],
  'repay-code-stored.screen.json': ['Contract No.', 'Click to Copy', 'Total Payment', 'copy success'],
  'loan-confirm.screen.json': ['Repayment date', 'Detailed', 'Plan', 'Agree', 'Cancel', 'loading...'],
  'complaint-list.screen.json': ['My complaints'],
  'complaint-details.screen.json': [
    'Online service',
    'Complaint type',
    'Process Result',
    'Successful demonstration!',
  ],
  'parts/cancel-button.part.json': ['Cancel'],
  'login-failure.screen.json': ['Order Details', 'Failed'],
  'repay-code.screen.json': ['repayment amount'],
  'parts/pay-code.part.json': ['Copy', 'copy success'],
  'parts/default-pay.part.json': ['copy', 'copy success'],
  'pay-way.screen.json': [
    'please select a payment bank card first',
    'please enter the correct verification code',
    'failed to query card list',
    'processing failed',
    'verification code error',
    'do not submit the payment request repeatedly',
    'get verification code',
    'error',
    'loading...',
  ],
  'borrow-detail.screen.json': ['Order Details'],
  'promotion.screen.json': [
    'enter phone correctly',
    'enter image captcha',
    'enter SMS code correctly',
    'do not resend the code',
    'verification code sent, please check your phone',
    'You are registered, please download the APP to log in',
    'registration successful',
    'error',
  ],
  'parts/payment-channels.part.json': [
    'Payment Method',
    'Please select your repayment method for payment',
    'Payment',
    'loading...',
  ],
};

/** Overrides in `en-PH`: of literals in another language, and of misleading ones. */
const EDITED = {
  'Silakan pilih': 'Choose 1 to 5 stars',
  'withdraw now': 'Withdraw now',
  'Withdraw Now': 'Withdraw now',
  'copy success': 'Copied',
  'Contract No.': 'Payment code',
  'loading...': 'Loading…',
  '{left}s': 'Resend in {left} s',
  'please select a payment bank card first': 'Select a bank card first',
  'please enter the correct verification code': 'Enter the 6-digit code',
  'failed to query card list': 'We could not load your cards',
  'processing failed': 'Payment was not processed',
  'verification code error': 'Wrong code. Check the SMS and try again',
  'do not submit the payment request repeatedly': 'This payment was already sent. Check its status',
  error: 'The connection was lost',
  'Successful demonstration!': 'Thank you. Rating sent',
  'enter phone correctly': 'Enter a valid mobile number',
  'enter image captcha': 'Enter the characters in the image',
  'enter SMS code correctly': 'Enter the 6-digit SMS code',
  'do not resend the code': 'Wait for the countdown to end before you ask for a new code',
  'verification code sent, please check your phone': 'Code sent. Check your phone',
  'registration successful': 'You are registered',
};

const read = (file: string): unknown => JSON.parse(readFileSync(join('screens', file), 'utf8'));

interface Lists {
  readonly lists: { readonly [name: string]: unknown };
}

/** The texts of a definition, and those of the application's lists that it runs. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  const list = 'do' in value && value.do === 'run' && 'list' in value ? String(value.list) : undefined;
  const run = list === undefined ? undefined : (read('app.json') as Lists).lists[list];
  return [...Object.values(value), run].flatMap(textsIn);
}

describe('the wording', () => {
  it.each(Object.entries(LITERALS))('%s contains every literal of the specification', (file, literals) => {
    const texts = new Set(textsIn(read(file)));
    expect(literals.filter((literal) => !texts.has(literal))).toEqual([]);
  });

  it('en-PH overrides exactly the literals that these screens may not show', () => {
    expect(read('messages/en-PH.json')).toMatchObject({ language: 'en-PH' });
    expect((read('messages/en-PH.json') as { messages: unknown }).messages).toEqual(EDITED);
  });

  it('the language source has no catalogue and shows every literal unchanged', () => {
    expect(readdirSync('screens/messages')).not.toContain('source.json');
    expect(read('app.json')).toMatchObject({
      languages: { default: 'en-PH', list: ['en-PH', 'fil-PH', 'source'] },
    });
  });
});

describe('the texts that borrowers read', () => {
  /** The text of every state, by the file of its screen; `capiz test` keeps these files current. */
  const told = (language: string) =>
    readdirSync(join('fixtures/snapshots', language)).map(
      (name) => [name, readFileSync(join('fixtures/snapshots', language, name), 'utf8')] as const,
    );

  /** The states of a screen that have their own text. */
  const states = told('en-PH').flatMap(([name, text]) =>
    text
      .split(/^## /m)
      .slice(1)
      .map((state) => ({ name: `${name.replace('.txt', '')}/${state.split(':')[0]}`, state })),
  );

  it('2.53 "Do not pay again" is never shown with words that ask to pay', () => {
    const both = states.filter(({ state }) => /do not pay/i.test(state) && /please (re)?pay/i.test(state));
    expect(both.map(({ name }) => name)).toEqual([]);
  });

  it('2.83 "Successfully Sent" is the name of the dialog and is not repeated in it', () => {
    const said = states.flatMap(({ state }) => state.match(/^ *heading .*"Successfully Sent"/gm) ?? []);
    expect(said).toEqual(['  heading 2 "Successfully Sent"']);
  });

  it('2.90 "Privacy Policy" can be read inside the app, where the header is hidden', () => {
    const inside = states.find(({ name }) => name === 'privacy-policy/in-shell')?.state;
    expect(inside?.split('\nmain')[1]).toContain('"Privacy Policy"');
  });

  it.each(['en-PH', 'fil-PH'])('9.44 no screen in %s shows a date in machine format', (language) => {
    const found = told(language).flatMap(([name, text]) =>
      (text.match(/^.*\b\d{4}-\d\d-\d\d\b.*$/gm) ?? []).map((line) => `${name}: ${line.trim()}`),
    );
    expect(found).toEqual([]);
  });
});
