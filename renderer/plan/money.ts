import type { Currency, Locale } from './expression.ts';
import { localizeDecimal } from './format.ts';

/*
 * Formats amounts. They are whole minor units everywhere; nothing in this file computes with fractions, which
 * `tests/fences/money-fractions.test.ts` checks.
 */

const NO_CURRENCY: Currency = { sign: '', decimals: 2 };

/**
 * Minor units as a decimal text, by its digits only: `123450` with 2 decimals is `1234.50`.
 *
 * @param minor - A whole number within ±(2^53−1).
 */
export function minorToDecimal(minor: number, decimals = 2): string {
  const digits = String(Math.abs(minor)).padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  const sign = minor < 0 ? '-' : '';
  return decimals === 0 ? sign + digits : `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** An amount with the currency's sign: `-₱1,234.50`; the minus comes first. */
export function formatMoney(minor: number, locale: Locale): string {
  const { sign, decimals } = locale.currency ?? NO_CURRENCY;
  const decimal = localizeDecimal(minorToDecimal(Math.abs(minor), decimals), locale.language);
  return `${minor < 0 ? '-' : ''}${sign}${decimal}`;
}
