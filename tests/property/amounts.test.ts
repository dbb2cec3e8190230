import fc from 'fast-check';
import { expect, it } from 'vitest';
import { buildRequest } from '#renderer/plan/build-request.ts';
import { Failure, type Locale } from '#renderer/plan/expression.ts';
import { formatMoney, minorToDecimal } from '#renderer/plan/money.ts';
import { parseReply } from '#renderer/plan/parse-reply.ts';
import type { EndpointPlan, Shape } from '#renderer/plan/plan.ts';
import { readReply } from '#renderer/plan/read-reply.ts';
import { callEndpoint, createTestApp, FULL_PAYMENT, ROLLOVER_PAYMENT } from '#src/server/testing.ts';
import { reportFigures } from '#tests/reliability/figures.ts';
import { LONG, RUNS, SEED } from './settings.ts';

/*
 * Check 13: an amount of a reply is shown, parsed back from its display, and sent, without the loss of a minor unit; no step
 * reads it as a fraction.
 */
const AMOUNTS = LONG ? 10_000 : Math.min(1_500, RUNS);
const LANGUAGES = ['source', 'en-PH', 'fil-PH', 'de-DE', 'id-ID', 'en-IN', 'fr-FR'];
const CURRENCIES = [
  { sign: '₱', decimals: 2 },
  { sign: 'Rp', decimals: 0 },
  { sign: 'KD ', decimals: 3 },
];
const LOCALES: readonly Locale[] = LANGUAGES.flatMap((language) =>
  CURRENCIES.map((currency) => ({ language, currency, timeZone: 'UTC', now: () => 0, message: String })),
);

const LARGEST = Number.MAX_SAFE_INTEGER;
const amounts = fc.oneof(
  fc.integer({ min: -LARGEST, max: LARGEST }),
  fc.integer({ min: 0, max: 100_000_000 }),
  fc.constantFrom(0, 1, 9, 10, 99, 100, 101, 105, 999, 1_005, 100_001, 434_900, LARGEST, LARGEST - 1, -1),
);
const SHAPE: Shape = { type: 'money', read: 'minor' };
const ENDPOINT: EndpointPlan = {
  name: 'pay',
  method: 'POST',
  path: '/pay',
  encoding: 'form',
  headers: [],
  safe: false,
  keyed: true,
  timeoutMs: 60_000,
  request: [{ name: 'amount', wire: 'amount' }],
  reply: { type: 'record', members: [] },
};

/** Parses a displayed amount to minor units from its digits; shares no code with the formatter. */
function readShown(shown: string, { language, currency }: Locale): bigint {
  const point = language === 'source' ? '.' : (separatorOf(language) ?? '.');
  const [, fraction = ''] = shown.split(point);
  const decimals = currency?.decimals ?? 2;
  if (decimals > 0 && fraction.length !== decimals) throw new Error(`${shown} has no ${decimals} decimals.`);
  return BigInt(shown.replace(/\D/g, '')) * (shown.startsWith('-') ? -1n : 1n);
}

function separatorOf(language: string): string | undefined {
  return new Intl.NumberFormat(language).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value;
}

/** Takes an amount through all steps. @returns What is shown and sent. */
function carry(minor: number, isText: boolean, locale: Locale): { shown: bigint; sent: string } {
  const parsed = parseReply(isText ? `"${minor}"` : `${minor}`);
  const read = parsed.ok ? readReply(parsed.json, SHAPE) : undefined;
  if (!read?.ok || typeof read.value !== 'number') throw new Error(`${minor} was not read.`);
  const built = buildRequest(ENDPOINT, { amount: read.value }, { session: {}, config: {} });
  if (built instanceof Failure) throw new Error(`${minor} was not sent.`);
  return {
    shown: readShown(formatMoney(read.value, locale), locale),
    sent: new URLSearchParams(built.body).get('amount') ?? '',
  };
}

it('the shown and the sent amount equal the amount of the reply', () => {
  let count = 0;
  fc.assert(
    fc.property(amounts, fc.boolean(), (minor, isText) => {
      for (const locale of LOCALES) {
        count += 1;
        const { shown, sent } = carry(minor, isText, locale);
        if (shown !== BigInt(minor) || sent !== String(minor)) return false;
      }
      return true;
    }),
    { numRuns: AMOUNTS, seed: SEED },
  );
  reportFigures({ check: 13, amounts: AMOUNTS, locales: LOCALES.length, carried: count });
  expect(count).toBe(AMOUNTS * LOCALES.length);
}, 300_000);

it('the check detects an amount that is converted to a fraction', () => {
  const drawn = fc.sample(amounts, { numRuns: AMOUNTS, seed: SEED });
  const wrong = drawn.filter((minor) => Math.round(Number(minorToDecimal(minor)) * 100) !== minor);
  expect(wrong.length).toBeGreaterThan(0);
});

it('a repeated amount, a fraction, and a number beyond 2^53 are refused', () => {
  let looked = 0;
  fc.assert(
    fc.property(amounts, fc.bigInt({ min: 2n ** 53n, max: 2n ** 80n }), (minor, large) => {
      looked += 1;
      const refused = [
        `{"amount":${minor},"amount":${minor}}`,
        `{"amount":${large}}`,
        `{"amount":-${large}}`,
      ];
      if (refused.some((text) => parseReply(text).ok)) return false;
      const texts = [`${large}`, `${minor}.5`, `${minor}e2`, `0x10`, '', ' 1', '1,000', 'NaN'];
      return texts.every((text) => !readReply(text, SHAPE).ok);
    }),
    { numRuns: 500, seed: SEED },
  );
  expect(looked).toBeGreaterThanOrEqual(500);
});

/** Headers that identify a reference session. */
const sessionOf = (orderId: string) => ({ gather: `session-${orderId}`, eyes: `session-${orderId}` });
const MINE = 'repayable-amounts';

it('the loan service accepts only the due amount, of the same order, product and borrower', async () => {
  const { app } = createTestApp();
  const taken: string[] = [];
  const offsets = [-1, 1, -100, 100, -341_250, 10 ** 9, 0.5, Number.NaN];
  const tampered = [FULL_PAYMENT, ROLLOVER_PAYMENT].flatMap((payment) => [
    ...offsets.map((offset) => ({ ...payment, amount: String(Number(payment.amount) + offset) })),
    { ...payment, amount: '' },
    { ...payment, amount: `${payment.amount}.00` },
    { ...payment, productId: '9999' },
    { ...payment, orderId: 'repayable-unknown/../x' },
    { ...payment, orderId: 'nobody' },
  ]);
  for (const members of tampered) {
    const headers = {
      ...sessionOf(MINE),
      'Idempotency-Key': `k${taken.length}-${JSON.stringify(members)}`.slice(0, 200),
    };
    const answer = await callEndpoint(app, 'pay-code', { orderId: MINE, ...members }, { headers });
    if (((await answer.json()) as { success?: unknown }).success === true)
      taken.push(JSON.stringify(members));
  }
  const due = { orderId: MINE, ...FULL_PAYMENT };
  for (const other of ['repayable-somebody', 'due-today-somebody', 'failed-somebody', 'repayable-amounts2']) {
    const headers = { ...sessionOf(other), 'Idempotency-Key': other };
    const answer = (await (await callEndpoint(app, 'pay-code', due, { headers })).json()) as object;
    if (!('success' in answer) || answer.success !== false) taken.push(other);
  }
  reportFigures({ check: 13, tampered: tampered.length, borrowers: 4, taken: taken.length });
  expect(taken).toEqual([]);
  const headers = { ...sessionOf(MINE), 'Idempotency-Key': 'right' };
  const right = await callEndpoint(app, 'pay-code', due, { headers });
  expect(await right.json()).toMatchObject({ success: true });
});
