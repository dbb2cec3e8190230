import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import * as v from 'valibot';
import { readLiveRelease } from '../home/live-release.ts';
import type { Log } from '../log.ts';
import { AT_ONCE, storeOutcome, takeMessage, waitAfter } from '../message-queue.ts';
import { readColumn } from '../registry/column.ts';
import { DamagedContent } from '../registry/contents.ts';
import type { Database, Queries } from '../registry/database.ts';
import { RegistryRefusal } from '../registry/failures.ts';
import { findLive, listChanges } from '../registry/manifests.ts';
import { readRelease, requireReady } from '../registry/releases.ts';
import { checkAgainstLive } from '../registry/sides.ts';
import type { Tables } from '../registry/tables.ts';
import { type Letter, type Sender, writeLetter } from './letter.ts';
import { mailEventOf } from './mail-events.ts';
import { listRecipients, type Standing } from './recipients.ts';
import type { SendMail } from './smtp.ts';

export interface MailerOptions extends Sender {
  readonly database: Database;
  readonly send: SendMail;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: Log;
  /** Aborted when the server shuts down. */
  readonly ending?: AbortSignal;
}

const DETAILS = v.record(v.string(), v.unknown());
const REASON = v.fallback(v.object({ reason: v.string() }), { reason: '' });

/**
 * @returns a function that writes and sends the e-mails that are due. Every server calls it every few seconds. A call
 *   does nothing while an earlier one is still running on the same server.
 */
export function createMailer(options: MailerOptions): () => Promise<void> {
  let isRunning = false;
  return async () => {
    if (isRunning) return;
    isRunning = true;
    try {
      await writeMessages(options);
      await sendMessages(options);
    } finally {
      isRunning = false;
    }
  };
}

/** Writes the messages of each stored event, one for each recipient. */
async function writeMessages({ database, log, now, ...sender }: MailerOptions): Promise<void> {
  const rows = await database.queries
    .selectFrom('mail_events')
    .innerJoin('audit', 'audit.turn', 'mail_events.turn')
    .selectAll('audit')
    .orderBy('audit.turn')
    .limit(AT_ONCE)
    .execute();
  for (const row of rows) {
    const { letter, recipients } = await composeOf(database.queries, row, { now, ...sender }).catch(
      (error: unknown) => {
        if (!(error instanceof DamagedContent || error instanceof RegistryRefusal)) throw error;
        log('No e-mail was written about a release that cannot be read', { level: 'warn' });
        return { letter: undefined, recipients: [] };
      },
    );
    await database.write(async (queries) => {
      const { numDeletedRows } = await queries
        .deleteFrom('mail_events')
        .where('turn', '=', row.turn)
        .executeTakeFirst();
      // Another server has already written these messages.
      if (numDeletedRows === 0n || letter === undefined || recipients.length === 0) return;
      const { at } = row;
      const waiting = { at, tries: 0, due: at, state: 'waiting', outcome: null } as const;
      await queries
        .insertInto('mail_messages')
        .values(recipients.map((staff) => ({ id: randomUUID(), staff, ...letter, ...waiting })))
        .execute();
    });
  }
}

interface Composed {
  readonly letter: Letter | undefined;
  readonly recipients: readonly string[];
}

async function composeOf(
  queries: Queries,
  row: Tables['audit'],
  { now, ...sender }: Sender & Pick<MailerOptions, 'now'>,
): Promise<Composed> {
  const change = { ...row, details: readColumn('audit.details', row.details, DETAILS) };
  const event = mailEventOf(change);
  if (event === undefined) return { letter: undefined, recipients: [] };
  const { actor, subject, details } = change;
  const release = await readRelease(queries, subject);
  const live = (await findLive(queries))?.release;
  const standing: Standing = live === release.parent ? 'next' : live === subject ? 'live' : 'outdated';
  const recipients = await listRecipients(queries, { event, actor, release, standing });
  if (recipients.length === 0 || live === undefined) return { letter: undefined, recipients };
  const { draft } = release;
  const opened =
    draft === undefined
      ? undefined
      : await queries.selectFrom('drafts').select('title').where('id', '=', draft).executeTakeFirst();
  const isNext = event === 'release.approved' && standing === 'next';
  const facts = {
    ...{ event, actor, release, standing, title: opened?.title },
    hindrance: isNext ? await findHindrance(queries, release.hash, now()) : undefined,
    words: v.parse(REASON, details).reason,
    // Compared with a release that is not its parent, it would also show the changes of colleagues.
    changed: standing === 'next' ? Object.keys(await listChanges(queries, live, subject)) : [],
    screens: (await readLiveRelease(queries, live)).screens,
  };
  return { letter: writeLetter(facts, sender), recipients };
}

/** Why a release cannot be published now; undefined if it can. */
async function findHindrance(queries: Queries, release: string, at: number): Promise<string | undefined> {
  try {
    await requireReady(queries, await checkAgainstLive(queries, release, at), at);
    return undefined;
  } catch (error) {
    if (error instanceof RegistryRefusal) return error.message;
    throw error;
  }
}

/** Sends one message after the other, so that each server has only one connection to the mail server. */
async function sendMessages({ database, send, now, log, ending }: MailerOptions): Promise<void> {
  const { queries } = database;
  const due = await queries
    .selectFrom('mail_messages')
    .selectAll()
    .where('state', '=', 'waiting')
    .where('due', '<=', now())
    .orderBy('due')
    .orderBy('staff')
    .limit(AT_ONCE)
    .execute();
  for (const message of due) {
    if (ending?.aborted) return;
    if (!(await takeMessage(queries, 'mail_messages', message, now()))) continue;
    // Those before it may have taken minutes.
    const account = await queries
      .selectFrom('staff')
      .select('state')
      .where('name', '=', message.staff)
      .executeTakeFirst();
    if (account?.state === 'active') await sendMessage(queries, message, { send, now, log });
    else {
      const outcome = { isAccepted: false, words: 'The account is not active.' };
      await storeOutcome(queries, 'mail_messages', message.id, outcome, { now: now() });
    }
  }
}

async function sendMessage(
  queries: Kysely<Tables>,
  { id, staff, subject, body, at, tries }: Tables['mail_messages'],
  { send, now, log }: Pick<MailerOptions, 'send' | 'now' | 'log'>,
): Promise<void> {
  const outcome = await send({ id, to: staff, subject, body, at });
  const state = await storeOutcome(queries, 'mail_messages', id, outcome, {
    now: now(),
    wait: waitAfter(tries),
  });
  if (!outcome.isAccepted)
    log('An e-mail to staff was not sent', { level: 'warn', outcome: outcome.words, state });
}
