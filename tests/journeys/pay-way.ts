/** Shared steps and expectations of the card payment journeys. */
import type { Page } from '@playwright/test';
import { expect, mark, type Recorded, type Visit } from './visit.ts';

const LOAN = '/api/v1/youmi/youmi-api/service/loan';
export const WAY = `${LOAN}/repayment-way`;
export const COMMIT = `${LOAN}/repayment-commit`;
export const CONFIRM = `${LOAN}/repayment-confirm`;
export const AMOUNT = { withholdingAmount: '341250', mobilePhone: '09171234567', lang: 'source' };
const FIRST = /First Island Bank/;

export const pay = (borrower: Visit) => borrower.button(/^Pay ₱/);
export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Enter the code' });
export const checking = (page: Page) => page.getByRole('dialog', { name: 'We are checking your payment' });
export const resend = (page: Page) =>
  dialog(page).getByRole('button', { name: /^(\d+s|get verification code)$/ });
export const code = (page: Page) => dialog(page).getByLabel('SMS code');
export const confirm = (page: Page) => dialog(page).getByRole('button', { name: 'Confirm' });
export const members = (call: Recorded | undefined) => Object.fromEntries(new URLSearchParams(call?.body));
export const paid = async (borrower: Visit) =>
  (await borrower.payments()).filter((payment) => (payment as { state: string }).state === 'paid').length;

export async function open(borrower: Visit, more: Record<string, string> = {}): Promise<void> {
  await borrower.open('/payWay', { ...AMOUNT, ...more });
  await expect(pay(borrower)).toBeVisible();
}

export async function choose(page: Page, bank = FIRST): Promise<void> {
  await mark(page.getByRole('radio', { name: bank }));
}

export async function toCode(borrower: Visit, more?: Record<string, string>): Promise<void> {
  await open(borrower, more);
  await choose(borrower.page);
  await pay(borrower).click();
  await expect(dialog(borrower.page)).toBeVisible();
}

export async function enter(page: Page, digits: string): Promise<void> {
  await code(page).fill(digits);
  await confirm(page).click();
}
