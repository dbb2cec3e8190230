import { isRecord } from '#src/shared/contract.ts';
import { type Call, payloadOf, refuse } from './call.ts';
import type { Outcome } from './envelope.ts';
import type { Order } from './orders.ts';

/** The questions of the complaint form, and the order of the page. */
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
  if (!order || !payload) return refuse('404', 'There are no complaints.');
  const tabs = Array.isArray(payload.tabs) ? payload.tabs.filter(isRecord) : [];
  const [first, ...others] = tabs.length > 0 ? tabs : [{ title: 'In progress', list: [] }];
  const sent = (order.complaints ?? []).map(({ id, at, type, content }) => {
    const time = new Date(at + MANILA_OFFSET_MS).toISOString();
    return {
      id,
      time: `${time.slice(0, 10)} ${time.slice(11, 19)}`,
      type: titleOf(call, order, type),
      content,
    };
  });
  if (sent.length === 0) return { ok: true, data: payload };
  const known: readonly unknown[] = Array.isArray(first?.list) ? first.list : [];
  return { ok: true, data: { ...payload, tabs: [{ ...first, list: [...sent, ...known] }, ...others] } };
}

/** The Philippines keep UTC+8 all year. */
const MANILA_OFFSET_MS = 8 * 3_600_000;

function titleOf(call: Call, order: Order, type: string): string {
  const types = payloadOf(call, order, 'problem-init')?.problemType;
  const known = Array.isArray(types) ? types.filter(isRecord).find(({ value }) => value === type) : undefined;
  return typeof known?.title === 'string' ? known.title : type;
}

/** A rated complaint does not ask for a rating again. */
export function readComplaint(call: Call): Outcome {
  const order = orderOf(call);
  const payload = order && payloadOf(call, order, 'problem-detail');
  if (!order || !payload) return refuse('404', 'There is no such complaint.');
  const { problemId = '' } = call.members;
  const sent = order.complaints?.find(({ id }) => id === problemId);
  if (sent) {
    const { type, content, images } = sent;
    const data = { type: titleOf(call, order, type), problemId, content, images, isNeedScore: 0 };
    return { ok: true, data: { ...data, disposeDetail: '', disposeImages: [] } };
  }
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

/** A call names an order from the borrower's list, or none. The session decides first whose order it is. */
function orderOf(call: Call): Order | undefined {
  return call.orders.ofSession(call.session) ?? call.order;
}
