import { isRecord } from '#src/shared/contract.ts';
import { readBankForm, saveBankForm } from './bank-form.ts';
import { commitByCard, confirmByCard, payElsewhere } from './card-payment.ts';
import { type Call, findOrder, payloadOf, refuse } from './call.ts';
import { rateComplaint, readComplaint, readComplaints, readQuestions } from './complaints.ts';
import type { Outcome } from './envelope.ts';
import { findAgreement, takeLoan } from './loan-offer.ts';
import { jumpToProduct, takeProductClick } from './offers.ts';
import { countRead, type Payment } from './orders.ts';
import { drawCaptcha, makeSid, readTemplate, registerPhone, sendCode } from './promotion.ts';
import type { Payload } from '../scenarios/payload.ts';
import { saveComplaint, storePhoto } from './sent-complaints.ts';

export type Handler = (call: Call) => Outcome;

/** Handlers by their names in `fixtures/service.json`. */
export const HANDLERS: { readonly [name: string]: Handler } = {
  'order-details': readOrder,
  'pay-code': makePayCode,
  'order-score': takeScore,
  'card-init': readBankForm,
  'bank-save': saveBankForm,
  'contract-jump': findAgreement,
  'loan-push': takeLoan,
  'problem-init': readQuestions,
  'upload-problem-img': storePhoto,
  'problem-save': saveComplaint,
  'problem-list': readComplaints,
  'problem-detail': readComplaint,
  'save-score': rateComplaint,
  'product-click': takeProductClick,
  'product-jump': jumpToProduct,
  'channel-template': readTemplate,
  'get-sid': makeSid,
  'captcha-image': drawCaptcha,
  'get-sms': sendCode,
  register: registerPhone,
  cities: readCities,
  'repayment-commit': commitByCard,
  'repayment-confirm': confirmByCard,
  'repayment-huichao': payElsewhere,
};

function readCities({ members: { parent, search = '' }, places }: Call): Outcome {
  if (places === undefined) return refuse('503', 'There is no list of places.');
  const found = search.trim() === '' ? places.inside(parent, 'city') : places.find(search, parent, 'city');
  return { ok: true, data: { places: found } };
}

function readOrder(call: Call): Outcome {
  const order = findOrder(call);
  if (!order) return refuse('404', 'Order not found.');
  call.orders.rememberReader(call.session, order.orderId);
  countRead(order);
  const payload = payloadOf(call, order, 'order-details');
  if (!payload) return refuse('404', 'Order not found.');
  return { ok: true, data: order.isScored && 'isScore' in payload ? { ...payload, isScore: '0' } : payload };
}

/** Amount, channel and kind must be those of the order's plan. */
function makePayCode(call: Call): Outcome {
  const order = findOrder(call);
  if (!order) return refuse('404', 'Order not found.');
  const { amount, channelNumber, isDelay = '' } = call.members;
  if (!['', '0', '1'].includes(isDelay)) return refuse('400', 'isDelay is 0 or 1.');
  const kind = isDelay === '1' ? 'rollover' : 'full';
  const payload = payloadOf(call, order, kind === 'rollover' ? 'rollover-plan' : 'instalment-plan');
  const due = payload && dueMinor(payload, kind);
  if (!payload || due === undefined) return refuse('410', 'There is nothing to pay for this order now.');
  if (Number(amount) !== due) {
    return refuse('409', 'The amount has changed. Open the page again before you pay.');
  }
  const channel = channelsOf(payload).find((one) => String(one.channel_number) === channelNumber);
  if (!channel) return refuse('404', 'This repayment method is not available for your order.');

  const payment: Payment = {
    token: crypto.randomUUID(),
    orderId: order.orderId,
    productId: order.scenario.productId,
    kind,
    amountMinor: due,
    channel: String(channel.name),
    stage: order.stage,
    returnTo: `${call.origin}/order?${new URLSearchParams({ orderId: order.orderId, productId: order.scenario.productId })}`,
    state: 'open',
  };
  call.orders.addPayment(order, payment);
  // A scenario may return something else: nothing, or an address that no page may open.
  const made = payloadOf(call, order, 'pay-code') ?? { payUrl: `${call.pay}/pay/${payment.token}` };
  return { ok: true, data: made };
}

/** The call names no order: the score is for the order that the session read last. */
function takeScore({ members, order }: Call): Outcome {
  if (!['1', '2', '3', '4', '5'].includes(members.score ?? '')) return refuse('400', 'A score is 1 to 5.');
  if (order) order.isScored = true;
  return { ok: true, data: {} };
}

function dueMinor(payload: Payload, kind: Payment['kind']): number | undefined {
  const amount =
    kind === 'full' ? payload.repayAmount : isRecord(payload.delayInfo) && payload.delayInfo.delayAmount;
  return typeof amount === 'number' || typeof amount === 'string' ? Number(amount) : undefined;
}

function channelsOf(payload: Payload): Payload[] {
  return Array.isArray(payload.repayList) ? payload.repayList.filter(isRecord) : [];
}
