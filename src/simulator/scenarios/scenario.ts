import { isRecord } from '#src/shared/contract.ts';
import type { Case, Memory } from './case.ts';
import type { Payload } from './payload.ts';

/**
 * One case of an order's life, from `fixtures/scenarios/<name>.json`. The order number names it:
 * `repayable-7f3a` is an order of scenario `repayable`, and everything after the dash tells borrowers
 * apart (`readOrderId`).
 */
export interface Scenario {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  /** Heading on the demonstration page. */
  readonly group: string;
  /** Ids of the screens that show something particular. */
  readonly opens: readonly string[];
  readonly productId: string;
  /** More of the address that the demonstration opens. */
  readonly address?: { readonly [name: string]: string };
  readonly start: string;
  /** What an order remembers at first. */
  readonly memory: Memory;
  readonly stages: { readonly [stage: string]: Stage };
  readonly behaviour: { readonly [endpoint: string]: Behaviour };
  /** By endpoint, what answers in place of its fixture where the scenario has no reply. */
  readonly others?: { readonly [endpoint: string]: Payload };
}

export interface Stage {
  /** Payloads in the wire's shape, by endpoint; texts still hold placeholders. */
  readonly replies: { readonly [endpoint: string]: Payload };
  /** Of the other endpoints: cases in order, the first that holds answers. */
  readonly cases: { readonly [endpoint: string]: readonly Case[] };
  /** The order moves on by itself after this many readings of the order. */
  readonly next?: { readonly afterReads: number; readonly stage: string };
  /** Where taking the loan that is offered takes the order. */
  readonly lent?: string;
  /** Where a payment in full, or of a rollover, takes the order. */
  readonly paid?: string;
  readonly rolledOver?: string;
}

/** How an endpoint misbehaves. */
export interface Behaviour {
  readonly delayMs?: number;
  /** `lost`: the effect happens, the connection breaks. Default: answers. */
  readonly answer?: 'error' | 'garbage' | 'nothing' | 'http' | 'lost';
  /** Of `http`. */
  readonly status?: number;
  /** Of `error`. */
  readonly code?: string;
  readonly message?: string;
  /** Only the first so many calls of an order; default all. */
  readonly times?: number;
  /** Only each so-manieth call of an order: 2 is every second. */
  readonly every?: number;
}

/** RFC 7396, over two objects: null takes a member away, lists are replaced whole. */
export function mergePatch(target: Payload, change: Payload): Payload {
  const merged: { [member: string]: unknown } = { ...target };
  for (const [name, value] of Object.entries(change)) {
    if (value === null) delete merged[name];
    else if (isRecord(value)) merged[name] = mergePatch(isRecord(merged[name]) ? merged[name] : {}, value);
    else merged[name] = value;
  }
  return merged;
}

/**
 * Which scenario an order number names: the longest name that it equals or begins with, up to a dash.
 *
 * @returns absent for an order that this service does not know.
 */
export function readOrderId(orderId: string, scenarios: ReadonlyMap<string, Scenario>): Scenario | undefined {
  if (!/^[A-Za-z0-9][A-Za-z0-9-]{0,63}$/.test(orderId)) return undefined;
  const parts = orderId.split('-');
  for (let count = parts.length; count > 0; count -= 1) {
    const scenario = scenarios.get(parts.slice(0, count).join('-'));
    if (scenario) return scenario;
  }
  return undefined;
}

/** What placeholders stand for; computed for each request. */
export interface Surroundings {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The page's origin. */
  readonly origin: string;
  /** The payment page's origin. */
  readonly pay: string;
  readonly orderId: string;
}

/**
 * Fills `{today}`, `{today+3}`, `{today-2}` (YYYY-MM-DD in Manila), `{origin}`, `{pay}` and `{orderId}`
 * in every text of a payload.
 */
export function fillPlaceholders<T>(value: T, surroundings: Surroundings): T {
  const fill = (inner: unknown): unknown => {
    if (typeof inner === 'string') return fillText(inner, surroundings);
    if (Array.isArray(inner)) return inner.map(fill);
    if (isRecord(inner))
      return Object.fromEntries(Object.entries(inner).map(([name, one]) => [name, fill(one)]));
    return inner;
  };
  // Only texts change, and stay texts.
  return fill(value) as T;
}

const DAY_MS = 86_400_000;
/** The Philippines keep UTC+8 all year. */
const MANILA_OFFSET_MS = 8 * 3_600_000;

function fillText(text: string, { now, origin, pay, orderId }: Surroundings): string {
  return text.replace(
    /\{(?:today([+-]\d{1,4})?|(origin|pay|orderId))\}/g,
    (_, days?: string, name?: string) => {
      if (name !== undefined) return { origin, pay, orderId }[name] ?? '';
      return new Date(now + MANILA_OFFSET_MS + Number(days ?? 0) * DAY_MS).toISOString().slice(0, 10);
    },
  );
}
