import type { Transaction } from 'kysely';
import type { AuditRecord } from '#src/shared/registry/audit-record.ts';
import type { Database } from '../registry/database.ts';
import type { Tables } from '../registry/tables.ts';
import { eventOf } from '../webhooks/outbox.ts';

const MAIL_EVENTS = ['approval.waiting', 'release.approved', 'release.changes-asked'] as const;
export type MailEvent = (typeof MAIL_EVENTS)[number];

const ROW = 'mail';
/** E-mail counts as on for this time after `noteMailServer`; a running server calls it more often. */
const VALID_MS = 60 * 60_000;

/** The event of a change; undefined if no e-mail is sent about it. */
export function mailEventOf(change: AuditRecord): MailEvent | undefined {
  const event = eventOf(change);
  return MAIL_EVENTS.find((one) => one === event);
}

/** Stores that this installation sends e-mail. */
export async function noteMailServer({ queries }: Database, at: number): Promise<void> {
  const until = at + VALID_MS;
  await queries
    .insertInto('mail_servers')
    .values({ name: ROW, until })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ until }))
    .execute();
}

/**
 * Stores the event of a change in the transaction of the change. The e-mails are written later, so that the request
 * does not wait for the list of recipients.
 */
export async function noteMailEvent(transaction: Transaction<Tables>, change: AuditRecord): Promise<void> {
  if (mailEventOf(change) === undefined) return;
  const { turn, at } = change;
  const server = await transaction
    .selectFrom('mail_servers')
    .select('until')
    .where('name', '=', ROW)
    .executeTakeFirst();
  if (server === undefined || server.until < at) return;
  await transaction.insertInto('mail_events').values({ turn, at }).execute();
}
