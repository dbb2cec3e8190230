import type { Kysely, Migration } from 'kysely';
import type { MessageColumns } from '../message-columns.ts';

/** E-mail to staff. */
export interface MailTables {
  /** One row, written by servers that can send e-mail. After `until`, or without the row, no events are stored. */
  mail_servers: {
    name: 'mail';
    until: number;
  };
  /** Audit records whose e-mails are not yet written. A row is stored in the transaction of its record. */
  mail_events: { turn: number; at: number };
  mail_messages: MessageColumns & {
    /** Name of the account, which is its e-mail address. */
    staff: string;
    subject: string;
    body: string;
  };
}

export const mailMigration: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable('mail_servers')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('until', 'bigint', (column) => column.notNull())
      .execute();
    await schema
      .createTable('mail_events')
      .addColumn('turn', 'bigint', (column) => column.primaryKey())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .execute();
    await schema
      .createTable('mail_messages')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('staff', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('tries', 'bigint', (column) => column.notNull())
      .addColumn('due', 'bigint', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('outcome', 'text')
      .execute();
    await schema.createIndex('mail_messages_due').on('mail_messages').columns(['state', 'due']).execute();
  },
};
