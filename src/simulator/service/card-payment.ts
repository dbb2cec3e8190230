import { isRecord } from '#src/shared/contract.ts';
import { type Call, payloadOf, refuse } from './call.ts';
import type { Outcome } from './envelope.ts';
import type { CardRecord, Order } from './orders.ts';
import type { Payload } from '../scenarios/payload.ts';

/** The code in every SMS of the demonstration. */
const RIGHT_CODE = '123456';
const WRONG_CODE = '800006';
const REPEATED = '800005';

/**
 * With `needValid` a commit creates a record and sends a code, and the confirmation of the code pays; otherwise
 * the commit itself pays. A repeated commit reuses a record that still waits.
 */
export function commitByCard(call: Call): Outcome {
  const { order, members } = call;
  const ways = order && payloadOf(call, order, 'repayment-way');
  if (!order || !ways) return nothingToPay();
  if (members.repayToken !== ways.repayToken) return refuse('409', 'Open the page again before you pay.');
  const card = findCard(ways, members);
  if (!card) return refuse('404', 'This card is not saved for your account.');
  const due = dueMinor(call, order);
  if (due === undefined || Number(members.amount) !== due) return amountChanged();
  if (members.sendMsg !== '0' && members.sendMsg !== '1') return refuse('400', 'sendMsg is 0 or 1.');
  const needsCode = Number(payloadOf(call, order, 'repayment-commit')?.needValid ?? 1) === 1;
  const waiting = order.cardRecords.find((one) => one.state === 'waiting' && one.cardId === card.id);
  if (members.sendMsg === '1' && !waiting) return refuse('404', 'There is no payment to confirm.');
  if (!needsCode) {
    pay(call, order, due, String(card.bankName));
    return { ok: true, data: { needValid: 0, repayRecordId: '' } };
  }
  const record = waiting ?? addRecord(order, card, due);
  return { ok: true, data: { needValid: 1, repayRecordId: record.recordId } };
}

/** Each record pays once, and no other payment of the order follows it. */
export function confirmByCard(call: Call): Outcome {
  const { order, members } = call;
  const record = order?.cardRecords.find((one) => one.recordId === members.repaymentRecordId);
  if (!order || !record) return refuse('404', 'There is no payment to confirm.');
  if (record.state === 'paid') return refuse(REPEATED, 'The payment was submitted already.');
  if (members.verifyCode !== RIGHT_CODE) return refuse(WRONG_CODE, 'The code does not match.');
  if (payloadOf(call, order, 'repayment-way') === undefined) return nothingToPay();
  record.state = 'paid';
  pay(call, order, record.amountMinor, record.bankName);
  return { ok: true, data: {} };
}

/** Creates a payment at a provider's page, and returns the page's address. */
export function payElsewhere(call: Call): Outcome {
  const { order, members } = call;
  if (!order || payloadOf(call, order, 'repayment-way') === undefined) return nothingToPay();
  const due = dueMinor(call, order);
  if (due === undefined || Number(members.amount) !== due) return amountChanged();
  const token = addPayment(call, order, due, 'Alipay').token;
  return {
    ok: true,
    data: payloadOf(call, order, 'repayment-huichao') ?? { url: `${call.pay}/pay/${token}` },
  };
}

function nothingToPay(): Outcome {
  return refuse('410', 'There is nothing to pay for this order now.');
}

function amountChanged(): Outcome {
  return refuse('409', 'The amount has changed. Open the page again before you pay.');
}

/** A card matches if everything that the page sends about it is equal. */
function findCard(ways: Payload, members: Call['members']): Payload | undefined {
  const cards = Array.isArray(ways.bankCards) ? ways.bankCards.filter(isRecord) : [];
  return cards.find(
    (card) =>
      String(card.id) === members.cardId &&
      card.bankName === members.bankName &&
      card.cardNo === members.cardNo &&
      card.bankCode === members.bankCode,
  );
}

function dueMinor(call: Call, order: Order): number | undefined {
  const amount = payloadOf(call, order, 'instalment-plan')?.repayAmount;
  return typeof amount === 'number' || typeof amount === 'string' ? Number(amount) : undefined;
}

function addRecord(order: Order, card: Payload, amountMinor: number): CardRecord {
  const record: CardRecord = {
    recordId: `record-${order.cardRecords.length + 1}`,
    cardId: String(card.id),
    bankName: String(card.bankName),
    amountMinor,
    state: 'waiting',
  };
  order.cardRecords.push(record);
  return record;
}

function pay(call: Call, order: Order, amountMinor: number, channel: string): void {
  call.orders.pay(addPayment(call, order, amountMinor, channel));
}

function addPayment(call: Call, order: Order, amountMinor: number, channel: string) {
  const { productId } = order.scenario;
  const payment = {
    token: crypto.randomUUID(),
    orderId: order.orderId,
    productId,
    kind: 'full' as const,
    amountMinor,
    channel,
    stage: order.stage,
    returnTo: `${call.origin}/order?${new URLSearchParams({ orderId: order.orderId, productId })}`,
    state: 'open' as const,
  };
  call.orders.addPayment(order, payment);
  return payment;
}
