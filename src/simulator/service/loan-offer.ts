import { type Call, findOrder, payloadOf, refuse } from './call.ts';
import type { Outcome } from './envelope.ts';
import { stageOf } from './orders.ts';

/** The offer of a loan: reading it and its agreements, and taking it once. */

const SCENE = '3';
/** Documents of the payment page, in the order of the list. */
const DOCUMENTS = ['loan-agreement', 'disclosure-statement', 'data-consent'];
const GONE = 'This offer is no longer open. See your orders for what became of it.';

/** Prefix of the older screen's calls; without it they have the newer screen's names. */
const OLDER = 'older-';

/** Positions in the list start at 1. */
export function findAgreement(call: Call): Outcome {
  const order = findOrder(call);
  const list = order && payloadOf(call, order, sibling(call, 'contract-list'));
  if (!list || call.members.scene !== SCENE) return refuse('410', GONE);
  const position = Number(call.members.position);
  const count = Array.isArray(list.data) ? list.data.length : 0;
  const document = DOCUMENTS[position - 1];
  if (document === undefined || position > count) return refuse('404', 'There is no such agreement.');
  const found = payloadOf(call, order, call.endpoint);
  return { ok: true, data: found ?? { contract_url: `${call.pay}/document/${document}` } };
}

/** The request must equal the offer. A taken offer is gone, even for another key. */
export function takeLoan(call: Call): Outcome {
  const order = findOrder(call);
  const offer = order && payloadOf(call, order, sibling(call, 'loan-confirm-detail'));
  if (!offer || stageOf(order).lent === undefined) return refuse('410', GONE);
  const { amount, periods, termUnit } = call.members;
  const offered = [offer.amount, offer.periods, offer.termUnit ?? 'days'].map(String);
  if ([amount, periods, termUnit].some((value, index) => value !== offered[index])) {
    return refuse('409', 'The offer has changed. Open the page again before you take it.');
  }
  const made = payloadOf(call, order, call.endpoint);
  call.orders.lend(order, { amountMinor: Number(amount), periods: Number(periods) });
  const query = new URLSearchParams({ orderId: order.orderId, productId: order.scenario.productId });
  return { ok: true, data: made ?? { lendDetailsUrl: `${call.origin}/order?${query}` } };
}

/** Name of another call of the same screen. */
function sibling({ endpoint }: Call, name: 'loan-confirm-detail' | 'contract-list'): string {
  if (!endpoint.startsWith(OLDER)) return name;
  return name === 'contract-list' ? 'older-contract-list' : 'older-confirm-detail';
}
