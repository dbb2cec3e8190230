import { isRecord } from '#src/shared/contract.ts';
import type { Case, Memory } from './case.ts';
import type { Payload } from './payload.ts';

/**
 * The life of an order, from `fixtures/scenarios/<name>.json`. The order number names it: `repayable-7f3a` is an
 * order of scenario `repayable`, and the part after the dash distinguishes borrowers (`readOrderId`).
 */
export interface Scenario {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  /** Heading on the demonstration page. */
  readonly group: string;
  /** Ids of the screens that show the scenario. */
  readonly opens: readonly string[];
  /** Empty in a project without products. */
  readonly productId: string;
  /** More query parameters for the demonstration's addresses. */
  readonly address?: { readonly [name: string]: string };
  readonly start: string;
  /** Initial memory of an order. */
  readonly memory: Memory;
  readonly stages: { readonly [stage: string]: Stage };
  readonly behaviour: { readonly [endpoint: string]: Behaviour };
  /** Replies by endpoint that replace fixtures, if the scenario has no other reply. */
  readonly others?: { readonly [endpoint: string]: Payload };
}

export interface Stage {
  /** Payloads in the wire format, by endpoint; texts contain placeholders. */
  readonly replies: { readonly [endpoint: string]: Payload };
  /** For other endpoints: cases in order; the first case that holds gives the answer. */
  readonly cases: { readonly [endpoint: string]: readonly Case[] };
  /** The order moves on after this number of reads. */
  readonly next?: { readonly afterReads: number; readonly stage: string };
  /** Stage after the offered loan is taken. */
  readonly lent?: string;
  /** Stage after a full payment, or after a rollover payment. */
  readonly paid?: string;
  readonly rolledOver?: string;
}

/** A failure or delay of an endpoint. */
export interface Behaviour {
  readonly delayMs?: number;
  /** `lost`: the effect happens, but the connection breaks. Default: answers normally. */
  readonly answer?: 'error' | 'garbage' | 'nothing' | 'http' | 'lost';
  /** Only for `http`. */
  readonly status?: number;
  /** Only for `error`. */
  readonly code?: string;
  readonly message?: string;
  /** Affects only the first calls, up to this number; default: all. */
  readonly times?: number;
  /** Affects only every n-th call: 2 is every second. */
  readonly every?: number;
}

/** RFC 7396 for two objects: null removes a member, lists are replaced. */
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
 * The scenario of an order number: the longest name that it equals or begins with, up to a dash.
 * @returns undefined for an unknown order.
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

/** Values of placeholders, computed for each request. */
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
 * Fills `{today}`, `{today+3}`, `{today-2}` (YYYY-MM-DD in Manila), `{origin}`, `{pay}` and `{orderId}` in every
 * text of a payload.
 */
export function fillPlaceholders<T>(value: T, surroundings: Surroundings): T {
  const fill = (inner: unknown): unknown => {
    if (typeof inner === 'string') return fillText(inner, surroundings);
    if (Array.isArray(inner)) return inner.map(fill);
    if (isRecord(inner))
      return Object.fromEntries(Object.entries(inner).map(([name, one]) => [name, fill(one)]));
    return inner;
  };
  // Only strings change, and they stay strings.
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
