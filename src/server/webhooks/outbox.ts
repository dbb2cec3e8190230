import * as v from 'valibot';
import { createHmac } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { AuditRecord } from '#src/shared/registry/audit-record.ts';
import { AT_ONCE, LEASE_MS, type Outcome, storeOutcome, takeMessage, waitAfter } from '../message-queue.ts';
import { readColumn } from '../registry/column.ts';
import type { Database } from '../registry/database.ts';
import type { Tables } from '../registry/tables.ts';
import { type OutsideOptions, postOutside, type Sending } from './outside.ts';

export const EVENTS = [
  'approval.waiting',
  'release.approved',
  'release.changes-asked',
  'release.published',
  'rollout.halted',
  'release.rolled-back',
] as const;
export type WebhookEvent = (typeof EVENTS)[number];
/** The column of a webhook's events. An event that only a newer server knows is ignored here. */
export const EVENT_LIST = v.pipe(
  v.array(v.string()),
  v.transform((listed) => listed.flatMap((one) => EVENTS.filter((event) => event === one))),
);
/** Test event, with which an admin checks that messages arrive. */
export const TEST_EVENT = 'webhook.test';

/** Details of a release that needs a second person. The first release, whose parent is null, needs none. */
const NEEDING_DETAILS = v.object({
  parent: v.optional(v.string()),
  needs: v.pipe(v.array(v.unknown()), v.minLength(1)),
});
/** The details of a change that a message contains. */
const MESSAGE_DETAILS = v.fallback(v.object({ reason: v.optional(v.string()) }), {});

/** The event of a change; undefined for most changes. */
export function eventOf({ action, actor, details }: AuditRecord): WebhookEvent | undefined {
  if (action === 'release.publish') return 'release.published';
  if (action === 'release.rollback') return 'release.rolled-back';
  if (action === 'release.approve') return 'release.approved';
  if (action === 'release.ask-changes') return 'release.changes-asked';
  // If the server returned the rollout by itself, the event is a halt.
  if (action === 'rollout.return') return actor === 'capiz' ? 'rollout.halted' : 'release.rolled-back';
  return action === 'release.make' && v.is(NEEDING_DETAILS, details) ? 'approval.waiting' : undefined;
}

/** Adds the messages about a change, in its transaction. */
export async function enqueue(transaction: Transaction<Tables>, change: AuditRecord): Promise<void> {
  const event = eventOf(change);
  if (event === undefined) return;
  const { turn, at, actor, subject, details } = change;
  const data = { turn, actor, subject, ...v.parse(MESSAGE_DETAILS, details) };
  const hooks = await transaction.selectFrom('webhooks').select(['id', 'events']).execute();
  for (const { id, events } of hooks) {
    if (!readColumn('webhooks.events', events, EVENT_LIST).includes(event)) continue;
    await addMessage(transaction, { webhook: id, event, at, data });
  }
}

interface NewMessage {
  readonly webhook: string;
  readonly event: WebhookEvent | typeof TEST_EVENT;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly data: { readonly turn: number } & { readonly [name: string]: unknown };
}

/**
 * Adds a message, which any server sends when it is due.
 * @param isClaimed - Whether the caller sends it itself. If its server stops, another server sends it after `LEASE_MS`.
 */
export async function addMessage(
  transaction: Transaction<Tables>,
  { webhook, event, at, data }: NewMessage,
  isClaimed = false,
): Promise<Pick<Message, 'id' | 'body'>> {
  const id = `msg_${webhook}_${data.turn}`;
  const body = JSON.stringify({ type: event, timestamp: new Date(at).toISOString(), data });
  const [tries, due] = isClaimed ? [1, at + LEASE_MS] : [0, at];
  await transaction
    .insertInto('webhook_messages')
    .values({ id, webhook, event, body, at, tries, due, state: 'waiting', outcome: null })
    .execute();
  return { id, body };
}

/**
 * Signs a message by Standard Webhooks, so that the receiver can verify its origin, content and time.
 * @param secret - Base64.
 */
export function sign(
  { id, body, address }: { readonly id: string; readonly body: string; readonly address: string },
  secret: string,
  now: number,
): Sending {
  const timestamp = String(Math.floor(now / 1000));
  const key = Buffer.from(secret, 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    address: new URL(address),
    body,
    headers: {
      'Content-Type': 'application/json',
      'Webhook-Id': id,
      'Webhook-Timestamp': timestamp,
      'Webhook-Signature': `v1,${signature}`,
    },
  };
}

/**
 * Sends the messages that are due. Every server calls it every few seconds; only one server at a time sends a
 * message.
 * @returns the number of accepted messages.
 */
export async function sendDue(
  { queries }: Database,
  now: () => number,
  options: OutsideOptions,
): Promise<number> {
  const due = await queries
    .selectFrom('webhook_messages')
    .innerJoin('webhooks', 'webhooks.id', 'webhook_messages.webhook')
    .select([
      'webhook_messages.id',
      'webhook_messages.body',
      'webhook_messages.tries',
      'webhook_messages.due',
    ])
    .select(['webhooks.address', 'webhooks.secret'])
    .where('webhook_messages.state', '=', 'waiting')
    .where('webhook_messages.due', '<=', now())
    .orderBy('webhook_messages.due')
    .limit(AT_ONCE)
    .execute();
  const ends = await Promise.all(
    due.map(async ({ id, body, tries, due: seen, address, secret }) => {
      if (!(await takeMessage(queries, 'webhook_messages', { id, due: seen, tries }, now()))) return false;
      const wait = waitAfter(tries);
      return (await sendMessage(queries, { id, body, address, secret }, { now, wait, ...options }))
        .isAccepted;
    }),
  );
  return ends.filter(Boolean).length;
}

interface Message {
  readonly id: string;
  readonly body: string;
  readonly address: string;
  /** Base64. */
  readonly secret: string;
}

/**
 * Makes one attempt, and stores the result. @param wait - Delay of the next attempt; undefined: this was the last.
 */
export async function sendMessage(
  queries: Database['queries'],
  { id, body, address, secret }: Message,
  {
    now,
    wait,
    ...options
  }: OutsideOptions & { readonly now: () => number; readonly wait?: number | undefined },
): Promise<Outcome> {
  const outcome = await attempt(sign({ id, body, address }, secret, now()), options);
  await storeOutcome(queries, 'webhook_messages', id, outcome, { now: now(), wait });
  return outcome;
}

async function attempt(sending: Sending, options: OutsideOptions): Promise<Outcome> {
  try {
    const status = await postOutside(sending, options);
    return { isAccepted: status >= 200 && status < 300, words: String(status) };
  } catch (error) {
    return {
      isAccepted: false,
      words: error instanceof Error ? error.message.slice(0, 200) : 'The receiver did not accept it.',
    };
  }
}
