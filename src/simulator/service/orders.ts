import type { Memory } from '../scenarios/case.ts';
import { type Behaviour, readOrderId, type Scenario, type Stage } from '../scenarios/scenario.ts';

/** One borrower's order: its stage, and what was done to it. */
export interface Order {
  readonly orderId: string;
  scenario: Scenario;
  stage: string;
  /** Number of reads in its current stage. */
  reads: number;
  isScored: boolean;
  readonly calls: Map<string, number>;
  readonly payments: Payment[];
  readonly loans: Loan[];
  readonly cardRecords: CardRecord[];
  /** Number of captcha images per registration attempt; the last image counts. */
  readonly captchas: Map<string, number>;
  readonly registered: Set<string>;
  /** Memory of its scenario's cases. */
  memory: Memory;
  /** Scores of complaints by their ids. */
  ratings?: ReadonlyMap<string, number>;
  /** Sent complaints, newest first. */
  complaints?: readonly SentComplaint[];
  /** The last saved bank form, by code. */
  account?: { readonly [code: string]: string };
}

/** A complaint as it was received. */
export interface SentComplaint {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly type: string;
  readonly content: string;
  readonly images: readonly string[];
}

/** A loan that was taken. */
export interface Loan {
  readonly amountMinor: number;
  readonly periods: number;
}

/** A repayment by card that waits for its code, or is paid. */
export interface CardRecord {
  readonly recordId: string;
  readonly cardId: string;
  readonly bankName: string;
  readonly amountMinor: number;
  state: 'waiting' | 'paid';
}

/** A payment code and its state. */
export interface Payment {
  readonly token: string;
  readonly orderId: string;
  readonly productId: string;
  readonly kind: 'full' | 'rollover';
  readonly amountMinor: number;
  readonly channel: string;
  /** Stage of the order when the code was made; the code is valid only in that stage. */
  readonly stage: string;
  /** Address of the order in the page that requested the payment. */
  readonly returnTo: string;
  state: 'open' | 'paid' | 'failed';
}

/** Prefix of the header value of an invented borrower's session; the order number follows. */
export const SESSION_OF = 'session-';

const MOST_ORDERS = 20_000;

/** The state of the simulated loan service: orders by number, created at their first use. */
export class Orders {
  #scenarios: ReadonlyMap<string, Scenario>;
  readonly #orders = new Map<string, Order>();
  readonly #payments = new Map<string, Payment>();
  /** The order that a session read last, by the session's header value: many calls name no order. */
  readonly #lastRead = new Map<string, string>();
  /** The session that read an order first; it owns the order if no value names the owner. */
  readonly #firstReader = new Map<string, string>();

  constructor(scenarios: ReadonlyMap<string, Scenario>) {
    this.#scenarios = scenarios;
  }

  /** Replaces the scenarios. An order stays in its stage, if its scenario still has that stage. */
  useScenarios(scenarios: ReadonlyMap<string, Scenario>): void {
    this.#scenarios = scenarios;
    for (const order of this.#orders.values()) {
      const scenario = scenarios.get(order.scenario.name);
      if (scenario === undefined || !Object.hasOwn(scenario.stages, order.stage)) continue;
      order.scenario = scenario;
      order.memory = { ...scenario.memory, ...order.memory };
    }
  }

  /** @returns undefined for an order number of no scenario. */
  find(orderId: string): Order | undefined {
    const known = this.#orders.get(orderId);
    if (known) return known;
    const scenario = readOrderId(orderId, this.#scenarios);
    if (!scenario) return undefined;
    const order: Order = {
      orderId,
      scenario,
      stage: scenario.start,
      reads: 0,
      isScored: false,
      calls: new Map(),
      payments: [],
      loans: [],
      cardRecords: [],
      captchas: new Map(),
      registered: new Set(),
      memory: scenario.memory,
    };
    keepNewest(this.#orders, MOST_ORDERS);
    this.#orders.set(orderId, order);
    return order;
  }

  rememberReader(session: string, orderId: string): void {
    if (session === '') return;
    keepNewest(this.#lastRead, MOST_ORDERS);
    this.#lastRead.set(session, orderId);
    if (this.#firstReader.has(orderId)) return;
    keepNewest(this.#firstReader, MOST_ORDERS);
    this.#firstReader.set(orderId, session);
  }

  /** The last order that the session read; otherwise the order that its value names. */
  ofSession(session: string): Order | undefined {
    const orderId = this.#lastRead.get(session);
    if (orderId !== undefined) return this.#orders.get(orderId);
    return session.startsWith(SESSION_OF) ? this.find(session.slice(SESSION_OF.length)) : undefined;
  }

  /**
   * Whether the order may belong to the session. A session whose value names an order owns only that one; another
   * session owns the orders that it read first. A call without a session is allowed.
   */
  isOf(order: Order, session: string): boolean {
    const named = session.startsWith(SESSION_OF) ? this.find(session.slice(SESSION_OF.length)) : undefined;
    if (named !== undefined) return named === order;
    return session === '' || (this.#firstReader.get(order.orderId) ?? session) === session;
  }

  /** Only once: a taken loan is not offered again. */
  lend(order: Order, loan: Loan): void {
    const { lent } = stageOf(order);
    if (lent === undefined) return;
    order.loans.push(loan);
    moveTo(order, lent);
  }

  addPayment(order: Order, payment: Payment): void {
    keepNewest(this.#payments, MOST_ORDERS);
    this.#payments.set(payment.token, payment);
    order.payments.push(payment);
  }

  findPayment(token: string): Payment | undefined {
    return this.#payments.get(token);
  }

  /** Whether the payment can still be made: the order has not changed since. */
  isPayable(payment: Payment): boolean {
    return payment.state !== 'paid' && this.#orders.get(payment.orderId)?.stage === payment.stage;
  }

  /** Pays once; a second call, or one for an order that has changed, has no effect. */
  pay(payment: Payment): void {
    const order = this.#orders.get(payment.orderId);
    if (!order || !this.isPayable(payment)) return;
    payment.state = 'paid';
    const stage = stageOf(order);
    const target = payment.kind === 'full' ? stage.paid : stage.rolledOver;
    if (target !== undefined) moveTo(order, target);
  }

  fail(payment: Payment): void {
    if (this.isPayable(payment)) payment.state = 'failed';
  }
}

export function stageOf(order: Order): Stage {
  const stage = order.scenario.stages[order.stage];
  // Every target of a stage was checked when the scenario was read.
  if (!stage) throw new Error(`Scenario ${order.scenario.name} has no stage ${order.stage}.`);
  return stage;
}

/** Counts a read of the order, which may move it to its next stage. */
export function countRead(order: Order): void {
  order.reads += 1;
  const next = stageOf(order).next;
  if (next && order.reads > next.afterReads) {
    moveTo(order, next.stage);
    order.reads = 1;
  }
}

/** Counts a call, and returns the endpoint's behaviour for it. */
export function countCall(order: Order, endpoint: string): Behaviour {
  const count = (order.calls.get(endpoint) ?? 0) + 1;
  order.calls.set(endpoint, count);
  const behaviour = order.scenario.behaviour[endpoint];
  const { times = Number.POSITIVE_INFINITY, every = 1 } = behaviour ?? {};
  return behaviour && count <= times && count % every === 0 ? behaviour : {};
}

export function moveTo(order: Order, stage: string): void {
  order.stage = stage;
  order.reads = 0;
}

function keepNewest(map: Map<string, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size < most) return;
    map.delete(key);
  }
}
