import { isRecord } from '../contract.ts';
import { type Call, payloadOf, refuse } from './call.ts';
import type { Outcome } from './envelope.ts';
import type { Order } from './orders.ts';

/** What can be complained about: the questions, and the order that the page is about. */
export function readQuestions(call: Call): Outcome {
  const order = orderOf(call);
  const payload = order && payloadOf(call, order, 'problem-init');
  if (!payload) return refuse('404', 'There are no questions for this order.');
  const orders = Array.isArray(payload.orderList) ? payload.orderList.filter(isRecord) : [];
  const asked = orders.find(({ orderNo }) => orderNo === call.members.orderId);
  return { ok: true, data: { ...payload, orderDetail: asked ?? payload.orderDetail } };
}

export function readComplaints(call: Call): Outcome {
  const order = orderOf(call);
  const payload = order && payloadOf(call, order, 'problem-list');
  return payload ? { ok: true, data: payload } : refuse('404', 'There are no complaints.');
}

/** A rated complaint asks for no rating again. */
export function readComplaint(call: Call): Outcome {
  const order = orderOf(call);
  const payload = order && payloadOf(call, order, 'problem-detail');
  if (!order || !payload) return refuse('404', 'There is no such complaint.');
  const { problemId = '' } = call.members;
  const isRated = order.ratings?.has(problemId) === true;
  return { ok: true, data: { ...payload, problemId, ...(isRated && { isNeedScore: 0 }) } };
}

export function rateComplaint(call: Call): Outcome {
  const order = orderOf(call);
  const { score = '', problemId = '' } = call.members;
  if (!order) return refuse('404', 'There is no such complaint.');
  if (!['1', '2', '3', '4', '5'].includes(score)) return refuse('400', 'A score is 1 to 5.');
  if (order.ratings?.has(problemId)) return refuse('409', 'This complaint was rated before.');
  order.ratings = new Map(order.ratings).set(problemId, Number(score));
  return { ok: true, data: {} };
}

/** The calls name an order of the borrower's list, or none: whose page it is, the session says. */
function orderOf(call: Call): Order | undefined {
  return call.orders.ofSession(call.session) ?? call.order;
}
