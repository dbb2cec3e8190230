import type { Outcome } from './envelope.ts';
import { type Order, type Orders, stageOf } from './orders.ts';
import type { Places } from './places.ts';
import type { Payload } from '../scenarios/payload.ts';
import { fillPlaceholders } from '../scenarios/scenario.ts';

/** A request that has passed the checks of its contract. */
export interface Call {
  readonly endpoint: string;
  readonly members: { readonly [name: string]: string };
  /**
   * The order that the request names; otherwise the order of its session: the one that the session read last, or the
   * one that its value names.
   */
  readonly order: Order | undefined;
  /** A header value of the session, possibly empty. */
  readonly session: string;
  readonly orders: Orders;
  readonly places: Places | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The page's origin. */
  readonly origin: string;
  /** The payment page's origin. */
  readonly pay: string;
}

export function refuse(code: string, message: string): Outcome {
  return { ok: false, code, message };
}

/** The order of a call, if it has the product that the call names. */
export function findOrder({ order, members }: Call): Order | undefined {
  return order && order.scenario.productId === members.productId ? order : undefined;
}

/** The reply of the order's current stage to a call. */
export function payloadOf(call: Call, order: Order, endpoint: string): Payload | undefined {
  const payload = stageOf(order).replies[endpoint];
  return payload && fillPlaceholders(payload, { ...call, orderId: order.orderId });
}
